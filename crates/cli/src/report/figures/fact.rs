//! What the figures need of one URL.

use twox_hash::XxHash3_128;

use super::day::Day;
use super::markup::cut;
use super::row_facts::{RowFacts, form_index};
use super::samples::SampleText;
use urlsift::Grammar;
use urlsift::note::{FoundNote, Severity};
use urlsift::row::top_level_domain;

/// The grades of a join, the surest first.
pub(super) const GRADES: [&str; 3] = ["certain", "likely", "possible"];

/// The longest scheme that is kept, in bytes. Registered schemes are shorter.
const MAX_SCHEME_BYTES: usize = 40;

/// The facts of one URL that are counted, as numbers and short texts. Threads make them in parallel, and one
/// thread adds them up.
#[derive(Debug)]
pub(crate) struct UrlFact {
    pub(super) url: Box<str>,
    pub(super) digest: u64,
    pub(super) form: usize,
    pub(super) day: Option<Day>,
    /// In lower case.
    pub(super) scheme: Box<str>,
    /// In lower case.
    pub(super) host: Option<Box<str>>,
    /// The last label of a host that is a name.
    pub(super) tld: Option<Box<str>>,
    pub(super) charset: Option<Box<str>>,
    /// A bit for each grammar in [`Grammar::ALL`].
    pub(super) grammars: u8,
    /// An index into [`GRADES`].
    pub(super) grade: Option<usize>,
    /// Kind, choice and ground of the doubts about hyphens and joins.
    pub(super) doubts: Vec<[Box<str>; 3]>,
    /// The names of the notes of severity danger.
    pub(super) dangers: Vec<&'static str>,
    pub(super) source: Option<Box<str>>,
    pub(super) sample: Option<Box<SampleText>>,
}

impl UrlFact {
    /// Makes the facts of `row`, with its texts if `is_sample`.
    pub(crate) fn new(row: &RowFacts<'_>, is_sample: bool) -> UrlFact {
        let (scheme, _) = row.url.split_once(':').unwrap_or_default();
        let host = row.host.map(str::to_lowercase);
        let is_doubt = |doubt: &&[&str; 3]| matches!(doubt[0], "hyphen" | "join");
        let bit = |(at, grammar): (usize, &Grammar)| {
            u8::from(row.grammars.contains(&grammar.name())) << at
        };
        let dangers = row.notes.iter().filter_map(|name| danger(name)).collect::<Vec<_>>();
        UrlFact {
            digest: digest(row.url),
            form: form_index(row.form),
            day: row.date.and_then(Day::of),
            scheme: cut(scheme, MAX_SCHEME_BYTES).to_ascii_lowercase().into(),
            tld: host
                .as_deref()
                .filter(|_| row.host_kind != Some("address"))
                .and_then(top_level_domain)
                .map(Into::into),
            host: host.map(Into::into),
            charset: row.charset.map(Into::into),
            grammars: Grammar::ALL.iter().enumerate().map(bit).sum(),
            grade: row.joined.and_then(|name| GRADES.iter().position(|grade| *grade == name)),
            doubts: row.doubts.iter().filter(is_doubt).map(|it| it.map(Into::into)).collect(),
            // The source is shown with the first URLs of each danger.
            source: (!dangers.is_empty()).then(|| SampleText::place(row)),
            dangers,
            sample: is_sample.then(|| Box::new(SampleText::new(row))),
            url: row.url.into(),
        }
    }

    /// Adds the text before and after the URL on its lines, if the URL is a sample.
    #[must_use]
    pub(crate) fn with_context(mut self, around: [String; 2]) -> UrlFact {
        if let Some(sample) = &mut self.sample {
            sample.around = around.map(Into::into);
        }
        self
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let sample = self.sample.as_ref().map_or(0, |sample| sample.bytes());
        size_of::<UrlFact>() + 2 * self.url.len() + sample
    }

    /// Returns the year of the message.
    pub(super) fn year(&self) -> Option<u16> {
        self.day.map(Day::year)
    }
}

/// Returns `name` if it is the name of a note whose severity is danger.
///
/// A few notes are less severe in some URLs. A row has only their names, so the usual severity counts.
fn danger(name: &str) -> Option<&'static str> {
    FoundNote::by_severity(Severity::Danger).find(|(known, _)| *known == name).map(|it| it.0)
}

/// Returns a digest of 64 bits.
fn digest(text: &str) -> u64 {
    let digest = XxHash3_128::oneshot(text.as_bytes());
    u64::try_from(digest & u128::from(u64::MAX)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift::Form;

    #[test]
    fn facts_are_taken_from_a_row() {
        let row = RowFacts {
            url: "HTTP://WWW.A.Example/",
            form: "angle",
            date: Some("1996-03-01T12:00:00-05:00"),
            host: Some("WWW.A.Example"),
            host_kind: Some("name"),
            grammars: vec!["rfc1738", "rfc3987"],
            joined: Some("likely"),
            doubts: vec![["gap", "removed", "default"], ["hyphen", "kept", "seen"]],
            notes: vec!["password", "host_gap", "unknown"],
            ..RowFacts::default()
        };
        let fact = UrlFact::new(&row, false);
        assert_eq!((&*fact.scheme, fact.host.as_deref()), ("http", Some("www.a.example")));
        assert_eq!((fact.tld.as_deref(), fact.year()), (Some("example"), Some(1996)));
        assert_eq!(Form::ALL[fact.form], Form::Angle);
        let names = |bits: u8| {
            let all = Grammar::ALL.iter().enumerate();
            all.filter(|(at, _)| bits >> at & 1 == 1).map(|it| it.1.name()).collect::<Vec<_>>()
        };
        assert_eq!(names(fact.grammars), ["rfc1738", "rfc3987"]);
        assert_eq!((fact.grade, fact.doubts.len(), fact.sample.is_none()), (Some(1), 1, true));
        assert_eq!(fact.dangers, ["host_gap"]);
        let odd = UrlFact::new(&RowFacts { url: "x", form: "?", ..RowFacts::default() }, true);
        assert_eq!((&*odd.scheme, odd.form, odd.host), ("", Form::ALL.len(), None));
        let table = [("a.b.", Some("b")), ("a", None), ("1.2", None), ("", None)];
        for (host, expected) in table {
            assert_eq!(top_level_domain(host), expected, "{host}");
        }
    }
}
