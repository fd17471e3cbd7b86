//! Chooses which reading of a wrapper is the URL (J3, J8, W8, W9).
//!
//! A wrapper goes through three steps, each in its own module, which know nothing of the later ones:
//!
//! 1. [`propose`](crate::extract::propose) lists the readings: the rejoiner's, and those with another end, without
//!    markup, or over more lines.
//! 2. [`judge`](crate::extract::judge) gives a verdict on each, and the evidence from the rest of the text.
//! 3. [`decide`](crate::extract::decide) ranks them. Readings that are no URLs come
//!    last. Among the others, a URL that the text also has unbroken comes first.
//!
//! Most wrappers have one reading; these take a short path without ranking.

use alloc::vec::Vec;
use core::ops::Range;
use core::{iter, mem};

use urlsift_rejoiner::internal::MAX_READINGS;
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Gaps, Grade, Ground};
use urlsift_scanner::{Form, Wrapper};

use crate::extract::decide::{
    self, add, choose_end, decide, decide_one, may_have_markup, with_inserted_scheme,
    without_markup,
};
use crate::extract::extractor::Extractor;
use crate::extract::join_option::Join;
use crate::extract::judge::cut::is_part_of_host;
use crate::extract::judge::{Judge, accepts, is_surely_accepted};
use crate::extract::notes::note_hidden_end;
use crate::extract::plain::{add_plain_tail, plain_url};
use crate::extract::propose::joins::JoinLink;
use crate::extract::propose::markup::Unmarked;
use crate::extract::propose::proposal::Proposer;
use crate::extract::propose::{around, ends, joins, markup, network_path, schemeless};
use crate::extract::spelling::respell;
use crate::found::Found;
use crate::input::DynInput;
use crate::note::FoundNote;
use crate::reading::{Reading, Why};
use crate::seen::SeenUrls;

/// Chooses between the readings of wrappers, for one text.
pub(crate) struct Chooser<'c, 'h> {
    pub(super) proposer: Proposer<'c, 'h>,
    judge: Judge<'c, 'h>,
}

impl<'c, 'h> Chooser<'c, 'h> {
    /// Returns a chooser for the text of `input`, with the URLs seen in it so far.
    #[inline]
    pub(crate) fn new(
        extractor: &'c Extractor,
        input: &'c DynInput<'h, 'c>,
        seen: &'c mut SeenUrls,
    ) -> Chooser<'c, 'h> {
        let proposer = Proposer { extractor, input };
        Chooser { proposer, judge: Judge { extractor, input, seen } }
    }

    /// Returns the URL in `wrapper`, or `None` if all its readings are rejected.
    pub(crate) fn choose(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        if self.proposer.extractor.join == Join::Never && wrapper.host_after_break().is_some() {
            return None;
        }
        // Hosts and addresses have one end and one way to join their pieces.
        if schemeless::is_incomplete(wrapper.form()) {
            return self.complete(wrapper);
        }
        let Some((mark, other)) = wrapper.other_end() else {
            if network_path::lacks_scheme(self.proposer, wrapper) {
                return self.read_network_path(wrapper);
            }
            return self.read_around(wrapper).or_else(|| self.read(wrapper));
        };
        // A `>` at the start of a line may be a quote mark or the closer (W3). Read the wrapper both ways: if
        // one way is rejected, the other is taken without a doubt.
        match (self.read(wrapper), self.read(&other)) {
            (Some(found), Some(other)) => Some(choose_end(&mut self.judge, mark, found, other)),
            (found, other) => found.or(other),
        }
    }

    /// Adds to `found`, the URL of `wrapper`, what the text around it shows.
    #[inline]
    pub(crate) fn look_after(&mut self, wrapper: &Wrapper<'h>, found: &mut Found<'h>) {
        // Here `found` is in its place. In `read` this would copy it once more.
        if found.form == Form::Angle {
            self.add_before_mark(found);
        }
        note_hidden_end(self.judge.input, self.judge.extractor.rules, wrapper, found);
        self.join(wrapper, found);
        self.drop_break_marks(found);
        let extractor = self.judge.extractor;
        if extractor.as_written || extractor.rules.is_ascii {
            respell(&self.judge, found);
        }
    }

