//! The walk through a message, judged by strangers: on every well-formed message our texts are those
//! of mail-parser or of Python's `email` (A3).
//!
//! `defect.rs` says what is well-formed, and why readers disagree on what is not. The messages are those
//! of the corpus and, where they are there, of real archives: some of them, or all where `URLSIFT_CASES`
//! is set. All of them with a count for each pack:
//!
//! ```text
//! URLSIFT_CASES=1 cargo test --release --test integration -- oracles regions --nocapture
//! ```

mod defect;
mod strangers;
mod texts;

use std::collections::BTreeMap;

use urlsift::archive::Header;

use self::defect::{Defect, defects};
use crate::shelf::{self, Sample};

/// What became of the messages of a pack.
#[derive(Debug, Default)]
struct Tally {
    messages: usize,
    well_formed: usize,
    texts: usize,
    mail_parser_agrees: usize,
    python_agrees: usize,
    /// On which nobody agrees with us, by their first defect.
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
fn texts_of_the_corpus() {
    let mut tally = Tally::default();
    let mut disputes = Vec::new();
    shelf::of_the_corpus(|name, message| judge(name, message, &mut tally, &mut disputes));
    settle(&disputes, &mut tally);
    eprintln!("{tally:?}");
}

#[test]
fn texts_of_real_archives() {
    for pack in shelf::packs() {
        let mut tally = Tally::default();
        let mut disputes = Vec::new();
        shelf::of_a_pack(&pack, Sample::asked(), |name, message| {
            judge(name, message, &mut tally, &mut disputes);
        });
        settle(&disputes, &mut tally);
        eprintln!("{}: {tally:?}", shelf::name(&pack));
        // Defects are few, or they would excuse too much.
        let flawed = tally.messages - tally.well_formed;
        assert!(flawed * 5 <= tally.messages, "{tally:?}");
    }
}

/// No defect is without a message that shows it.
#[test]
fn each_defect_has_its_example() {
    let examples = Defect::ALL.map(Defect::example);
    let python = strangers::python(&examples);
    for (i, defect) in Defect::ALL.into_iter().enumerate() {
        let example = examples[i];
        assert_eq!(defects(example), [defect], "{}", defect.sentence());
        let ours = texts::ours(example);
        let mail_parser = strangers::mail_parser(example);
        assert_ne!(ours, mail_parser, "{defect:?}: mail-parser agrees");
        if let Some(python) = &python {
            assert_ne!(ours, python[i], "{defect:?}: Python agrees");
        }
    }
}

/// Counts `message` and, where mail-parser disagrees, adds it to `disputes`.
fn judge(name: &str, message: &[u8], tally: &mut Tally, disputes: &mut Vec<Dispute>) {
    // A text has none.
    let Some(first) = Header::of(message).fields().next() else { return };
    // Nobody else knows of what stands before it.
    let message = &message[first.range.start..];
    let (ours, theirs) = (texts::ours(message), strangers::mail_parser(message));
    tally.messages += 1;
    tally.texts += ours.len();
    tally.well_formed += usize::from(defects(message).is_empty());
    if ours == theirs {
        tally.mail_parser_agrees += 1;
    } else {
        disputes.push(Dispute { name: name.to_owned(), message: message.to_vec(), ours, theirs });
    }
}

/// Asks Python about `disputes`, and asserts that those are not well-formed where it disagrees too.
fn settle(disputes: &[Dispute], tally: &mut Tally) {
    if disputes.is_empty() {
        return;
    }
    let messages: Vec<_> = disputes.iter().map(|dispute| &*dispute.message).collect();
    let Some(python) = strangers::python(&messages) else {
        eprintln!("not tested: there is no python3 to ask where mail-parser disagrees");
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
    assert!(unexplained.is_empty(), "well-formed, but read otherwise:\n{}", unexplained.join("\n"));
}

/// The first lines in which two lists of texts differ.
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
