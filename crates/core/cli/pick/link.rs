//! What a person has to know of a link: what it says, what it opens, what speaks against it.
//!
//! Every text here is fit for a terminal when it is made: escaped, and without line breaks. It is drawn
//! and printed as it is. The exception is none: what is opened is ASCII.

use std::borrow::Cow;

use urlsift::bulk::Place;
use urlsift::output::{Reader, escape};
use urlsift::{
    Choice, DoubtKind, Form, Found, Note, Severity, Validator, Why, display_url, href,
    link_text_differs,
};

/// A link.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The ways to read it, the likeliest first; there is one.
    pub(super) readings: Vec<Reading>,
    pub(super) kind: Kind,
    /// What a page shows for it, between quotes, where that is not the link itself.
    pub(super) label: Option<String>,
    /// Where it stands: each place once.
    pub(super) places: Vec<String>,
    /// How often it stands there.
    pub(super) count: usize,
    /// Which of all it was, where it stood as what it is there for.
    pub(super) order: usize,
}

/// A way to read a link.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The URL for people.
    pub(super) shown: String,
    /// What is opened; `None` where programs do not agree where it leads.
    pub(super) opens: Option<String>,
    /// How it differs from the first.
    pub(super) why: Option<String>,
    pub(super) warnings: Vec<Warning>,
}

/// What a link is there for, those first that readers look for.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Kind {
    /// It stands in a text, or is the link of a page.
    Text,
    /// A word of a text that may be a host; in a text about programs `libc.so` may be one.
    Guess,
    /// It stands in a header field.
    Field,
    /// A page loads it: a picture, a form's target.
    Loaded,
}

/// Something that is worth knowing of a link.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Warning {
    pub(super) severity: Severity,
    pub(super) text: String,
}

/// Where most links stand.
pub(super) const TEXT: &str = "in the text";

/// So much of the text of a link is looked at, in bytes: nobody takes more for a place. A value may hold any
/// number of URLs, and the whole of the text, looked at for each, would take quadratic time.
const LOOKED_AT: usize = 4096;

/// How many characters of a text are quoted.
const QUOTED: usize = 120;

impl Link {
    /// The link that was `found` at `place`, as number `order`.
    pub(super) fn new(place: &Place<'_>, found: &Found<'_>, order: usize) -> Link {
        let shown = place.shown.map(|shown| &shown[..shown.len().min(LOOKED_AT)]);
        let shown = shown.map(|shown| collapse(&place.charset.decode(shown)));
        let mut warnings = Vec::new();
        if let Some(shown) = &shown
            && link_text_differs(shown, found.url())
        {
            let text = format!("the page shows another place for it: {}", quote(shown));
            warnings.push(Warning { severity: Severity::Danger, text });
        }
        warnings.extend(found.notes().iter().map(|note| Warning::of(*note, found.url())));
        let guessed = match found.form() {
            Form::Host => Some("its text has no scheme, http is a guess"),
            Form::Address => Some("its text is a mail address"),
            _ => None,
        };
        if let Some(guessed) = guessed {
            warnings.push(Warning { severity: Severity::Info, text: guessed.to_owned() });
        }
        let mut readings = vec![Reading::new(found.url(), None, warnings)];
        readings.extend(found.readings().iter().map(|reading| {
            let judged = Validator::new().url(reading.url());
            let notes = judged.notes().map(|note| Warning::of(Note::Url(note), reading.url()));
            Reading::new(reading.url(), Some(tell(reading.why())), notes.collect())
        }));
        let (mut kind, place) = stand(place, shown.as_deref());
        if kind == Kind::Text && found.form() == Form::Host && !is_begun_as_host(found.url()) {
            kind = Kind::Guess;
        }
        // `www.example.org` for itself is none.
        let is_label = |text: &String| !text.is_empty() && !found.url().contains(&**text);
        let label = shown.filter(is_label).map(|shown| quote(&shown));
        Link { readings, kind, label, places: vec![place], count: 1, order }
    }

