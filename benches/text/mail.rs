//! A generated mailbox: plain messages, one in quoted-printable, one with an HTML page next to its text, one in base64,
//! all with realistic header fields.

use std::fmt::Write;

use data_encoding::BASE64;

use super::PROSE;

/// How many URLs a mailbox contains.
#[derive(Clone, Copy)]
pub(crate) enum Density {
    /// No URL.
    None,
    /// One URL in each text of every eighth round of messages.
    Rare,
    /// Ten URLs in each text.
    Dense,
}

impl Density {
    pub(crate) const ALL: [Density; 3] = [Density::None, Density::Rare, Density::Dense];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Density::None => "none",
            Density::Rare => "rare",
            Density::Dense => "dense",
        }
    }

    /// Returns the number of URLs in each text of a round.
    fn links(self, round: usize) -> usize {
        match self {
            Density::None => 0,
            Density::Rare => usize::from(round.is_multiple_of(8)),
            Density::Dense => 10,
        }
    }
}

/// Returns a mailbox of at least `size` bytes and the number of URLs in it.
pub(crate) fn mbox(density: Density, size: usize) -> (Vec<u8>, usize) {
    let (mut mbox, mut urls, mut round) = (String::new(), 0, 0);
    while mbox.len() < size {
        let links = density.links(round);
        for message in [plain, plain, plain, quoted_printable, plain, page, plain, base64] {
            envelope(&mut mbox, round);
            urls += message(&mut mbox, links);
            mbox.push('\n');
        }
        round += 1;
    }
    (mbox.into_bytes(), urls)
}

/// Writes the separator line of a message and the header fields of all messages. None of them contains a URL.
fn envelope(mbox: &mut String, round: usize) {
    let (minute, second) = (round / 60 % 60, round % 60);
    write!(
        mbox,
        "From jim@example.org Mon Jan  1 10:{minute:02}:{second:02} 2001\n\
         Return-Path: <jim@example.org>\n\
         Received: from mail.example.org (mail.example.org [192.0.2.1])\n\
         \tby lists.example.net (8.9.3/8.9.3) with ESMTP id KAA{round:05}\n\
         \tfor <urls@lists.example.net>; Mon, 1 Jan 2001 10:{minute:02}:{second:02} +0100\n\
         From: Jim <jim@example.org>\n\
         To: urls@lists.example.net\n\
         Subject: Re: =?iso-8859-1?Q?Gr=FC=DFe?= and wrappers\n\
         Date: Mon, 1 Jan 2001 10:{minute:02}:{second:02} +0100\n\
         Message-ID: <{round}@example.org>\n\
         References: <1@example.org> <2@example.org>\n\
         X-Mailer: Mutt 1.2.5i\n\
         MIME-Version: 1.0\n"
    )
    .expect("writing to a string does not fail");
}

/// Returns prose with `links` links; `link` makes each from its number.
fn body(links: usize, link: impl Fn(usize) -> String) -> String {
    let mut body = String::new();
    for number in 0..links.max(5) {
        body += PROSE;
        if number < links {
            body += &link(number);
        }
    }
    body
}

fn text(links: usize) -> String {
    body(links, |number| match number % 3 {
        0 => format!("> > see <URL:http://www.example.org/doc/{number}/overview.html> there\n"),
        1 => format!("see http://www.example.org/doc/{number}/overview.html.\n"),
        _ => format!("see <http://www.example.org/doc/{number}/\n  overview.html> there\n"),
    })
}

fn plain(mbox: &mut String, links: usize) -> usize {
    *mbox += "Content-Type: text/plain; charset=us-ascii\n\n";
    *mbox += &text(links);
    links
}

fn quoted_printable(mbox: &mut String, links: usize) -> usize {
    *mbox += "Content-Type: text/plain; charset=iso-8859-1\n\
        Content-Transfer-Encoding: quoted-printable\n\n";
    *mbox += &body(links, |number| {
        format!(
            "Gr=FC=DFe: see <http://www.example.org/search?number=3D{number}&from=3Do=\nver> there\n"
        )
    });
    links
}

fn page(mbox: &mut String, links: usize) -> usize {
    *mbox += "Content-Type: multipart/alternative; boundary=\"=_b\"\n\n--=_b\n\
        Content-Type: text/plain\n\n";
    *mbox += &text(links);
    *mbox += "\n--=_b\nContent-Type: text/html; charset=utf-8\n\n<html><body bgcolor=\"white\">\n";
    let prose = body(links, |number| {
        format!(
            "<p class=\"a\"><a href=\"http://www.example.org/?a={number}&amp;b=c\">there</a></p>\n"
        )
    });
    *mbox += &prose.replace("a < b", "a &lt; b").replace("<user@example.org>", "<b>Jim</b>");
    *mbox += "</body></html>\n--=_b--\n";
    2 * links
}

fn base64(mbox: &mut String, links: usize) -> usize {
    *mbox += "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n";
    // 57 bytes make a line of 76 characters, the longest that RFC 2045, 6.8, allows.
    for line in text(links).as_bytes().chunks(57) {
        *mbox += &BASE64.encode(line);
        mbox.push('\n');
    }
    links
}
