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

/// Makes the list of the pages: their names, summaries and files.
macro_rules! topics {
    ($($name:literal, $summary:literal, $file:literal;)+) => {
        [$(Topic {
            name: $name,
            summary: $summary,
            page: include_str!(concat!("../../guide/", $file)),
        }),+]
    };
}

/// The pages in the order of the help.
pub(crate) const TOPICS: [Topic; 13] = topics! {
    "scanning", "what `scan` reads and prints, and looking at one URL", "scanning.md";
    "rows", "the fields of a row, and where offsets are counted", "row.md";
    "selection", "selecting URLs by scheme, host, date, list and more", "selection.md";
    "recipes", "questions to a shelf, with their commands", "recipes.md";
    "report", "a page with tables of all URLs, from archives or rows", "report.md";
    "splits", "scanning a shelf in splits, on many machines, and what a terabyte costs", "splits.md";
    "containers", "mailboxes, archives and compressed files", "containers.md";
    "check", "checking URLs against the grammars, and wrapping them", "check.md";
    "pick", "the link picker and mail clients", "pick.md";
    "link", "texts with live links, and filters for pagers", "link.md";
    "limits", "every limit, and hostile input", "limits.md";
    "recognition", "what counts as a URL, and where it ends", "recognition.md";
    "joins", "URLs without delimiters that go on after a line break", "joins.md";
};

/// Returns the list of topics for the end of the program's help.
pub(crate) fn list() -> String {
    let lines = TOPICS.map(|topic| format!("  {:<13}{}\n", topic.name, topic.summary));
    format!("\nGuide pages, for `urlsift help TOPIC`:\n{}", lines.concat())
}
