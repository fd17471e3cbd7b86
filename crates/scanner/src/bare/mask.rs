//! Recognises ` at ` in place of the `@` of a bare URL (W8).
//!
//! Archives of lists write addresses so, also those inside URLs. Elsewhere ` at ` is an English word, so the text
//! before and after must show that it masks an `@`:
//!
//! | place | conditions |
//! |---|---|
//! | a scheme that requires an address | the text between colon and mask has no `@`, `%40`, `?` or `#` |
//! | between `=` and `&` in a query | |
//! | between slashes in a path | nothing follows, a message (`msg01788.html`), or a date that begins with four digits |
//! | after a user's name | it has no dot and is not `localhost`; `/` and a letter or digit follow the host |
//!
//! Except in such a scheme, no mask is in a fragment or before `www.`.

use crate::bare::host_name::host_len;
use crate::bytes::class::{ENDS, is_of};
use crate::bytes::work;
use crate::bytes::{begins_with, first, run_len, run_len_end};
use crate::scheme::{Kind, Scheme, Shape};
use crate::text_rules::TextRules;

pub(crate) const MASK: &[u8] = b" at ";

const MAX_NAME_BYTES: usize = 64;

/// The places where a URL may have a masked `@`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum MaskRule {
    /// None.
    Nowhere,
    /// After the local part of the address that the scheme requires: `mailto:jim at example.org`.
    Address,
    /// In a name between slashes, or between `=` and `&`: `http://example.org/list at example.net/1`,
    /// `svn+ssh://jim at example.org/`.
    Name,
}

impl MaskRule {
    /// Returns the rule for the URLs of `scheme`, or of a scheme that the table lacks, in a text of this kind.
    pub(crate) fn of(rules: TextRules, scheme: Option<&Scheme>) -> MaskRule {
        match scheme.map(|scheme| scheme.kind) {
            _ if !rules.has_masks => MaskRule::Nowhere,
            Some(Kind::Opaque(Shape::Address | Shape::At)) => MaskRule::Address,
            Some(Kind::Opaque(_)) => MaskRule::Nowhere,
            _ => MaskRule::Name,
        }
    }
}

/// Reports whether the space at `at` begins a masked `@` of the URL whose text after the colon begins at `after_colon`.
/// Linear in the text between the two, and bounded after `at`.
pub(crate) fn is_masked_at(haystack: &[u8], after_colon: usize, at: usize, rule: MaskRule) -> bool {
    let Some(after) = haystack[at..].strip_prefix(MASK) else { return false };
    let before = &haystack[after_colon..at];
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if rule == MaskRule::Nowhere || !before.last().is_some_and(|&byte| is_word(byte)) {
        return false;
    }
    work::add(before.len());
    let Some(len) = host_len(after) else { return false };
    if rule == MaskRule::Address {
        return is_local_part(before);
    }
    // A `www` names a page, not the host of an address.
    let is_page = begins_with(after, "www.");
    let near = &before[before.len().saturating_sub(MAX_NAME_BYTES)..];
    let name = run_len_end(near, |byte| is_word(byte) || b".+-".contains(&byte));
    let (head, name) = before.split_at(before.len() - name);
    let is_delimited = match (head.last(), &after[len..]) {
        // A name with a dot is a host: `ftp://a.example at b.example/`.
        (Some(b'/'), [b'/', rest @ ..]) if head == b"//" => {
            let has_path = rest.first().is_some_and(u8::is_ascii_alphanumeric);
            has_path && !name.contains(&b'.') && name != b"localhost"
        }
        (Some(b'/'), [b'/', rest @ ..]) => is_in_archive(rest),
        (Some(b'='), [b'&', ..]) => true,
        _ => false,
    };
    // J5 reads a fragment as text.
    is_delimited && !is_page && !head.contains(&b'#')
}

/// Reports whether `text`, the whole URL after its colon, may be the left side of an address.
fn is_local_part(text: &[u8]) -> bool {
    !text.iter().any(|byte| b"@?#".contains(byte)) && memchr::memmem::find(text, b"%40").is_none()
}

/// Reports whether `text` is what follows an address and a slash in archives of lists.
fn is_in_archive(text: &[u8]) -> bool {
    let marks = run_len(first(text, MAX_MARKS), |byte| b".,;:!?)]}'*\\".contains(&byte));
    text.get(marks).is_none_or(|&byte| is_of(ENDS, byte))
        || matches!(text, [b'm', b's', b'g', b'0'..=b'9', ..])
        || text.get(..4).is_some_and(|year| year.iter().all(u8::is_ascii_digit))
}

const MAX_MARKS: usize = 8;
