//! The list of links, printed if there is no terminal or `--list` asks for it.
//!
//! ```text
//! 1  http://www.example.org@a.example/
//!    danger   the user looks like a host, and the host comes after it: "www.example.org"
//!    found    in the header field X-Url
//! ```

use std::io::{self, BufWriter, Write};

use crate::console::message;
use crate::pick::link::{Link, LinkReading, PLACE_IN_TEXT};
use crate::pick::links::Links;

pub(crate) fn write(links: &Links, out: &mut impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let width = links.all.len().to_string().len();
    for (i, link) in links.all.iter().enumerate() {
        writeln!(out, "{:>width$}  {}", i + 1, link.best().shown)?;
        write_link(link, width + 2, &mut out)?;
    }
    out.flush()?;
    if let Some(left_out) = links.left_out() {
        message::say(&left_out);
    }
    Ok(())
}

fn write_link(link: &Link, indent: usize, out: &mut impl Write) -> io::Result<()> {
    write_reading(link.best(), indent, out)?;
    // Most links are only in the text, so that place is not printed if it is the only one.
    let places =
        link.places.iter().filter(|place| *place != PLACE_IN_TEXT || link.places.len() > 1);
    for place in places {
        writeln!(out, "{:indent$}found    {place}", "")?;
    }
    for reading in &link.readings[1..] {
        let why = reading.why.as_deref().unwrap_or_default();
        writeln!(out, "{:indent$}or       {}  ({why})", "", reading.shown)?;
        write_reading(reading, indent + 9, out)?;
    }
    Ok(())
}

fn write_reading(reading: &LinkReading, indent: usize, out: &mut impl Write) -> io::Result<()> {
    for warning in &reading.warnings {
        writeln!(out, "{:indent$}{:<8} {}", "", warning.severity, warning.text)?;
    }
    if reading.opens() != Some(&*reading.shown) {
        writeln!(out, "{:indent$}opens    {}", "", reading.opening())?;
    }
    Ok(())
}