    /// Reports whether `wrapper` is in doubt and the facts about the whole text that decide it are not collected yet.
    pub(crate) fn needs_facts(&self, wrapper: &Wrapper<'h>) -> bool {
        !self.judge.seen.is_complete(self.judge.input.haystack)
            && (self.is_in_doubt(wrapper) || joins::has_seam(self.proposer, wrapper))
    }

    /// Reports whether `wrapper` has more than one reading.
    fn is_in_doubt(&self, wrapper: &Wrapper<'h>) -> bool {
        // The cheap check comes first: nearly all wrappers are in one piece. For others this makes the
        // readings, which are made again when the wrapper is judged.
        // The scanner recognised a masked `@` of a bare URL by the text around it. No more facts are needed.
        let is_in_pieces = !self.proposer.is_in_one_piece(wrapper);
        around::has_html_around(self.judge.input, wrapper)
            || is_in_pieces
                && wrapper.masked_at().is_none()
                && (wrapper.other_end().is_some()
                    || self.proposer.readings_of(wrapper).readings.as_slice().len() > 1)
    }

    /// Returns the URL of `wrapper`, whose text lacks the scheme (W11) or has a damaged `://` (W13).
    fn complete(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let (form, outer, tail) = (wrapper.form(), wrapper.outer(), wrapper.tail());
        let pieces = |range| schemeless::pieces_of(form, self.judge.input.haystack, range);
        // Nearly all end here. The URL is made where the caller reads it, without a copy.
        if tail.is_empty() && !may_have_markup(&self.judge, outer.clone()) {
            return decide_one(&self.judge, form, outer.clone(), pieces(outer));
        }
        let found = decide_one(&self.judge, form, outer.clone(), pieces(outer.clone()))?;
        let mut found = without_markup(&self.judge, found);
        if !tail.is_empty() {
            let variant = ends::longer(tail.start, pieces(outer.start..tail.end));
            add(&self.judge, variant, &mut found);
        }
        Some(found)
    }

    /// Returns the URL of a `wrapper` that lacks its scheme after `URL:`. Returns `None` if its host is in no known
    /// domain.
    fn read_network_path(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let (form, pieces) = network_path::with_scheme(self.proposer, wrapper)?;
        with_inserted_scheme(decide_one(&self.judge, form, wrapper.outer(), pieces)?)
    }

    /// Returns the URL in the wrapper with HTML around `wrapper`, which is a URL without delimiters, if there is one.
    #[inline]
    fn read_around(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let (proposal, tag) = around::in_html(self.proposer, wrapper)?;
        let mut found = decide(&mut self.judge, proposal, false)?;
        // The URL that ends before the tag is another reading.
        if let Some(cut) = self.read(wrapper) {
            let (kind, chosen) = (DoubtKind::Markup, Choice::Dropped);
            let doubt = Doubt { kind, at: tag, chosen, ground: Ground::Default };
            let why = Why::of(kind, tag, Choice::Kept);
            found.add_reading(Reading { why, ..cut.best }, doubt);
        }
        Some(found)
    }

    /// Returns the URL in `wrapper` up to its end, or `None` if all its readings are rejected.
    fn read(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        if wrapper.is_enclosed() {
            let pieces = schemeless::enclosed_pieces(wrapper, self.judge.input.haystack);
            return decide_one(&self.judge, wrapper.form(), wrapper.outer(), pieces);
        }
        if self.proposer.is_in_one_piece(wrapper)
            && !markup::may_be_in(self.judge.input, wrapper.inner())
        {
            self.read_unbroken(wrapper)
        } else {
            self.read_broken(wrapper)
        }
    }

