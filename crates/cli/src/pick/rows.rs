//! The lines of the list: headings, and the choices of each link.

use crate::pick::link::{Link, LinkKind};
use crate::pick::links::Links;

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum ListRow {
    Heading(String),
    Choice(LinkChoice),
    /// The mail addresses of list headers, folded to one line that names their fields.
    Folded(String),
}

/// A reading of a link, by the numbers of both.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct LinkChoice {
    pub(crate) link: usize,
    pub(crate) reading: usize,
}

impl ListRow {
    pub(crate) fn is_selectable(&self) -> bool {
        !matches!(self, ListRow::Heading(_))
    }
}

/// Returns the lines for those of `links` whose numbers are in `passing`, in order. Folds the mail addresses of lists
/// if `is_folded` and there are several. A single heading is left out.
pub(crate) fn rows(
    links: &Links,
    passing: impl IntoIterator<Item = usize>,
    is_folded: bool,
) -> Vec<ListRow> {
    let all = &links.all;
    let (addresses, others): (Vec<_>, Vec<_>) =
        passing.into_iter().partition(|&link| all[link].kind == LinkKind::ListAddress);
    let mut rows = Vec::new();
    let mut last = None;
    let mut headings = 0;
    let is_folded = is_folded && addresses.len() > 1;
    let unfolded = if is_folded { &[][..] } else { &addresses[..] };
    for &link in others.iter().chain(unfolded) {
        let Link { kind, part, readings, .. } = &all[link];
        // Only links of texts have headings with their parts.
        let group = (*kind, if *kind == LinkKind::Text { *part } else { 0 });
        if last != Some(group) {
            rows.push(ListRow::Heading(links.heading(&all[link])));
            last = Some(group);
            headings += 1;
        }
        let choices = (0..readings.len()).map(|reading| LinkChoice { link, reading });
        rows.extend(choices.map(ListRow::Choice));
    }
    if headings == 1 {
        rows.remove(0);
    }
    if is_folded {
        rows.push(ListRow::Folded(describe(addresses.iter().map(|&link| &all[link]))));
    }
    rows
}

fn describe<'l>(addresses: impl ExactSizeIterator<Item = &'l Link>) -> String {
    let count = addresses.len();
    let mut fields: Vec<&str> = Vec::new();
    for place in addresses.flat_map(|link| &link.places) {
        let field = place.rsplit(' ').next().unwrap_or_default();
        if !fields.contains(&field) && fields.len() < 8 {
            fields.push(field);
        }
    }
    format!("{count} mail addresses of the list: {}", fields.join(", "))
}
