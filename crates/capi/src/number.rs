//! Maps values of the facade to the numbers of `abi.rs`, and known numbers to values.

use urlsift::extract::{Extra, Extras, Forms, Profile, SegmentKind, SoftBreaks};
use urlsift::found::{Choice, DoubtKind, Form, FoundNote, Ground, Severity};
use urlsift::url::HostKind;
use urlsift::verdict::{Grammar, Grammars, Standing};

use super::abi::{self, urlsift_note, urlsift_range, urlsift_status, urlsift_str};

impl urlsift_note {
    pub(super) fn of(note: FoundNote) -> urlsift_note {
        let range = match note {
            FoundNote::Url(note) => urlsift_range::of(note.span().range()),
            _ => urlsift_range::NOWHERE,
        };
        urlsift_note {
            kind: note_number(note),
            severity: severity_number(note.severity()),
            name: urlsift_str::of(note.name()),
            text: urlsift_str::of(note.message()),
            range,
        }
    }
}

const FORMS: &[(u32, Form)] = &[
    (abi::URLSIFT_FORM_URL, Form::Url),
    (abi::URLSIFT_FORM_ANGLE, Form::Angle),
    (abi::URLSIFT_FORM_QUOTE, Form::Quote),
    (abi::URLSIFT_FORM_PREFIX, Form::Prefix),
    (abi::URLSIFT_FORM_BARE, Form::Bare),
    (abi::URLSIFT_FORM_ADDRESS, Form::Address),
    (abi::URLSIFT_FORM_HOST, Form::Host),
    (abi::URLSIFT_FORM_WWW, Form::Www),
    (abi::URLSIFT_FORM_REPAIRED, Form::Repaired),
];

// A form that this file does not list would have no bit.
const _: () = assert!(abi::URLSIFT_FORMS_ALL == (1 << FORMS.len()) - 1);

const EXTRAS: &[(u32, Extra)] = &[
    (abi::URLSIFT_EXTRA_DOUBTFUL_DOMAIN, Extra::DoubtfulDomain),
    (abi::URLSIFT_EXTRA_IP_ADDRESS, Extra::IpAddress),
    (abi::URLSIFT_EXTRA_LOCALHOST, Extra::Localhost),
    (abi::URLSIFT_EXTRA_NETWORK_PATH, Extra::NetworkPath),
    (abi::URLSIFT_EXTRA_ONE_LABEL, Extra::OneLabel),
    (abi::URLSIFT_EXTRA_ANY_SCHEME, Extra::AnyScheme),
];

const GRAMMARS: &[(u32, Grammar)] = &[
    (abi::URLSIFT_GRAMMAR_DRAFT03, Grammar::Draft03),
    (abi::URLSIFT_GRAMMAR_RFC1738, Grammar::Rfc1738),
    (abi::URLSIFT_GRAMMAR_RFC2396, Grammar::Rfc2396),
    (abi::URLSIFT_GRAMMAR_RFC3986, Grammar::Rfc3986),
    (abi::URLSIFT_GRAMMAR_RFC3987, Grammar::Rfc3987),
];

/// Returns 0 for a form that this file does not list.
pub(super) fn form_number(form: Form) -> u32 {
    FORMS.iter().find(|(_, known)| *known == form).map_or(0, |(number, _)| *number)
}

/// Returns the set of the values of `table` whose bits are in `bits`, or `None` if another bit is.
fn set_of<T: Copy, S: FromIterator<T>>(table: &[(u32, T)], bits: u32) -> Option<S> {
    let all = table.iter().fold(0, |all, (bit, _)| all | bit);
    let chosen = table.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, value)| *value);
    (bits & !all == 0).then(|| chosen.collect())
}

pub(super) fn forms(bits: u32) -> Option<Forms> {
    set_of(FORMS, bits)
}

pub(super) fn extras(bits: u32) -> Option<Extras> {
    set_of(EXTRAS, bits)
}

pub(super) fn profile(number: u32) -> Option<Profile> {
    Some(match number {
        abi::URLSIFT_PROFILE_ARCHIVE => Profile::Archive,
        abi::URLSIFT_PROFILE_CHAT => Profile::Chat,
        abi::URLSIFT_PROFILE_ESCAPED => Profile::Escaped,
        abi::URLSIFT_PROFILE_SOURCE => Profile::Source,
        _ => return None,
    })
}