    /// Adds the reading without the mark at its end to `found`, a URL in form `angle`, if it has one (W2). If the mark
    /// belongs to the text, that reading is the URL.
    fn add_before_mark(&self, found: &mut Found<'h>) {
        let Some((variant, is_of_text)) = ends::before_mark_at_closer(self.proposer, found) else {
            return;
        };
        if is_of_text && found.others.is_empty() {
            let (form, outer, at) = (found.form, found.outer.clone(), variant.at);
            if let Some(mut short) = decide_one(&self.judge, form, outer, variant.pieces.clone()) {
                add(&self.judge, ends::longer(at, found.best.pieces.clone()), &mut short);
                *found = short;
                return;
            }
        }
        add(&self.judge, variant, found);
    }

    /// Like `read`, for a wrapper without whitespace, which has one reading.
    fn read_unbroken(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let input = self.judge.input;
        let mut found = plain_url(input, wrapper);
        let tail = wrapper.tail();
        let is_sure = is_surely_accepted(found.url());
        if !is_sure && !accepts(found.url())
            || is_part_of_host(&input.haystack[tail.start..], &found)
        {
            return None;
        }
        if is_sure && input.haystack[tail.clone()].iter().all(|byte| b".,;:!?".contains(byte)) {
            add_plain_tail(input, tail, &mut found);
        } else {
            self.add_tail(tail, &mut found);
        }
        Some(found)
    }

    /// Like `read`, for a wrapper with spaces or line breaks, which may have several readings.
    fn read_broken(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let proposal = self.proposer.readings_of(wrapper);
        if let Some(mask) = wrapper.masked_at() {
            let mut found = decide(&mut self.judge, proposal, true)?;
            if let Some(variant) = ends::before_mask(self.proposer, wrapper, mask) {
                add(&self.judge, variant, &mut found);
            }
            self.add_tail(wrapper.tail(), &mut found);
            return Some(found);
        }
        let mut found = decide(&mut self.judge, proposal, false)?;
        self.add_tail(wrapper.tail(), &mut found);
        self.add_end_before_prose(&mut found);
        Some(found)
    }

    /// Adds the reading that keeps `tail`, the punctuation dropped from the end of `found` (W8).
    #[inline]
    pub(super) fn add_tail(&self, tail: Range<usize>, found: &mut Found<'h>) {
        if !tail.is_empty()
            && let Some(variant) = ends::with_tail(self.proposer, found, tail)
        {
            add(&self.judge, variant, found);
        }
    }

    /// Adds readings that end before a gap, and a note, if the text after the gap may be prose (W5).
    fn add_end_before_prose(&self, found: &mut Found<'h>) {
        let Some(variants) = ends::before_prose(self.proposer, found) else { return };
        // J4 allows eight readings. These two are always among them.
        found.others.truncate(MAX_READINGS - 3);
        for variant in variants {
            add(&self.judge, variant, found);
        }
        found.text_notes.push(FoundNote::WrapperUnclosed);
    }

