//! Compares the texts of messages with those that other mail parsers find. For every well-formed message, the texts of
//! urlsift are those of the crate mail-parser or of Python's `email` (A3).
//!
//! `defect.rs` defines which messages are well-formed, and why parsers disagree on the others. The messages come from
//! the corpus and from real archives, if present. From each archive a sample is read, or everything if
//! `URLSIFT_CASES` is set. To run on everything and print counts for each pack:
//!
//! ```text
//! URLSIFT_CASES=1 cargo test --release --test integration -- mail_parsers regions --nocapture
//! ```

mod defect;
mod other_parsers;
mod texts;

use std::collections::BTreeMap;

use urlsift_archive::mail::Header;

use self::defect::{Defect, defects};
use crate::archives::messages::{self, Sample};
use crate::packs::packs;
use crate::repository::report_skipped;

/// Counts over the messages of a pack.
#[derive(Debug, Default)]
struct Tally {
    messages: usize,
    well_formed: usize,
    texts: usize,
    mail_parser_agrees: usize,
    python_agrees: usize,
    /// Messages on which no other parser agrees, by their first defect.
    disputed: BTreeMap<Defect, usize>,
}

/// A message on which mail-parser disagrees.
struct Dispute {
    name: String,
    message: Vec<u8>,
    ours: Vec<String>,
    theirs: Vec<String>,
}

#[test]
fn texts_of_the_corpus_are_those_of_other_parsers() {
    let mut tally = Tally::default();
    let mut disputes = Vec::new();
    messages::of_the_corpus(|name, message| judge(name, message, &mut tally, &mut disputes));
    settle(&disputes, &mut tally);
    eprintln!("{tally:?}");
}

#[test]
fn texts_of_real_archives_are_those_of_other_parsers() {
    for pack in packs() {
        let mut tally = Tally::default();
        let mut disputes = Vec::new();
        messages::of_a_pack(&pack, Sample::asked(), |name, message| {
            judge(name, message, &mut tally, &mut disputes);
        });
        settle(&disputes, &mut tally);
        eprintln!("{}: {tally:?}", messages::name(&pack));
        // Defects are few, or they would excuse too much.
        let flawed = tally.messages - tally.well_formed;
        assert!(flawed * 5 <= tally.messages, "{tally:?}");
    }
}

/// Each defect has an example on which the other parsers disagree.
#[test]
fn each_defect_has_an_example() {
    let examples = Defect::ALL.map(Defect::example);
    let python = other_parsers::python(&examples);
    if python.is_none() {
        report_skipped("the comparison with Python, because python3 is missing");
    }
    for (i, defect) in Defect::ALL.into_iter().enumerate() {
        let example = examples[i];
        assert_eq!(defects(example), [defect], "{}", defect.sentence());
        let ours = texts::ours(example);
        let mail_parser = other_parsers::mail_parser(example);
        assert_ne!(ours, mail_parser, "{defect:?}: mail-parser agrees");
        if let Some(python) = &python {
            assert_ne!(ours, python[i], "{defect:?}: Python agrees");
        }
    }
}

/// Counts `message`, and adds it to `disputes` if mail-parser disagrees.
fn judge(name: &str, message: &[u8], tally: &mut Tally, disputes: &mut Vec<Dispute>) {
    // A plain text without a header is not a message.
    let Some(first) = Header::of(message).fields().next() else { return };
    // The other parsers do not recognise lines before the first field.
    let message = &message[first.range.start..];
    let (ours, theirs) = (texts::ours(message), other_parsers::mail_parser(message));
    tally.messages += 1;
    tally.texts += ours.len();
    tally.well_formed += usize::from(defects(message).is_empty());
    if ours == theirs {
        tally.mail_parser_agrees += 1;
    } else {
        disputes.push(Dispute { name: name.to_owned(), message: message.to_vec(), ours, theirs });
    }
}

/// Asks Python about `disputes`. If it disagrees too, the message must have a defect.
fn settle(disputes: &[Dispute], tally: &mut Tally) {
    if disputes.is_empty() {
        return;
    }
    let messages: Vec<_> = disputes.iter().map(|dispute| &*dispute.message).collect();
    let Some(python) = other_parsers::python(&messages) else {
        report_skipped(
            "python3 is missing: messages on which mail-parser disagrees are not checked",
        );
        return;
    };
    let mut unexplained = Vec::new();
    for (Dispute { name, message, ours, theirs }, python) in disputes.iter().zip(python) {
        if *ours == python {
            tally.python_agrees += 1;
        } else if let Some(&defect) = defects(message).first() {
            eprintln!("{name}: {:?}", defects(message));
            *tally.disputed.entry(defect).or_default() += 1;
        } else {
            let by = [("mail-parser", theirs), ("Python", &python)].map(|(who, theirs)| {
                let (ours, theirs) = first_difference(ours, theirs);
                format!("\n  ours {ours:?}\n  {who} {theirs:?}")
            });
            unexplained.push(name.clone() + &by.concat());
        }
    }
    assert!(
        unexplained.is_empty(),
        "well-formed, but other parsers disagree:\n{}",
        unexplained.join("\n")
    );
}

/// Returns the first lines in which two lists of texts differ.
fn first_difference<'t>(ours: &'t [String], theirs: &'t [String]) -> (&'t str, &'t str) {
    let lines = |texts: &'t [String]| texts.iter().flat_map(|text| text.lines().chain(["<end>"]));
    let (mut ours, mut theirs) = (lines(ours), lines(theirs));
    loop {
        match (ours.next(), theirs.next()) {
            (Some(one), Some(other)) if one == other => {}
            (one, other) => return (one.unwrap_or_default(), other.unwrap_or_default()),
        }
    }
}
