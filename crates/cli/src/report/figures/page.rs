//! The page: its head, its first lines, and the order of its sections.
//!
//! The Content-Security-Policy forbids everything except the style of the page, named by its digest. So a browser loads
//! nothing, and ignores markup that an input might smuggle in.

use super::aggregates::Aggregates;
use super::markup::{ReportText, cut};
use super::message::{CitingMessage, MAX_TEXT_BYTES};
use super::sections::{ReportSection, SECTIONS, YEARS};
use super::tallies::{Citations, Tallies, View};

const STYLE: &str = include_str!("page.css");

/// The SHA-256 digest of the style in base64. A test compares it, and prints what it should be.
const STYLE_DIGEST: &str = "oX1DY0AQpminxXhTlArDcCoRCmNZj1k5gVxIqKwyNbY=";

#[derive(Clone, Debug, Default)]
pub(crate) struct RunFacts {
    pub(crate) inputs: Vec<String>,
    pub(crate) title: Option<String>,
    pub(crate) options: Vec<String>,
    /// What was read: a heading, and counts with their names.
    pub(crate) read: Vec<(&'static str, Vec<(String, u64)>)>,
    /// Sentences about missing or damaged input.
    pub(crate) notices: Vec<String>,
}

const SHOWN_NAMES: usize = 50;

/// The years that are shown. Some are of wrong clocks.
const SHOWN_YEARS: usize = 100;

/// The tables whose number of names is at the head of the page.
const TILES: [(&str, &str); 4] = [
    ("distinct URLs", "urls"),
    ("hosts", "hosts"),
    ("lists", "lists"),
    ("sender domains", "senders"),
];

/// Chooses which tables are shown. A browser without `:has` shows both, each with its caption.
const SWITCH: &str = "<fieldset><legend>Count</legend>\n\
    <label><input type=\"radio\" name=\"view\" id=\"view-authored\" checked><span>what authors wrote: each URL once in a \
    message, without quoted lines, signatures and footers (<code>--where quoted=false --where in_signature=false --once</code>)\
    </span></label>\n\
    <label><input type=\"radio\" name=\"view\" id=\"view-all\"><span>all URLs</span></label></fieldset>\n";

const NAMED_INPUTS: usize = 3;

pub(crate) fn write_page(figures: &Aggregates, run: &RunFacts) -> String {
    let mut page = ReportText::default();
    write_head(run, &mut page);
    page.tag("<header>\n<h1>").text(&title(run)).tag("</h1>\n<dl class=\"tiles\">\n");
    write_tiles(figures, &mut page);
    page.tag("</dl>\n");
    let is_empty = figures.urls == 0;
    if !is_empty {
        page.tag("<p>Each row of a table opens: its first messages are below it, with the command that shows the ");
        page.tag("URL in the message. Run it in the folder in which the report was made.</p>\n");
    }
    if figures.count(View::Authored) > 0 {
        page.tag(SWITCH);
    }
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
    page.tag("</header>\n<nav aria-label=\"Sections\"><ul>\n");
    let tables = SECTIONS.iter().zip(&figures.tables);
    let (shown, empty): (Vec<_>, Vec<_>) = tables.partition(|(_, it)| it.urls(View::All) > 0);
    for (ReportSection { anchor, title, .. }, _) in &shown {
        page.tag("<li><a href=\"#").tag(anchor).tag("\">").tag(title).tag("</a></li>");
    }
    page.tag("<li><a href=\"#read\">What was read</a></li>\n</ul></nav>\n<main>\n");
    for (section, table) in shown {
        write_section(section, table, figures, &mut page);
    }
    page.tag("<section id=\"read\"><h2>What was read</h2>\n");
    write_read(run, &empty, &mut page);
    page.tag("</section>\n</main>\n<footer><p>Made by urlsift ").tag(env!("CARGO_PKG_VERSION"));
    page.tag(". URLs are shown as text: they come from mail, and some may be dangerous. ");
    page.tag("Invisible characters are written as <code>\\u{…}</code>, and long texts are cut.</p></footer>\n");
    page.tag("</body></html>\n");
    page.into_string()
}

fn write_head(run: &RunFacts, page: &mut ReportText) {
    page.tag("<!DOCTYPE html>\n<html lang=\"en\"><head>\n<meta charset=\"utf-8\">\n");
    page.tag("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
    page.tag(STYLE_DIGEST);
    page.tag("'; img-src data:; base-uri 'none'; form-action 'none'\">\n");
    page.tag("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.tag("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.tag("<meta name=\"referrer\" content=\"no-referrer\">\n");
    // Without it, a browser asks the server of the page for an icon.
    page.tag("<link rel=\"icon\" href=\"data:,\">\n<title>").text(&title(run));
    page.tag("</title>\n<style>").tag(STYLE).tag("</style>\n</head><body>\n");
}

fn title(run: &RunFacts) -> String {
    run.title.clone().unwrap_or_else(|| format!("URLs of {}", inputs(run)))
}

fn inputs(run: &RunFacts) -> String {
    let named = run.inputs.iter().take(NAMED_INPUTS).map(String::as_str);
    let named = named.collect::<Vec<_>>().join(", ");
    if run.inputs.len() > NAMED_INPUTS {
        return format!("{named} and {} more", run.inputs.len() - NAMED_INPUTS);
    }
    named
}

fn write_tiles(figures: &Aggregates, page: &mut ReportText) {
    let mut tile = |name: &'static str, value: u64| {
        page.tag("<div><dt>").tag(name).tag("</dt><dd>").number(value).tag("</dd></div>\n");
    };
    tile("URLs", figures.urls);
    if figures.urls > 0 {
        tile("written by authors", figures.count(View::Authored));
    }
    for (name, anchor) in TILES {
        let table = SECTIONS.iter().zip(&figures.tables).find(|(it, _)| it.anchor == anchor);
        let count = table.and_then(|(_, table)| table.distinct()).filter(|count| *count > 0);
        if let Some(count) = count {
            tile(name, u64::try_from(count).unwrap_or(u64::MAX));
        }
    }
}

fn write_section(
    section: &ReportSection,
    table: &Tallies,
    figures: &Aggregates,
    page: &mut ReportText,
) {
    page.tag("<section id=\"").tag(section.anchor).tag("\"><h2>").tag(section.title);
    page.tag("</h2>\n<p>").tag(section.about).tag("</p>\n");
    if table.error > 0 {
        page.tag("<p class=\"notice\">There were too many names to count all of them. Rare ones were forgotten when ");
        page.tag("the table was full, so a count may be too low by ");
        page.number(table.error).tag(".</p>\n");
    }
    let views: &[_] = if table.urls(View::Authored) > 0 {
        &[("<div class=\"authored\">", View::Authored), ("<div class=\"all\">", View::All)]
    } else {
        &[("<div>", View::All)]
    };
    for &(tag, view) in views {
        page.tag(tag);
        write_table(section, table, (view, figures.count(view)), page);
        page.tag("</div>\n");
    }
    page.tag("</section>\n");
}

fn write_table(
    section: &ReportSection,
    table: &Tallies,
    (view, urls): (View, u64),
    page: &mut ReportText,
) {
    let is_of_years = section.anchor == YEARS;
    let mut rows = table.top(view, if is_of_years { SHOWN_YEARS } else { SHOWN_NAMES });
    let most = rows.first().map_or(1, |(_, tally)| tally.count);
    if is_of_years {
        rows.sort_unstable_by_key(|(name, _)| *name);
    }
    page.tag("<table><caption>").number(table.urls(view));
    page.tag(if table.urls(view) == 1 { " URL, " } else { " URLs, " });
    page.text(&share(table.urls(view), urls)).tag(match view {
        View::All => " of all",
        View::Authored => " of what authors wrote",
    });
    page.tag("</caption>\n<thead><tr><th scope=\"col\">").tag(section.heading);
    page.tag(
        "</th><th scope=\"col\" class=\"n\">URLs</th><th scope=\"col\" class=\"s\">share</th>",
    );
    page.tag("<th scope=\"col\" class=\"n\">first</th><th scope=\"col\" class=\"n\">last</th></tr></thead>\n<tbody>\n");
    for (name, tally) in rows {
        page.tag("<tr><td><details><summary class=\"u\">").text(name).tag("</summary>\n<ul>\n");
        for message in &tally.messages {
            write_message(message, page);
        }
        page.tag("</ul></details></td>");
        write_numbers(tally, most, urls, page);
        page.tag("</tr>\n");
    }
    page.tag("</tbody></table>\n");
}

fn write_numbers(tally: &Citations, most: u64, urls: u64, page: &mut ReportText) {
    page.tag("<td class=\"n\">").number(tally.count).tag("</td><td class=\"s\">");
    page.text(&share(tally.count, urls));
    // The policy forbids a width in a style, so the bar is a drawing.
    page.tag("<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    page.tag("<rect height=\"10\" width=\"").number((100 * tally.count / most).max(1));
    page.tag("\"/></svg></td>");
    let days = tally.days.map_or(Default::default(), |(a, b)| [a.to_string(), b.to_string()]);
    for day in days {
        page.tag("<td class=\"n\">").text(&day).tag("</td>");
    }
}

fn share(part: u64, whole: u64) -> String {
    match (u128::from(part) * 1000).checked_div(u128::from(whole)) {
        Some(0) if part > 0 => "<0.1 %".to_owned(),
        Some(1000) => "100 %".to_owned(),
        permille => {
            let permille = permille.unwrap_or(0);
            format!("{}.{} %", permille / 10, permille % 10)
        }
    }
}

fn write_message(message: &CitingMessage, page: &mut ReportText) {
    page.tag("<li>");
    for (tag, text) in [("<bdi>", &message.day), ("<bdi class=\"t\">", &message.subject)] {
        if let Some(text) = text {
            page.tag(tag).text(text).tag("</bdi> ");
        }
    }
    page.tag("<br>");
    if let Some(list) = &message.list {
        page.tag("<bdi>").text(list).tag("</bdi> · ");
    }
    page.tag("<bdi>").text(cut(&message.file(), MAX_TEXT_BYTES)).tag("</bdi><br><code>");
    page.text(&message.command).tag("</code></li>\n");
}

fn write_read(run: &RunFacts, empty: &[(&ReportSection, &Tallies)], page: &mut ReportText) {
    page.tag("<dl class=\"read\">\n<div><dt>inputs</dt><dd>")
        .text(&inputs(run))
        .tag("</dd></div>\n");
    for (heading, counts) in &run.read {
        page.tag("<div><dt>").tag(heading).tag("</dt><dd>");
        let mut is_first = true;
        for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
            page.tag(if is_first { "" } else { ", " }).number(*count).tag(" ").text(name);
            is_first = false;
        }
        page.tag(if is_first { "none" } else { "" }).tag("</dd></div>\n");
    }
    if !empty.is_empty() && empty.len() < SECTIONS.len() {
        page.tag("<div><dt>no URLs in</dt><dd>");
        for (at, (section, _)) in empty.iter().enumerate() {
            page.tag(if at > 0 { ", " } else { "" }).tag(section.title);
        }
        page.tag("</dd></div>\n");
    }
    page.tag("</dl>\n");
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_names_the_style() {
        assert_eq!(BASE64.encode(&Sha256::digest(STYLE)), STYLE_DIGEST);
    }
}
