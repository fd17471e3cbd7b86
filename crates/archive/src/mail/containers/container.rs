//! The formats of files (A1). `detect.rs` recognises them.

/// The format of a file.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::Container;
///
/// assert_eq!(Container::of(b"Subject: a\nMessage-ID: <1@a.example>\n\n"), Container::Message);
/// assert_eq!(Container::of(b"http://a.example/\nhttp://b.example/\n"), Container::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// An mbox: messages, each preceded by a `From ` line (A2).
    Mbox,
    /// An mbox whose separators have no date, and perhaps no blank line before them, as some exporters write it.
    MboxUndated,
    /// An mbox of patches, whose first line is that of `git format-patch`.
    Patches,
    /// An mbox whose lines end in CR alone, as Eudora for the Macintosh wrote it.
    MboxCr,
    /// A batch of news: articles, each preceded by a line `#! rnews N` (RFC 1036, section 4.3).
    Rnews,
    /// The log of a LISTSERV list: messages, each preceded by a line of 73 `=`.
    Listserv,
    /// An MMDF mailbox: messages, each preceded by a line of four `^A`.
    Mmdf,
    /// A Babyl file of Emacs Rmail: messages, each preceded by a line `^_^L` and a line of labels.
    Babyl,
    /// An mbx, mtx or Tenex file of UW IMAP: messages, each preceded by a line of date, length and flags.
    Mbx,
    /// A dbox of Dovecot: messages, each preceded by a line `^A^BN` with its length.
    Dbox,
    /// A single message of mail or news.
    Message,
    /// Plain text without a header, such as an RFC or an FAQ.
    Text,
    /// Data that is not text.
    Binary,
}

impl Container {
    /// Reports whether the format separates its messages by lines, so that
    /// [`find_separator`](crate::mail::find_separator) can split it at any offset.
    pub fn has_separators(self) -> bool {
        !matches!(self, Container::Message | Container::Text | Container::Binary)
    }
}
