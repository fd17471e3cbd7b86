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

use memchr::memchr;

/// How many words are looked at: the day of the week, five that a date has at most, and one more, for four or
/// five of some dates are to be all. They have a place of their own, for a list on the heap took a third of the
/// time.
const WORDS: usize = 7;

/// `value` as RFC 3339 has it; `None` where it cannot be read so.
pub(super) fn rfc_3339(value: &str) -> Option<String> {
    let value = memchr(b'(', value.as_bytes()).map_or(value, |at| &value[..at]).trim();
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
        [day, rest @ ..] if name(day).is_some_and(|day| DAYS.contains(&&day)) => rest,
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
    let month = name(month)?;
    let month = MONTHS.iter().position(|&known| *known == month)? + 1;
    // A search in a text for one character takes longer to begin than a time is long.
    let mut parts = time.as_bytes().split(|&byte| byte == b':').map(digits);
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let date =
        Date { year, month: u32::try_from(month).ok()?, day: number(day)?, hour, minute, second };
    date.show(offset(zone.unwrap_or_default())?)
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
    /// Its digits put in their places, for each message that has a URL has a date: a text that grows digit by digit
    /// takes longer, and `format!` three times as long as that.
    fn show(&self, offset: Offset) -> Option<String> {
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
        if !is_good {
            return None;
        }
        let mut date = *b"1995-01-09T10:12:10+01:00";
        let places = [0, 2, 5, 8, 11, 14, 17];
        let numbers = [year / 100, year % 100, month, day, hour, minute, second];
        for (at, number) in places.into_iter().zip(numbers) {
            date[at] = digit(number / 10);
            date[at + 1] = digit(number);
        }
        date[19..].copy_from_slice(&offset);
        std::str::from_utf8(&date).ok().map(str::to_owned)
    }
}

/// The last digit of `number`.
fn digit(number: u32) -> u8 {
    b"0123456789"[number as usize % 10]
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
    Date { year, month, day, hour, minute, second }.show(offset)
}

/// `+01:00`.
type Offset = [u8; 6];

/// The offset that `zone` names.
fn offset(zone: &str) -> Option<Offset> {
    if let [sign @ (b'+' | b'-'), digits @ ..] = zone.as_bytes() {
        // Beyond a day no clock is.
        return match *digits {
            [ten @ b'0'..=b'2', hour, minutes @ b'0'..=b'5', minute]
                if hour.is_ascii_digit()
                    && minute.is_ascii_digit()
                    && (ten, hour) <= (b'2', b'3') =>
            {
                Some([*sign, ten, hour, b':', minutes, minute])
            }
            _ => None,
        };
    }
    let is = |name: &&(&str, &Offset)| name.0.eq_ignore_ascii_case(zone);
    Some(*ZONES.iter().find(is).map_or(b"-00:00", |zone| zone.1))
}

/// RFC 5322, section 4.3.
const ZONES: [(&str, &Offset); 12] = [
    ("Z", b"+00:00"),
    ("UT", b"+00:00"),
    ("UTC", b"+00:00"),
    ("GMT", b"+00:00"),
    ("EST", b"-05:00"),
    ("EDT", b"-04:00"),
    ("CST", b"-06:00"),
    ("CDT", b"-05:00"),
    ("MST", b"-07:00"),
    ("MDT", b"-06:00"),
    ("PST", b"-08:00"),
    ("PDT", b"-07:00"),
];

const DAYS: [&[u8; 3]; 7] = [b"mon", b"tue", b"wed", b"thu", b"fri", b"sat", b"sun"];

const MONTHS: [&[u8; 3]; 12] = [
    b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec",
];

/// The first three letters of `word`, in small letters, where it may be a name, whole or cut short.
fn name(word: &str) -> Option<[u8; 3]> {
    let (&three, rest) = word.as_bytes().split_first_chunk()?;
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'.';
    rest.iter().all(is_letter).then(|| three.map(|byte| byte.to_ascii_lowercase()))
}

fn number(text: &str) -> Option<u32> {
    digits(text.as_bytes())
}

/// The number that up to four `digits` stand for.
fn digits(digits: &[u8]) -> Option<u32> {
    let add = |sum, byte: u8| byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'));
    (1..=4).contains(&digits.len()).then(|| digits.iter().copied().try_fold(0, add))?
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
