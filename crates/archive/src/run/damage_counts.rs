//! Counts the damage of a file by its kind, so that the reports of it are bounded (A7).

use crate::cut::Name;
use crate::files::source::Unread;
use crate::mail::DamageKind;

/// The number of reports of one kind that a file has at most. A hostile zip has some damage in 34 bytes.
const MAX_REPORTS_OF_KIND: u64 = 1000;

#[derive(Debug, Default)]
pub(crate) struct DamageCounts(Vec<(DamageKind, u64)>);

impl DamageCounts {
    /// Counts `count` more reports of `kind`. Returns whether they are few enough to be listed.
    pub(crate) fn add(&mut self, kind: DamageKind, count: u64) -> bool {
        let at = self.0.iter().position(|(counted, _)| *counted == kind).unwrap_or_else(|| {
            self.0.push((kind, 0));
            self.0.len() - 1
        });
        self.0[at].1 += count;
        self.0[at].1 <= MAX_REPORTS_OF_KIND
    }

    /// Returns the number of reports of each kind that are not listed, and starts again for another file.
    pub(crate) fn take_unlisted(&mut self) -> Vec<(DamageKind, u64)> {
        let counts = std::mem::take(&mut self.0).into_iter();
        counts
            .filter(|(_, count)| *count > MAX_REPORTS_OF_KIND)
            .map(|(kind, count)| (kind, count - MAX_REPORTS_OF_KIND))
            .collect()
    }

    /// Like [`DamageCounts::take_unlisted`], as reports about the file `name`, one for each kind.
    pub(crate) fn take_summaries(&mut self, name: &Name) -> Vec<Unread> {
        let summary = |(kind, count): (DamageKind, u64)| {
            let cause = format!("{count} more reports of the kind {kind} are not listed");
            Unread { kind, ..Unread::new(&Name::new(name.source.clone(), None), &cause) }
        };
        self.take_unlisted().into_iter().map(summary).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_after_the_first_are_counted() {
        use DamageKind::{Damaged, Truncated};
        let mut counts = DamageCounts::default();
        let listed = (0..1005).filter(|_| counts.add(Damaged, 1)).count();
        assert_eq!((listed, counts.add(Truncated, 1000)), (1000, true));
        // The counts of a range of the file, of which nothing is listed any more.
        assert!(!counts.add(Damaged, 7));
        let summaries = counts.take_summaries(&Name::new("a.zip", Some("b".to_owned())));
        let summaries: Vec<String> = summaries.iter().map(ToString::to_string).collect();
        assert_eq!(summaries, ["a.zip: 12 more reports of the kind damaged are not listed"]);
        assert!(counts.add(Damaged, 1), "another file begins");
    }
}