    /// The way to read it that goes first.
    pub(super) fn best(&self) -> &Reading {
        &self.readings[0]
    }

    /// What is the same for links that are one: what they open.
    pub(super) fn key(&self) -> &str {
        self.best().key()
    }

    /// Takes over what `other`, which opens the same, has more.
    pub(super) fn merge(&mut self, other: Link) {
        self.kind = self.kind.min(other.kind);
        self.label = self.label.take().or(other.label);
        self.count += other.count;
        for place in other.places {
            // More are of no use to anybody.
            if self.places.len() < 4 && !self.places.contains(&place) {
                self.places.push(place);
            }
        }
        let mut readings = other.readings.into_iter();
        let best = readings.next().map(|reading| reading.warnings).unwrap_or_default();
        let warnings = &mut self.readings[0].warnings;
        for warning in best {
            if warnings.len() < 16 && !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        for reading in readings {
            if !self.readings.iter().any(|known| known.key() == reading.key()) {
                self.readings.push(reading);
            }
        }
        self.readings.truncate(8);
    }
}

impl Reading {
    fn new(url: &str, why: Option<String>, mut warnings: Vec<Warning>) -> Reading {
        // An escape that hides a control character can stand anywhere, any number of times.
        warnings.truncate(16);
        warnings.extend(Warning::of_scheme(url));
        // The gravest first, for there may be room for one.
        warnings.sort_by_key(|warning| std::cmp::Reverse(warning.severity));
        let shown = fit(&display_url(url)).into_owned();
        let opens = href(url).map(Cow::into_owned);
        Reading { shown, opens, why, warnings }
    }

    /// What is said where nothing can be opened.
    pub(super) const NOTHING: &str = "nothing, for programs do not agree where it leads";

    pub(super) fn key(&self) -> &str {
        self.opens.as_ref().unwrap_or(&self.shown)
    }

    /// What is opened, or that nothing is.
    pub(super) fn opening(&self) -> &str {
        self.opens.as_deref().unwrap_or(Self::NOTHING)
    }

    /// How grave the gravest warning is.
    pub(super) fn severity(&self) -> Option<Severity> {
        self.warnings.iter().map(|warning| warning.severity).max()
    }
}

impl Warning {
    fn of(note: Note, url: &str) -> Warning {
        let text = match note {
            Note::Url(of) => match url.get(of.span().range()).filter(|text| !text.is_empty()) {
                Some(text) => format!("{}: {}", note.message(), quote(text)),
                None => note.message().to_owned(),
            },
            _ => note.message().to_owned(),
        };
        Warning { severity: note.severity(), text }
    }
}

impl Warning {
    /// What is to be said of `url` for its scheme: what opens it may not be a browser that looks at a place.
    fn of_scheme(url: &str) -> Option<Warning> {
        let scheme = url.split(':').next()?.to_ascii_lowercase();
        let (severity, text) = match &*scheme {
            "javascript" | "vbscript" | "data" => {
                (Severity::Danger, "what is opened stands in the URL itself, and may be a program")
            }
            "file" => (Severity::Warning, "it opens a file of the machine that opens it"),
            _ => return None,
        };
        Some(Warning { severity, text: text.to_owned() })
    }
}

/// Whether the host of `url` begins as those do that are nothing else.
fn is_begun_as_host(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host).as_bytes();
    let begins = |with: &[u8]| host.get(..4).is_some_and(|four| four.eq_ignore_ascii_case(with));
    begins(b"www.") || begins(b"ftp.")
}

/// What stands at `place`, and where that is. `shown` is what a page shows for it.
fn stand(place: &Place<'_>, shown: Option<&str>) -> (Kind, String) {
    if let Some((_, field)) = place.part.split_once("header:") {
        return (Kind::Field, format!("in the header field {}", fit(field)));
    }
    match (place.attribute, shown) {
        (None, _) => (Kind::Text, TEXT.to_owned()),
        (Some(_), Some("")) => (Kind::Text, "a link of the page, without a text".to_owned()),
        (Some(_), Some(shown)) => (Kind::Text, format!("a link of the page: {}", quote(shown))),
        (Some((element, attribute)), None) => {
            let kind = if element == "area" { Kind::Text } else { Kind::Loaded };
            (kind, format!("{attribute} of {} in the page", fit(element)))
        }
    }
}

