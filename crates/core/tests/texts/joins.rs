//! Properties of joins across line breaks (J8), for random text with lines, quote marks and cut URLs. A search
//! that glues the lines together is the reference.

use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::select;
use urlsift::extract::Join;
use urlsift::found::{Choice, DoubtKind, Form, Grade, Why};
use urlsift::{Extractor, Found};
use urlsift_rejoiner::{Seam, SoftBreaks};

use crate::texts::properties::config;

/// Prose of the width at which most lines are wrapped, and shorter.
const PROSE: &[&str] = &[
    "",
    "",
    "see ",
    "the page (",
    "it is called '",
    "  - ",
    "a line of ordinary text that shows how wide these ",
    "a line of ordinary text that shows how wide the lines of this text are",
    "<http://w.example/wrapped-\nurl> and ",
];

/// URLs as line breaks cut them.
const HEADS: &[&str] = &[
    "http://www.a.example/docs/howto/",
    "http://a.example/well-",
    "http://well-",
    "http://a.example",
    "https://a.example/page.ht",
    "http://a.example/index.html",
    "http://a.example/?q=%E",
    "http://a.example/authorize?",
    "http://a.example/twisted.",
    "http://a.example/one_",
    "http://a.example/a/b?u=",
    "http://a.example/é-",
    "URL:http://a.example/docs/",
    "HTTP://A.EXAMPLE/(b",
    "mailto:jim@a.example-",
    "http://a.example/a\\",
];

/// Runs at the start of a line: the rest of a URL, or other text.
const RUNS: &[&str] = &[
    "file.html",
    "known",
    "known-",
    "ml",
    "a/b/c.html,",
    "/wiki/Page",
    "client_id=s6&x=1",
    "2%82%AC).",
    "x_1)",
    "c'd/e-",
    "c/d'.",
    "éa/b-",
    "xx=http://b.example/c-",
    "u=x)http://b.example/c/",
    "and",
    "1.",
    "Tel:",
    "--",
    "jim@b.example",
    "http://b.example/x-",
    "www.b.example/c/",
];

/// Generates text whose lines begin with runs and end with URLs.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let prefix = select(&["", "", "> ", ">> ", "| ", "    ", "\t"][..]);
    let run = prop_oneof![select(&[""][..]), select(RUNS)];
    let head = prop_oneof![select(&[""][..]), select(HEADS), select(HEADS)];
    let end = select(&["\n", "\n", "\r\n", " \n", "\n\n", "\u{a0}\n", "\r"][..]);
    let line = (any::<prop::sample::Index>(), run, select(PROSE), head, end);
    // Most lines have the prefix of the text.
    (prefix.clone(), prefix, prop::collection::vec(line, 0..8)).prop_map(|(most, few, lines)| {
        let mut text = String::new();
        for (i, run, prose, head, end) in lines {
            let space =
                if run.is_empty() || prose.is_empty() && head.is_empty() { "" } else { " " };
            let prefix = if i.index(8) == 0 { few } else { most };
            text.extend([prefix, run, space, prose, head, end]);
        }
        text
    })
}

fn extractor(join: Join) -> Extractor {
    Extractor::builder().join(join).build()
}

/// Returns the offsets and choices of the line breaks in doubt.
fn seams(found: &Found<'_>, choice: Choice) -> Vec<usize> {
    let is_seam =
        |doubt: &&urlsift::found::Doubt| doubt.kind == DoubtKind::Join && doubt.chosen == choice;
    found.doubts().iter().filter(is_seam).map(|doubt| doubt.at).collect()
}

fn accepts(join: Join, grade: Grade) -> bool {
    match join {
        Join::Never => false,
        Join::Certain => grade == Grade::Certain,
        Join::Likely => grade >= Grade::Likely,
        Join::Possible => true,
    }
}

/// Reports whether `tail`, the text between a URL and the end of its line, may be dropped from its end (W8): punctuation,
/// or a remark.
fn is_dropped(tail: &str) -> bool {
    let is_remark = tail.starts_with(['(', '[']) && !tail.contains([' ', '\t']);
    is_remark || tail.chars().all(|c| ".,;:!?*\\([{'".contains(c))
}

