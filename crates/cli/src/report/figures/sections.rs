//! The sections of the page, each with its text, its chart and its table.

use super::aggregates::Aggregates;
use super::bounded::{Bounded, Weighed};
use super::fact::GRADES;
use super::grid::{Grid, GridCell};
use super::markup::{ReportText, grouped};
use super::samples::SAMPLES_PER_FORM;
use super::svg::{self, ChartSeries};
use super::years::{YearAxis, YearCounts};
use urlsift::Form;
use urlsift::Grammar;
use urlsift::note::{FoundNote, Severity};

/// The colours of a chart, and the one for all others.
const CLASSES: [&str; 8] = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];
const OTHER_CLASS: &str = "s0";

/// The hosts and domains that are listed.
const SHOWN_HOSTS: usize = 50;
const SHOWN_DOMAINS: usize = 25;

/// The names of other kinds that are listed. Mail has a few dozen.
const SHOWN_NAMES: usize = 100;

/// Writes which dates the URLs have.
pub(super) fn write_dates(figures: &Aggregates, axis: Option<YearAxis>, page: &mut ReportText) {
    let (dated, undated) = (figures.years.dated(), figures.years.undated());
    if let Some(YearAxis { first, last, left_out }) = axis {
        page.tag("<p>Messages with a date have ")
            .number(dated)
            .tag(" of the URLs. The dates are by the clocks of ");
        page.tag("the senders, and some clocks are wrong. The charts show the years ");
        page.digits(u64::from(first)).tag(" to ").digits(u64::from(last)).tag(".");
        if left_out > 0 {
            page.tag(" URLs of other years, which only the tables count: ")
                .number(left_out)
                .tag(".");
        }
        page.tag("</p>\n");
    }
    if undated > 0 {
        page.tag(
            "<p>No chart shows the URLs of plain texts and of messages without a readable date: ",
        );
        page.number(undated).tag(".</p>\n");
    }
}

/// Writes a stacked chart with its legend and its table. All URLs beyond `series` are a series of their own.
fn write_chart(
    axis: Option<YearAxis>,
    (label, file): (&'static str, &'static str),
    all: &YearCounts,
    series: &[ChartSeries],
    page: &mut ReportText,
) {
    page.tag("<ul class=\"legend\">\n");
    for one in series {
        page.tag(
            "<li><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"",
        );
        page.tag(one.class).tag("\" width=\"10\" height=\"10\"/></svg> ").text(&one.label);
        page.tag(" <span>").number(one.counts.total()).tag("</span></li>\n");
    }
    page.tag("</ul>\n");
    if let Some(axis) = axis {
        svg::stacked(page, label, axis, series);
    }
    let labels = series.iter().map(|one| one.label.clone());
    let row = |name: &str, count: &dyn Fn(&YearCounts) -> u64| {
        let counts = series.iter().map(|one| GridCell::Number(count(&one.counts)));
        let first = [GridCell::Text(name.to_owned()), GridCell::Number(count(all))];
        first.into_iter().chain(counts).collect::<Vec<_>>()
    };
    let grid = Grid {
        file,
        columns: ["year".to_owned(), "URLs".to_owned()].into_iter().chain(labels).collect(),
        rows: rows_by_year(axis, all, row),
    };
    grid.write_folded(page);
}

/// Returns a row of a table for each year that has URLs, and for those that no chart shows.
fn rows_by_year(
    axis: Option<YearAxis>,
    all: &YearCounts,
    row: impl Fn(&str, &dyn Fn(&YearCounts) -> u64) -> Vec<GridCell>,
) -> Vec<Vec<GridCell>> {
    let years = axis.into_iter().flat_map(YearAxis::years).filter(|year| all.of(*year) > 0);
    let mut rows: Vec<_> =
        years.map(|year| row(&year.to_string(), &|counts| counts.of(year))).collect();
    if let Some(axis) = axis.filter(|axis| axis.left_out > 0) {
        let shown =
            move |counts: &YearCounts| axis.years().map(|year| counts.of(year)).sum::<u64>();
        rows.push(row("other years", &|counts| counts.dated().saturating_sub(shown(counts))));
    }
    if all.undated() > 0 {
        rows.push(row("no date", &YearCounts::undated));
    }
    rows
}

