//! When a date is, so that dates of different zones can be compared.
//!
//! The trap is that RFC 3339's dates sort as text only where all are of one zone, and those of mail are
//! not.

/// The second that `date` names, counted from 1970 in universal time, where it is as RFC 3339 has it.
pub(super) fn second(date: &str) -> Option<i64> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = date.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let bytes = date.as_bytes();
    let is_at = |at: usize, mark: u8| bytes.get(at) == Some(&mark);
    if !(is_at(4, b'-') && is_at(7, b'-') && is_at(10, b'T') && is_at(13, b':') && is_at(16, b':'))
    {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let zone = match date.get(19..)? {
        "Z" => 0,
        zone if zone.len() == 6 && zone.as_bytes()[3] == b':' => {
            let minutes = number(20, 22)? * 60 + number(23, 25)?;
            match zone.as_bytes()[0] {
                b'+' => minutes,
                b'-' => -minutes,
                _ => return None,
            }
        }
        _ => return None,
    };
    if !(1..=12).contains(&month) {
        return None;
    }
    // Years begin in March here, so that the day that comes every four years is a year's last. A month
    // has 30.6 days, rounded, and 1970 began 719,468 days after the first of March of the year 0.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = 365 * year + leap + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(((days * 24 + hour) * 60 + minute - zone) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds() {
        let table = [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("1970-01-01T01:00:00+01:00", Some(0)),
            ("1969-12-31T16:00:00-08:00", Some(0)),
            ("2000-02-29T12:00:00-00:00", Some(951_825_600)),
            ("2000-03-01T00:00:00Z", Some(951_868_800)),
            ("1996-12-31T23:59:59-08:00", Some(852_105_599)),
            ("1996-13-31T23:59:59Z", None),
            ("1996-12-31 23:59:59Z", None),
            ("1996-12-31T23:59:59", None),
            ("1996-12-31T23:59:59é00:0", None),
            ("yesterday", None),
        ];
        for (date, expected) in table {
            assert_eq!(second(date), expected, "{date}");
        }
    }
}
