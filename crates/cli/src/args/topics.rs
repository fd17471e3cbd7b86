//! The pages of the guide that `urlsift help` prints.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The page, in Markdown.
    pub(crate) page: &'static str,
}

impl Topic {
    /// Returns the name without the `s` of the plural, which is accepted too.
    pub(crate) fn singular(&self) -> Option<&'static str> {
        self.name.strip_suffix('s')
    }
}

pub(crate) const TOPICS: [Topic; 13] = [
    Topic {
        name: "scanning",
        summary: "what `scan` reads and prints, and looking at one URL",
        page: include_str!("../../guide/scanning.md"),
    },
    Topic {
        name: "rows",
        summary: "the fields of a row, and where offsets are counted",
        page: include_str!("../../guide/row.md"),
    },
    Topic {
        name: "selection",
        summary: "selecting URLs by scheme, host, date, list and more",
        page: include_str!("../../guide/selection.md"),
    },
    Topic {
        name: "recipes",
        summary: "questions to a shelf, with their commands",
        page: include_str!("../../guide/recipes.md"),
    },
    Topic {
        name: "report",
        summary: "a page with tables of all URLs, from archives or rows",
        page: include_str!("../../guide/report.md"),
    },
    Topic {
        name: "splits",
        summary: "scanning a shelf in splits, on many machines, and what a terabyte costs",
        page: include_str!("../../guide/splits.md"),
    },
    Topic {
        name: "containers",
        summary: "mailboxes, archives and compressed files",
        page: include_str!("../../guide/containers.md"),
    },
    Topic {
        name: "check",
        summary: "checking URLs against the grammars, and wrapping them",
        page: include_str!("../../guide/check.md"),
    },
    Topic {
        name: "pick",
        summary: "the link picker and mail clients",
        page: include_str!("../../guide/pick.md"),
    },
    Topic {
        name: "link",
        summary: "texts with live links, and filters for pagers",
        page: include_str!("../../guide/link.md"),
    },
    Topic {
        name: "limits",
        summary: "every limit, and hostile input",
        page: include_str!("../../guide/limits.md"),
    },
    Topic {
        name: "recognition",
        summary: "what counts as a URL, and where it ends",
        page: include_str!("../../guide/recognition.md"),
    },
    Topic {
        name: "joins",
        summary: "URLs without delimiters that go on after a line break",
        page: include_str!("../../guide/joins.md"),
    },
];

/// Returns the list of topics for the end of the program's help.
pub(crate) fn list() -> String {
    let lines = TOPICS.map(|topic| format!("  {:<13}{}\n", topic.name, topic.summary));
    format!("\nGuide pages, for `urlsift help TOPIC`:\n{}", lines.concat())
}