pub(super) fn grammar(bit: u32) -> Option<Grammar> {
    GRAMMARS.iter().find(|(known, _)| *known == bit).map(|(_, grammar)| *grammar)
}

pub(super) fn grammar_bits(grammars: Grammars) -> u32 {
    let chosen = GRAMMARS.iter().filter(|(_, grammar)| grammars.contains(*grammar));
    chosen.fold(0, |bits, (bit, _)| bits | bit)
}

/// Converts a `URLSIFT_SOFT_BREAKS_*` number.
pub(super) fn soft_breaks(number: u32) -> Result<SoftBreaks, urlsift_status> {
    match number {
        abi::URLSIFT_SOFT_BREAKS_DEFAULT | abi::URLSIFT_SOFT_BREAKS_KEPT => Ok(SoftBreaks::Kept),
        abi::URLSIFT_SOFT_BREAKS_DELETED => Ok(SoftBreaks::Deleted),
        _ => Err(abi::URLSIFT_ERROR_VALUE),
    }
}

pub(super) fn standing_number(standing: Standing) -> u32 {
    match standing {
        Standing::Valid => abi::URLSIFT_STANDING_VALID,
        Standing::Loose => abi::URLSIFT_STANDING_LOOSE,
        Standing::Rejected(_) => abi::URLSIFT_STANDING_REJECTED,
    }
}

pub(super) fn host_number(host: Option<HostKind>) -> u32 {
    match host {
        None => abi::URLSIFT_HOST_NONE,
        Some(HostKind::Name) => abi::URLSIFT_HOST_NAME,
        Some(HostKind::Address) => abi::URLSIFT_HOST_ADDRESS,
        Some(HostKind::IpLiteral) => abi::URLSIFT_HOST_IP_LITERAL,
        Some(HostKind::Bad) => abi::URLSIFT_HOST_BAD,
        Some(_) => abi::URLSIFT_HOST_OTHER,
    }
}

pub(super) fn doubt_number(kind: DoubtKind) -> u32 {
    match kind {
        DoubtKind::Hyphen => abi::URLSIFT_DOUBT_HYPHEN,
        DoubtKind::At => abi::URLSIFT_DOUBT_AT,
        DoubtKind::Gap => abi::URLSIFT_DOUBT_GAP,
        DoubtKind::End => abi::URLSIFT_DOUBT_END,
        DoubtKind::Join => abi::URLSIFT_DOUBT_JOIN,
        DoubtKind::Markup => abi::URLSIFT_DOUBT_MARKUP,
        _ => 0,
    }
}

pub(super) fn choice_number(choice: Choice) -> u32 {
    match choice {
        Choice::Kept => abi::URLSIFT_CHOICE_KEPT,
        Choice::Dropped => abi::URLSIFT_CHOICE_DROPPED,
        Choice::At => abi::URLSIFT_CHOICE_AT,
        Choice::Removed => abi::URLSIFT_CHOICE_REMOVED,
        Choice::Space => abi::URLSIFT_CHOICE_SPACE,
        Choice::Close => abi::URLSIFT_CHOICE_CLOSE,
        Choice::Mark => abi::URLSIFT_CHOICE_MARK,
        Choice::Joined => abi::URLSIFT_CHOICE_JOINED,
        Choice::Cut => abi::URLSIFT_CHOICE_CUT,
        _ => 0,
    }
}

pub(super) fn ground_number(ground: Ground) -> u32 {
    match ground {
        Ground::Host => abi::URLSIFT_GROUND_HOST,
        Ground::Seen => abi::URLSIFT_GROUND_SEEN,
        Ground::Default => abi::URLSIFT_GROUND_DEFAULT,
        Ground::Hyphen => abi::URLSIFT_GROUND_HYPHEN,
        Ground::Escape => abi::URLSIFT_GROUND_ESCAPE,
        Ground::Closer => abi::URLSIFT_GROUND_CLOSER,
        Ground::Slash => abi::URLSIFT_GROUND_SLASH,
        Ground::Inside => abi::URLSIFT_GROUND_INSIDE,
        Ground::Extension => abi::URLSIFT_GROUND_EXTENSION,
        Ground::Delimiter => abi::URLSIFT_GROUND_DELIMITER,
        Ground::Dot => abi::URLSIFT_GROUND_DOT,
        Ground::FullLine => abi::URLSIFT_GROUND_FULL_LINE,
        Ground::Shape => abi::URLSIFT_GROUND_SHAPE,
        Ground::SoftBreak => abi::URLSIFT_GROUND_SOFT_BREAK,
        _ => 0,
    }
}

