//! Decides which judged reading is the URL, and which others are kept (J3, J4, J11).

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr3;
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Ground};
use urlsift_scanner::Form;

use crate::extract::domain::is_known_host;
use crate::extract::judge::{Judge, Judgement, accepts, has_bad_host};
use crate::extract::notes::{note_on_decoding, note_on_host};
use crate::extract::propose::markup::{self, MarkupKind, Unmarked};
use crate::extract::propose::proposal::{Proposal, Variant};
use crate::found::Found;
use crate::note::FoundNote;
use crate::reading::{Difference, PieceList, Reading, Why, joined};

/// Returns the URL of `proposal` with the other readings that are not rejected, if there is one. Evidence ranks them,
/// unless they are in order.
pub(super) fn decide<'h>(
    judge: &mut Judge<'_, 'h>,
    proposal: Proposal,
    are_in_order: bool,
) -> Option<Found<'h>> {
    let Proposal { form, outer, mut readings } = proposal;
    // Judge all readings before ranking: the host and the standing of each are part of the evidence.
    let mut judgements = judge.judge_all(&readings);
    // Evidence needs a pass over the whole text, so it is collected only if there is something to rank.
    if judgements.len() > 1 && !are_in_order {
        let evidence = judge.evidence(&readings, &judgements);
        // `rank` reorders its own readings and returns the order for the judgements.
        let mut slots: Vec<Option<Judgement<'h>>> = judgements.into_iter().map(Some).collect();
        judgements =
            readings.rank(&evidence).iter().filter_map(|&index| slots[index].take()).collect();
    }
    let doubts = readings.doubts().to_vec();
    let mut pairs = readings.as_slice().iter().zip(judgements);
    let (first, best) = pairs.next().expect("a wrapper has at least one reading");
    let others = pairs
        .filter(|(_, judgement)| accepts(&judgement.url))
        .map(|(reading, judgement)| Reading {
            url: judgement.url,
            pieces: reading.pieces().into(),
            why: why(reading, first.choices(), &doubts),
        })
        .collect();
    let mut found = found(judge, form, outer, first.pieces().into(), best, doubts);
    found.others = others;
    let found = without_markup(judge, found);
    // Fitness is the first criterion of ranking. So a rejected reading is the first only if every other
    // one is rejected too.
    accepts(found.url()).then_some(found)
}

pub(super) fn decide_one<'h>(
    judge: &Judge<'_, 'h>,
    form: Form,
    outer: Range<usize>,
    pieces: PieceList,
) -> Option<Found<'h>> {
    let best = judge.judge_pieces(&pieces);
    if !accepts(&best.url) {
        return None;
    }
    Some(found(judge, form, outer, pieces, best, Vec::new()))
}

/// Returns `found`, a URL whose scheme the text lacks, with a note. `None` if its host is in no known domain.
pub(super) fn with_inserted_scheme(mut found: Found<'_>) -> Option<Found<'_>> {
    if !is_known_host(found.host()?) {
        return None;
    }
    found.text_notes.push(FoundNote::SchemeInserted);
    Some(found)
}

/// Adds `variant` to the readings of `found`, if it is acceptable. Returns whether it is.
pub(super) fn add<'h>(judge: &Judge<'_, 'h>, variant: Variant, found: &mut Found<'h>) {
    let Variant { pieces, kind, at, chosen, choice } = variant;
    let url = judge.judge_pieces(&pieces).url;
    if accepts(&url) {
        let doubt = Doubt { kind, at, chosen, ground: Ground::Default };
        found.add_reading(Reading { url, pieces, why: Why::of(kind, at, choice) }, doubt);
    }
}

/// Chooses between two ends of one wrapper. The end that the rule gives (`found`) comes first, unless its host is
/// invalid, or the longer URL occurs unbroken elsewhere in the text. A shorter URL elsewhere is no evidence.
pub(super) fn choose_end<'h>(
    judge: &mut Judge<'_, 'h>,
    mark: usize,
    found: Found<'h>,
    other: Found<'h>,
) -> Found<'h> {
    let is_longer = found.outer.end > other.outer.end;
    let haystack = judge.input.haystack;
    let mut is_seen = |found: &Found<'h>| judge.stands_unbroken(&joined(found.pieces(), haystack));
    let (found_seen, other_seen) = (is_seen(&found), is_seen(&other));
    let (found, other, ground) = match (has_bad_host(found.url()), has_bad_host(other.url())) {
        (false, true) => (found, other, Ground::Host),
        (true, false) => (other, found, Ground::Host),
        _ if is_longer && found_seen && !other_seen => (found, other, Ground::Seen),
        _ if !is_longer && other_seen && !found_seen => (other, found, Ground::Seen),
        _ => (found, other, Ground::Default),
    };
    // If the URL ends with the disputed `>`, that `>` is the closer. Otherwise it is a quote mark inside.
    let choice = |found: &Found<'_>| {
        if found.outer.end == mark + 1 { Choice::Close } else { Choice::Mark }
    };
    let (kind, at) = (DoubtKind::End, mark);
    let doubt = Doubt { kind, at, chosen: choice(&found), ground };
    let why = Why::of(kind, at, choice(&other));
    let mut found = found;
    found.add_reading(Reading { why, ..other.best }, doubt);
    found
}

