//! Decodes Punycode (RFC 3492).

// The parameters of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// The maximum length of a label that is decoded, in bytes. The DNS allows 63. Decoding takes time quadratic in the
/// length.
pub const MAX_PUNYCODE_BYTES: usize = 256;

/// Decodes `label` into `room` if it is in Punycode, `xn--…`, in any case. Returns its characters, or `None` if it is
/// something else.
pub fn decode_punycode<'r>(
    label: &str,
    room: &'r mut [char; MAX_PUNYCODE_BYTES],
) -> Option<&'r [char]> {
    let (prefix, code) = label.split_at_checked(4)?;
    if !prefix.eq_ignore_ascii_case("xn--") || code.len() > room.len() || !code.is_ascii() {
        return None;
    }
    // The ASCII characters of the label come first. The last hyphen ends them, if there are any.
    let (basic, deltas) = code.rsplit_once('-').unwrap_or(("", code));
    for (to, from) in room.iter_mut().zip(basic.bytes()) {
        *to = char::from(from.to_ascii_lowercase());
    }
    let mut len = basic.len();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    let mut digits = deltas.bytes();
    while let Some(mut byte) = digits.next() {
        // A delta is a number whose digits have variable weights. It says how many positions in how many characters
        // the next insertion is ahead.
        let (before, mut weight, mut k) = (i, 1_u32, BASE);
        loop {
            let digit = match byte.to_ascii_lowercase() {
                letter @ b'a'..=b'z' => u32::from(letter - b'a'),
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
        let count = u32::try_from(len).ok()? + 1;
        bias = adapt(i - before, count, before == 0);
        n = n.checked_add(i / count)?;
        let at = usize::try_from(i % count).ok()?;
        i = i % count + 1;
        // Each delta has a digit at least, so `room` has a place for its character.
        room.copy_within(at..len, at + 1);
        room[at] = char::from_u32(n)?;
        len += 1;
    }
    Some(&room[..len])
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    /// The examples of RFC 3492, section 7.1, whose deltas are long, and labels that are no Punycode.
    #[test]
    fn labels() {
        let table = [
            (
                "xn--ihqwcrb4cv8a8dqg056pqjye",
                Some("\u{4ed6}\u{4eec}\u{4e3a}\u{4ec0}\u{4e48}\u{4e0d}\u{8bf4}\u{4e2d}\u{6587}"),
            ),
            ("XN--Bcher-KVA", Some("b\u{fc}cher")),
            (
                "xn--PorqunopuedensimplementehablarenEspaol-fmd56a",
                Some("porqu\u{e9}nopuedensimplementehablarenespa\u{f1}ol"),
            ),
            ("xn--b-", Some("b")),
            ("xn--", Some("")),
            ("bcher-kva", None),
            ("xn--bcher-kv!", None),
            ("xn--99999999", None),
        ];
        for (label, expected) in table {
            let mut room = ['\0'; MAX_PUNYCODE_BYTES];
            let name =
                decode_punycode(label, &mut room).map(|name| name.iter().collect::<String>());
            assert_eq!(name.as_deref(), expected, "{label}");
        }
    }
}
