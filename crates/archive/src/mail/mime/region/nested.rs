//! Parts that contain a message, or messages and texts: encoded messages, mailboxes, signed ones, TNEF, and archives.

use crate::mail::containers::separator::next_separator;
use crate::mail::damage::DamageKind;
use crate::mail::headers::beginning::begins_entity;
use crate::mail::mime::attachment::{SAMPLED_BYTES, is_text};
use crate::mail::mime::part::{Part, Role};
use crate::mail::mime::reason::Reason;
use crate::mail::mime::region::{Region, Regions};
use crate::mail::mime::section::{Section, join};
use crate::mail::mime::step::{Body, Entity, Mailbox, WalkStep, first_step, mailbox_of};
use crate::mail::mime::unpacked::Unpacking;

/// `From ` as it is, in quoted-printable and in base64.
const FROM: [&[u8]; 3] = [b"From ", b"=46rom ", b"RnJvbS"];

impl<'h> Regions<'h> {
    /// Returns a message in a part if it was encoded; otherwise pushes it as the next step.
    pub(super) fn enclose(&mut self, body: Body<'h>) -> Option<Region<'h>> {
        let (mut part, rest) = self.undone(&body, Role::Body);
        if body.encoding.name().is_some() && body.role == Role::Body {
            self.damage.push(DamageKind::EncodedMessage);
        }
        if !part.was_encoded() {
            let goes_on = self.open_at(body.range.end).is_some();
            let depth = body.depth + 1;
            self.steps.push(first_step(self.message, body.range, part.path, depth, goes_on));
            return None;
        }
        self.steps.extend(rest);
        part.is_message = true;
        part.read_as(&body.content_type, body.detect);
        self.give(part)
    }

    /// Pushes the next message of a mailbox, and the rest of it.
    pub(super) fn advance_mailbox(&mut self, mailbox: Mailbox) {
        let Mailbox { container, range, path, messages, depth } = mailbox;
        let text = &self.message[range.clone()];
        let next = next_separator(container, text, 1).map_or(range.end, |at| range.start + at);
        let section = Section::Message(join(&path, messages + 1));
        let entity =
            Entity { range: range.start..next, section, default: b"", depth, before: None };
        let (range, messages) = (next..range.end, messages + 1);
        let has_more = !range.is_empty();
        let rest = WalkStep::Mailbox(Mailbox { container, range, path, messages, depth });
        if has_more {
            self.steps.push(rest);
        } else if let Some(open) = self.open_at(next) {
            open.around.push(rest);
        }
        self.steps.push(WalkStep::Entity(entity));
    }

    /// Reports whether `body`, plain text, is a mailbox of several messages.
    pub(super) fn is_mailbox(&mut self, body: &Body<'h>) -> bool {
        let stored = self.message[body.range.clone()].trim_ascii_start();
        if !FROM.iter().any(|from| stored.starts_with(from)) {
            return false;
        }
        let (part, _) = self.undone(body, body.role);
        let goes_on = self.open_at(body.range.end).is_some() && !part.was_encoded();
        mailbox_of(&part.text, goes_on).is_some()
    }

    /// Returns the content of a part as `content_of` reads it from the decoded part: a message to walk, or another text.
    pub(super) fn unpack(
        &mut self,
        body: Body<'h>,
        content_of: fn(&[u8]) -> Option<Vec<u8>>,
        is_whole: fn(&[u8]) -> bool,
    ) -> Option<Region<'h>> {
        let (mut part, rest) = self.undone(&body, body.role);
        if !is_whole(&part.text) {
            self.damage.push(DamageKind::Truncated);
        }
        let content = content_of(&part.text).unwrap_or_default();
        part.is_message = begins_entity(&content);
        if !part.is_message && !is_text(&content[..content.len().min(SAMPLED_BYTES)]) {
            return Some(Region::Skipped { range: body.range, reason: Reason::NotText });
        }
        self.steps.extend(rest);
        part.unpack(content);
        if !part.is_message {
            part.read_as(&body.content_type, body.detect);
        }
        self.give(part)
    }

    /// Returns an archive in a part as its messages and texts, whose ranges [`Unpacking`] has.
    #[cold]
    pub(super) fn open_archive(&mut self, body: Body<'h>) -> Option<Region<'h>> {
        let (mut part, rest) = self.undone(&body, body.role);
        let Unpacking { unpacker, items } = self.unpacking.as_deref_mut()?;
        let unpacked = unpacker.open(&part.text);
        if !unpacked.is_whole {
            self.damage.push(DamageKind::ArchiveInPart);
        }
        if unpacked.items.is_empty() {
            return Some(Region::Skipped { range: body.range, reason: Reason::NotText });
        }
        *items = unpacked.items;
        self.steps.extend(rest);
        part.unpack(unpacked.bytes);
        part.is_message = true;
        self.give(part)
    }

    /// Returns the part of `body` without its transfer encoding, and the step for text after base64.
    fn undone(&self, body: &Body<'h>, role: Role) -> (Part<'h>, Option<WalkStep<'h>>) {
        let path = body.section.clone().into_path();
        let mut part = Part::new(self.message, body.range.clone(), path.clone(), role);
        let rest = part.undo(body.encoding);
        (part, rest.map(|range| WalkStep::Text { range, path, role: Role::Footer }))
    }
}