/// URLs by year, stacked by scheme.
pub(super) fn schemes(figures: &Aggregates, axis: Option<YearAxis>, page: &mut ReportText) {
    let top = figures.schemes.top(usize::MAX);
    let (shown, rest) = top.split_at(top.len().min(CLASSES.len()));
    let label = |name: &str| if name.is_empty() { "no scheme".to_owned() } else { name.to_owned() };
    let mut series: Vec<_> = shown
        .iter()
        .zip(CLASSES)
        .map(|((name, counts), class)| ChartSeries {
            label: label(name),
            class,
            counts: (*counts).clone(),
        })
        .collect();
    if !rest.is_empty() {
        let mut counts = YearCounts::default();
        for (_, more) in rest {
            counts.merge(more);
        }
        series.push(ChartSeries { label: "other".to_owned(), class: OTHER_CLASS, counts });
    }
    write_chart(axis, ("URLs by year and scheme", "schemes.csv"), &figures.years, &series, page);
    write_error(&figures.schemes, "schemes", page);
}

/// URLs by year, stacked by form.
pub(super) fn forms(figures: &Aggregates, axis: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>The form is how a URL is written in the text: with which delimiters, or with none.</p>\n");
    // Each form has its colour, whichever of them occur.
    let classes = CLASSES.into_iter().chain(std::iter::repeat(OTHER_CLASS));
    let series: Vec<_> = (0..figures.forms.len())
        .zip(classes)
        .filter(|(at, _)| figures.forms[*at].total() > 0)
        .map(|(at, class)| ChartSeries {
            label: form_name(at).to_owned(),
            class,
            counts: figures.forms[at].clone(),
        })
        .collect();
    write_chart(axis, ("URLs by year and form", "forms.csv"), &figures.years, &series, page);
}

fn form_name(index: usize) -> &'static str {
    Form::ALL.get(index).map_or("other", |form| form.name())
}

/// The share of URLs that satisfy each grammar, by year.
pub(super) fn grammars(figures: &Aggregates, axis: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>The share of the URLs of each year that satisfy a grammar. Each line has a scale of its own, which ");
    page.tag("begins above 0 if all its shares are high. URLs that satisfy none: ");
    page.number(figures.loose.total()).tag(".</p>\n");
    let of_grammar = |(grammar, counts): (&Grammar, &YearCounts)| {
        let label = grammar.name().to_owned();
        ChartSeries { label, class: "s1", counts: counts.clone() }
    };
    let series: Vec<_> = Grammar::ALL.iter().zip(&figures.grammars).map(of_grammar).collect();
    if let Some(axis) = axis {
        svg::strips(page, "Share of URLs that satisfy each grammar", axis, &figures.years, &series);
    }
    let names = Grammar::ALL.iter().map(|grammar| grammar.name()).chain(["none"]);
    let row = |name: &str, count: &dyn Fn(&YearCounts) -> u64| {
        let whole = count(&figures.years);
        let shares = figures.grammars.iter().chain([&figures.loose]);
        let shares = shares.map(|counts| GridCell::Share(count(counts), whole));
        let first = [GridCell::Text(name.to_owned()), GridCell::Number(whole)];
        first.into_iter().chain(shares).collect::<Vec<_>>()
    };
    let mut rows = rows_by_year(axis, &figures.years, row);
    rows.push(row("all", &YearCounts::total));
    let grid = Grid {
        file: "grammars.csv",
        columns: ["year".to_owned(), "URLs".to_owned()]
            .into_iter()
            .chain(names.map(|name| format!("{name} %")))
            .collect(),
        rows,
    };
    grid.write_folded(page);
}

/// The commonest hosts, with the years in which they occur.
pub(super) fn hosts(figures: &Aggregates, axis: Option<YearAxis>, page: &mut ReportText) {
    let top = figures.hosts.top(SHOWN_HOSTS);
    page.tag("<p>The commonest hosts, with the first and last of the years that the charts show, and the year with ");
    page.tag("the most URLs. The small bars are in proportion to it.</p>\n");
    write_error(&figures.hosts, "hosts", page);
    let row = |(name, years): (&str, &YearCounts)| {
        let by_year = axis.into_iter().flat_map(YearAxis::years).map(|year| years.of(year));
        let known = axis.and_then(|axis| years.first_last_peak(axis));
        let [first, last, peak] = known.map_or([None; 3], |years| years.map(Some));
        vec![
            GridCell::Code(name.to_owned()),
            GridCell::Number(years.total()),
            GridCell::Year(first),
            GridCell::Year(last),
            GridCell::Year(peak),
            GridCell::Spark(by_year.collect()),
        ]
    };
    let columns = ["host", "URLs", "first", "last", "peak", "by year"];
    let rows = top.into_iter().map(row).collect();
    Grid { file: "hosts.csv", columns: columns.map(str::to_owned).to_vec(), rows }.write(page);
}

