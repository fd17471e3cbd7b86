//! A number of bytes as an argument: `4096`, `64M`.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Size(u64);

impl Size {
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Returns the number, or the largest `usize` if it is larger.
    pub(crate) fn bytes(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum BadSize {
    /// Not a number with an optional unit.
    Malformed,
    TooLarge,
}

impl fmt::Display for BadSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadSize::Malformed => {
                "expected a number of bytes, which may be followed by K, M, G or T, such as 64M"
            }
            BadSize::TooLarge => "too large",
        })
    }
}

impl std::error::Error for BadSize {}

impl FromStr for Size {
    type Err = BadSize;

    fn from_str(text: &str) -> Result<Size, BadSize> {
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let shift = match text[number.len()..].to_ascii_uppercase().as_str() {
            "" => 0,
            "K" => 10,
            "M" => 20,
            "G" => 30,
            "T" => 40,
            _ => return Err(BadSize::Malformed),
        };
        // `parse` would accept a sign.
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BadSize::Malformed);
        }
        let number: u64 = number.parse().map_err(|_| BadSize::TooLarge)?;
        number.checked_mul(1 << shift).map(Size).ok_or(BadSize::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_number_with_an_optional_unit() {
        let table = [
            ("0", Ok(0)),
            ("4096", Ok(4096)),
            ("2k", Ok(2048)),
            ("64M", Ok(64 << 20)),
            ("1G", Ok(1 << 30)),
            ("3T", Ok(3 << 40)),
            ("", Err(BadSize::Malformed)),
            ("M", Err(BadSize::Malformed)),
            ("+1", Err(BadSize::Malformed)),
            ("1.5G", Err(BadSize::Malformed)),
            ("64MB", Err(BadSize::Malformed)),
            ("99999999999T", Err(BadSize::TooLarge)),
        ];
        for (text, expected) in table {
            assert_eq!(text.parse::<Size>().map(|size| size.0), expected, "{text}");
        }
    }
}
