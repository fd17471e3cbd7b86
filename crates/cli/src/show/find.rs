//! Finds the URL at a place: reads the source as `scan` does, and searches the message that contains the place.

use std::fmt::Write;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::output::{Destination, escape};
use urlsift::extract::{ExtractorBuilder, Forms};
use urlsift::{Extractor, Found};
use urlsift_archive::files::{Bounds, Unread};
use urlsift_archive::internal::UrlStrings;
use urlsift_archive::internal::walk_entries;
use urlsift_archive::internal::{part_name, read_windows};
use urlsift_archive::item::{Item, Location, Window};
use urlsift_archive::mail::{Headers, InputKind};

use crate::show::place::{PlaceOffset, ShowPlace, file_of};
use crate::show::text::{self, ShowStyle};

#[derive(Clone)]
pub(crate) struct ShowOptions {
    pub(crate) forms: Forms,
    /// The extractor, except its forms.
    pub(crate) builder: ExtractorBuilder,
    pub(crate) headers: Headers,
    pub(crate) input: InputKind,
    pub(crate) style: ShowStyle,
}

pub(crate) enum PlaceResult {
    Shown(String),
    Missing(String),
    /// There is no URL in what could be read.
    Unread(Vec<Unread>),
}

pub(crate) struct PlaceSearch<'p> {
    place: &'p ShowPlace,
    options: &'p ShowOptions,
    best: Option<(MatchRank, String)>,
    nearest: Option<(Distance, String)>,
    /// The end of the last message of the source or member.
    end: Option<usize>,
    is_met: bool,
    /// Whether the source has members, and the place names none.
    is_archive: bool,
    unread: Vec<Unread>,
}

/// How well a URL at the place fits it; less is better. It may start elsewhere, be in another part, be another URL, or
/// be longer than another one at the place.
type MatchRank = (bool, bool, bool, usize);

/// The distance from the place in bytes, after whether the offsets count in different bytes.
type Distance = (bool, usize);

impl<'p> PlaceSearch<'p> {
    pub(crate) fn run(place: &'p ShowPlace, options: &'p ShowOptions) -> PlaceResult {
        let extractor = options.extractor(options.forms.iter().chain(place.form).collect());
        let mut search = PlaceSearch {
            place,
            options,
            best: None,
            nearest: None,
            end: None,
            is_met: false,
            is_archive: false,
            unread: Vec::new(),
        };
        let path = file_of(&place.source).unwrap_or_else(|| PathBuf::from(&place.source));
        read_windows(walk_entries(&[path]), options.bounds(), |windows, report| {
            let mut items = windows.iter().flat_map(Window::items);
            let is_done = items.any(|item| search.search_item(&item, &extractor));
            search.unread.extend(report.unread);
            if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        search.finish()
    }

    fn finish(self) -> PlaceResult {
        if let Some((_, text)) = self.best {
            return PlaceResult::Shown(text);
        }
        if !self.unread.is_empty() {
            return PlaceResult::Unread(self.unread);
        }
        PlaceResult::Missing(match (self.is_met, self.nearest, self.end) {
            (true, Some((_, nearest)), _) => {
                format!("no URL there; the nearest in the message is at {nearest}")
            }
            (true, None, _) => "no URL there, nor elsewhere in the message".to_owned(),
            (false, _, Some(end)) => {
                let at = self.place.offset.stored();
                format!("no message has byte {at}; the last one ends at byte {end}")
            }
            (false, _, None) if self.is_archive => {
                "an archive; name a member, as in SOURCE:MEMBER:OFFSET".to_owned()
            }
            (false, _, None) if self.place.member.is_some() => "no such member".to_owned(),
            (false, _, None) => "nothing to search".to_owned(),
        })
    }

    /// Searches `item` if it contains the place. Returns whether reading can stop.
    fn search_item(&mut self, item: &Item<'_>, extractor: &Extractor) -> bool {
        if !self.place.is_in(item.name()) {
            self.is_archive |= self.place.member.is_none() && item.name().member.is_some();
            return false;
        }
        let range = item.offset()..item.offset() + item.len();
        self.end = Some(range.end);
        if !range.contains(&self.place.offset.stored()) {
            return false;
        }
        self.is_met = true;
        let opened = item.clone().with_attachments(Bounds::default().limits.message as u64);
        opened.find(extractor, self.options.headers, |location, found| {
            self.add(item, location, found);
        });
        // Another member may have the same name, and the next piece of a large message may have the URL.
        self.best.is_some() || item.name().member.is_none() && !item.is_piece()
    }

    /// Adds a URL of `item`: as the best one if it contains the place, otherwise as the nearest one.
    fn add(&mut self, item: &Item<'_>, location: &Location<'_>, found: &Found<'_>) {
        let range = location.range(found.outer());
        let (is_comparable, at) = match (self.place.offset, location.is_in_source()) {
            (PlaceOffset::Source(at), true) => (true, at),
            (PlaceOffset::Part { part, at }, false) => (part == location.part_offset, at),
            _ => (false, 0),
        };
        if !is_comparable {
            let distance = location.part_offset.abs_diff(self.place.offset.stored());
            self.add_nearest((true, distance), location, found, range.start);
        } else if range.contains(&at) {
            let rank = (
                range.start != at,
                self.place.part.as_ref().is_some_and(|part| *part != part_name(location)),
                self.place.url.as_ref().is_some_and(|url| url != found.url()),
                range.len(),
            );
            if self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
                let text = text::describe(self.place, item, location, found, self.options.style);
                self.best = Some((rank, text));
            }
        } else {
            let distance = if at < range.start { range.start - at } else { at - range.end };
            self.add_nearest((false, distance), location, found, range.start);
        }
    }

    fn add_nearest(
        &mut self,
        distance: Distance,
        location: &Location<'_>,
        found: &Found<'_>,
        start: usize,
    ) {
        if self.nearest.as_ref().is_some_and(|(nearest, _)| *nearest <= distance) {
            return;
        }
        let mut nearest = String::new();
        if !location.is_in_source() {
            let _ = write!(nearest, "{}+", location.part_offset);
        }
        let _ = write!(nearest, "{start}: {}", escape(found.url(), Destination::Terminal));
        self.nearest = Some((distance, nearest));
    }
}

impl ShowOptions {
    fn extractor(&self, forms: Forms) -> Extractor {
        self.builder.clone().forms(forms).build()
    }

    fn bounds(&self) -> Bounds {
        Bounds { input: self.input, ..Bounds::default() }
    }
}

/// Searches `paths` for all places of the URL `wanted`. Calls `take` with each description, and with each input that
/// could not be read. Returns whether the URL was found. Linear in the input.
pub(crate) fn find_all(
    wanted: &UrlStrings,
    options: &ShowOptions,
    paths: &[PathBuf],
    mut take: impl FnMut(Result<String, Unread>) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let ShowOptions { forms, headers, style, .. } = *options;
    let (extractor, mut is_found, mut taken) = (options.extractor(forms), false, Ok(()));
    read_windows(walk_entries(paths), options.bounds(), |windows, report| {
        for item in windows.iter().flat_map(Window::items) {
            item.find(&extractor, headers, |location, found| {
                if taken.is_ok() && wanted.has(found.url()) {
                    let place =
                        ShowPlace { url: Some(found.url().to_owned()), ..ShowPlace::default() };
                    is_found = true;
                    taken = take(Ok(text::describe(&place, &item, location, found, style)));
                }
            });
        }
        for unread in report.unread {
            taken = mem::replace(&mut taken, Ok(())).and_then(|()| take(Err(unread)));
        }
        if taken.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    taken.map(|()| is_found)
}
