//! A link as the user sees it: the URL to show, the URL to open, and warnings.
//!
//! Texts are escaped for a terminal and without line breaks, except the text around the link, which is escaped when it
//! is drawn. The URL to open is ASCII.

mod context;
mod text;

use std::borrow::Cow;

use urlsift::extract::SchemeSet;
use urlsift::found::{Choice, DoubtKind, Form, FoundNote, NoteKind, Severity, Why};
use urlsift::url::{display_url, url_notes};
use urlsift::{Found, href};
use urlsift_archive::item::Location;

pub(crate) use self::context::LinkContext;
pub(crate) use self::text::{fit, quote};

#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The readings of the link, the likeliest first. There is at least one.
    pub(crate) readings: Vec<LinkReading>,
    pub(crate) kind: LinkKind,
    /// The text that a page shows for the link, in quotes, if it is not the link itself.
    pub(crate) label: Option<String>,
    /// The places of the link, each once.
    pub(crate) places: Vec<String>,
    pub(crate) count: usize,
    /// The position of its best occurrence among all links found, for sorting.
    pub(crate) order: usize,
    /// The number of the part of its best occurrence, see `Links`.
    pub(crate) part: usize,
    pub(crate) context: Option<LinkContext>,
}

#[derive(Clone, Debug)]
pub(crate) struct LinkReading {
    pub(crate) shown: String,
    /// The URL in ASCII, or `None` if programs disagree on its host.
    href: Option<String>,
    /// Whether the URL, or the one within it, is a program. It is never opened: it would run with the rights of the
    /// page that is open.
    is_script: bool,
    /// The difference from the first reading.
    pub(crate) why: Option<String>,
    pub(crate) warnings: Vec<Warning>,
}

/// The purpose of a link. Users look for the first kinds first, so the list is sorted by them.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum LinkKind {
    /// Part of a text, or a link of a page.
    Text,
    /// A word in a text that may be a host. In a text about programs, `libc.so` may be one.
    Guess,
    /// Part of a header field.
    Field,
    /// Loaded by a page, such as a picture, or the target of a form.
    Loaded,
    /// A mail address of a list's header field, such as `List-Unsubscribe`.
    ListAddress,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Warning {
    pub(crate) severity: Severity,
    pub(crate) text: String,
}

pub(crate) const PLACE_IN_TEXT: &str = "in the text";

impl Link {
    pub(crate) fn new(place: &Location<'_>, found: &Found<'_>, order: usize, part: usize) -> Link {
        let shown = place.link_text();
        let notes = found.notes().into_iter();
        let is_shared = |note: &FoundNote| {
            !matches!(note, FoundNote::Url(_)) && note.severity() == Severity::Danger
        };
        // Dangers of the place hold for each reading.
        let shared: Vec<Warning> =
            Warning::of_all(notes.clone().filter(is_shared), found.url(), shown.as_deref())
                .collect();
        let mut warnings: Vec<Warning> =
            Warning::of_all(notes, found.url(), shown.as_deref()).collect();
        let guessed = match found.form() {
            Form::Www | Form::Host => Some("the text has no scheme; http is assumed"),
            Form::Address => Some("its text is a mail address"),
            _ => None,
        };
        if let Some(guessed) = guessed {
            warnings.push(Warning { severity: Severity::Info, text: guessed.to_owned() });
        }
        let mut readings = vec![LinkReading::new(found.url(), None, warnings)];
        readings.extend(found.readings().iter().map(|reading| {
            let own = Warning::of_all(url_notes(reading.url()).into_iter(), reading.url(), None);
            let warnings = shared.iter().cloned().chain(own).collect();
            LinkReading::new(reading.url(), Some(describe(reading.why())), warnings)
        }));
        let context = LinkContext::new(place, found);
        let (mut kind, place) = kind_and_place(place, found, shown.as_deref());
        // A word that begins with `ftp.` is certainly a host.
        let is_guess = found.form() == Form::Host && !found.url().starts_with("ftp:");
        if kind == LinkKind::Text && is_guess {
            kind = LinkKind::Guess;
        }
        // A text that is part of the URL, such as `www.example.org`, is not a label.
        let is_label = |text: &String| !text.is_empty() && !found.url().contains(&**text);
        let label = shown.filter(is_label).map(|shown| quote(&shown));
        Link { readings, kind, label, places: vec![place], count: 1, order, part, context }
    }

