//! The first or last date of a selection.

use std::cmp::Ordering;

use crate::mail::{Rfc3339, rfc_3339};

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum DateBound {
    /// A year, month or day on the sender's clock: the beginning of a date in RFC 3339.
    Local(String),
    /// An instant in seconds since 1970.
    Instant(i64),
}

impl DateBound {
    /// Parses `1998`, `1998-03`, `1998-03-01`, or a date and time with a zone.
    pub(super) fn parse(text: &str) -> Result<DateBound, String> {
        // The whole of a date must be one: `1998-13` never occurs.
        let rest = "0001-01-01T00:00:00Z";
        let is_date = |text: &str| rfc_3339(&format!("{text}{}", &rest[text.len()..])).is_some();
        // Without a zone it is not an instant.
        let date = rfc_3339(text).filter(|date| !date.ends_with("-00:00"));
        match date {
            Some(date) => Ok(DateBound::Instant(Rfc3339::new(&date).second())),
            None if matches!(text.len(), 4 | 7 | 10) && text.is_ascii() && is_date(text) => {
                Ok(DateBound::Local(text.to_owned()))
            }
            None if rfc_3339(&format!("{text}Z")).is_some() => {
                Err(format!("`{text}` has no zone; add one, such as `Z` or `+01:00`"))
            }
            None => Err(format!(
                "`{text}` is not a date; write 1998, 1998-03, 1998-03-01 or 1998-03-01T12:00:00Z"
            )),
        }
    }

    /// Dates on the sender's clock are not compared with instants, because the zone is not known.
    pub(super) fn is_later_than(&self, other: &DateBound) -> bool {
        match (self, other) {
            (DateBound::Local(text), DateBound::Local(other)) => {
                let len = text.len().min(other.len());
                text[..len] > other[..len]
            }
            (DateBound::Instant(second), DateBound::Instant(other)) => second > other,
            _ => false,
        }
    }

    /// Compares `date` with this one: equal is any date in the year, month or day.
    pub(super) fn compare(&self, date: Rfc3339<'_>) -> Ordering {
        match self {
            DateBound::Local(text) => date.local()[..text.len()].cmp(text),
            DateBound::Instant(second) => date.second().cmp(second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_in_the_wrong_order_are_detected() {
        // (since, until, whether no date is left)
        let table = [
            ("1999", "1998", true),
            ("1998", "1998", false),
            ("1998-03", "1998", false),
            ("1998", "1998-03", false),
            ("1998-03-02", "1998-03", false),
            ("1998-04", "1998-03-31", true),
            ("1998-03-01T00:00:01Z", "1998-03-01T01:00:00+01:00", true),
            ("1999", "1998-03-01T00:00:00Z", false),
        ];
        for (since, until, expected) in table {
            let [since, until] =
                [since, until].map(|it| DateBound::parse(it).expect("it is a date"));
            assert_eq!(since.is_later_than(&until), expected, "{since:?} {until:?}");
        }
    }

    #[test]
    fn dates_are_compared_on_the_senders_clock_or_as_instants() {
        // (bound, date, order of the date)
        let table = [
            ("1998", "1998-12-31T23:59:59-08:00", Ordering::Equal),
            ("1998", "1999-01-01T00:00:00+12:00", Ordering::Greater),
            ("1998-03", "1998-02-28T23:59:59-08:00", Ordering::Less),
            ("1998-03-01", "1998-03-01T00:00:00-00:00", Ordering::Equal),
            ("1998-03-01T00:00:00Z", "1998-02-28T23:59:59-08:00", Ordering::Greater),
            ("1998-03-01T00:00:00+01:00", "1998-02-28T23:00:00-00:00", Ordering::Equal),
        ];
        for (bound, date, expected) in table {
            let bound = DateBound::parse(bound).expect("it is a date");
            assert_eq!(bound.compare(Rfc3339::new(date)), expected, "{bound:?} {date}");
        }
        for text in [
            "",
            "98",
            "1998-13",
            "1998-02-30",
            "1998-3",
            "yesterday",
            "1998-03-01T12:00:00",
            "1 Jan 98 10:00",
            "１９９８",
            "1998é",
            "0000",
        ] {
            assert!(DateBound::parse(text).is_err(), "{text}");
        }
    }
}
