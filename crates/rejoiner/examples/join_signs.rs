//! Prints the signs of line breaks, for `benches/joins/fit.py`.
//!
//! The first lines have the name, the text and the ground of each sign; a blank line ends them. Standard input has
//! places: the start and the end of the last line of a URL in a text, the length of the URL so far and that of the text
//! on one line; then URL and text. For each place a line follows with a digit for each sign, or `-` if nothing can go
//! on there.

use std::io::{Read, Write, stdin, stdout};

use urlsift_rejoiner::internal::{join_signs, join_signs_after};

fn main() -> std::io::Result<()> {
    let mut out = stdout().lock();
    for (name, text, ground) in join_signs() {
        writeln!(out, "{name}\t{text}\t{ground}")?;
    }
    writeln!(out)?;
    let count = join_signs().count();
    let mut input = Vec::new();
    stdin().read_to_end(&mut input)?;
    let mut rest = &input[..];
    while let Some(line) = rest.iter().position(|&byte| byte == b'\n') {
        let numbers = String::from_utf8_lossy(&rest[..line]);
        let numbers: Vec<usize> =
            numbers.split(' ').map(|it| it.parse().expect("a number")).collect();
        let [start, end, url, text] = numbers[..] else { panic!("four numbers begin a place") };
        let (url, more) = rest[line + 1..].split_at(url);
        let (text, more) = more.split_at(text);
        rest = more;
        match join_signs_after(text, start..end, url) {
            Some(signs) => {
                let digits = (0..count).map(|sign| if signs >> sign & 1 == 1 { '1' } else { '0' });
                writeln!(out, "{}", digits.collect::<String>())?;
            }
            None => writeln!(out, "-")?,
        }
    }
    Ok(())
}