/// How a reading differs from the first, without the offsets that mean nothing here.
fn tell(why: &Why) -> String {
    let Why::Differs(differences) = why else { return "with every blank as %20".to_owned() };
    let tell = |kind, choice| match (kind, choice) {
        (DoubtKind::Hyphen, Choice::Kept) => "with the hyphen",
        (DoubtKind::Hyphen, _) => "without the hyphen",
        (DoubtKind::At, Choice::At) => "' at ' as @",
        (DoubtKind::At, _) => "' at ' as it stands",
        (DoubtKind::Gap, Choice::Removed) => "without the blank",
        (DoubtKind::Gap, _) => "with the blank as %20",
        (DoubtKind::End, Choice::Kept) => "with what stands at its end",
        (DoubtKind::End, Choice::Dropped) => "without what stands at its end",
        (DoubtKind::End, Choice::Mark) => "going on behind a quote mark",
        (DoubtKind::End, _) => "ending at a >",
        _ => "read otherwise",
    };
    let mut told: Vec<&str> = differences.iter().map(|it| tell(it.kind, it.choice)).collect();
    told.dedup();
    told.join(", ")
}

/// `text` as a terminal may be given it.
fn fit(text: &str) -> Cow<'_, str> {
    escape(text, Reader::Terminal)
}

/// `text` between quotes, cut short where it is long.
fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("\"{}\" and more", fit(&text[..end])),
        None => format!("\"{}\"", fit(text)),
    }
}

