//! A conversion of a message's date to RFC 3339.
//!
//! The parser reads the dates of RFC 5322, section 3.3, with their obsolete syntax, those of `asctime`, of RFC
//! 850 (news before 1987), and of RFC 3339:
//!
//! ```text
//! Mon, 9 Jan 1995 10:12:10 +0100 (MET)
//! Mon Jan  9 10:12:10 1995
//! Saturday, 02-Jul-83 12:05:57 EDT
//! 1995-01-09T10:12:10+01:00
//! ```
//!
//! Only 200 of the 186,000 dates in three archives have another form. Jiff's own parser of RFC 2822 rejects a date
//! without a zone or with an unknown one, and drops that `-0000` means an unknown zone. A leap second becomes second
//! 59: RFC 3339 allows `:60`, but databases reject it.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use memchr::memchr;

/// The largest number of words that a date is split into, and one more. An array takes a third less time than a vector.
const MAX_WORDS: usize = 7;

/// Converts `value` to RFC 3339. Returns `None` if it is not a date.
pub(crate) fn rfc_3339(value: &str) -> Option<String> {
    by_position(value.as_bytes()).or_else(|| by_words(value))
}

/// Converts a date whose parts are at fixed positions: `Mon, 9 Jan 1995 10:12:10 +0100` (RFC 5322) with or without the
/// weekday and a comment, or `Mon Jan  9 10:12:10 1995` (`asctime`). Nine of ten dates in mail are such, and `by_words`
/// takes six times as long.
pub(crate) fn by_position(value: &[u8]) -> Option<String> {
    let is_day = |name: &[u8; 3]| DAYS.contains(&&name.map(|byte| byte.to_ascii_lowercase()));
    let (weekday, after) = match value.split_first_chunk() {
        Some((name, after)) if is_day(name) => (true, after),
        _ => (false, value),
    };
    // Month, year, day, time and zone.
    let (date, time, day, zone) = if let (true, &[b' ', ref rest @ ..]) = (weekday, after) {
        let rest: &[u8; "Jan  9 10:12:10 1995".len()] = rest.try_into().ok()?;
        let is_marked = [3, 6, 15].iter().all(|&at| rest[at] == b' ');
        let date = [rest[0], rest[1], rest[2], b' ', rest[16], rest[17], rest[18], rest[19]];
        let day = [if rest[4] == b' ' { b'0' } else { rest[4] }, rest[5]];
        (date, &rest[7..15], is_marked.then_some(day)?, *b"-0000")
    } else {
        let rest = if weekday { after.strip_prefix(b", ")? } else { after };
        let (day, rest) = match rest {
            [ones, b' ', rest @ ..] => ([b'0', *ones], rest),
            [tens, ones, b' ', rest @ ..] => ([*tens, *ones], rest),
            _ => return None,
        };
        let (rest, comment) = rest.split_first_chunk::<{ "Jan 1995 10:12:10 +0100".len() }>()?;
        let is_marked = [3, 8, 17].iter().all(|&at| rest[at] == b' ')
            && matches!(rest[18], b'+' | b'-')
            && matches!(comment, [] | [b' ', b'(', ..]);
        let (date, rest) = rest.split_first_chunk()?;
        let zone = rest.last_chunk()?;
        (*date, &rest[1..9], is_marked.then_some(day)?, *zone)
    };
    let month = [date[0], date[1], date[2]].map(|byte| byte.to_ascii_lowercase());
    let month = (1_u8..).zip(MONTHS).find(|&(_, known)| *known == month)?.0;
    // All digits keep their spelling except those of the month.
    let mut shown = *b"0000-00-00T00:00:00+00:00";
    shown[..4].copy_from_slice(&date[4..]);
    (shown[5], shown[6]) = (b'0' + month / 10, b'0' + month % 10);
    shown[8..10].copy_from_slice(&day);
    shown[11..19].copy_from_slice(time);
    shown[OFFSET_START..][..3].copy_from_slice(&zone[..3]);
    shown[OFFSET_START + 4..].copy_from_slice(&zone[3..]);
    let two = |at: usize| digits(&shown[at..at + 2]);
    let year = digits(&shown[..4])?;
    let is_time =
        two(11)? < 24 && two(14)? < 60 && two(17)? < 60 && time[2] == b':' && time[5] == b':';
    let is_zone = two(OFFSET_START + 1)? < 24 && two(OFFSET_START + 4)? < 60;
    let number = i8::try_from(two(8)?).ok()?;
    let is_date = (1..9999).contains(&year) && Date::new(year, month.cast_signed(), number).is_ok();
    if is_date && is_time && is_zone { String::from_utf8(shown.to_vec()).ok() } else { None }
}

