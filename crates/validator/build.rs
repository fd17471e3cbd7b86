//! Builds an automaton for each grammar and leaves it in `OUT_DIR`, ready to be included.
//!
//! A grammar is a file of rules under `grammars/`. Its automaton is a minimal dense DFA, anchored
//! at both ends, over an alphabet of symbols; the 256 bytes before it say which symbol stands for
//! which byte. The first symbol of a word chooses the production, all others are the URL's. So one
//! table serves all productions of RFC 1738, and they share the states that are the same. (With the
//! schemes in the table and bytes for symbols, as the rules have them, RFC 1738 took 150 kB and not
//! 32, and RFC 3986 47 kB and not 24.)
//!
//! The trap: no state may stay alive from which no match can be reached, or the offset where the
//! automaton dies would come too late (V3). Hence `MatchKind::All`, which prunes nothing in favour
//! of an earlier alternative, and `\z`, which makes a finished match die at once on a further byte.
//! A test of the library walks all states and sees that it is so.

use regex_automata::MatchKind;
use regex_automata::dfa::{StartKind, dense};
use regex_automata::util::syntax;
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

#[path = "build/abnf.rs"]
mod abnf;
#[path = "build/expression.rs"]
mod expression;
#[path = "src/production.rs"]
mod production;

use abnf::Rules;
use expression::{Alphabet, Expression};
use production::Production;

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", "build", "grammars", "src/production.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }

    let rules = read("rfc1738")?;
    let mut productions = Vec::new();
    for production in Production::ALL {
        let whole = rules.expression(&format!("{}url", production.name()))?;
        // The library has compared the scheme already when it chooses a production by it.
        let rest = match production {
            Production::Other => whole,
            known => whole.after(&format!("{}:", known.name())),
        };
        productions.push((production.selector(), rest));
    }
    write("rfc1738", &productions)?;

    let rules = read("rfc3986")?;
    write("rfc3986", &[(0, rules.expression("URI")?)])
}

fn read(grammar: &str) -> Result<Rules, Box<dyn Error>> {
    let file = format!("grammars/{grammar}.abnf");
    Ok(Rules::read(&file, &fs::read_to_string(&file)?)?)
}

/// Writes the alphabet and the automaton of a grammar, in the byte order of the machine that the
/// library is built for.
fn write(grammar: &str, productions: &[(u8, Expression)]) -> Result<(), Box<dyn Error>> {
    let alphabet = Alphabet::of(productions.iter().map(|(_, expression)| expression));
    // There is no `\A`: the DFA has anchored starts only, and then but a single one.
    let mut regex = String::from("(?:");
    for (index, (selector, expression)) in productions.iter().enumerate() {
        if index > 0 {
            regex.push('|');
        }
        expression::write_symbol(*selector, &mut regex);
        expression.write(&alphabet, &mut regex);
    }
    regex.push_str(r")\z");

    let dfa = dense::Builder::new()
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .configure(
            dense::Config::new()
                .match_kind(MatchKind::All)
                .start_kind(StartKind::Anchored)
                // Acceleration serves searches for a few bytes; a URL's characters are many.
                .accelerate(false)
                .minimize(true),
        )
        .build(&regex)?;
    let (bytes, padding) = match env::var("CARGO_CFG_TARGET_ENDIAN")?.as_str() {
        "big" => dfa.to_bytes_big_endian(),
        _ => dfa.to_bytes_little_endian(),
    };
    // The padding aligns the table in this process; in the library, the static that includes the
    // file is aligned, and 256 bytes keep it so.
    let table = [&alphabet.0[..], &bytes[padding..]].concat();
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    Ok(fs::write(Path::new(&out).join(grammar).with_extension("dfa"), table)?)
}
