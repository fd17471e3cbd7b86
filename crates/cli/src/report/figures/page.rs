//! The page: its head, its first lines, and the order of its sections.
//!
//! The Content-Security-Policy forbids everything except the style and the script of the page, which it names by their
//! digests. So a browser loads nothing, and ignores markup that an input might smuggle in.

use super::aggregates::Aggregates;
use super::markup::ReportText;
use super::sections;
use super::years::YearAxis;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The SHA-256 digests of the style and the script in base64. A test compares them, and prints what they should be.
const STYLE_DIGEST: &str = "Ru6XRP7sEj4dXS0bKekrMrVlj9meaLySEnnd3MKvHQk=";
const SCRIPT_DIGEST: &str = "WHiyu+79rkkziHv8YYfIQemFDjZX8Q7nVgFYcB56bP0=";

/// What is known of a run besides its URLs.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunFacts {
    /// The inputs, as the user named them.
    pub(crate) inputs: Vec<String>,
    /// The options that selected URLs.
    pub(crate) options: Vec<String>,
    /// What was read: a heading, and counts with their names.
    pub(crate) read: Vec<(&'static str, Vec<(String, u64)>)>,
    /// Sentences about missing or damaged input.
    pub(crate) notices: Vec<String>,
}

/// The sections of the page: the anchor, the title, and the function that writes it.
type ReportSection =
    (&'static str, &'static str, fn(&Aggregates, Option<YearAxis>, &mut ReportText));

const SECTIONS: [ReportSection; 11] = [
    ("schemes", "Schemes by year", sections::schemes),
    ("forms", "Forms by year", sections::forms),
    ("grammars", "Grammars by year", sections::grammars),
    ("hosts", "Hosts", sections::hosts),
    ("domains", "Top-level domains", sections::domains),
    ("joins", "Joins over line breaks", sections::joins),
    ("hyphens", "Hyphens at line breaks", sections::hyphens),
    ("charsets", "Charsets", sections::charsets),
    ("lifetimes", "Longest-lived URLs", sections::lifetimes),
    ("dangers", "Dangers", sections::dangers),
    ("samples", "Samples", sections::samples),
];

/// The inputs that the title names; others are counted.
const NAMED_INPUTS: usize = 3;

/// Returns the page.
pub(crate) fn write_page(figures: &Aggregates, run: &RunFacts) -> String {
    let axis = YearAxis::of(&figures.years);
    let mut page = ReportText::default();
    write_head(run, &mut page);
    page.tag("<header>\n<h1>URLs of ").text(&title(run)).tag("</h1>\n");
    write_tiles(figures, &mut page);
    sections::write_dates(figures, axis, &mut page);
    if !run.options.is_empty() {
        page.tag("<p>Selected with ");
        for (at, option) in run.options.iter().enumerate() {
            page.tag(if at > 0 { ", <code>" } else { "<code>" }).text(option).tag("</code>");
        }
        page.tag(".</p>\n");
    }
    for notice in &run.notices {
        page.tag("<p class=\"notice\">").text(notice).tag("</p>\n");
    }
    page.tag("</header>\n<nav aria-label=\"Sections\"><ul>\n<li><a href=\"#read\">What was read</a></li>");
    for (anchor, title, _) in SECTIONS {
        page.tag("<li><a href=\"#").tag(anchor).tag("\">").tag(title).tag("</a></li>");
    }
    page.tag("\n</ul></nav>\n<main>\n<section id=\"read\"><h2>What was read</h2>\n");
    write_read(run, &mut page);
    page.tag("</section>\n");
    for (anchor, title, write) in SECTIONS {
        page.tag("<section id=\"").tag(anchor).tag("\"><h2>").tag(title).tag("</h2>\n");
        if figures.urls() == 0 {
            page.tag("<p>No URL was found.</p>\n");
        } else {
            write(figures, axis, &mut page);
        }
        page.tag("</section>\n");
    }
    page.tag("</main>\n<footer><p>Made by urlsift ").tag(env!("CARGO_PKG_VERSION"));
    page.tag(". URLs are shown as text: they come from mail, and some may be dangerous. ");
    page.tag("Invisible characters are written as <code>\\u{…}</code>, and long texts are cut.</p></footer>\n");
    page.tag("<script>").tag(SCRIPT).tag("</script>\n</body></html>\n");
    page.into_string()
}

fn write_head(run: &RunFacts, page: &mut ReportText) {
    page.tag("<!DOCTYPE html>\n<html lang=\"en\"><head>\n<meta charset=\"utf-8\">\n");
    page.tag("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
    page.tag(STYLE_DIGEST).tag("'; script-src 'sha256-").tag(SCRIPT_DIGEST);
    page.tag("'; img-src data:; base-uri 'none'; form-action 'none'\">\n");
    page.tag("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.tag("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.tag("<meta name=\"referrer\" content=\"no-referrer\">\n");
    // Without it, a browser asks the server of the page for an icon.
    page.tag("<link rel=\"icon\" href=\"data:,\">\n<title>URLs of ").text(&title(run));
    page.tag("</title>\n<style>").tag(STYLE).tag("</style>\n</head><body>\n");
}

fn title(run: &RunFacts) -> String {
    let named = run.inputs.iter().take(NAMED_INPUTS).map(String::as_str);
    let title = named.collect::<Vec<_>>().join(", ");
    if run.inputs.len() > NAMED_INPUTS {
        return format!("{title} and {} more", run.inputs.len() - NAMED_INPUTS);
    }
    title
}

fn write_tiles(figures: &Aggregates, page: &mut ReportText) {
    page.tag("<dl class=\"tiles\">\n");
    let mut tile = |name: &'static str, value: Option<u64>| {
        if let Some(value) = value {
            page.tag("<div><dt>").tag(name).tag("</dt><dd>").number(value).tag("</dd></div>\n");
        }
    };
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let hosts = (figures.hosts.error() == 0).then(|| number(figures.hosts.len()));
    tile("URLs", Some(figures.urls()));
    tile("distinct URLs", figures.lifetimes.distinct().map(number));
    tile("hosts", hosts);
    tile("years with URLs", Some(number(figures.years.len())));
    page.tag("</dl>\n");
}

fn write_read(run: &RunFacts, page: &mut ReportText) {
    page.tag("<dl class=\"read\">\n");
    for (heading, counts) in &run.read {
        page.tag("<div><dt>").tag(heading).tag("</dt><dd>");
        let mut is_first = true;
        for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
            page.tag(if is_first { "" } else { ", " }).number(*count).tag(" ").text(name);
            is_first = false;
        }
        page.tag(if is_first { "none" } else { "" }).tag("</dd></div>\n");
    }
    page.tag("</dl>\n");
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_names_the_style_and_the_script() {
        for (text, digest) in [(STYLE, STYLE_DIGEST), (SCRIPT, SCRIPT_DIGEST)] {
            assert_eq!(BASE64.encode(&Sha256::digest(text)), digest);
        }
    }
}
