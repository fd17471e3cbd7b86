//! The texts that the C and C++ programs search, and the file format in which they read them.

use std::path::Path;

use serde::Deserialize;
use urlsift::extract::{Forms, Join, SoftBreaks};
use urlsift::found::Form;
use urlsift::{Extractor, Input};

use crate::expected::number;
use crate::root;

/// A text to search, and how.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) text: Vec<u8>,
    pub(crate) options: Options,
}

/// The options of the extractor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    forms: Forms,
    soft_breaks: Option<SoftBreaks>,
    join: Option<Join>,
}

/// Selects how many variants of each text are made.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Variants {
    All,
    Few,
}

#[derive(Deserialize)]
struct CorpusFile {
    #[serde(default)]
    case: Vec<Labelled>,
}

#[derive(Deserialize)]
struct Labelled {
    text: Option<String>,
    look_for: Option<Vec<String>>,
}

/// Returns the texts of the corpus, with several quote prefixes and line ends.
pub(crate) fn corpus(variants: Variants) -> Vec<Case> {
    let (quotes, ends) = match variants {
        Variants::All => (&["", "> ", ">> ", "| "][..], &["\n", "\r\n", "\r"][..]),
        Variants::Few => (&["> "][..], &["\n"][..]),
    };
    let folder = std::fs::read_dir(root().join("corpus")).expect("the corpus exists");
    let mut files: Vec<_> =
        folder.map(|entry| entry.expect("the folder is readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("corpus files are UTF-8");
        let file: CorpusFile =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in file.case {
            let Some(text) = &case.text else { continue };
            let text = text.replace(['«', '»'], "");
            let names = case.look_for.unwrap_or_default();
            let form =
                |name: &String| name.parse::<Form>().expect("the corpus uses names of forms");
            let forms =
                if names.is_empty() { Forms::all() } else { names.iter().map(form).collect() };
            for quote in quotes {
                for end in ends {
                    let lines = text.split('\n').map(|line| [quote, line].concat());
                    push(&mut cases, &lines.collect::<Vec<_>>().join(end), forms);
                }
            }
        }
    }
    cases.extend(invalid_texts());
    cases
}

/// URLs without delimiters that go on after a line break, with the grades `certain`, `likely` and `possible`.
const CUT_URLS: &str = "\
    é the notes are at http://www.a.example/manuals/reference/\n\
    chapter-2.html and the index at its end.\n\
    The report of the group is at http://www.b.example/reports/2001.\n\
    05-12/summary.html for now.\n\
    The library has a copy on paper, and it lends the volumes to everyone\n\
    who asks. The text is at http://www.c.example/archive/volume\n\
    7-conclusion-text for the time being.\n";

/// Returns texts that the corpus cannot hold, such as invalid UTF-8, with options other than the default.
fn invalid_texts() -> Vec<Case> {
    let bytes: &[&[u8]] = &[
        b"",
        b"\0",
        b"\xFF<http://a.example/\xE9\n\xC3b> http://b.example/\xFF",
        b"<URL:http://u:p@0x7f.1:99999/%00> \"http://www.a.example@b.example/\"",
        b"<http://a.example/b- \nc> <http://[a/ http://b.example/~c>",
        b"<http://a.example/a\nb\nc\nd> <URL:http://a.example/longer/than/the/others>",
        CUT_URLS.as_bytes(),
    ];
    let usual = Options::of(Forms::all());
    let options = [
        usual,
        Options { soft_breaks: Some(SoftBreaks::Kept), ..usual },
        Options { soft_breaks: Some(SoftBreaks::Deleted), ..usual },
        Options { join: Some(Join::Possible), ..usual },
        Options { join: Some(Join::Likely), ..usual },
        Options { join: Some(Join::Certain), ..usual },
        Options { join: Some(Join::Never), ..usual },
    ];
    let with = |text: &&[u8]| options.map(|options| Case { text: text.to_vec(), options });
    bytes.iter().flat_map(with).collect()
}

impl Options {
    fn of(forms: Forms) -> Options {
        Options { forms, soft_breaks: None, join: None }
    }

    pub(crate) fn extractor(self) -> Extractor {
        let mut builder = Extractor::builder().forms(self.forms);
        if let Some(join) = self.join {
            builder = builder.join(join);
        }
        builder.build()
    }

    /// Returns `text` as an input with these options.
    pub(crate) fn input(self, text: &[u8]) -> Input<'_> {
        Input::new(text).soft_breaks(self.soft_breaks.unwrap_or(SoftBreaks::Kept))
    }

    /// Formats the options as numbers, as the programs read them.
    fn numbers(self) -> String {
        let forms: u64 = self.forms.iter().map(|form| number("FORM", form.name())).sum();
        let soft_breaks = match self.soft_breaks {
            None => 0,
            Some(SoftBreaks::Kept) => 1,
            Some(SoftBreaks::Deleted) => 2,
        };
        let join = match self.join {
            None => "default",
            Some(Join::Possible) => "possible",
            Some(Join::Likely) => "likely",
            Some(Join::Certain) => "certain",
            Some(Join::Never) => "never",
        };
        let join = number("JOIN", join);
        format!("{forms} {soft_breaks} {join}")
    }
}

#[derive(Deserialize)]
struct SharedCase {
    text: Option<String>,
}

/// Reads the cases of the file at `path`, to be searched for all forms. Returns `None` if there is no such file.
pub(crate) fn shared_cases(path: &Path) -> Option<Vec<Case>> {
    let file = std::fs::read_to_string(path).ok()?;
    let mut cases = Vec::new();
    for line in file.lines() {
        let case: SharedCase = serde_json::from_str(line).expect("each line is a case in JSON");
        if let Some(text) = case.text {
            push(&mut cases, &text, Forms::all());
        }
    }
    Some(cases)
}

fn push(cases: &mut Vec<Case>, text: &str, forms: Forms) {
    cases.push(Case { text: text.as_bytes().to_vec(), options: Options::of(forms) });
}

impl Case {
    /// Writes the file that `answers.c` reads. `answers.c` describes the format.
    pub(crate) fn file(cases: &[Case]) -> Vec<u8> {
        let mut file = Vec::new();
        for Case { text, options } in cases {
            file.extend(format!("{} {}\n", options.numbers(), text.len()).into_bytes());
            file.extend(text);
            file.push(b'\n');
        }
        file
    }
}
