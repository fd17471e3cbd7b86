//! Selection of the header fields that are searched for URLs (A4).
//!
//! Most strings that look like URLs in fields that software writes for software were not meant as links. [`NOISE`] is a
//! closed table of such fields. All others are searched, including unknown `X-` fields.

use urlsift::named;

use crate::mail::names::{NameTable, entries};

/// The header fields that are searched for URLs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Headers {
    /// No fields.
    #[default]
    None,
    /// All fields except a closed table of those that software writes for software.
    Useful,
    /// All fields.
    All,
}

named!(Headers: None "none", Useful "useful", All "all");

impl Headers {
    /// Reports whether fields called `name` are searched, ignoring case.
    ///
    /// # Example
    ///
    /// ```
    /// use urlsift_archive::mail::Headers;
    ///
    /// assert!(Headers::Useful.has(b"list-archive"));
    /// assert!(!Headers::Useful.has(b"DKIM-Signature"));
    /// assert!(Headers::All.has(b"DKIM-Signature"));
    /// ```
    pub fn has(self, name: &[u8]) -> bool {
        match self {
            Headers::None => false,
            Headers::Useful => !is_noise(name),
            Headers::All => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Noise {
    Exact,
    /// All fields whose names begin with that prefix and a hyphen.
    Prefix,
}

/// `List-Id` (RFC 2919) is not among them: some lists write the URL of their page before it.
const NOISE: [(&str, Noise); 52] = entries! {
    // Identifiers of messages. A few have the form `http://…@host`.
    Noise::Exact =>
        "message-id" "references" "in-reply-to" "resent-message-id" "original-message-id" "x-message-id" "supersedes"
        "xref";
    // The route of the message: a field per relay, or the names of all news servers in one field.
    Noise::Exact =>
        "received" "x-received" "path" "x-path" "x-trace" "x-clientproxiedby" "x-originatororg" "x-loop" "x-greylist";
    Noise::Prefix => "x-originating" "x-source" "x-smtp" "nntp";
    // The addresses of the envelope.
    Noise::Exact => "return-path" "delivered-to" "x-get-message-sender-via";
    Noise::Prefix => "x-original";
    // Signatures and the results of their checks: base64, and the policies of the host that checked.
    Noise::Exact => "received-spf" "x-asf-dkim-sig" "x-virus-checked";
    Noise::Prefix =>
        "dkim" "domainkey" "arc" "authentication" "x-authentication" "x-authenticated" "pgp";
    // Encoded pictures of the sender.
    Noise::Exact => "x-face" "face";
    // Identifiers and scores that providers and filters add.
    Noise::Prefix => "x-google" "x-gm" "x-ms" "x-microsoft" "x-spam" "x-forefront";
    // Where to report abuse of the sender's host, as in `X-Complaints-To`.
    Noise::Exact => "x-antiabuse";
    Noise::Prefix => "x-complaints";
    // Notes of a program to itself: Exchange's `urn:content-classes:message`, and the sender's mailbox
    // (`imap://ken@…`).
    Noise::Exact => "content-class" "x-evolution-source";
    // The version of the list's software, and the host that changed the transfer encoding.
    Noise::Exact => "x-mailman-version" "x-mime-autoconverted";
    // The encoding, the length and the format of the message.
    Noise::Exact => "content-transfer-encoding" "content-length" "mime-version";
};

/// The slots are more than twice the names: a miss, the usual case, ends at the first empty slot.
static NAMES: NameTable<Noise, { NOISE.len() }, 128> = NameTable::of(NOISE);

fn is_noise(name: &[u8]) -> bool {
    let matches = |len, noise| NAMES.find(name, 0..len).is_some_and(|&(_, found)| found == noise);
    // Each prefix in the table is one word, or `X-` and one word.
    let begin = if matches!(name, [b'x' | b'X', b'-', ..]) { 2 } else { 0 };
    let hyphen = name[begin..].iter().position(|&byte| byte == b'-');
    matches(name.len(), Noise::Exact) || hyphen.is_some_and(|at| matches(begin + at, Noise::Prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn useful_fields_are_those_not_in_the_table() {
        // (name, whether it is useful)
        let table = [
            ("Subject", true),
            ("List-Id", true),
            ("X-URL", true),
            ("Organization", true),
            ("content-location", true),
            ("PATH", false),
            ("Pathway", true),
            ("MESSAGE-ID", false),
            ("ARC-Seal", false),
            ("X-Mailman-Version", false),
            ("X-MIME-Autoconverted", false),
            ("Arc", true),
            ("ARC", true),
            ("arc-", false),
            ("arcs-seal", true),
            ("X-Spam", true),
            ("X-Spam-Status", false),
            ("x-spams-status", true),
            ("X-Authentication-Warning", false),
            ("X-Authenticated-Sender", false),
            ("X-ClientProxiedBy", false),
            ("Authentication-Results", false),
            ("Authentication-Results-Original", false),
            ("X-Originating-IP", false),
            ("NNTP-Posting-Host", false),
            ("X-Originator", true),
            ("Authentication", true),
            ("X-", true),
            ("-", true),
            ("", true),
        ];
        for (name, useful) in table {
            assert_eq!(Headers::Useful.has(name.as_bytes()), useful, "{name}");
            assert!(Headers::All.has(name.as_bytes()), "{name}");
            assert!(!Headers::None.has(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn the_table_is_in_lower_case_without_duplicates() {
        for (i, (name, noise)) in NOISE.iter().enumerate() {
            assert_eq!(*name, name.to_ascii_lowercase());
            assert!(NOISE[..i].iter().all(|(before, _)| before != name), "{name} is a duplicate");
            let words = name.trim_start_matches("x-").split('-').count();
            assert!(*noise == Noise::Exact || words == 1, "{name}");
        }
    }
}
