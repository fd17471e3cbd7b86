//! The kinds of notes that a URL may have, derived from its verdict. Searching for every kind took a tenth of the
//! instructions of finding an ordinary URL. A test searches for every kind and compares.

use crate::automata::plain_prefix::PlainPrefix;
use crate::notes::browser_scheme::find_odd_slashes;
use crate::notes::deception::may_be_number;
use crate::notes::note::NoteKind as Kind;
use crate::syntax::parts::{AT, BEYOND_ASCII, HYPHEN, PERCENT, Parts};

/// A set of kinds, with a bit for each, in the order of [`NoteKind::ALL`](Kind::ALL).
pub(crate) type NoteKinds = u32;

const OF_USER: [Kind; 5] = [
    Kind::Password,
    Kind::UserNotAllowed,
    Kind::UserLooksLikeHost,
    Kind::HostDisputed,
    Kind::OptionInHost,
];

const OF_SCHEMES: [Kind; 4] =
    [Kind::ProgramInUrl, Kind::DocumentInUrl, Kind::LocalFile, Kind::StartsProgram];

#[inline]
pub(crate) const fn set(mut kinds: &[Kind]) -> NoteKinds {
    let mut bits = 0;
    while let [first, rest @ ..] = kinds {
        bits |= 1 << *first as NoteKinds;
        kinds = rest;
    }
    bits
}

/// `classes` are those of the bytes after a plain `prefix`.
pub(crate) fn possible_kinds(
    url: &str,
    parts: &Parts,
    prefix: Option<PlainPrefix>,
    classes: u8,
) -> NoteKinds {
    let has = |class: u8| classes & class != 0;
    let mut kinds = 0;
    let mut add = |may_apply: bool, more: &[Kind]| kinds |= if may_apply { set(more) } else { 0 };
    add(parts.user.is_some(), &OF_USER);
    if let Some(host) = parts.host {
        let end = host.end.max(parts.port.map_or(0, |port| port.end));
        add(url.as_bytes().get(end) == Some(&b'\\'), &[Kind::HostDisputed]);
        // A plain host is not a number, has no two hyphens in a row, and nothing beyond ASCII.
        if prefix.is_none() {
            add(may_be_number(&url[host]), &[Kind::HostInDisguise]);
            add(has(HYPHEN), &[Kind::HostPunycode, Kind::OptionInHost]);
            let may_imitate = has(HYPHEN | PERCENT | BEYOND_ASCII);
            add(may_imitate, &[Kind::MixedScripts, Kind::ConfusableHost]);
            add(has(BEYOND_ASCII), &[Kind::HostNotAscii]);
        }
    }
    // A plain prefix has two slashes and a host.
    add(prefix.is_none() && find_odd_slashes(url).is_some(), &[Kind::HostDisputed]);
    if let (Some(scheme), Some(port)) = (parts.scheme, parts.port)
        && let Some(kind) = Kind::of_port(&url[scheme], &url[port])
    {
        add(true, &[kind]);
    }
    add(has(PERCENT), &[Kind::EncodedControl]);
    add(has(BEYOND_ASCII), &[Kind::HiddenCharacter]);
    // The first two letters tell most schemes apart.
    match url.as_bytes() {
        [b'h' | b'H', b't' | b'T', ..] => {}
        [b'f' | b'F', b't' | b'T', ..] => {
            let has_type = parts.path.is_some_and(|path| url[path].contains(';'));
            add(has_type, &[Kind::TypeOfRfc959]);
        }
        [b'n' | b'N', second, ..] => {
            add(matches!(second, b'n' | b'N'), &[Kind::NumberMissing]);
        }
        [b'm' | b'M', second, ..] => {
            let is_mail = matches!(second, b'a' | b'A');
            add(!is_mail, &OF_SCHEMES);
            add(is_mail && parts.query.is_some(), &[Kind::FileAttached]);
            // Outside the fragment, an `@` belongs to an address.
            add(!has(AT) || parts.fragment.is_some(), &[Kind::AddressMissing]);
        }
        _ => add(true, &OF_SCHEMES),
    }
    kinds
}