/// The commonest top-level domains.
pub(super) fn domains(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>The last labels of hosts that are names.</p>\n");
    write_error(&figures.tlds, "domains", page);
    let rows = figures.tlds.top(SHOWN_DOMAINS);
    let rows = rows.into_iter().map(|(name, count)| (name.to_owned(), *count)).collect();
    write_bars("domains.csv", "domain", rows, page);
}

/// Writes a table of counts with bars, or a sentence if there are none.
fn write_bars(file: &'static str, name: &str, counts: Vec<(String, u64)>, page: &mut ReportText) {
    if counts.is_empty() {
        page.tag("<p>None.</p>\n");
        return;
    }
    let row = |(name, count): (String, u64)| {
        vec![GridCell::Code(name), GridCell::Number(count), GridCell::Bar(count)]
    };
    let columns = [name, "URLs", "in proportion"].map(str::to_owned).to_vec();
    Grid { file, columns, rows: counts.into_iter().map(row).collect() }.write(page);
}

/// The grades of joins, and the grounds of line breaks.
pub(super) fn joins(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag(
        "<p>URLs without delimiters that were joined over a line break, by how sure that is.</p>\n",
    );
    let grades = GRADES.iter().zip(figures.grades).filter(|(_, count)| *count > 0);
    let grades = grades.map(|(name, count)| ((*name).to_owned(), count)).collect();
    write_bars("grades.csv", "grade", grades, page);
    page.tag("<p>The line breaks after which such a URL may go on, by what the text shows. ");
    page.tag("Both readings of a line break are kept.</p>\n");
    write_pairs("joins.csv", ["ground", "joined", "cut"], &figures.joins, page);
}

/// The hyphens before line breaks, by ground.
pub(super) fn hyphens(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>Hyphens before a line break inside a URL, by the ground on which they were kept or dropped.</p>\n");
    write_pairs("hyphens.csv", ["ground", "kept", "dropped"], &figures.hyphens, page);
}

fn write_pairs(
    file: &'static str,
    names: [&str; 3],
    table: &Bounded<[u64; 2]>,
    page: &mut ReportText,
) {
    let row = |(ground, [first, second]): (&str, &[u64; 2])| {
        vec![
            GridCell::Code(ground.to_owned()),
            GridCell::Number(*first),
            GridCell::Number(*second),
            GridCell::Bar(first + second),
        ]
    };
    let rows: Vec<_> = table.top(SHOWN_NAMES).into_iter().map(row).collect();
    if rows.is_empty() {
        page.tag("<p>None.</p>\n");
        return;
    }
    let columns = names.into_iter().chain(["in proportion"]).map(str::to_owned).collect();
    Grid { file, columns, rows }.write(page);
}

/// The charsets of the parts in which URLs were found.
pub(super) fn charsets(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>The charset of the text in which a URL was found. URLs in text of unknown charset, which is mostly ");
    page.tag("ASCII: ")
        .number(figures.no_charset)
        .tag(". <a href=\"#read\">What was read</a> lists the damage.</p>\n");
    let rows = figures.charsets.top(SHOWN_NAMES);
    let rows = rows.into_iter().map(|(name, count)| (name.to_owned(), *count)).collect();
    write_bars("charsets.csv", "charset", rows, page);
}

