//! What a person has to know of a link: what it says, what it opens, what speaks against it.
//!
//! Every text here is fit for a terminal when it is made, escaped and without line breaks, and is drawn and
//! printed as it is. What is opened is ASCII.

mod text;

use std::borrow::Cow;

use urlsift::bulk::Location;
use urlsift::note::{FoundNote, Severity};
use urlsift::reading::{Choice, DoubtKind, Why};
use urlsift::url::{display_url, link_text_differs, url_notes};
use urlsift::{Form, Found, href};

use self::text::{MAX_LINK_TEXT_BYTES, collapse, fit, quote};

/// A link.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The ways to read it, the likeliest first; there is one.
    pub(crate) readings: Vec<LinkReading>,
    pub(crate) kind: LinkKind,
    /// What a page shows for it, between quotes, where that is not the link itself.
    pub(crate) label: Option<String>,
    /// Where it stands: each place once.
    pub(crate) places: Vec<String>,
    /// How often it stands there.
    pub(crate) count: usize,
    /// Which of all it was, where it stood as what it is there for.
    pub(crate) order: usize,
}

/// A way to read a link.
#[derive(Clone, Debug)]
pub(crate) struct LinkReading {
    /// The URL for people.
    pub(crate) shown: String,
    /// What is opened; `None` where programs do not agree where it leads.
    pub(crate) opens: Option<String>,
    /// How it differs from the first.
    pub(crate) why: Option<String>,
    pub(crate) warnings: Vec<Warning>,
}

/// What a link is there for, those first that readers look for.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum LinkKind {
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
pub(crate) struct Warning {
    pub(crate) severity: Severity,
    pub(crate) text: String,
}

/// Where most links stand.
pub(crate) const PLACE_IN_TEXT: &str = "in the text";

/// What a value opens begins before this, in bytes. A value may hold any number of URLs, and the whole of the
/// text, read for each, would take quadratic time; for those behind this only its first bytes are read.
const MAX_OFFSET_FOR_FULL_TEXT: usize = 64;

impl Link {
    /// The link that was `found` at `place`, as number `order`.
    pub(crate) fn new(place: &Location<'_>, found: &Found<'_>, order: usize) -> Link {
        let read = if found.outer().start < MAX_OFFSET_FOR_FULL_TEXT {
            usize::MAX
        } else {
            MAX_LINK_TEXT_BYTES
        };
        let shown = place.shown.map(|shown| &shown[..shown.len().min(read)]);
        let shown = shown.map(|shown| collapse(&place.charset.decode(shown)));
        let mut warnings = Vec::new();
        if let Some(shown) = &shown
            && link_text_differs(shown, found.url())
        {
            let text = format!("the page shows another place for it: {}", quote(shown));
            warnings.push(Warning { severity: Severity::Danger, text });
        }
        warnings.extend(Warning::of_all(found.notes().iter().copied(), found.url()));
        let guessed = match found.form() {
            Form::Host => Some("its text has no scheme, http is a guess"),
            Form::Address => Some("its text is a mail address"),
            _ => None,
        };
        if let Some(guessed) = guessed {
            warnings.push(Warning { severity: Severity::Info, text: guessed.to_owned() });
        }
        let mut readings = vec![LinkReading::new(found.url(), None, warnings)];
        readings.extend(found.readings().iter().map(|reading| {
            let warnings = Warning::of_all(url_notes(reading.url()).into_iter(), reading.url());
            LinkReading::new(reading.url(), Some(describe(reading.why())), warnings.collect())
        }));
        let (mut kind, place) = kind_and_place(place, shown.as_deref());
        if kind == LinkKind::Text && found.form() == Form::Host && !is_begun_as_host(found.url()) {
            kind = LinkKind::Guess;
        }
        // `www.example.org` for itself is none.
        let is_label = |text: &String| !text.is_empty() && !found.url().contains(&**text);
        let label = shown.filter(is_label).map(|shown| quote(&shown));
        Link { readings, kind, label, places: vec![place], count: 1, order }
    }

    /// The way to read it that goes first.
    pub(crate) fn best(&self) -> &LinkReading {
        &self.readings[0]
    }

    /// What is the same for links that are one: what they open.
    pub(crate) fn key(&self) -> &str {
        self.best().key()
    }

    /// How much its texts hold, in bytes.
    pub(crate) fn size(&self) -> usize {
        let own = self.places.iter().chain(&self.label).map(String::len).sum::<usize>();
        own + self.readings.iter().map(LinkReading::size).sum::<usize>()
    }

