//! The walk through the next piece of a large message (A3, A6).

use crate::mail::containers::separator::next_separator;
use crate::mail::damage::DamageKind;
use crate::mail::mime::cut_header::CutHeader;
use crate::mail::mime::open_end::OpenEnd;
use crate::mail::mime::part::Role;
use crate::mail::mime::reason::Reason;
use crate::mail::mime::region::Regions;
use crate::mail::mime::section::PartPath;
use crate::mail::mime::step::{Entity, Mailbox, Multipart, WalkStep};
use smallvec::smallvec;

impl<'h> Regions<'h> {
    /// Records the structures that are open at the end of the message, so that another piece can continue it.
    pub(crate) fn open_ended(self) -> Regions<'h> {
        Regions { open: Some(Box::default()), ..self }
    }

    /// Returns the regions of `message`, which continues a piece that ended in `before`.
    pub(crate) fn resumed(message: &'h [u8], before: &'h OpenEnd, goes_on: bool) -> Regions<'h> {
        let mut regions = Regions::below(message, PartPath::Borrowed(""));
        regions.steps = smallvec![];
        let mut open = OpenEnd::default();
        let mut end = message.len();
        for step in &before.around {
            let found = match step {
                WalkStep::Multipart(multipart) => {
                    let delimiter = multipart.boundary.find(message, 0..end);
                    delimiter.map(|delimiter| {
                        let start = delimiter.range.start;
                        let rest = Multipart { delimiter, end, ..multipart.clone() };
                        (start, WalkStep::Multipart(rest))
                    })
                }
                WalkStep::Mailbox(mailbox) => next_separator(mailbox.container, &message[..end], 0)
                    .map(|at| {
                        let rest = Mailbox { range: at..end, ..mailbox.clone() };
                        (at, WalkStep::Mailbox(rest))
                    }),
                _ => None,
            };
            if let Some((start, rest)) = found {
                regions.steps.push(rest);
                end = start;
            } else if goes_on && end == message.len() {
                open.around.push(step.clone());
            } else if let WalkStep::Multipart(multipart) = step {
                let is_missing = multipart.parts == 0;
                let kind =
                    if is_missing { DamageKind::MissingBoundary } else { DamageKind::Unclosed };
                regions.damage.push(kind);
            }
        }
        if let Some(header) = &before.header {
            // The rest of a folded field is text. Fields may follow it.
            let mut fields = 0;
            while fields < end
                && (header.is_in_line && fields == 0 || matches!(message[fields], b' ' | b'\t'))
            {
                fields =
                    memchr::memchr(b'\n', &message[fields..end]).map_or(end, |at| fields + at + 1);
            }
            let CutHeader { section, depth, default, .. } = header.clone();
            regions.steps.push(WalkStep::Entity(Entity {
                range: fields..end,
                section: section.clone(),
                default,
                depth,
                before: Some(header),
            }));
            let path = section.into_path();
            regions.steps.push(WalkStep::Text { range: 0..fields, path, role: Role::Field });
        } else if let Some(text) = &before.text {
            let (body, is_after_block) = (text.body(end), true);
            regions.steps.push(WalkStep::Rest { body, is_after_block });
        } else if end > 0 {
            regions.steps.push(WalkStep::Skip { range: 0..end, reason: Reason::NotText });
        }
        regions.open = goes_on.then(|| Box::new(open));
        regions
    }

    /// Returns the record of open structure if `end` is the end of a piece, where the message goes on.
    pub(super) fn open_at(&mut self, end: usize) -> Option<&mut OpenEnd> {
        self.open.as_deref_mut().filter(|_| end == self.message.len())
    }

    pub(crate) fn into_open_end(self) -> OpenEnd {
        self.open.map(|open| *open).unwrap_or_default()
    }
}