/// Like [`rfc_3339`], for all forms: reads the date word by word.
pub(crate) fn by_words(value: &str) -> Option<String> {
    let value = memchr(b'(', value.as_bytes()).map_or(value, |at| &value[..at]).trim();
    if let Some(date) = iso(value) {
        return Some(date);
    }
    let mut words = [""; MAX_WORDS];
    let (mut count, mut start) = (0, 0);
    // RFC 850 has hyphens between day, month and year. A hyphen after the time belongs to the zone.
    let time = memchr(b':', value.as_bytes()).unwrap_or_default();
    let ends = value
        .bytes()
        .enumerate()
        .filter(|&(at, byte)| matches!(byte, b' ' | b'\t' | b',') || (byte == b'-' && at < time));
    for end in ends.map(|(at, _)| at).chain([value.len()]) {
        if start < end && count < MAX_WORDS {
            words[count] = &value[start..end];
            count += 1;
        }
        start = end + 1;
    }
    // A weekday is optional and not checked against the date. The remaining words are in the order of RFC 5322 or in
    // that of `asctime`, which is recognised by a time in third place.
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
    // RFC 5322, section 4.3: years of two digits below 50 are 20xx, other short years count from 1900.
    let year = match (year.len(), number(year)?) {
        (2, year @ 0..=49) => year + 2000,
        (2 | 3, year) => year + 1900,
        (4, year) => year,
        _ => return None,
    };
    let month = name(month)?;
    let month = (1_i8..).zip(MONTHS).find(|&(_, known)| *known == month)?.0;
    let date = Date::new(year, month, number(day)?.try_into().ok()?).ok()?;
    show(date, time, offset(zone.unwrap_or_default())?)
}

pub(crate) fn timestamp(value: &str) -> Option<i64> {
    Some(rfc_3339(value)?.parse::<Timestamp>().ok()?.as_second())
}

/// Converts a date that is already in RFC 3339, with or without its offset.
fn iso(value: &str) -> Option<String> {
    let (date, rest) = value.split_at_checked(10)?;
    let (time, zone) = rest.strip_prefix(['T', 't', ' '])?.split_at_checked(8)?;
    show(date.parse().ok()?, time, offset(&zone.trim().replace(':', ""))?)
}

/// A date and time of a message in the format of RFC 3339, such as `1995-01-09T10:12:10+01:00`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Rfc3339<'d>(&'d str);

impl<'d> Rfc3339<'d> {
    /// Wraps `text`, which should be in the format of RFC 3339. Otherwise the date is that of second 0, in an unknown
    /// zone.
    pub fn new(text: &'d str) -> Rfc3339<'d> {
        Rfc3339(text)
    }

    /// Returns the text.
    pub fn as_str(self) -> &'d str {
        self.0
    }

    /// Returns the instant in seconds since 1970, UTC. If the zone is unknown, UTC is taken for it.
    pub fn second(self) -> i64 {
        self.0.parse::<Timestamp>().map_or(0, Timestamp::as_second)
    }

    /// Returns the offset of the zone from UTC in minutes, or `None` for `-00:00`, the unknown zone (RFC 3339, section
    /// 4.3).
    pub fn offset_minutes(self) -> Option<i64> {
        let zone = self.0.get(OFFSET_START..).filter(|&zone| zone != "-00:00")?;
        let (hours, minutes) = zone.split_once(':')?;
        let sign = if hours.starts_with('-') { -1 } else { 1 };
        Some(i64::from(number(hours.get(1..)?)? * 60 + number(minutes)?) * sign)
    }

    /// Returns the date and time on the sender's clock: the text without its offset.
    pub fn local(self) -> &'d str {
        self.0.get(..OFFSET_START).unwrap_or(self.0)
    }
}

const OFFSET_START: usize = "1995-01-09T10:12:10".len();