    /// Takes over what `other`, which opens the same, has more.
    pub(crate) fn merge(&mut self, other: Link) {
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
        let mut known = std::mem::take(&mut self.readings[0].warnings);
        for warning in best {
            if !known.contains(&warning) {
                known.push(warning);
            }
        }
        self.readings[0].warnings = gravest(known);
        for reading in readings {
            if !self.readings.iter().any(|known| known.key() == reading.key()) {
                self.readings.push(reading);
            }
        }
        self.readings.truncate(8);
    }
}

impl LinkReading {
    fn new(url: &str, why: Option<String>, warnings: Vec<Warning>) -> LinkReading {
        let warnings = gravest(warnings);
        let shown = fit(&display_url(url)).into_owned();
        let opens = href(url).map(Cow::into_owned);
        LinkReading { shown, opens, why, warnings }
    }

    /// What is said where nothing can be opened.
    pub(crate) const OPENS_NOTHING: &str = "nothing, for programs do not agree where it leads";

    pub(crate) fn key(&self) -> &str {
        self.opens.as_ref().unwrap_or(&self.shown)
    }

    /// What is opened, or that nothing is.
    pub(crate) fn opening(&self) -> &str {
        self.opens.as_deref().unwrap_or(Self::OPENS_NOTHING)
    }

    fn size(&self) -> usize {
        let texts = [Some(&self.shown), self.opens.as_ref(), self.why.as_ref()];
        let warnings = self.warnings.iter().map(|warning| &warning.text);
        texts.into_iter().flatten().chain(warnings).map(String::len).sum()
    }

    /// How grave the gravest warning is.
    pub(crate) fn severity(&self) -> Option<Severity> {
        self.warnings.iter().map(|warning| warning.severity).max()
    }
}

impl Warning {
    /// Those of `notes` on `url`. Some kinds can be true any number of times, and must not crowd out the
    /// others: three of a kind are enough.
    fn of_all(notes: impl Iterator<Item = FoundNote>, url: &str) -> impl Iterator<Item = Warning> {
        let mut kind = ("", 0);
        let few = notes.filter(move |note| {
            let count = if note.name() == kind.0 { kind.1 + 1 } else { 1 };
            kind = (note.name(), count);
            count <= 3
        });
        few.map(|note| Warning::of(note, url))
    }

    fn of(note: FoundNote, url: &str) -> Warning {
        let text = match note {
            FoundNote::Url(of) => {
                match url.get(of.span().range()).filter(|text| !text.is_empty()) {
                    Some(text) => format!("{}: {}", note.message(), quote(text)),
                    None => note.message().to_owned(),
                }
            }
            _ => note.message().to_owned(),
        };
        Warning { severity: note.severity(), text }
    }
}

/// Whether the host of `url` begins as those do that are nothing else.
fn is_begun_as_host(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host).as_bytes();
    let begins = |with: &[u8]| host.get(..4).is_some_and(|four| four.eq_ignore_ascii_case(with));
    begins(b"www.") || begins(b"ftp.")
}

/// `warnings`, the gravest first, for there may be room for one; and not more than anybody reads.
fn gravest(mut warnings: Vec<Warning>) -> Vec<Warning> {
    warnings.sort_by_key(|warning| std::cmp::Reverse(warning.severity));
    warnings.truncate(16);
    warnings
}

/// What stands at `place`, and where that is. `shown` is what a page shows for it.
fn kind_and_place(place: &Location<'_>, shown: Option<&str>) -> (LinkKind, String) {
    if let Some((_, field)) = place.part.split_once("header:") {
        return (LinkKind::Field, format!("in the header field {}", fit(field)));
    }
    match (place.attribute, shown) {
        (None, _) => (LinkKind::Text, PLACE_IN_TEXT.to_owned()),
        (Some(_), Some("")) => (LinkKind::Text, "a link of the page, without a text".to_owned()),
        (Some(_), Some(shown)) => (LinkKind::Text, format!("a link of the page: {}", quote(shown))),
        (Some((element, attribute)), None) => {
            let kind = if element == "area" { LinkKind::Text } else { LinkKind::Loaded };
            (kind, format!("{attribute} of {} in the page", fit(element)))
        }
    }
}

/// How a reading differs from the first, without the offsets that mean nothing here.
fn describe(why: &Why) -> String {
    let Why::Differs(differences) = why else { return "with every blank as %20".to_owned() };
    let describe_one = |kind, choice| match (kind, choice) {
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
    let mut described: Vec<&str> =
        differences.iter().map(|it| describe_one(it.kind, it.choice)).collect();
    described.dedup();
    described.join(", ")
}

#[cfg(test)]
pub(crate) mod tests;