/// A URL joined by gluing its lines together.
#[derive(Debug, Eq, PartialEq)]
struct Glued {
    url: String,
    end: usize,
    /// The lowest grade of its line breaks.
    grade: Option<Grade>,
}

/// Joins the URL `cut` of `text` as long as the rejoiner's grade is accepted, and searches the text with these
/// line breaks taken out.
fn glued(text: &str, cut: &Found<'_>, join: Join) -> Glued {
    let outer = cut.outer();
    let start = cut.pieces()[0].range().start;
    let mut result = Glued { url: cut.url().to_owned(), end: outer.end, grade: None };
    if cut.form() != Form::Bare && cut.form() != Form::Prefix {
        return result;
    }
    // The punctuation after the URL belongs to it if it goes on.
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |length| at + length);
    let mut last: Range<usize> =
        start..text[..line_end(outer.end)].trim_end_matches([' ', '\t', '\r']).len();
    let mut url = text[last.clone()].to_owned();
    if !is_dropped(&text[outer.end..last.end]) {
        return result;
    }
    // The URL after each line break, its end, and the grade of the line break.
    let mut links: Vec<(String, usize, Grade)> = Vec::new();
    while let Some(seam) =
        Seam::after(text.as_bytes(), last.clone(), url.as_bytes(), SoftBreaks::Kept)
    {
        let Some((grade, _)) = seam.grade() else {
            if seam.is_open() {
                for link in &mut links {
                    link.2 = Grade::Possible;
                }
            }
            break;
        };
        let glued = [&text[..start], &url, &text[seam.run.clone()]].concat();
        let all = extractor(Join::Never);
        let Some(whole) = all.find_iter(&glued).find(|whole| whole.outer().start == outer.start)
        else {
            break;
        };
        if whole.outer().end <= start + url.len() {
            break;
        }
        let tail = &glued[whole.outer().end..];
        links.push((whole.url().to_owned(), seam.run.end - tail.len(), grade));
        if !is_dropped(tail) {
            break;
        }
        url.push_str(&text[seam.run.clone()]);
        last = seam.run;
    }
    for (url, end, grade) in links {
        let grade = if stands_unbroken(text, &url) { Grade::Certain } else { grade };
        if !accepts(join, grade) {
            break;
        }
        let grade = Some(result.grade.map_or(grade, |lowest| lowest.min(grade)));
        result = Glued { url, end, grade };
    }
    result
}

/// Reports whether `url` is a URL of the text that does not go on.
fn stands_unbroken(text: &str, url: &str) -> bool {
    extractor(Join::Never)
        .find_iter(text)
        .any(|found| found.url() == url && found.pieces().len() == 1)
}

