//! Tables of the page, each with its CSV.

use super::markup::{ReportText, visible};
use super::svg;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GridCell {
    Text(String),
    /// A URL or a name, in a typewriter face.
    Code(String),
    Number(u64),
    /// A year; empty if there is none.
    Year(Option<u16>),
    /// A part of a whole, as a percentage; empty if the whole is 0.
    Share(u64, u64),
    /// A bar in proportion to the largest of the column. The CSV does not have it.
    Bar(u64),
    /// Counts of consecutive years, as bars. The CSV does not have it.
    Spark(Vec<u64>),
}

/// A table with headings.
#[derive(Debug)]
pub(super) struct Grid {
    /// The name of the CSV file.
    pub(super) file: &'static str,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<GridCell>>,
}

impl GridCell {
    /// Returns the value for CSV, or `None` if the cell only illustrates others.
    fn csv(&self) -> Option<String> {
        Some(match self {
            GridCell::Text(text) | GridCell::Code(text) => text.clone(),
            GridCell::Number(number) => number.to_string(),
            GridCell::Year(year) => year.map(|year| year.to_string()).unwrap_or_default(),
            GridCell::Share(_, 0) => String::new(),
            GridCell::Share(part, whole) => format!("{:.2}", 100.0 * svg::ratio(*part, *whole)),
            GridCell::Bar(_) | GridCell::Spark(_) => return None,
        })
    }

    fn is_number(&self) -> bool {
        matches!(self, GridCell::Number(_) | GridCell::Year(_) | GridCell::Share(..))
    }
}

impl Grid {
    /// Appends the table and the link to its CSV. The link comes first, so that it is not below a long table.
    pub(super) fn write(&self, page: &mut ReportText) {
        self.write_link(page);
        self.write_table(page);
    }

    /// Appends the table behind a line that opens it.
    pub(super) fn write_folded(&self, page: &mut ReportText) {
        page.tag("<details><summary>Table</summary>\n");
        self.write(page);
        page.tag("</details>\n");
    }

    /// Appends the link to the CSV alone.
    pub(super) fn write_link(&self, page: &mut ReportText) {
        page.tag("<p class=\"csv\"><a download=\"").text(self.file).tag("\" href=\"");
        page.csv_url(&self.csv()).tag("\">download CSV</a></p>\n");
    }

    fn write_table(&self, page: &mut ReportText) {
        let mut most = vec![0; self.columns.len()];
        for (at, cell) in self.rows.iter().flat_map(|row| row.iter().enumerate()) {
            if let GridCell::Bar(count) = cell {
                most[at] = most[at].max(*count);
            }
        }
        page.tag("<div class=\"scroll\"><table>\n<thead><tr>");
        let first = self.rows.first();
        for (at, column) in self.columns.iter().enumerate() {
            let is_number = first.is_some_and(|row| row[at].is_number());
            page.tag(if is_number {
                "<th scope=\"col\" class=\"n\">"
            } else {
                "<th scope=\"col\">"
            });
            page.text(column).tag("</th>");
        }
        page.tag("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            page.tag("<tr>");
            for (cell, most) in row.iter().zip(&most) {
                write_cell(page, cell, *most);
            }
            page.tag("</tr>\n");
        }
        page.tag("</tbody></table></div>\n");
    }

    /// Returns the table as CSV (RFC 4180).
    pub(super) fn csv(&self) -> String {
        let first = self.rows.first();
        let is_data = |at: usize| first.is_none_or(|row| row[at].csv().is_some());
        let heading = self.columns.iter().enumerate().filter(|(at, _)| is_data(*at));
        let mut csv = record(heading.map(|(_, name)| name.clone()));
        for row in &self.rows {
            csv.push_str(&record(row.iter().filter_map(GridCell::csv)));
        }
        csv
    }
}

fn write_cell(page: &mut ReportText, cell: &GridCell, most: u64) {
    page.tag(match cell {
        GridCell::Text(_) => "<td>",
        GridCell::Code(_) => "<td class=\"u\">",
        GridCell::Number(_) | GridCell::Year(_) | GridCell::Share(..) => "<td class=\"n\"",
        GridCell::Bar(_) => "<td class=\"b\">",
        GridCell::Spark(_) => "<td class=\"k\">",
    });
    match cell {
        GridCell::Text(text) | GridCell::Code(text) => {
            page.text(text);
        }
        // The script sorts by the number without its commas.
        GridCell::Number(number) => {
            page.tag(" data-v=\"").digits(*number).tag("\">").number(*number);
        }
        GridCell::Year(year) => {
            page.tag(">");
            year.inspect(|year| {
                page.digits(u64::from(*year));
            });
        }
        GridCell::Share(part, whole) => {
            page.tag(">");
            if *whole > 0 {
                page.text(&format!("{:.1}", 100.0 * svg::ratio(*part, *whole)));
            }
        }
        GridCell::Bar(count) => svg::bar(page, *count, most),
        GridCell::Spark(counts) => svg::spark(page, counts),
    }
    page.tag("</td>");
}

/// Returns a record of CSV. A value that a spreadsheet would take for a formula gets an apostrophe before it.
fn record(values: impl Iterator<Item = String>) -> String {
    let value = |value: String| {
        let value = visible(&value);
        // Spreadsheets skip leading spaces.
        let is_formula = value.trim_start().starts_with(['=', '+', '-', '@', '|', '%']);
        let value = if is_formula { format!("'{value}") } else { value.into_owned() };
        if value.contains(['"', ',', ';', '\'']) {
            format!("\"{}\"", value.replace('"', "\"\""))
        } else {
            value
        }
    };
    values.map(value).collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_the_values_and_no_formula() {
        let grid = Grid {
            file: "a.csv",
            columns: ["name", "urls", "share %", ""].map(str::to_owned).to_vec(),
            rows: vec![
                vec![
                    GridCell::Code("=1+\"2\"".to_owned()),
                    GridCell::Number(1234),
                    GridCell::Share(1, 3),
                    GridCell::Bar(1234),
                ],
                vec![
                    GridCell::Code(" @a,\u{202e}\n<b>".to_owned()),
                    GridCell::Number(0),
                    GridCell::Share(0, 0),
                    GridCell::Bar(0),
                ],
            ],
        };
        let expected = "name,urls,share %\r\n\"'=1+\"\"2\"\"\",1234,33.33\r\n\
            \"' @a,\\u{202e}\\u{a}<b>\",0,\r\n";
        assert_eq!(grid.csv(), expected);
        let mut page = ReportText::default();
        grid.write_folded(&mut page);
        let page = page.into_string();
        assert!(page.contains("<td class=\"u\"> @a,\\u{202e}\\u{a}&lt;b&gt;</td>"), "{page}");
        assert!(page.contains("<td class=\"n\" data-v=\"1234\">1,234</td>"), "{page}");
        assert!(page.contains("href=\"data:text/csv;charset=utf-8,name%2Curls"), "{page}");
    }
}