/// `text` as a page shows it: runs of blanks and line breaks as one blank, and none at the edges.
fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::links::Links;
    use super::*;
    use urlsift::archive::Headers;
    use urlsift::bulk::Window;
    use urlsift::{Extractor, Forms};

    /// The links of a message.
    pub(in super::super) fn links(message: &str) -> Links {
        let extractor = Extractor::builder().forms(Forms::default().with(Form::Host)).build();
        let window = Window::whole("-", message.as_bytes().to_vec());
        let mut links = Links::new();
        for item in window.items() {
            item.find(&extractor, Headers::Useful, None, |place, found| links.add(place, found));
        }
        links.sort();
        links
    }

    /// All texts of `link` but what it opens.
    fn texts(link: &Link) -> impl Iterator<Item = &str> {
        let of = |reading: &'_ Reading| {
            let warnings = reading.warnings.iter().map(|warning| &*warning.text);
            let texts = warnings.chain([&*reading.shown]).chain(reading.why.as_deref());
            texts.map(str::to_owned).collect::<Vec<_>>()
        };
        let readings: Vec<String> = link.readings.iter().flat_map(of).collect();
        let places = link.places.iter().map(String::as_str);
        places.chain(readings.leak().iter().map(String::as_str))
    }

    #[test]
    fn nothing_reaches_a_terminal_that_it_must_not_get() {
        let nasty = "\u{1b}[2J\u{9b}31m\u{7}\u{202e}\u{200b}\u{85}\u{2028}\u{feff}\u{ad}\u{e0041}";
        let page = "To: a\nContent-Type: text/html; charset=utf-8\n\n";
        let messages = [
            format!("A: b\n\n<http://a.example/{nasty}>"),
            format!("A: b\n\n<http://{nasty}.example/>"),
            format!("A: b\n\n<http://u{nasty}:p{nasty}@a.example/>"),
            format!("A: b\n\n<http://a.example/-\nb{nasty}c d>"),
            format!("{page}<a href=\"http://a.example/{nasty}\">http://b.example/{nasty}</a>"),
            format!("{page}<a href=http://a.example/>{nasty}</a>"),
            format!("{page}<a{nasty} src=\"http://a.example/\">{nasty}</a>"),
            format!("{page}<x\u{202e} src=\"http://a.example/\">"),
            "X-\u{1b}[2J: <http://a.example/>\nA: b\n\n".to_owned(),
            "X-\u{202e}: <http://a.example/>\n\n".to_owned(),
        ];
        let mut count = 0;
        for message in &messages {
            for link in links(message).links() {
                count += 1;
                for text in texts(link) {
                    let is_bad = |c: char| c.is_control() || urlsift::is_hidden(c);
                    assert!(!text.contains(is_bad), "{text:?} of {message:?}");
                }
                for reading in &link.readings {
                    let opens = reading.opens.as_deref().unwrap_or("x:");
                    assert!(opens.bytes().all(|byte| byte.is_ascii_graphic()), "{opens:?}");
                    assert!(opens.as_bytes()[0].is_ascii_alphabetic(), "no option: {opens:?}");
                }
            }
        }
        assert!(count >= messages.len() - 2, "{count} links are too few");
    }

    #[test]
    fn what_is_said() {
        // (message, what is shown, what is opened, places, warnings of the first link)
        let page = |body: &str| format!("To: a\nContent-Type: text/html\n\n{body}");
        let table = [
            (
                "A: b\n\nhttp://a.example/".to_owned(),
                "http://a.example/ | http://a.example/ | in the text",
            ),
            (
                "A: b\n\nwww.example.org/~jim".to_owned(),
                "http://www.example.org/~jim | http://www.example.org/~jim | in the text | \
                 info its text has no scheme, http is a guess",
            ),
            (
                "A: b\n\n<http://www.example.org@a.example:22/>".to_owned(),
                "http://www.example.org@a.example:22/ | http://www.example.org@a.example:22/ | in the text | \
                 danger the user looks like a host, and the host comes after it: \"www.example.org\" | \
                 warning the scheme allows no user: \"www.example.org\" | \
                 warning the port is not the scheme's own and is below 1024: \"22\"",
            ),
            (
                page("<a href=http://evil.example/>http://www.bank\n.example/</a>"),
                "http://evil.example/ | http://evil.example/ | \
                 a link of the page: \"http://www.bank .example/\" | \
                 danger the page shows another place for it: \"http://www.bank .example/\"",
            ),
            (
                page("<a href='http://B\u{fc}cher.example/'>here</a>"),
                "http://B\u{fc}cher.example/ | http://xn--bcher-kva.example/ | a link of the page: \"here\" | \
                 info the host has characters beyond ASCII: \"B\u{fc}cher.example\"",
            ),
            (
                "To: a\n\n<URL:file:///etc/motd>".to_owned(),
                "file:///etc/motd | file:///etc/motd | in the text | \
                 warning it opens a file of the machine that opens it",
            ),
            (
                "To: a\n\n<URL:javascript:alert(1)>".to_owned(),
                "javascript:alert(1) | javascript:alert(1) | in the text | \
                 danger what is opened stands in the URL itself, and may be a program",
            ),
            (
                "To: a\n\n<http://a^b.example/>".to_owned(),
                "http://a^b.example/ | nothing | in the text",
            ),
            (
                page("<img src=http://a.example/b.gif>"),
                "http://a.example/b.gif | http://a.example/b.gif | src of img in the page",
            ),
            (
                "To: a\nX-Url: http://a.example/\n\nb".to_owned(),
                "http://a.example/ | http://a.example/ | in the header field X-Url",
            ),
        ];
        for (message, expected) in table {
            let links = links(&message);
            let link = links.links().first().expect("there is a link");
            let best = link.best();
            let mut said = vec![
                best.shown.clone(),
                best.opens.clone().unwrap_or("nothing".to_owned()),
                link.places.join(", "),
            ];
            said.extend(best.warnings.iter().map(|it| format!("{} {}", it.severity, it.text)));
            assert_eq!(said.join(" | "), expected, "{message}");
        }
    }
}