proptest! {
    #![proptest_config(config(2_000))]

    /// The fast joins match the reference: the same ends, grades and URLs.
    #[test]
    fn joins_match_the_reference(text in text()) {
        for &join in Join::ALL {
            let cut: Vec<_> = extractor(Join::Never).find_iter(&text).map(Found::into_owned).collect();
            for found in extractor(join).find_iter(&text) {
                // A URL that a join has cut in its middle has no equal in the search without joins.
                let Some(cut) = cut.iter().find(|cut| cut.outer().start == found.outer().start) else {
                    continue;
                };
                let expected = glued(&text, cut, join);
                prop_assert_eq!(found.outer().end, expected.end, "{:?} {:?} {:?}", text, join, found);
                prop_assert_eq!(found.joined(), expected.grade, "{:?} {:?} {:?}", text, join, found);
                // The glued text shows no hyphen in doubt, and no `\` of a folded line.
                let folded = expected.url.replace('\\', "");
                let has = found.url() == expected.url
                    || found.url() == folded
                    || found.readings().iter().any(|reading| reading.url() == expected.url);
                prop_assert!(has, "{:?} {:?} {:?} {:?}", text, join, found, expected);
            }
        }
    }

    /// A joined URL has joined line breaks, its grade, its pieces, and the cut URL as a reading.
    #[test]
    fn a_joined_url_shows_what_was_joined(text in text()) {
        let never: Vec<_> = extractor(Join::Never).find_iter(&text).map(Found::into_owned).collect();
        for &join in Join::ALL {
            for found in extractor(join).find_iter(&text) {
                let joins = seams(&found, Choice::Joined);
                let is_bare = matches!(found.form(), Form::Bare | Form::Prefix);
                let breaks = text[found.outer()].matches('\n').count();
                prop_assert_eq!(found.joined().is_some(), is_bare && breaks > 0, "{:?}", found);
                prop_assert_eq!(joins.len(), if is_bare { breaks } else { 0 }, "{:?}", found);
                prop_assert!(found.joined().is_none_or(|grade| accepts(join, grade)));
                prop_assert!(joins.iter().all(|&at| found.outer().contains(&at)), "{:?}", found);
                prop_assert!(seams(&found, Choice::Cut).iter().all(|&at| found.outer().end <= at));
                if found.joined().is_none() {
                    continue;
                }
                let is_cut = |reading: &&urlsift::found::Reading<'_>| matches!(reading.why(),
                    Why::Differs(all) if all.iter().any(|d| d.kind == DoubtKind::Join && d.choice == Choice::Cut));
                let cut: Vec<_> = found.readings().iter().filter(is_cut).collect();
                prop_assert_eq!(cut.len(), 1, "{:?}", found);
                if let Some(never) = never.iter().find(|never| never.outer().start == found.outer().start) {
                    prop_assert_eq!(cut[0].url(), never.url());
                }
            }
        }
    }

    /// What does not end its line is the same as without joins.
    #[test]
    fn joins_change_only_urls_at_the_end_of_a_line(text in text()) {
        let never: Vec<_> = extractor(Join::Never).find_iter(&text).map(Found::into_owned).collect();
        for found in &never {
            prop_assert!(found.doubts().iter().all(|doubt| doubt.kind != DoubtKind::Join));
        }
        for &join in Join::ALL {
            let all: Vec<_> = extractor(join).find_iter(&text).map(Found::into_owned).collect();
            for cut in &never {
                let rest = &text[cut.outer().end..];
                let line_end = rest.find(['\r', '\n']);
                let is_bare = matches!(cut.form(), Form::Bare | Form::Prefix);
                let ends_line = is_bare && line_end.is_some_and(|end| is_dropped(rest[..end].trim_end_matches([' ', '\t'])));
                let is_joined = |found: &&Found<'_>| found.joined().is_some()
                    && found.outer().start <= cut.outer().start && cut.outer().start < found.outer().end;
                let same = |found: &&Found<'_>| format!("{found:?}") == format!("{cut:?}");
                if !ends_line && !all.iter().any(|found| is_joined(&found)) {
                    prop_assert!(all.iter().any(|found| same(&found)), "{:?} {:?} {:?}", text, cut, all);
                }
            }
        }
    }
}

/// A URL over many lines has eight readings at most, and the cut URL is one of them.
#[test]
fn a_url_over_many_lines_has_its_cut_reading() {
    let rest = (10..40).map(|number| format!("b/{number}/\n")).collect::<Vec<_>>().concat();
    for (end, joined) in [("guide/a.html of it", 31), ("http://b.example/", 30)] {
        let text = ["http://a.example/docs/well-\n", &rest, end].concat();
        let all: Vec<_> =
            extractor(Join::Possible).find_iter(&text).map(Found::into_owned).collect();
        assert_eq!(seams(&all[0], Choice::Joined).len(), joined, "{text} {:?}", all[0]);
        assert!(all[0].readings().len() <= 7, "{:?}", all[0]);
        let cut = all[0]
            .readings()
            .iter()
            .filter(|reading| reading.url() == "http://a.example/docs/well-");
        assert_eq!(cut.count(), 1, "{:?}", all[0]);
    }
}