    pub(crate) fn best(&self) -> &LinkReading {
        &self.readings[0]
    }

    /// Links with the same key open the same URL.
    pub(crate) fn key(&self) -> &str {
        self.best().key()
    }

    pub(crate) fn size(&self) -> usize {
        let own = self.places.iter().chain(&self.label).map(String::len).sum::<usize>();
        let around = self.context.as_ref().map_or(0, LinkContext::size);
        own + around + self.readings.iter().map(LinkReading::size).sum::<usize>()
    }

    /// Adds the places, warnings and readings of `other`, which opens the same URL.
    pub(crate) fn merge(&mut self, other: Link) {
        // Sort the link by the first of its best occurrences.
        if other.kind < self.kind {
            (self.kind, self.order, self.part) = (other.kind, other.order, other.part);
            self.context = other.context.or(self.context.take());
        } else {
            self.context = self.context.take().or(other.context);
        }
        self.label = self.label.take().or(other.label);
        self.count += other.count;
        for place in other.places {
            // A user needs no more than four places.
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
        let shown = fit(&display_url(url)).into_owned();
        let href = href(url).map(Cow::into_owned);
        let is_program = |note: &FoundNote| matches!(note, FoundNote::Url(it) if it.kind() == NoteKind::ProgramInUrl);
        let is_script = url_notes(url).iter().any(is_program);
        LinkReading { shown, href, is_script, why, warnings: gravest(warnings) }
    }

    /// Returns the URL in ASCII, or `None` if programs disagree on its host or if it is a script.
    pub(crate) fn opens(&self) -> Option<&str> {
        self.href.as_deref().filter(|_| !self.is_script)
    }

    pub(crate) fn key(&self) -> &str {
        self.href.as_ref().unwrap_or(&self.shown)
    }

    pub(crate) fn opening(&self) -> &str {
        match &self.href {
            Some(_) if self.is_script => "nothing, because it is a script",
            Some(href) => href,
            None => "nothing, because programs disagree on its host",
        }
    }

    fn size(&self) -> usize {
        let texts = [Some(&self.shown), self.href.as_ref(), self.why.as_ref()];
        let warnings = self.warnings.iter().map(|warning| &warning.text);
        texts.into_iter().flatten().chain(warnings).map(String::len).sum()
    }

    pub(crate) fn severity(&self) -> Option<Severity> {
        self.warnings.iter().map(|warning| warning.severity).max()
    }
}

impl Warning {
    /// Makes warnings of `notes` on `url`, at most three of a kind. Some kinds can occur any number of times,
    /// and would push out the others. `shown` is the text of the link.
    fn of_all(
        notes: impl Iterator<Item = FoundNote>,
        url: &str,
        shown: Option<&str>,
    ) -> impl Iterator<Item = Warning> {
        let mut kind = ("", 0);
        let few = notes.filter(move |note| {
            let count = if note.name() == kind.0 { kind.1 + 1 } else { 1 };
            kind = (note.name(), count);
            count <= 3
        });
        few.map(move |note| Warning::of(note, url, shown))
    }