pub(super) fn found<'h>(
    judge: &Judge<'_, 'h>,
    form: Form,
    outer: Range<usize>,
    pieces: PieceList,
    best: Judgement<'h>,
    doubts: Vec<Doubt>,
) -> Found<'h> {
    let mut notes = Vec::new();
    // Most URLs are in one piece, or a scheme was inserted before it.
    if pieces.windows(2).any(|pair| pair[0].range().end < pair[1].range().start) {
        notes.extend(note_on_host(judge.input, &pieces, &best));
    }
    let is_undecided =
        |doubt: &Doubt| doubt.kind == DoubtKind::Hyphen && doubt.ground == Ground::Default;
    notes.extend(doubts.iter().any(is_undecided).then_some(FoundNote::HyphenInDoubt));
    notes.extend((form == Form::Repaired).then_some(FoundNote::SeparatorRepaired));
    notes.extend(note_on_decoding(best.undecodable));
    Found {
        form,
        outer,
        best: Reading { url: best.url, pieces, why: Why::Differs(Vec::new()) },
        others: Vec::new(),
        doubts: doubts.into(),
        text_notes: notes,
        joined: None,
    }
}

/// Returns `found` with the reading without markup as the first one, if it has markup. The stored spelling becomes one
/// more reading. If not every `&` of the URL begins a reference, it comes first.
#[inline]
pub(super) fn without_markup<'h>(judge: &Judge<'_, 'h>, found: Found<'h>) -> Found<'h> {
    if may_have_markup(judge, found.range()) { without_its_markup(judge, found) } else { found }
}

#[inline]
pub(super) fn may_have_markup(judge: &Judge<'_, '_>, range: Range<usize>) -> bool {
    let Judge { input, .. } = judge;
    input.markup.is_none() && memchr3(b'\\', b'&', 0xE2, &input.haystack[range]).is_some()
}

/// Like [`without_markup`], for a URL with a backslash or an ampersand.
fn without_its_markup<'h>(judge: &Judge<'_, 'h>, found: Found<'h>) -> Found<'h> {
    let haystack = judge.input.haystack;
    let rules = judge.extractor.rules;
    if rules.is_source {
        return without(judge, MarkupKind::Source, found);
    }
    if rules.is_escaped && markup::has_reference(found.url().as_bytes()) {
        return without(judge, MarkupKind::All, found);
    }
    // The opener `<URL:` was written by somebody who knew what a URL is, or by `wrap` (J10).
    let may_have_references = found.form != Form::Url;
    if !may_have_references || !markup::has_reference(found.url().as_bytes()) {
        return without(judge, MarkupKind::Backslashes, found);
    }
    if markup::are_all_references(found.url().as_bytes()) {
        return without(judge, MarkupKind::All, found);
    }
    let mut found = without(judge, MarkupKind::Backslashes, found);
    if let Some(Unmarked { pieces, at }) =
        markup::unmarked(&found.best.pieces, haystack, MarkupKind::All)
    {
        let (kind, chosen, choice) = (DoubtKind::Markup, Choice::Kept, Choice::Dropped);
        add(judge, Variant { pieces, kind, at, chosen, choice }, &mut found);
    }
    found
}

fn without<'h>(judge: &Judge<'_, 'h>, kind: MarkupKind, mut read: Found<'h>) -> Found<'h> {
    let haystack = judge.input.haystack;
    let Some(Unmarked { pieces, at }) = markup::unmarked(&read.best.pieces, haystack, kind) else {
        return read;
    };
    let best = judge.judge_pieces(&pieces);
    let is_stored_accepted = accepts(read.url());
    if is_stored_accepted && !accepts(&best.url) {
        return read;
    }
    let doubts = core::mem::take(&mut read.doubts).into_vec();
    let mut unmarked = found(judge, read.form, read.outer.clone(), pieces, best, doubts);
    for other in read.others {
        let other = reading_without(judge, kind, other);
        if other.url != unmarked.best.url && unmarked.others.iter().all(|it| it.url != other.url) {
            unmarked.others.push(other);
        }
    }
    let rules = judge.extractor.rules;
    let is_certain = rules.is_source || rules.is_escaped && kind == MarkupKind::All;
    if is_stored_accepted && !is_certain {
        let ground = if has_bad_host(&read.best.url) { Ground::Host } else { Ground::Default };
        let doubt = Doubt { kind: DoubtKind::Markup, at, chosen: Choice::Dropped, ground };
        let why = Why::of(DoubtKind::Markup, at, Choice::Kept);
        unmarked.add_reading(Reading { why, ..read.best }, doubt);
    }
    unmarked
}

/// Like [`without`], for a reading that is not the first.
fn reading_without<'h>(
    judge: &Judge<'_, 'h>,
    kind: MarkupKind,
    reading: Reading<'h>,
) -> Reading<'h> {
    let unmarked = markup::unmarked(&reading.pieces, judge.input.haystack, kind);
    let Some(Unmarked { pieces, .. }) = unmarked else { return reading };
    let judgement = judge.judge_pieces(&pieces);
    if !accepts(&judgement.url) {
        return reading;
    }
    Reading { url: judgement.url, pieces, why: reading.why }
}

fn why(reading: &urlsift_rejoiner::RawReading, first: &[Choice], doubts: &[Doubt]) -> Why {
    if reading.escapes_all_blanks() {
        return Why::BlanksEscaped;
    }
    // All readings of a wrapper have one choice for each doubt, in the same order.
    let choices = reading.choices().iter().zip(first).zip(doubts);
    Why::Differs(
        choices
            .filter(|((choice, first), _)| choice != first)
            .map(|((&choice, _), doubt)| Difference { kind: doubt.kind, at: doubt.at, choice })
            .collect(),
    )
}
