//! Charts in SVG.
//!
//! Colours are classes, which `page.css` defines for light and dark pages. Positions are attributes, because the page
//! allows no inline style.

use super::markup::ReportText;
use super::years::{YearAxis, YearCounts};

/// The counts of a colour of a chart.
#[derive(Debug)]
pub(super) struct ChartSeries {
    pub(super) label: String,
    /// The class of the colour.
    pub(super) class: &'static str,
    pub(super) counts: YearCounts,
}

/// The size of a chart in pixels. A page has each chart in two sizes, and shows the one that fits.
#[derive(Clone, Copy, Debug)]
struct ChartSize {
    opening: &'static str,
    width: f64,
    height: f64,
    /// The height of a strip of a chart of strips.
    strip: f64,
    /// The least distance between labels of years.
    label_width: f64,
}

const SIZES: [ChartSize; 2] = [
    ChartSize {
        opening: "<svg class=\"chart wide\" role=\"img\" viewBox=\"0 0 960 ",
        width: 960.0,
        height: 320.0,
        strip: 76.0,
        label_width: 48.0,
    },
    ChartSize {
        opening: "<svg class=\"chart narrow\" role=\"img\" viewBox=\"0 0 360 ",
        width: 360.0,
        height: 260.0,
        strip: 64.0,
        label_width: 44.0,
    },
];

/// The margins around a chart in pixels: for the labels of the axes, and for the upper half of the highest label.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 26.0;

/// The part of a year's width that its bar takes.
const BAR_PART: f64 = 0.82;

/// The most lines across a chart.
const MAX_TICKS: u64 = 5;