/// The URLs with the most days between their first and last date.
pub(super) fn lifetimes(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>The URLs with the most days between the first and the last message that has them. A wrong date can ");
    page.tag("make a lifetime long. Dates before 1971, when there was no mail yet, and after 2099 do not count.</p>\n");
    let dropped = figures.lifetimes.dropped();
    if dropped > 0 {
        page.tag("<p class=\"notice\">There were too many distinct URLs to remember all. Those that had been seen ");
        page.text(&if dropped == 1 {
            "once".to_owned()
        } else {
            format!("at most {} times", grouped(dropped))
        });
        page.tag(" were forgotten when the table was full, so a first date may be too late, ");
        page.tag("and a count too low.</p>\n");
    }
    let longest = figures.lifetimes.longest();
    if longest.is_empty() {
        page.tag("<p>No URL occurs on more than one day.</p>\n");
        return;
    }
    let rows = longest.into_iter().map(|lifetime| {
        vec![
            GridCell::Code(lifetime.url.to_owned()),
            GridCell::Text(lifetime.first.to_string()),
            GridCell::Text(lifetime.last.to_string()),
            GridCell::Number(u64::from(lifetime.days)),
            GridCell::Number(u64::from(lifetime.count)),
        ]
    });
    let columns = ["URL", "first", "last", "days", "times"].map(str::to_owned).to_vec();
    Grid { file: "lifetimes.csv", columns, rows: rows.collect() }.write(page);
}

/// The notes that warn of deceit, with the first URLs of each.
pub(super) fn dangers(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>Notes of the severity <code>danger</code>: the URL may deceive its reader. ");
    page.tag("The first URLs of each are listed.</p>\n");
    let noted = figures.dangers.top(SHOWN_NAMES);
    let rows = noted.iter().map(|(name, urls)| ((*name).to_owned(), urls.count)).collect();
    write_bars("dangers.csv", "note", rows, page);
    for (name, urls) in noted {
        let known = FoundNote::by_severity(Severity::Danger).find(|(known, _)| *known == name);
        page.tag("<h3><code>").text(name).tag("</code>: ").text(known.map_or("", |it| it.1));
        page.tag("</h3>\n<ul class=\"urls\">\n");
        for [url, source] in &urls.first {
            page.tag("<li><span class=\"u\">").text(url).tag("</span> <small>").text(source);
            page.tag("</small></li>\n");
        }
        page.tag("</ul>\n");
    }
}

/// The first URLs of each form, with the text around them.
pub(super) fn samples(figures: &Aggregates, _: Option<YearAxis>, page: &mut ReportText) {
    page.tag("<p>The first URLs of each form, marked in the lines that they were read from.</p>\n");
    for (form, counts) in figures.forms.iter().enumerate().filter(|(_, it)| it.total() > 0) {
        let samples = figures.samples.of(form);
        page.tag("<details class=\"samples\"><summary>").text(form_name(form)).tag(" <span>");
        page.number(u64::try_from(samples.len().min(SAMPLES_PER_FORM)).unwrap_or(0)).tag(" of ");
        page.number(counts.total()).tag("</span></summary>\n<ol>\n");
        for sample in samples {
            page.tag("<li><div class=\"u\">").text(&sample.url).tag("</div>\n<pre>");
            let [before, after] = &sample.around;
            page.text(before).tag("<mark>").lines(&sample.raw).tag("</mark>").text(after);
            page.tag("</pre>\n<p><small>").text(&sample.place);
            for field in [&sample.date, &sample.subject].into_iter().flatten() {
                page.tag(" · <bdi>").text(field).tag("</bdi>");
            }
            page.tag("</small></p></li>\n");
        }
        page.tag("</ol>\n");
        let text = |text: &Option<Box<str>>| {
            GridCell::Text(text.as_deref().unwrap_or_default().to_owned())
        };
        let row = |sample: &super::samples::SampleText| {
            let [url, raw, place] =
                [&sample.url, &sample.raw, &sample.place].map(ToString::to_string);
            let texts = [url, raw, place].map(GridCell::Code);
            texts.into_iter().chain([text(&sample.date), text(&sample.subject)]).collect()
        };
        let columns = ["URL", "raw", "source", "date", "subject"].map(str::to_owned).to_vec();
        let rows = samples.iter().map(row).collect();
        Grid { file: "samples.csv", columns, rows }.write_link(page);
        page.tag("</details>\n");
    }
}

/// Writes how wrong the counts of `table` may be, if it has been full.
fn write_error<V: Weighed + Default>(
    table: &Bounded<V>,
    names: &'static str,
    page: &mut ReportText,
) {
    if table.error() > 0 {
        page.tag("<p class=\"notice\">There were too many ").tag(names);
        page.tag(" to count all of them. Rare ones were forgotten when the table was full, ");
        page.tag("so a count may be too low by ");
        page.number(table.error()).tag(".</p>\n");
    }
}
