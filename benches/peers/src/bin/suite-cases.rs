//! Prints the URLs of many small texts, for `suites.py`. Each line of standard input is a text in hexadecimal digits; the
//! line of output has its URLs as `START:END:URL` in bytes of the text, separated by tabs.
//!
//! ```text
//! suite-cases forms=bare,www extras=localhost < CASES
//! ```

use std::error::Error;
use std::io::{self, BufWriter, Write};

use urlsift::Extractor;
use urlsift::extract::{Extra, ExtractorBuilder, Extras, Forms, SchemeSet};
use urlsift::found::Form;

/// Sets the option of an argument `NAME=VALUE`; names in a list are separated by commas.
fn set(builder: ExtractorBuilder, argument: &str) -> Result<ExtractorBuilder, Box<dyn Error>> {
    let (name, value) = argument.split_once('=').ok_or("expected NAME=VALUE")?;
    let names = value.split(',').filter(|name| !name.is_empty());
    Ok(match name {
        "forms" => builder.forms(names.map(str::parse::<Form>).collect::<Result<Forms, _>>()?),
        "only_schemes" => {
            builder.only_schemes(names.fold(SchemeSet::new(), |mut schemes, name| {
                schemes.add(name).expect("the name of a scheme");
                schemes
            }))
        }
        "extras" => builder.extras(names.map(str::parse::<Extra>).collect::<Result<Extras, _>>()?),
        "ascii_only" => builder.ascii_only(value.parse()?),
        "profile" => builder.profile(value.parse()?),
        "join" => builder.join(value.parse()?),
        _ => return Err(format!("unknown option {argument}").into()),
    })
}

fn text(line: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let digits = line.as_bytes().chunks_exact(2);
    digits.map(|pair| Ok(u8::from_str_radix(str::from_utf8(pair)?, 16)?)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let extractor =
        std::env::args().skip(1).try_fold(Extractor::builder(), |it, arg| set(it, &arg))?.build();
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let text = text(&line?)?;
        let one = |found: urlsift::Found<'_>| {
            let range = found.range();
            format!("{}:{}:{}", range.start, range.end, found.url())
        };
        writeln!(out, "{}", extractor.find_iter(&text).map(one).collect::<Vec<_>>().join("\t"))?;
    }
    Ok(out.flush()?)
}