fn show(date: Date, time: &str, (hours, minutes): (&str, &str)) -> Option<String> {
    // `str::split` takes longer to set up than this short text takes to walk.
    let mut parts = time.as_bytes().split(|&byte| byte == b':').map(digits);
    let mut next = |missing| i8::try_from(parts.next().unwrap_or(missing)?).ok();
    let (hour, minute, second) = (next(None)?, next(None)?, next(Some(0))?);
    // The instant of a date in the first or last year may be outside what databases and jiff can hold.
    if !(1..9999).contains(&date.year()) {
        return None;
    }
    let time = Time::new(hour, minute, second - i8::from(second == LEAP_SECOND), 0).ok()?;
    let [century, year] = [date.year() / 100, date.year() % 100].map(i8::try_from);
    let (month, day, hour, minute) = (date.month(), date.day(), time.hour(), time.minute());
    let numbers = [century.ok()?, year.ok()?, month, day, hour, minute, time.second()];
    // Formatting by jiff took five times the instructions. Each number has two digits.
    let mut shown = *b"0000-00-00T00:00:00+00:00";
    for (at, number) in [0, 2, 5, 8, 11, 14, 17].into_iter().zip(numbers) {
        shown[at] += number.unsigned_abs() / 10;
        shown[at + 1] += number.unsigned_abs() % 10;
    }
    shown[OFFSET_START..][..3].copy_from_slice(hours.as_bytes());
    shown[OFFSET_START + 4..].copy_from_slice(minutes.as_bytes());
    String::from_utf8(shown.to_vec()).ok()
}

const LEAP_SECOND: i8 = 60;

