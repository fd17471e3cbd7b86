//! Prints the URLs that linkify finds in files, one on each line, for a comparison with `urlsift scan` and `rg`.
//!
//! Bytes that are not UTF-8 are replaced, because linkify searches only UTF-8.

use std::io::{self, BufWriter, Write};
use std::{env, fs};

use linkify::{LinkFinder, LinkKind};

fn main() -> io::Result<()> {
    let mut links = LinkFinder::new();
    links.kinds(&[LinkKind::Url]);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    for file in env::args_os().skip(1) {
        let bytes = fs::read(file)?;
        for link in links.links(&String::from_utf8_lossy(&bytes)) {
            out.write_all(link.as_str().as_bytes())?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()
}
