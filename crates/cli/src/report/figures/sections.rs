//! The tables of the page: what each counts, and what is said about it.

use std::borrow::Cow;

use super::closed::closed_site;
use super::row_facts::RowFacts;
use crate::report::link_note::is_danger;
use urlsift::found::{FoundNote, Severity};
use urlsift::url::normalize;
use urlsift_archive::internal::top_level_domain;

pub(super) struct ReportSection {
    pub(super) anchor: &'static str,
    pub(super) title: &'static str,
    /// The heading of the names.
    pub(super) heading: &'static str,
    /// What the table shows, as markup.
    pub(super) about: &'static str,
    /// The memory of the table in MiB. All tables together have at most 400.
    pub(super) max_mib: usize,
    pub(super) names: for<'r> fn(&'r RowFacts<'_>) -> Vec<Cow<'r, str>>,
}

/// The section whose rows are in the order of their names.
pub(super) const YEARS: &str = "years";

/// The tables in the order of the page.
pub(super) const SECTIONS: [ReportSection; 17] = [
    ReportSection {
        anchor: "urls",
        title: "Most cited URLs",
        heading: "URL",
        about: "Equivalent URLs (RFC 3986, section 6.2) count as one. They are shown in their normalized spelling.",
        max_mib: 128,
        names: |row| vec![url(row)],
    },
    ReportSection {
        anchor: "hosts",
        title: "Hosts",
        heading: "host",
        about: "<code>urlsift scan -H --host HOST</code> prints all URLs of a host with their places.",
        max_mib: 64,
        names: |row| one(host(row)),
    },
    ReportSection {
        anchor: "footers",
        title: "Signatures and footers",
        heading: "URL",
        about: "The URLs of signatures and of the footers of lists. The option <code>--where in_signature=false</code> leaves them out.",
        max_mib: 24,
        names: |row| one(row.in_signature.then(|| url(row))),
    },
    ReportSection {
        anchor: "quotations",
        title: "Quotations",
        heading: "URL",
        about: "The URLs of quoted lines. The option <code>--where quoted=false</code> leaves them out.",
        max_mib: 24,
        names: |row| one(row.quoted.then(|| url(row))),
    },
    ReportSection {
        anchor: "closed",
        title: "Likely dead URLs",
        heading: "site",
        about: "URLs of shorteners and paste sites that have closed, by a short list of November 2026. The program opens no \
            URL, so others may be dead, too.",
        max_mib: 8,
        names: |row| {
            let is_of_web = row.url.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("http"));
            let host = host(row).filter(|_| is_of_web);
            one(host.and_then(|host| Some(closed_site(&row.url, &host)?.into())))
        },
    },
    ReportSection {
        anchor: "dangers",
        title: "Dangers",
        heading: "note",
        about: "The notes that warn of deceit.",
        max_mib: 8,
        names: dangers,
    },
    ReportSection {
        anchor: YEARS,
        title: "Years",
        heading: "year",
        about: "The year of the message, by the clock of its sender. Some clocks are wrong.",
        max_mib: 8,
        names: |row| vec![year(row)],
    },
    ReportSection {
        anchor: "lists",
        title: "Lists and newsgroups",
        heading: "list",
        about: "The list of the message, or its newsgroups.",
        max_mib: 16,
        names: |row| match &row.list {
            Some(list) => vec![(&**list).into()],
            None => row.groups.iter().map(|group| (&**group).into()).collect(),
        },
    },
    ReportSection {
        anchor: "files",
        title: "Files",
        heading: "file",
        about: "The file, and the member of a tar or zip.",
        max_mib: 32,
        names: |row| {
            vec![match &row.member {
                Some(member) => format!("{}:{member}", row.source).into(),
                None => (&*row.source).into(),
            }]
        },
    },
    ReportSection {
        anchor: "senders",
        title: "Senders",
        heading: "domain",
        about: "The domain of the address of the sender.",
        max_mib: 16,
        names: |row| one(row.from_domain.as_deref().map(Into::into)),
    },
    ReportSection {
        anchor: "schemes",
        title: "Schemes",
        heading: "scheme",
        about: "",
        max_mib: 8,
        names: |row| one(row.url.split_once(':').map(|(scheme, _)| scheme.to_lowercase().into())),
    },
    ReportSection {
        anchor: "domains",
        title: "Top-level domains",
        heading: "domain",
        about: "The last labels of hosts that are names.",
        max_mib: 8,
        names: |row| {
            let host = host(row).filter(|_| row.host_kind.as_deref() != Some("address"));
            one(host.and_then(|host| Some(top_level_domain(&host)?.to_owned().into())))
        },
    },
    ReportSection {
        anchor: "forms",
        title: "Forms",
        heading: "form",
        about: "How a URL is written in the text: with which delimiters, or with none.",
        max_mib: 8,
        names: |row| vec![(&*row.form).into()],
    },
    ReportSection {
        anchor: "grammars",
        title: "Grammars",
        heading: "grammar",
        about: "The grammars that the URLs satisfy.",
        max_mib: 8,
        names: |row| {
            if row.grammars.is_empty() {
                return vec!["none".into()];
            }
            row.grammars.iter().map(|name| (&**name).into()).collect()
        },
    },
    ReportSection {
        anchor: "charsets",
        title: "Charsets",
        heading: "charset",
        about: "The charset of the text in which a URL was found. Text of unknown charset is mostly ASCII.",
        max_mib: 8,
        names: |row| vec![row.charset.as_deref().unwrap_or("unknown").into()],
    },
    ReportSection {
        anchor: "joins",
        title: "Joins across line breaks",
        heading: "grade",
        about: "URLs without delimiters that were joined across a line break, by how sure that is.",
        max_mib: 8,
        names: |row| one(row.joined.as_deref().map(Into::into)),
    },
    ReportSection {
        anchor: "doubts",
        title: "Doubts",
        heading: "place, choice and ground",
        about: "The places where a URL could be read in two ways: what was chosen, and why. All readings are in the rows.",
        max_mib: 8,
        names: |row| {
            let name = |doubt: &super::row_facts::DoubtFacts<'_>| {
                format!("{} {} ({})", doubt.kind, doubt.chosen, doubt.ground).into()
            };
            row.doubts.iter().map(name).collect()
        },
    },
];

