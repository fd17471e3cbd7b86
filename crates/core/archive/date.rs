//! When a message was written, as RFC 3339 has it.
//!
//! RFC 5322, section 3.3, with its obsolete syntax, `asctime`'s order, and RFC 3339 itself:
//!
//! ```text
//! Mon, 9 Jan 1995 10:12:10 +0100 (MET)
//! Mon Jan  9 10:12:10 1995
//! 1995-01-09T10:12:10+01:00
//! ```
//!
//! These are all but 200 of the 186,000 dates in three archives. The trap is the zone: letters mean what
//! RFC 5322 says, and those that it does not know, like none at all, are `-00:00`: nobody knows where.

/// How many words are looked at: the day of the week, five that a date has at most, and one more, for four or
/// five of some dates are to be all. They have a place of their own, for a list on the heap took a third of the
/// time.
const WORDS: usize = 7;

/// `value` as RFC 3339 has it; `None` where it cannot be read so.
pub(super) fn rfc_3339(value: &str) -> Option<String> {
    let value = value.find('(').map_or(value, |at| &value[..at]).trim();
    if let Some(date) = iso(value) {
        return Some(date);
    }
    let mut words = [""; WORDS];
    let (mut count, mut start) = (0, 0);
    let ends = value.bytes().enumerate().filter(|(_, byte)| matches!(byte, b' ' | b'\t' | b','));
    for end in ends.map(|(at, _)| at).chain([value.len()]) {
        if start < end && count < WORDS {
            words[count] = &value[start..end];
            count += 1;
        }
        start = end + 1;
    }
    let words = match &words[..count] {
        [day, rest @ ..] if DAYS.iter().any(|known| is_begun_by(day, known)) => rest,
        words => words,
    };
    let (year, month, day, time, zone) = match *words {
        [day, month, year, time, ref rest @ ..] if number(day).is_some() => {
            (year, month, day, time, rest.first().copied())
        }
        [month, day, time, year] if time.contains(':') => (year, month, day, time, None),
        [month, day, time, zone, year] if time.contains(':') => {
            (year, month, day, time, Some(zone))
        }
        _ => return None,
    };
    let year = match (year.len(), number(year)?) {
        (2, year @ 0..=49) => year + 2000,
        (2 | 3, year) => year + 1900,
        (4, year) => year,
        _ => return None,
    };
    let month = MONTHS.iter().position(|known| is_begun_by(month, known))? + 1;
    let mut parts = time.split(':');
    let (hour, minute) = (number(parts.next()?)?, number(parts.next()?)?);
    let second = parts.next().map_or(Some(0), number)?;
    let date =
        Date { year, month: u32::try_from(month).ok()?, day: number(day)?, hour, minute, second };
    date.show(&offset(zone.unwrap_or_default())?)
}

struct Date {
    year: u32,
    month: u32,
    day: u32,
    hour: u32,
    minute: u32,
    second: u32,
}

impl Date {
    /// Digit by digit: `format!` takes three times as long, and each message that has a URL has a date.
    fn show(&self, offset: &str) -> Option<String> {
        let Date { year, month, day, hour, minute, second } = *self;
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let is_good =
            year < 10_000 && (1..=days).contains(&day) && hour < 24 && minute < 60 && second <= 60;
        is_good.then(|| {
            let mut date = String::with_capacity("1995-01-09T10:12:10+01:00".len());
            let numbers = [
                (year / 100, ""),
                (year % 100, "-"),
                (month, "-"),
                (day, "T"),
                (hour, ":"),
                (minute, ":"),
            ];
            for (number, behind) in numbers {
                push_two(number, &mut date);
                date.push_str(behind);
            }
            push_two(second, &mut date);
            date.push_str(offset);
            date
        })
    }
}

/// Adds the last two digits of `number`.
fn push_two(number: u32, text: &mut String) {
    for digit in [number / 10 % 10, number % 10] {
        text.push(char::from_digit(digit, 10).expect("a remainder of ten is a digit"));
    }
}

/// RFC 3339 itself, with or without its offset.
fn iso(value: &str) -> Option<String> {
    let (date, rest) = value.split_at_checked(10)?;
    let (time, zone) = rest.strip_prefix(['T', 't', ' '])?.split_at_checked(8)?;
    let mut date = date.split('-');
    let mut next = || number(date.next()?);
    let (year, month, day) = (next()?, next()?, next()?);
    let mut time = time.split(':');
    let mut next = || number(time.next()?);
    let (hour, minute, second) = (next()?, next()?, next()?);
    let offset = offset(&zone.trim().replace(':', ""))?;
    Date { year, month, day, hour, minute, second }.show(&offset)
}

