//! Days of the calendar, as small numbers.

use jiff::civil::Date;

/// A day in the years 1 to 9998. Days compare in the order of time.
// The number is made of the year, four bits of the month and five bits of the day, so no calendar is needed to compare.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Day(u32);

impl Day {
    /// Before every day, and not a day of the calendar.
    pub(super) const EARLIEST: Day = Day(0);

    /// After every day, and not a day of the calendar.
    pub(super) const LATEST: Day = Day(u32::MAX);

    /// Returns the day of `date`, a date of RFC 3339 on the sender's clock, or `None` if it is not one.
    pub(super) fn of(date: &str) -> Option<Day> {
        let date: Date = date.get(..10)?.parse().ok()?;
        let year = u32::try_from(date.year()).ok().filter(|year| (1..9999).contains(year))?;
        let part = |part: i8| u32::try_from(part).unwrap_or_default();
        Some(Day(year << 9 | part(date.month()) << 5 | part(date.day())))
    }

    /// Returns the year.
    pub(super) fn year(self) -> u16 {
        u16::try_from(self.0 >> 9).unwrap_or(u16::MAX)
    }

    /// Returns the number of days from `self` to `later`.
    pub(super) fn days_until(self, later: Day) -> u32 {
        let days = self.date().zip(later.date()).and_then(|(first, last)| first.until(last).ok());
        days.map_or(0, |span| u32::try_from(span.get_days()).unwrap_or(0))
    }

    fn date(self) -> Option<Date> {
        let part = |shift: u32, mask: u32| i8::try_from(self.0 >> shift & mask).unwrap_or(1);
        Date::new(i16::try_from(self.year()).ok()?, part(5, 15), part(0, 31)).ok()
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year(), self.0 >> 5 & 15, self.0 & 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_compared_and_written() {
        let table = [
            ("1996-02-28T23:59:59-08:00", Some("1996-02-28")),
            ("0001-01-01T00:00:00Z", Some("0001-01-01")),
            ("9998-12-31", Some("9998-12-31")),
            ("9999-01-01T00:00:00Z", None),
            ("1997-02-29T00:00:00Z", None),
            ("1997-2-1", None),
            ("", None),
            ("\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}", None),
        ];
        for (date, day) in table {
            assert_eq!(Day::of(date).map(|day| day.to_string()).as_deref(), day, "{date}");
        }
        let day = |date| Day::of(date).expect("it is a date");
        assert_eq!(day("1996-02-28").days_until(day("1996-03-01")), 2);
        assert_eq!(day("1996-03-01").days_until(day("1996-02-28")), 0);
        assert_eq!(day("1969-12-31").days_until(day("2000-01-01")), 10958);
        assert!(day("1995-12-31") < day("1996-01-01") && day("1996-01-31") < day("1996-02-01"));
        assert_eq!(day("1995-12-31").year(), 1995);
    }
}