fn severity_number(severity: Severity) -> u32 {
    match severity {
        Severity::Info => abi::URLSIFT_SEVERITY_INFO,
        Severity::Warning => abi::URLSIFT_SEVERITY_WARNING,
        // A severity added later is treated as the gravest, as `urlsift.h` advises callers to do.
        _ => abi::URLSIFT_SEVERITY_DANGER,
    }
}

fn note_number(note: FoundNote) -> u32 {
    let is_it = |(_, constant): &&(u32, &str)| {
        let name = constant.strip_prefix("URLSIFT_NOTE_");
        name.is_some_and(|name| name.eq_ignore_ascii_case(note.name()))
    };
    abi::NOTES.iter().find(is_it).map_or(0, |(number, _)| *number)
}

/// Returns the number of `kind`, and for replaced text what the URL contains instead.
pub(super) fn segment_number(kind: SegmentKind) -> (u32, urlsift_str) {
    let number = match kind {
        SegmentKind::Plain => abi::URLSIFT_SEGMENT_PLAIN,
        SegmentKind::Delimiter => abi::URLSIFT_SEGMENT_DELIMITER,
        SegmentKind::Piece => abi::URLSIFT_SEGMENT_PIECE,
        SegmentKind::Replaced(text) => {
            return (abi::URLSIFT_SEGMENT_REPLACED, urlsift_str::of(text));
        }
        SegmentKind::QuotePrefix => abi::URLSIFT_SEGMENT_QUOTE_PREFIX,
        // A seam, or a kind that the header lacks: text that is not in the URL.
        _ => abi::URLSIFT_SEGMENT_SEAM,
    };
    (number, urlsift_str::NULL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::{URLSIFT_FORMS_ALL, URLSIFT_FORMS_DEFAULT};

    #[test]
    fn every_form_and_grammar_has_its_number() {
        for form in Form::ALL {
            assert_eq!(forms(form_number(*form)), Some(Forms::none().with(*form)), "{form}");
        }
        assert_eq!(forms(URLSIFT_FORMS_ALL), Some(Forms::all()));
        assert_eq!(forms(URLSIFT_FORMS_DEFAULT), Some(Forms::default()));
        assert_eq!(forms(URLSIFT_FORMS_ALL + 1), None);
        for known in Grammar::ALL {
            let bits = grammar_bits(Grammars::from_iter([*known]));
            assert_eq!(grammar(bits), Some(*known));
        }
        assert_eq!(grammar(3), None);
    }

    #[test]
    fn every_option_has_its_number() {
        for (i, extra) in Extra::ALL.iter().enumerate() {
            assert_eq!(extras(1 << i), Some(Extras::none().with(*extra)));
        }
        assert_eq!((extras(63), extras(64)), (Some(Extras::all()), None));
        for (number, known) in (0..).zip(Profile::ALL) {
            assert_eq!(profile(number), Some(*known));
        }
        assert_eq!(profile(4), None);
    }

    #[test]
    fn every_note_has_its_number() {
        let numbers = FoundNote::names().map(|name| {
            let constant = format!("URLSIFT_NOTE_{}", name.to_ascii_uppercase());
            let number = abi::NOTES.iter().find(|(_, known)| *known == constant);
            number.expect("the note has a number").0
        });
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        // Numbers are never changed, so later kinds follow.
        assert!(numbers.iter().copied().eq(1..=33) && abi::NOTES.len() == 33);
        assert_eq!(note_number(FoundNote::HostCutBySeam), abi::URLSIFT_NOTE_HOST_CUT_BY_SEAM);
        assert_eq!(note_number(FoundNote::CutByWriter), abi::URLSIFT_NOTE_CUT_BY_WRITER);
    }
}