    /// Joins `found`, the URL of `wrapper`, with the lines after it if they belong to it.
    fn join(&mut self, wrapper: &Wrapper<'h>, found: &mut Found<'h>) {
        // Nothing but a host can follow `//`.
        if wrapper.host_after_break().is_some() {
            found.joined = Some(Grade::Certain);
            return;
        }
        // A wrapper with HTML has another form than the URL inside it (J11).
        if found.form != wrapper.form() || !joins::may_go_on(self.proposer, wrapper) {
            return;
        }
        let links = self.links(wrapper);
        let asked = self.judge.extractor.join;
        let accepted = links.iter().take_while(|link| asked.accepts(link.grade)).count();
        if accepted > 0 {
            let mut count = accepted;
            // A joined URL may be rejected, and a shorter one not.
            let joined = loop {
                match self.read_joined(wrapper, &links[..count]) {
                    Some(joined) => break joined,
                    None if count == 1 => return,
                    None => count -= 1,
                }
            };
            let chosen = &links[..count];
            let cut = mem::replace(found, joined).best;
            found.joined = chosen.iter().map(|link| link.grade).min();
            found.doubts.insert_many(0, chosen.iter().map(|link| link.doubt(Choice::Joined)));
            // J4 allows eight readings. The cut URL and one that goes on further are always among them.
            found.others.truncate(MAX_READINGS - 3);
            let why = Why::of(DoubtKind::Join, chosen[0].before.end, Choice::Cut);
            found.others.push(Reading { why, ..cut });
        }
        if let Some(next) = links.get(accepted)
            && let Some(longer) = self.read_joined(wrapper, &links)
        {
            let why = Why::of(DoubtKind::Join, next.before.end, Choice::Joined);
            found.add_reading(Reading { why, ..longer.best }, next.doubt(Choice::Cut));
        }
    }

    /// Drops the marks of a mailer from `found`, if the same URL without them follows in `<…>` (J11).
    #[inline]
    fn drop_break_marks(&self, found: &mut Found<'h>) {
        let Judge { input, .. } = self.judge;
        if input.haystack.get(found.outer.end) == Some(&b'<') && input.markup.is_none() {
            self.drop_marks_before_link(found);
        }
    }

    fn drop_marks_before_link(&self, found: &mut Found<'h>) {
        let (haystack, end) = (self.judge.input.haystack, found.outer.end);
        let Some(Unmarked { pieces, at }) = markup::before_link(&found.best.pieces, haystack, end)
        else {
            return;
        };
        let best = self.judge.judge_pieces(&pieces);
        let doubts = mem::take(&mut found.doubts).into_vec();
        let (form, outer) = (found.form, found.outer.clone());
        let mut unmarked = decide::found(&self.judge, form, outer, pieces, best, doubts);
        unmarked.others = mem::take(&mut found.others);
        unmarked.joined = found.joined.map(|_| Grade::Certain);
        let stored = mem::replace(found, unmarked).best;
        let (kind, chosen, ground) = (DoubtKind::Markup, Choice::Dropped, Ground::Seen);
        let why = Why::of(kind, at, Choice::Kept);
        found.add_reading(Reading { why, ..stored }, Doubt { kind, at, chosen, ground });
    }

    /// Returns the line breaks that the URL of `wrapper` may go on after, in order. If a joined URL occurs elsewhere in
    /// the text, its joins are certain.
    fn links(&mut self, wrapper: &Wrapper<'h>) -> Vec<JoinLink> {
        let mut joins = joins::of(self.proposer, wrapper);
        for i in 0..joins.links.len() {
            if self.judge.stands_unbroken(joins.url_to(i)) {
                for link in &mut joins.links[..=i] {
                    (link.grade, link.ground) = (Grade::Certain, Ground::Seen);
                }
            }
        }
        joins.links
    }

    /// Reads the lines of `links` as one URL, or returns `None` if it is rejected.
    fn read_joined(&mut self, wrapper: &Wrapper<'h>, links: &[JoinLink]) -> Option<Found<'h>> {
        let last = links.last()?;
        let outer = wrapper.outer().start..last.after.end;
        let lines = links.iter().map(|link| link.before.clone());
        let lines = lines.chain(iter::once(last.after.clone()));
        let proposal = self.proposer.over_lines(wrapper.form(), outer, lines, Gaps::Weighed);
        let mut found = decide(&mut self.judge, proposal, false)?;
        // A caller may ask for rejected wrappers. The URL on the first line is better than those.
        let is_refused = self.judge.extractor.rules.is_ascii && !found.url().is_ascii();
        if is_refused || !accepts(found.url()) {
            return None;
        }
        self.add_tail(last.tail.clone(), &mut found);
        Some(found)
    }
}
