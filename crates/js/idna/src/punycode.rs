//! Decodes Punycode (RFC 3492).

use alloc::string::String;
use alloc::vec::Vec;

// The parameters of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// Decodes `code`, a label in lower case without its `xn--`. Returns `None` if it is no Punycode. The time grows with
/// the square of its length.
pub fn decode_to_string(code: &str) -> Option<String> {
    // The ASCII characters of the label come first. The last hyphen ends them, if there are any.
    let (basic, deltas) = code.rsplit_once('-').unwrap_or(("", code));
    if !code.is_ascii() {
        return None;
    }
    let mut label: Vec<char> = basic.chars().collect();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    let mut digits = deltas.bytes();
    while let Some(mut byte) = digits.next() {
        // A delta is a number whose digits have variable weights. It says how many positions in how many characters
        // the next insertion is ahead.
        let (before, mut weight, mut k) = (i, 1_u32, BASE);
        loop {
            let digit = match byte {
                b'a'..=b'z' => u32::from(byte - b'a'),
                b'A'..=b'Z' => u32::from(byte - b'A'),
                b'0'..=b'9' => u32::from(byte - b'0') + 26,
                _ => return None,
            };
            i = i.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            byte = digits.next()?;
            k += BASE;
        }
        let count = u32::try_from(label.len()).ok()? + 1;
        bias = adapt(i - before, count, before == 0);
        n = n.checked_add(i / count)?;
        i %= count;
        label.insert(usize::try_from(i).ok()?, char::from_u32(n)?);
        i += 1;
    }
    Some(label.into_iter().collect())
}

/// Returns the bias after a delta (RFC 3492, section 6.1).
fn adapt(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}
