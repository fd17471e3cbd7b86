//! Builds an automaton for each grammar and writes it to `OUT_DIR` as Rust source.
//!
//! A grammar is a file of rules under `grammars/`. Its automaton is a minimal DFA over an alphabet of symbols, each for
//! all characters that no state distinguishes. For RFC 1738 the first symbol of a word chooses the production, so one
//! automaton serves all productions.
//!
//! `regex-automata` minimises the DFA. The library has its own table of `u16`: one row for each state, one column for
//! each symbol. The format of `regex-automata` took more than twice the bytes and was checked whenever a validator was
//! made.
//!
//! No live state may fail to reach a match, or the automaton would die too late and report a wrong offset. Hence
//! `MatchKind::All`, which prunes nothing in favour of an earlier alternative, and `\z`, which lets a finished match
//! die at once on a further character. A test of the library walks all states to check this.

use std::env;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::Path;

#[path = "build/abnf.rs"]
mod abnf;
#[allow(dead_code, reason = "the build script needs the names alone")]
#[path = "src/grammar/production.rs"]
mod production;
#[path = "build/table.rs"]
mod table;

use abnf::Rules;
use production::Production;
use table::StateRows;

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", "build", "grammars", "src/grammar/production.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }

    // The name of a rule, and the beginning of its words that is already read at its start state. The library compares
    // the scheme when it chooses a production of RFC 1738, so the automaton starts after it.
    let whole = |rule: &str| vec![(rule.to_owned(), String::new())];
    let known = Production::SCHEMES.iter().map(|name| (format!("{name}url"), format!("{name}:")));
    let grammars = [
        ("draft03", whole("url")),
        ("rfc1738", known.chain(whole("otherurl")).collect()),
        ("rfc2396", whole("URI")),
        ("rfc3986", whole("URI")),
        ("rfc3987", whole("IRI")),
    ];
    let mut rows = StateRows::new();
    let mut automata = Vec::new();
    for (grammar, starts) in &grammars {
        let file = format!("grammars/{grammar}.abnf");
        let text = fs::read_to_string(&file)?;
        let mut rules = Rules::find(&file, &text)?;
        let mut productions = Vec::new();
        for (rule, read) in starts {
            productions.push((rules.expression(rule)?, read.as_str()));
        }
        automata.push(rows.add(productions, rules.edges())?.to_string());
    }
    write("automata", &format!("[{}]", automata.join(",")))?;
    write("next", &rows)
}

fn write(name: &str, table: &impl Display) -> Result<(), Box<dyn Error>> {
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    Ok(fs::write(Path::new(&out).join(name).with_extension("rs"), table.to_string())?)
}