    fn of(note: FoundNote, url: &str, shown: Option<&str>) -> Warning {
        let about = match note {
            FoundNote::Url(of) => url.get(of.span().range()).filter(|text| !text.is_empty()),
            FoundNote::TextNamesOtherHost(_) => shown,
            _ => None,
        };
        let text = match about {
            Some(about) => format!("{}: {}", note.message(), quote(about)),
            None => note.message().to_owned(),
        };
        // `pick` opens the URL itself, on the machine whose file it names, so the user must confirm it.
        let is_local = matches!(note, FoundNote::Url(of) if of.kind() == NoteKind::LocalFile);
        let severity = if is_local { Severity::Danger } else { note.severity() };
        Warning { severity, text }
    }
}

/// The number of schemes of programs that are looked for. The others are words of prose.
const FOUND_SCRIPT_SCHEMES: usize = 2;

/// Returns `schemes` with those of scripts, so that scripts are listed. If `schemes` has as many as there may be, they
/// are not.
pub(crate) fn with_scripts(mut schemes: SchemeSet) -> SchemeSet {
    for script in &NoteKind::ProgramInUrl.schemes()[..FOUND_SCRIPT_SCHEMES] {
        let _ = schemes.add(script);
    }
    schemes
}

/// Sorts `warnings` by severity, because there may be room for only one, and keeps 16.
fn gravest(mut warnings: Vec<Warning>) -> Vec<Warning> {
    warnings.sort_by_key(|warning| std::cmp::Reverse(warning.severity));
    warnings.truncate(16);
    warnings
}

/// Returns the kind of a link at `place` and a description of the place. `shown` is the text of the link on a page.
fn kind_and_place(
    place: &Location<'_>,
    found: &Found<'_>,
    shown: Option<&str>,
) -> (LinkKind, String) {
    if let Some((_, field)) = place.part.split_once("header:") {
        let begins = |text: &str, with: &str| {
            text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
        };
        let is_address = begins(field, "List-") && begins(found.url(), "mailto:");
        let kind = if is_address { LinkKind::ListAddress } else { LinkKind::Field };
        return (kind, format!("in the header field {}", fit(field)));
    }
    match (place.attribute, shown) {
        (None, _) => (LinkKind::Text, PLACE_IN_TEXT.to_owned()),
        (Some(_), Some("")) => (LinkKind::Text, "a link of the page, without a text".to_owned()),
        (Some(_), Some(shown)) => (LinkKind::Text, format!("a link of the page: {}", quote(shown))),
        (Some((_, None)), None) => (LinkKind::Loaded, "a style sheet of the page".to_owned()),
        (Some((element, Some(attribute))), None) => {
            let kind = if element == "area" { LinkKind::Text } else { LinkKind::Loaded };
            (kind, format!("{attribute} of {} in the page", fit(element)))
        }
    }
}

/// Describes how a reading differs from the first. Leaves out the offsets, which mean nothing to the user.
fn describe(why: &Why) -> String {
    let Why::Differs(differences) = why else { return "with every space as %20".to_owned() };
    let describe_one = |kind, choice| match (kind, choice) {
        (DoubtKind::Hyphen, Choice::Kept) => "with the hyphen",
        (DoubtKind::Hyphen, _) => "without the hyphen",
        (DoubtKind::At, Choice::At) => "' at ' as @",
        (DoubtKind::At, _) => "' at ' unchanged",
        (DoubtKind::Gap, Choice::Removed) => "without the space",
        (DoubtKind::Gap, _) => "with the space as %20",
        (DoubtKind::End, Choice::Kept) => "with the punctuation at its end",
        (DoubtKind::End, Choice::Dropped) => "without the punctuation at its end",
        (DoubtKind::End, Choice::Mark) => "going on after a quote mark",
        (DoubtKind::End, _) => "ending at a >",
        (DoubtKind::Join, Choice::Joined) => "going on after the line break",
        (DoubtKind::Join, _) => "ending at the line break",
        (DoubtKind::Markup, Choice::Kept) => "with the markup",
        (DoubtKind::Markup, _) => "without the markup",
        _ => "read otherwise",
    };
    let mut described: Vec<&str> =
        differences.iter().map(|it| describe_one(it.kind, it.choice)).collect();
    described.dedup();
    described.join(", ")
}

#[cfg(test)]
pub(crate) mod tests;