/// The offset that `zone` names.
fn offset(zone: &str) -> Option<String> {
    if let [sign @ (b'+' | b'-'), digits @ ..] = zone.as_bytes() {
        let is_good = digits.len() == 4 && digits.iter().all(u8::is_ascii_digit);
        // Beyond a day no clock is.
        if !is_good || &digits[..2] > b"23".as_slice() || digits[2] > b'5' {
            return None;
        }
        let sign = if *sign == b'+' { "+" } else { "-" };
        return Some([sign, &zone[1..3], ":", &zone[3..]].concat());
    }
    let is = |name: &&(&str, &str)| name.0.eq_ignore_ascii_case(zone);
    Some(ZONES.iter().find(is).map_or("-00:00", |zone| zone.1).to_owned())
}

/// RFC 5322, section 4.3.
const ZONES: [(&str, &str); 12] = [
    ("Z", "+00:00"),
    ("UT", "+00:00"),
    ("UTC", "+00:00"),
    ("GMT", "+00:00"),
    ("EST", "-05:00"),
    ("EDT", "-04:00"),
    ("CST", "-06:00"),
    ("CDT", "-05:00"),
    ("MST", "-07:00"),
    ("MDT", "-06:00"),
    ("PST", "-08:00"),
    ("PDT", "-07:00"),
];

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Is `word` a name, whole or cut short, that begins with these three letters?
fn is_begun_by(word: &str, begin: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'.';
    match word.as_bytes().split_at_checked(3) {
        Some((three, rest)) => {
            three.eq_ignore_ascii_case(begin.as_bytes()) && rest.iter().all(is_letter)
        }
        None => false,
    }
}

fn number(digits: &str) -> Option<u32> {
    let add = |sum, byte: u8| byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'));
    (1..=4).contains(&digits.len()).then(|| digits.bytes().try_fold(0, add))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let table = [
            ("Mon, 9 Jan 1995 10:12:10 +0100 (MET)", Some("1995-01-09T10:12:10+01:00")),
            ("9 january 95 1:02 PDT", Some("1995-01-09T01:02:00-07:00")),
            ("Sun, 01 Feb 04 00:00:60 gmt", Some("2004-02-01T00:00:60+00:00")),
            ("Fri, 1 Jan 100 00:00:00 -0000", Some("2000-01-01T00:00:00-00:00")),
            ("Mon,  9 Jan 1995 10:12:10", Some("1995-01-09T10:12:10-00:00")),
            ("Mon, 9 Jan 1995 10:12:10 W. Europe Standard Time", Some("1995-01-09T10:12:10-00:00")),
            ("Mon Jan  9 10:12:10 1995", Some("1995-01-09T10:12:10-00:00")),
            ("Mon Jan  9 10:12:10 EST 1995", Some("1995-01-09T10:12:10-05:00")),
            ("1995-01-09T10:12:10+01:00", Some("1995-01-09T10:12:10+01:00")),
            ("1995-01-09T10:12:10Z", Some("1995-01-09T10:12:10+00:00")),
            ("1995-01-09 10:12:10", Some("1995-01-09T10:12:10-00:00")),
            ("Sat, 29 Feb 2003 10:12:10 +0100", None),
            ("Mon, 9 Jan 1995 25:12:10 +0100", None),
            ("Mon, 9 Jan 1995 10:12:10 +9900", None),
            ("Fri, 25 May 2001 18:49:50 -1900", Some("2001-05-25T18:49:50-19:00")),
            ("Monday, January 9, 1995 9:12 AM", None),
            ("Mon, 9 Jan 99999 10:12:10", None),
            ("+1 Jan 1995 10:12:10", None),
            ("日本日本日本日本", None),
            ("Mon Jan  9 10:12:10 EST 1995 or so, or later than that", None),
            (
                "9 Jan 1995 10:12:10 +0100 or so, or later than that",
                Some("1995-01-09T10:12:10+01:00"),
            ),
            ("Mon Jan  9 10:12:10 EST 1995 or so, or later than that", None),
            ("Mon,9 Jan\t1995 10:12:10 +0100 or so, or later", Some("1995-01-09T10:12:10+01:00")),
            ("9 Jan. 1995 10:12:10", Some("1995-01-09T10:12:10-00:00")),
            ("9 Jan1 1995 10:12:10", None),
            ("yesterday", None),
            ("", None),
        ];
        for (value, expected) in table {
            assert_eq!(rfc_3339(value).as_deref(), expected, "{value}");
        }
    }
}
