//! The header of A-news, the first program of Usenet (A5).
//!
//! ```text
//! Aeagle.642
//! news.misc
//! cbosgd!mhuxj!mhuxt!eagle!jerry
//! Fri Nov 19 16:14:55 1982
//! Usenet Etiquette - Please Read
//! ```
//!
//! Its five lines have no names: identifier, groups, path, date, title. The text follows without a blank line.

use crate::mail::headers::date::rfc_3339;
use crate::mail::headers::header::Header;
use crate::mail::headers::origin::Origin;

pub(crate) fn a_news_origin(text: &[u8]) -> Option<Origin> {
    // Most texts do not begin so, and are not looked at further.
    let article =
        text.strip_prefix(b"A").filter(|it| it.first().is_some_and(u8::is_ascii_lowercase))?;
    let head = &article[..article.len().min(MAX_HEADER_BYTES)];
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let [identifier, groups, path, date, title] =
        core::array::from_fn(|_| lines.next().unwrap_or_default());
    let (host, number) = identifier.split_at(identifier.iter().position(|&byte| byte == b'.')?);
    let is_word = |text: &[u8]| text.iter().all(u8::is_ascii_graphic);
    let is_article = number.len() > 1
        && number[1..].iter().all(u8::is_ascii_digit)
        && is_word(host)
        && !groups.is_empty()
        && is_word(groups)
        && path.contains(&b'!')
        && is_word(path)
        && rfc_3339(str::from_utf8(date).ok()?).is_some();
    let fields = [
        (&b"Message-ID"[..], identifier),
        (b"Newsgroups", groups),
        (b"Date", date),
        (b"Subject", title),
    ];
    let header: Vec<u8> =
        fields.iter().flat_map(|(name, value)| [name, &b": "[..], value, b"\n"].concat()).collect();
    is_article.then(|| Origin::of(&Header::of(&header)))
}

/// The lines of a header end in so many bytes.
const MAX_HEADER_BYTES: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_lines_are_facts() {
        let article = "Aeagle.642\nnews.misc,net.general\ncbosgd!mhuxj!eagle!jerry\n\
            Fri Nov 19 16:14:55 1982\nUsenet Etiquette - Please Read\nBody\n";
        let Origin { message_id, date, groups, subject, .. } =
            a_news_origin(article.as_bytes()).expect("it is an article");
        assert_eq!(message_id.as_deref(), Some("eagle.642"));
        assert_eq!(date.as_deref(), Some("1982-11-19T16:14:55-00:00"));
        assert_eq!(groups, ["news.misc", "net.general"]);
        assert_eq!(subject.as_deref(), Some("Usenet Etiquette - Please Read"));
        // Each line is needed.
        for (line, other) in [
            ("Aeagle.642", "Aeagle"),
            ("Aeagle.642", "Aeagle.x"),
            ("Aeagle.642", "eagle.642"),
            ("news.misc,net.general", "news and more"),
            ("cbosgd!mhuxj!eagle!jerry", "jerry"),
            ("Fri Nov 19 16:14:55 1982", "Friday"),
        ] {
            let text = article.replace(line, other);
            assert_eq!(a_news_origin(text.as_bytes()), None, "{other}");
        }
        for cut in 0..article.len() {
            a_news_origin(&article.as_bytes()[..cut]);
        }
    }
}
