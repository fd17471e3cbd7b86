//! A shortcut for a message that is one plain text, stored as is: its part without the walk (A3).
//!
//! Most old mail is like this. The walk would give the same part for twice the instructions.

use crate::mail::headers::content_type::ContentType;
use crate::mail::headers::header::Header;
use crate::mail::html::page::Html;
use crate::mail::line::is_blank;
use crate::mail::mime::block::{self, BlockSearch};
use crate::mail::mime::part::{Part, Role};
use crate::mail::mime::region::detect_in_message;
use crate::mail::mime::section::join;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

/// Returns the text of `message`, if it is the only one and is plain and stored as is, and the offset of the first line
/// that may separate messages. Linear.
///
/// These are the conditions in the order of the walk (`region.rs`). All other texts are given as they are, with the
/// damage that [`Part::read_as`] finds. Otherwise returns the search of the body for blocks, if it was made.
pub(crate) fn only_part<'h>(
    message: &'h [u8],
    header: &Header<'h>,
) -> Result<(Part<'h>, Option<usize>), Option<BlockSearch>> {
    let content_type = header.content_type().unwrap_or_else(|| ContentType::of(b""));
    let text = &message[header.body()..];
    if !content_type.is("text", "plain")
        || header.transfer_encoding() != TransferEncoding::Identity
        || is_blank(text)
        || Html::looks_like_html(text)
    {
        return Err(None);
    }
    let search = block::find(message, header.body());
    if search.block.is_some() || search.has_soft_break {
        return Err(Some(search));
    }
    let mut part = Part::new(message, header.body()..message.len(), join("", 1), Role::Body);
    part.read_as(&content_type, detect_in_message);
    Ok((part, search.envelope))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mail::mime::parts::parts;
    use crate::mail::tests::{config, random::mail};

    #[test]
    fn only_plain_text_that_is_stored_as_is_takes_the_shortcut() {
        let soft_break = format!("A: b\n\n{}=\nb\n", "a".repeat(75));
        // (message, whether it takes the shortcut)
        let table = [
            ("A: b\n\ntext\n", true),
            ("From a Mon\nContent-Type: text/plain; charset=x; format=flowed\n\ntext\n", true),
            ("text without a header\nFrom a Mon\nA: b\n", true),
            ("A: b\n\n\n \n", false),
            ("A: b\n", false),
            ("Content-Type: text/html\n\ntext\n", false),
            ("Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n--b--\n", false),
            ("Content-Transfer-Encoding: base64\n\ndGV4dA==\n", false),
            ("A: b\n\n<html>\n", false),
            ("A: b\n\nbegin 644 x\n#86)C\n`\nend\n", false),
            (&soft_break, false),
        ];
        for (message, is_only) in table {
            let message = message.as_bytes();
            assert_eq!(only_part(message, &Header::of(message)).is_ok(), is_only, "{message:?}");
        }
    }

    proptest! {
        #![proptest_config(config())]

        /// The walk finds the same part with its damage, and nothing else.
        #[test]
        fn the_part_is_that_of_the_walk(message in mail()) {
            if let Ok((part, envelope)) = only_part(&message, &Header::of(&message)) {
                let mut walk = parts(&message);
                prop_assert_eq!(walk.next(), Some(part));
                prop_assert_eq!((walk.next(), walk.regions.envelope, walk.damage()), (None, envelope, &[][..]));
            }
        }
    }
}
