//! Builds an automaton for each grammar and leaves it in `OUT_DIR`, as Rust to be included.
//!
//! A grammar is a file of rules under `grammars/`. Its automaton is a minimal DFA over an alphabet of
//! symbols, each of which stands for characters that no state tells apart. For RFC 1738 the first
//! symbol of a word chooses the production and all others are the URL's, so that one automaton serves
//! all productions and they share the states that are the same.
//!
//! `regex-automata` makes it minimal; what ships is a table of our own, of `u16`: one row a state, one
//! column a symbol. Its own format took more than twice the bytes and was checked whenever a validator
//! was made. (Before, with the schemes in the table and bytes for symbols, as the rules have them, RFC
//! 1738 took 150 kB, and RFC 3986 took 47 kB.)
//!
//! The trap: no state may stay alive from which no match can be reached, or the offset where the
//! automaton dies would come too late (V3). Hence `MatchKind::All`, which prunes nothing in favour
//! of an earlier alternative, and `\z`, which makes a finished match die at once on a further
//! character. A test of the library walks all states and sees that it is so.

use std::env;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::Path;

#[path = "build/abnf.rs"]
mod abnf;
#[path = "src/automata/production.rs"]
mod production;
#[path = "build/table.rs"]
mod table;

use abnf::Rules;
use production::Production;
use table::StateRows;

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", "build", "grammars", "src/automata/production.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }

    let mut rows = StateRows::new();
    let rfc1738 = Production::ALL.map(|production| {
        let rule = format!("{}url", production.name());
        // The library has compared the scheme already when it chooses a production by it.
        let read = match production {
            Production::Other => String::new(),
            known => format!("{}:", known.name()),
        };
        (rule, read)
    });
    add("rfc1738", &rfc1738, &mut rows)?;
    for (grammar, rule) in
        [("draft03", "url"), ("rfc2396", "URI"), ("rfc3986", "URI"), ("rfc3987", "IRI")]
    {
        add(grammar, &[(rule.to_owned(), String::new())], &mut rows)?;
    }
    write("next", &rows)
}

/// Adds the automaton of `grammar` to `rows`. It has a start for each of `starts`: the name of a rule,
/// and how its words begin that are read from there on.
fn add(
    grammar: &str,
    starts: &[(String, String)],
    rows: &mut StateRows,
) -> Result<(), Box<dyn Error>> {
    let file = format!("grammars/{grammar}.abnf");
    let text = fs::read_to_string(&file)?;
    let mut rules = Rules::find(&file, &text)?;
    let mut productions = Vec::new();
    for (rule, read) in starts {
        productions.push((rules.expression(rule)?, read.as_str()));
    }
    write(grammar, &rows.add(productions, rules.edges())?)
}

fn write(name: &str, table: &impl Display) -> Result<(), Box<dyn Error>> {
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    Ok(fs::write(Path::new(&out).join(name).with_extension("rs"), table.to_string())?)
}