/// Returns the signed hours and the minutes of the offset that `zone` denotes. An unknown name means `-00:00`.
fn offset(zone: &str) -> Option<(&str, &str)> {
    if !zone.starts_with(['+', '-']) {
        let is = |name: &&(&str, &'static str)| name.0.eq_ignore_ascii_case(zone);
        return Some((ZONES.iter().find(is).map_or("-00", |zone| zone.1), "00"));
    }
    let (hours, minutes) = zone.split_at_checked(3)?;
    // No offset reaches a day.
    let is_good = zone.len() == 5 && number(&hours[1..])? < 24 && number(minutes)? < 60;
    is_good.then_some((hours, minutes))
}

/// The zones of RFC 5322, section 4.3, with their offsets in hours.
const ZONES: [(&str, &str); 12] = [
    ("Z", "+00"),
    ("UT", "+00"),
    ("UTC", "+00"),
    ("GMT", "+00"),
    ("EST", "-05"),
    ("EDT", "-04"),
    ("CST", "-06"),
    ("CDT", "-05"),
    ("MST", "-07"),
    ("MDT", "-06"),
    ("PST", "-08"),
    ("PDT", "-07"),
];

const DAYS: [&[u8; 3]; 7] = [b"mon", b"tue", b"wed", b"thu", b"fri", b"sat", b"sun"];

const MONTHS: [&[u8; 3]; 12] = [
    b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec",
];

/// Returns the first three letters of `word`, in lower case, if `word` may be the name of a day or month.
fn name(word: &str) -> Option<[u8; 3]> {
    let (&three, rest) = word.as_bytes().split_first_chunk()?;
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'.';
    rest.iter().all(is_letter).then(|| three.map(|byte| byte.to_ascii_lowercase()))
}

fn number(text: &str) -> Option<i16> {
    digits(text.as_bytes())
}

fn digits(digits: &[u8]) -> Option<i16> {
    let add = |sum, byte: u8| byte.is_ascii_digit().then(|| sum * 10 + i16::from(byte - b'0'));
    (1..=4).contains(&digits.len()).then(|| digits.iter().copied().try_fold(0, add))?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mail::tests::config;

    proptest! {
        #![proptest_config(config())]

        /// A date that is read by position is the one that is read by words.
        #[test]
        fn positions_give_the_date_of_the_words(
            value in prop_oneof![
                "((Mon|tue|SUN|Xyz),? ?)?[0-3]?[0-9] (Jan|feb|DEC|Foo) (00|19|20|99)[0-9]{2} [0-2][0-9]:[0-6][0-9]:[0-6][0-9] ?[+-][0-2][0-9][0-6][0-9]( ?\\(?[A-Z -]{0,4}\\)?)?",
                "(Mon|tue|SUN|Xyz) (Jan|feb|DEC|Foo) [ 0-3][ 0-9] [0-2][0-9][: ][0-6][0-9]:[0-6][0-9] (00|19|20|99)[0-9]{2} ?",
            ],
        ) {
            if let Some(date) = by_position(value.as_bytes()) {
                prop_assert_eq!(by_words(&value), Some(date), "{}", value);
            }
        }
    }

    #[test]
    fn dates_become_rfc_3339() {
        let table = [
            ("Mon, 9 Jan 1995 10:12:10 +0100 (MET)", Some("1995-01-09T10:12:10+01:00")),
            ("9 january 95 1:02 PDT", Some("1995-01-09T01:02:00-07:00")),
            ("Sun, 01 Feb 04 00:00:60 gmt", Some("2004-02-01T00:00:59+00:00")),
            ("Fri, 1 Jan 100 00:00:00 -0000", Some("2000-01-01T00:00:00-00:00")),
            ("Mon,  9 Jan 1995 10:12:10", Some("1995-01-09T10:12:10-00:00")),
            ("Mon, 9 Jan 1995 10:12:10 W. Europe Standard Time", Some("1995-01-09T10:12:10-00:00")),
            ("Mon Jan  9 10:12:10 1995", Some("1995-01-09T10:12:10-00:00")),
            ("Mon Jan  9 10:12:10 EST 1995", Some("1995-01-09T10:12:10-05:00")),
            ("Sat, 2-Jul-83 12:05:57 EDT", Some("1983-07-02T12:05:57-04:00")),
            ("Saturday, 02-Jul-83 12:05:57 EDT", Some("1983-07-02T12:05:57-04:00")),
            ("Monday, 3-Jan-83 12:05 PST-0800", Some("1983-01-03T12:05:00-00:00")),
            ("1995-Jan-09 10:12:10", None),
            ("1995-01-09T10:12:10+01:00", Some("1995-01-09T10:12:10+01:00")),
            ("1995-01-09T10:12:10Z", Some("1995-01-09T10:12:10+00:00")),
            ("1995-12-31 23:59:60 -0800", Some("1995-12-31T23:59:59-08:00")),
            ("1995-1-009T10:12:10Z", None),
            ("1995-01-09 10:12:10", Some("1995-01-09T10:12:10-00:00")),
            ("Sat, 29 Feb 2003 10:12:10 +0100", None),
            ("Mon, 9 Jan 1995 25:12:10 +0100", None),
            ("Mon, 9 Jan 1995 10:12:10 +9900", None),
            ("Fri, 25 May 2001 18:49:50 -1900", Some("2001-05-25T18:49:50-19:00")),
            ("Monday, January 9, 1995 9:12 AM", None),
            ("Mon, 9 Jan 99999 10:12:10", None),
            ("Mon, 9 Jan 9999 10:12:10", None),
            ("Mon, 9 Jan 0000 10:12:10", None),
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

    #[test]
    fn the_usual_dates_are_read_by_position() {
        // (date, whether it is read by position)
        let table = [
            ("Mon, 9 Jan 1995 10:12:10 +0100 (MET)", true),
            ("09 Jan 1995 10:12:10 -0000", true),
            ("Mon Jan  9 10:12:10 1995", true),
            ("Mon Jan 19 10:12:10 1995", true),
            ("Mon Jan 1  10:12:10 1995", false),
            ("Mon, 9 Jan 1995 10:12:10 GMT", false),
            ("Sat, 29 Feb 2003 10:12:10 +0100", false),
            ("Mon, 9 Jan 1995 10:12:60 +0100", false),
        ];
        for (value, is_usual) in table {
            assert_eq!(by_position(value.as_bytes()).is_some(), is_usual, "{value}");
        }
    }

    #[test]
    fn dates_have_an_instant_and_an_offset() {
        // (date, seconds since 1970, minutes)
        let table = [
            ("1970-01-01T00:00:00+00:00", 0, Some(0)),
            ("1970-01-01T00:00:00-00:00", 0, None),
            ("1970-01-01T00:00:00+01:30", -5400, Some(90)),
            ("2001-05-25T18:49:50-19:00", 990_884_990, Some(-1140)),
            ("0001-01-01T00:00:00+23:59", -62_135_683_140, Some(1439)),
            ("9998-12-31T23:59:59-23:59", 253_370_851_139, Some(-1439)),
        ];
        for (text, second, minutes) in table {
            let date = Rfc3339::new(text);
            assert_eq!((date.second(), date.offset_minutes()), (second, minutes), "{text}");
            assert_eq!(date.local(), &text[..19]);
        }
    }
}
