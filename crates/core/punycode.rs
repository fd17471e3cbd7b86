//! Punycode: letters beyond ASCII in the labels of a host (RFC 3492).
//!
//! The numbers and the names are the RFC's. The trap is overflow, for a label can spell any number; what
//! overflows is no Punycode.

use alloc::string::String;
use alloc::vec::Vec;

const BASE: u32 = 36;
const TMIN: u32 = 1;
const TMAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// More letters than a label can have; a longer text is not looked at, for the time is that of the
/// square.
const MAX_LEN: usize = 256;

/// `label` in Punycode, without `xn--`. `None` where it is too long. With `idna`, that crate does it.
#[cfg_attr(feature = "idna", allow(dead_code))]
pub(crate) fn encode(label: &str) -> Option<String> {
    if label.len() > MAX_LEN {
        return None;
    }
    let mut output: String = label.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(output.len()).ok()?;
    if basic > 0 {
        output.push('-');
    }
    let total = u32::try_from(label.chars().count()).ok()?;
    let (mut n, mut delta, mut bias, mut handled) = (INITIAL_N, 0_u32, INITIAL_BIAS, basic);
    while handled < total {
        let next = label.chars().map(u32::from).filter(|&c| c >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
        n = next;
        for c in label.chars().map(u32::from) {
            if c < n {
                delta = delta.checked_add(1)?;
            }
            if c == n {
                let mut q = delta;
                let mut k = BASE;
                loop {
                    let t = threshold(k, bias);
                    if q < t {
                        break;
                    }
                    output.push(digit(t + (q - t) % (BASE - t)));
                    q = (q - t) / (BASE - t);
                    k += BASE;
                }
                output.push(digit(q));
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Some(output)
}

/// What `label`, Punycode without `xn--`, spells; `None` where it spells nothing.
pub(crate) fn decode(label: &str) -> Option<String> {
    if label.len() > MAX_LEN || !label.is_ascii() {
        return None;
    }
    let (basic, digits) = label.rsplit_once('-').unwrap_or(("", label));
    let mut output: Vec<char> = basic.chars().collect();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    let mut bytes = digits.bytes();
    while bytes.len() > 0 {
        let old = i;
        let (mut weight, mut k) = (1_u32, BASE);
        loop {
            let value = char::from(bytes.next()?).to_digit(36)?;
            // The letters go first, the digits after them.
            let value = if value < 10 { value + 26 } else { value - 10 };
            i = i.checked_add(value.checked_mul(weight)?)?;
            let t = threshold(k, bias);
            if value < t {
                break;
            }
            weight = weight.checked_mul(BASE - t)?;
            k += BASE;
        }
        let len = u32::try_from(output.len()).ok()? + 1;
        bias = adapt(i - old, len, old == 0);
        n = n.checked_add(i / len)?;
        i %= len;
        output.insert(usize::try_from(i).ok()?, char::from_u32(n)?);
        i += 1;
    }
    Some(output.into_iter().collect())
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(TMIN, TMAX)
}

fn adapt(delta: u32, len: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / len;
    let mut k = 0;
    while delta > (BASE - TMIN) * TMAX / 2 {
        delta /= BASE - TMIN;
        k += BASE;
    }
    k + (BASE - TMIN + 1) * delta / (delta + SKEW)
}

/// 0 to 25 are `a` to `z`, 26 to 35 are `0` to `9`.
#[cfg_attr(feature = "idna", allow(dead_code))]
fn digit(value: u32) -> char {
    char::from_digit(if value < 26 { value + 10 } else { value - 26 }, 36)
        .expect("it is less than the base")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        // The first two are of RFC 3492, 7.1 (A and L).
        let table: &[(&str, &str)] = &[
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
            ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
            ("bücher", "bcher-kva"),
            ("ü", "tda"),
            ("рф", "p1ai"),
            ("💩", "ls8h"),
            ("abc", "abc-"),
        ];
        for &(label, code) in table {
            assert_eq!(encode(label).as_deref(), Some(code), "{label}");
            assert_eq!(decode(code).as_deref(), Some(label), "{code}");
        }
    }

    #[test]
    fn what_spells_nothing() {
        for code in ["99999999", "a_", "é", "ls8h="] {
            assert_eq!(decode(code), None, "{code}");
        }
        assert_eq!(encode(&"é".repeat(200)), None);
    }
}