/// Returns `part` in proportion to `whole`; 0 if `whole` is 0.
#[expect(clippy::cast_precision_loss, reason = "drawings and percentages need few digits")]
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50 … that divides `most` into at most `parts`.
fn round_step(most: u64, parts: u64) -> u64 {
    let mut power: u64 = 1;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if most.div_ceil(step) <= parts {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// The horizontal axis of a chart.
#[derive(Clone, Copy)]
struct YearScale {
    axis: YearAxis,
    year_width: f64,
    /// Years that are multiples of this have a label.
    step: u64,
}

impl YearScale {
    fn new(axis: YearAxis, size: ChartSize) -> YearScale {
        let width = size.width - LEFT - RIGHT;
        let years = u64::try_from(axis.len()).unwrap_or(u64::MAX);
        let year_width = width * ratio(1, years);
        // Count how many labels fit.
        let mut labels = 1;
        while size.label_width * ratio(labels + 1, 1) <= width {
            labels += 1;
        }
        YearScale { axis, year_width, step: round_step(years, labels) }
    }

    /// Returns the left end of `year`.
    fn x(self, year: u16) -> f64 {
        LEFT + f64::from(year - self.axis.first) * self.year_width
    }

    /// Returns the middle of `year`.
    fn middle(self, year: u16) -> f64 {
        self.x(year) + self.year_width / 2.0
    }

    /// Appends the labels, below `y`.
    fn write(self, page: &mut ReportText, y: f64) {
        for year in self.axis.years().filter(|year| u64::from(*year).is_multiple_of(self.step)) {
            page.tag("<text class=\"x\" x=\"").length(self.middle(year)).tag("\" y=\"");
            page.length(y + 18.0).tag("\">").digits(u64::from(year)).tag("</text>");
        }
    }
}

fn open(page: &mut ReportText, size: ChartSize, height: f64, label: &str) {
    page.tag(size.opening).length(height).tag("\" aria-label=\"").text(label).tag("\">\n");
}

/// Appends a line across the chart with its label.
fn write_tick(page: &mut ReportText, size: ChartSize, y: f64, label: &str) {
    page.tag("<path class=\"grid\" d=\"M").length(LEFT).tag(" ").length(y).tag("H");
    page.length(size.width - RIGHT).tag("\"/><text class=\"y\" x=\"").length(LEFT - 6.0);
    page.tag("\" y=\"").length(y + 4.0).tag("\">").text(label).tag("</text>\n");
}

/// Appends a chart of the years with a bar for each, which is divided among `series`.
pub(super) fn stacked(page: &mut ReportText, label: &str, axis: YearAxis, series: &[ChartSeries]) {
    let total = |year| series.iter().map(|one| one.counts.of(year)).sum::<u64>();
    let most = axis.years().map(total).max().unwrap_or(0).max(1);
    let step = round_step(most, MAX_TICKS);
    let top = most.div_ceil(step).saturating_mul(step);
    for size in SIZES {
        let scale = YearScale::new(axis, size);
        let height = size.height - TOP - BOTTOM;
        let y = |count| TOP + height * (1.0 - ratio(count, top));
        open(page, size, size.height, label);
        for tick in 0..=top / step {
            write_tick(page, size, y(tick * step), &super::markup::grouped(tick * step));
        }
        scale.write(page, TOP + height);
        for year in axis.years() {
            let mut below = 0;
            for one in series {
                let count = one.counts.of(year);
                if count == 0 {
                    continue;
                }
                let x = scale.x(year) + scale.year_width * (1.0 - BAR_PART) / 2.0;
                page.tag("<rect class=\"").tag(one.class).tag("\" x=\"").length(x).tag("\" y=\"");
                page.length(y(below + count))
                    .tag("\" width=\"")
                    .length(scale.year_width * BAR_PART);
                // A bar of one URL among a million must be seen.
                let bar = (height * ratio(count, top)).max(0.5);
                page.tag("\" height=\"").length(bar).tag("\"><title>").digits(u64::from(year));
                page.tag(" ").text(&one.label).tag(": ").number(count).tag("</title></rect>");
                below += count;
            }
        }
        page.tag("\n</svg>\n");
    }
}

/// Appends a chart with a strip for each of `series`: its part of `all` in each year, as a line. A year without URLs
/// interrupts the line.
pub(super) fn strips(
    page: &mut ReportText,
    label: &str,
    axis: YearAxis,
    all: &YearCounts,
    series: &[ChartSeries],
) {
    let share = |one: &ChartSeries, year| ratio(one.counts.of(year), all.of(year));
    let years: Vec<u16> = axis.years().filter(|year| all.of(*year) > 0).collect();
    for size in SIZES {
        let scale = YearScale::new(axis, size);
        let count = u32::try_from(series.len()).unwrap_or(0);
        let height = TOP + f64::from(count) * size.strip + BOTTOM;
        open(page, size, height, label);
        let mut top = TOP;
        for one in series {
            // A strip begins at a multiple of ten percent, and at most at 90.
            let least = years.iter().map(|&year| share(one, year)).fold(1.0, f64::min);
            let floor = (least * 10.0).floor().clamp(0.0, 9.0) / 10.0;
            let plot = size.strip - 30.0;
            let y = |share: f64| top + 18.0 + plot * (1.0 - share) / (1.0 - floor);
            page.tag("<text class=\"t\" x=\"")
                .length(LEFT)
                .tag("\" y=\"")
                .length(top + 9.0)
                .tag("\">");
            page.text(&one.label).tag("</text>\n");
            write_tick(page, size, y(1.0), "100 %");
            write_tick(page, size, y(floor), &format!("{:.0} %", floor * 100.0));
            write_line(page, one, &years, |year| (scale.middle(year), y(share(one, year))));
            for &year in &years {
                page.tag("<circle class=\"dot ").tag(one.class).tag("\" r=\"2.5\" cx=\"");
                page.length(scale.middle(year)).tag("\" cy=\"").length(y(share(one, year)));
                page.tag("\"><title>").digits(u64::from(year)).tag(" ").text(&one.label);
                page.text(&format!(": {:.1} %", 100.0 * share(one, year))).tag(", ");
                page.number(one.counts.of(year)).tag(" of ").number(all.of(year));
                page.tag("</title></circle>");
            }
            page.tag("\n");
            top += size.strip;
        }
        scale.write(page, top - 8.0);
        page.tag("</svg>\n");
    }
}

/// Appends a line through the points of `years`, with a gap at each year that is missing.
fn write_line(
    page: &mut ReportText,
    one: &ChartSeries,
    years: &[u16],
    point: impl Fn(u16) -> (f64, f64),
) {
    page.tag("<path class=\"line ").tag(one.class).tag("\" d=\"");
    let mut last = None;
    for &year in years {
        let (x, y) = point(year);
        let goes_on = last.is_some_and(|last| last + 1 == year);
        page.tag(if goes_on { "L" } else { "M" }).length(x).tag(" ").length(y);
        last = Some(year);
    }
    page.tag("\"/>");
}

/// Appends a bar for a cell of a table.
pub(super) fn bar(page: &mut ReportText, count: u64, most: u64) {
    page.tag("<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    page.tag("<rect class=\"s1\" height=\"10\" width=\"").length(100.0 * ratio(count, most));
    page.tag("\"/></svg>");
}

/// Appends small bars, one for each year.
pub(super) fn spark(page: &mut ReportText, counts: &[u64]) {
    let most = counts.iter().copied().max().unwrap_or(0);
    page.tag("<svg class=\"spark\" viewBox=\"0 0 ")
        .digits(4 * u64::try_from(counts.len()).unwrap_or(0));
    page.tag(" 20\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    for (at, &count) in (0_u64..).zip(counts) {
        if count > 0 {
            let height = (20.0 * ratio(count, most)).max(1.0);
            page.tag("<rect class=\"s1\" width=\"3\" x=\"").digits(4 * at).tag("\" y=\"");
            page.length(20.0 - height).tag("\" height=\"").length(height).tag("\"/>");
        }
    }
    page.tag("</svg>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let table = [
            (1, 5, 1),
            (5, 5, 1),
            (6, 5, 2),
            (11, 5, 5),
            (26, 5, 10),
            (1_000_000, 5, 200_000),
            (u64::MAX, 5, 5_000_000_000_000_000_000),
        ];
        for (most, parts, step) in table {
            assert_eq!(round_step(most, parts), step, "{most}");
        }
    }

    #[test]
    fn years_without_urls_are_gaps() {
        let mut counts = YearCounts::default();
        for year in [1995, 1996, 1998] {
            counts.add(Some(year));
        }
        let axis = YearAxis::of(&counts).expect("there are years");
        let series = [ChartSeries { label: "<a>".to_owned(), class: "s1", counts: counts.clone() }];
        let mut page = ReportText::default();
        stacked(&mut page, "bars", axis, &series);
        strips(&mut page, "lines", axis, &counts, &series);
        let page = page.into_string();
        assert_eq!(page.matches("<rect").count(), 6, "{page}");
        assert_eq!(page.matches("<title>1996 &lt;a&gt;: 1</title>").count(), 2, "{page}");
        assert!(!page.contains("<title>1997"), "{page}");
        assert_eq!(page.matches("<title>1998 &lt;a&gt;: 100.0 %, 1 of 1</title>").count(), 2);
        let lines: Vec<&str> = page.split("class=\"line s1\" d=\"").skip(1).collect();
        let moves = lines[0].split('"').next().expect("a value ends").matches('M').count();
        assert_eq!(moves, 2, "{}", lines[0]);
    }
}