fn one(name: Option<Cow<'_, str>>) -> Vec<Cow<'_, str>> {
    name.into_iter().collect()
}

fn url<'r>(row: &'r RowFacts<'_>) -> Cow<'r, str> {
    normalize(&row.url).into()
}

fn host<'r>(row: &'r RowFacts<'_>) -> Option<Cow<'r, str>> {
    row.host.as_ref().map(|host| host.to_lowercase().into())
}

fn year<'r>(row: &'r RowFacts<'_>) -> Cow<'r, str> {
    row.date.as_deref().and_then(|date| date.get(..4)).map_or("no date".into(), Into::into)
}

/// A few notes are less severe in some URLs. A row has only their names, so the usual severity counts, except for the
/// note on the text of a link, if the row has that text.
fn dangers<'r>(row: &'r RowFacts<'_>) -> Vec<Cow<'r, str>> {
    if row.notes.is_empty() {
        return Vec::new();
    }
    FoundNote::by_severity(Severity::Danger)
        .filter(|(name, _)| row.notes.iter().any(|note| note == name))
        .filter(|(name, _)| row.text.as_ref().is_none_or(|text| is_danger(name, text, &row.url)))
        .map(|(name, message)| format!("{name}: {message}").into())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_counts_in_each_table_that_has_a_name_for_it() {
        let row: RowFacts<'_> = serde_json::from_str(
            r#"{"url":"HTTP://WWW.A.Example:80","form":"angle","source":"s","member":"m","date":"1996-03-01T00:00:00Z",
            "groups":["a.b","a.c"],"from_domain":"d.example","part_offset":0,"start":0,"quoted":true,
            "in_signature":false,"offset_in":"source","grammars":["rfc1738","rfc3987"],"host":"WWW.A.Example",
            "host_kind":"name","joined":"likely","notes":["password","host_gap","unknown"],
            "doubts":[{"kind":"join","chosen":"cut","ground":"slash"}]}"#,
        )
        .expect("it is a row");
        let table = [
            ("urls", "http://www.a.example/"),
            ("hosts", "www.a.example"),
            ("footers", ""),
            ("quotations", "http://www.a.example/"),
            ("closed", ""),
            (
                "dangers",
                "host_gap: whitespace, a hidden character or an undecodable byte is inside the host",
            ),
            ("years", "1996"),
            ("lists", "a.b, a.c"),
            ("files", "s:m"),
            ("senders", "d.example"),
            ("schemes", "http"),
            ("domains", "example"),
            ("forms", "angle"),
            ("grammars", "rfc1738, rfc3987"),
            ("charsets", "unknown"),
            ("joins", "likely"),
            ("doubts", "join cut (slash)"),
        ];
        let names = SECTIONS.iter().map(|it| (it.anchor, (it.names)(&row).join(", ")));
        let names: Vec<(&str, String)> = names.collect();
        let names: Vec<_> = names.iter().map(|(anchor, names)| (*anchor, &**names)).collect();
        assert_eq!(names, table);
        assert!(SECTIONS.iter().map(|it| it.max_mib).sum::<usize>() <= 400);
    }

    #[test]
    fn the_text_of_a_link_counts_only_if_it_is_a_danger() {
        // (target, text, whether the row counts)
        let table = [
            ("http://evil.example/", Some("shop.com"), true),
            ("http://evil.example/?to=shop.com", Some("shop.com"), false),
            ("http://evil.example/?to=shop.com", None, true),
        ];
        for (url, text, counts) in table {
            let notes = vec!["text_names_other_host".into()];
            let text = text.map(Cow::Borrowed);
            let row = RowFacts { url: url.into(), text, notes, ..RowFacts::default() };
            assert_eq!(dangers(&row).len(), usize::from(counts), "{url}");
        }
    }
}
