//! Maps values of the facade to the numbers of `abi.rs`, and numbers to values. A number that no constant has is
//! rejected.

use super::abi::{
    URLSIFT_CHOICE_AT, URLSIFT_CHOICE_CLOSE, URLSIFT_CHOICE_CUT, URLSIFT_CHOICE_DROPPED,
    URLSIFT_CHOICE_JOINED, URLSIFT_CHOICE_KEPT, URLSIFT_CHOICE_MARK, URLSIFT_CHOICE_REMOVED,
    URLSIFT_CHOICE_SPACE, URLSIFT_DOUBT_AT, URLSIFT_DOUBT_END, URLSIFT_DOUBT_GAP,
    URLSIFT_DOUBT_HYPHEN, URLSIFT_DOUBT_JOIN, URLSIFT_DOUBT_MARKUP, URLSIFT_ERROR_VALUE,
    URLSIFT_EXTRA_ANY_SCHEME, URLSIFT_EXTRA_DOUBTFUL_DOMAIN, URLSIFT_EXTRA_IP_ADDRESS,
    URLSIFT_EXTRA_LOCALHOST, URLSIFT_EXTRA_NETWORK_PATH, URLSIFT_EXTRA_ONE_LABEL,
    URLSIFT_FORM_ADDRESS, URLSIFT_FORM_ANGLE, URLSIFT_FORM_BARE, URLSIFT_FORM_HOST,
    URLSIFT_FORM_PREFIX, URLSIFT_FORM_QUOTE, URLSIFT_FORM_REPAIRED, URLSIFT_FORM_URL,
    URLSIFT_FORM_WWW, URLSIFT_FORMS_ALL, URLSIFT_GRAMMAR_DRAFT03, URLSIFT_GRAMMAR_RFC1738,
    URLSIFT_GRAMMAR_RFC2396, URLSIFT_GRAMMAR_RFC3986, URLSIFT_GRAMMAR_RFC3987,
    URLSIFT_GROUND_CLOSER, URLSIFT_GROUND_DEFAULT, URLSIFT_GROUND_DELIMITER, URLSIFT_GROUND_DOT,
    URLSIFT_GROUND_ESCAPE, URLSIFT_GROUND_EXTENSION, URLSIFT_GROUND_FULL_LINE, URLSIFT_GROUND_HOST,
    URLSIFT_GROUND_HYPHEN, URLSIFT_GROUND_INSIDE, URLSIFT_GROUND_MARKS, URLSIFT_GROUND_SEEN,
    URLSIFT_GROUND_SHAPE, URLSIFT_GROUND_SLASH, URLSIFT_GROUND_SOFT_BREAK, URLSIFT_HOST_ADDRESS,
    URLSIFT_HOST_BAD, URLSIFT_HOST_IP_LITERAL, URLSIFT_HOST_NAME, URLSIFT_HOST_NONE,
    URLSIFT_HOST_OTHER, URLSIFT_NOTE_ADDRESS_MISSING, URLSIFT_NOTE_CONFUSABLE_HOST,
    URLSIFT_NOTE_CUT_AT_LIMIT, URLSIFT_NOTE_CUT_BY_WRITER, URLSIFT_NOTE_DOCUMENT_IN_URL,
    URLSIFT_NOTE_ENCODED_CONTROL, URLSIFT_NOTE_FILE_ATTACHED, URLSIFT_NOTE_HIDDEN_CHARACTER,
    URLSIFT_NOTE_HOST_CUT_BY_SEAM, URLSIFT_NOTE_HOST_DISPUTED, URLSIFT_NOTE_HOST_GAP,
    URLSIFT_NOTE_HOST_IN_DISGUISE, URLSIFT_NOTE_HOST_NOT_ASCII, URLSIFT_NOTE_HOST_PUNYCODE,
    URLSIFT_NOTE_HYPHEN_IN_DOUBT, URLSIFT_NOTE_LOCAL_FILE, URLSIFT_NOTE_MIXED_SCRIPTS,
    URLSIFT_NOTE_NUMBER_MISSING, URLSIFT_NOTE_OPTION_IN_HOST, URLSIFT_NOTE_PASSWORD,
    URLSIFT_NOTE_PORT_NOT_DEFAULT, URLSIFT_NOTE_PORT_RESERVED, URLSIFT_NOTE_PORT_TOO_BIG,
    URLSIFT_NOTE_PROGRAM_IN_URL, URLSIFT_NOTE_SCHEME_INSERTED, URLSIFT_NOTE_SEPARATOR_REPAIRED,
    URLSIFT_NOTE_STARTS_PROGRAM, URLSIFT_NOTE_TYPE_OF_RFC959, URLSIFT_NOTE_UNDECODABLE_BYTE,
    URLSIFT_NOTE_USER_LOOKS_LIKE_HOST, URLSIFT_NOTE_USER_NOT_ALLOWED,
    URLSIFT_NOTE_WRAPPER_UNCLOSED, URLSIFT_PROFILE_ARCHIVE, URLSIFT_PROFILE_CHAT,
    URLSIFT_PROFILE_ESCAPED, URLSIFT_PROFILE_SOURCE, URLSIFT_RISK_HOST_IN_DISGUISE,
    URLSIFT_RISK_LOCAL_NAME, URLSIFT_RISK_NO_HREF, URLSIFT_RISK_PRIVATE_ADDRESS,
    URLSIFT_RISK_SCHEME, URLSIFT_RISK_USER, URLSIFT_SEGMENT_DELIMITER, URLSIFT_SEGMENT_PIECE,
    URLSIFT_SEGMENT_PLAIN, URLSIFT_SEGMENT_QUOTE_PREFIX, URLSIFT_SEGMENT_REPLACED,
    URLSIFT_SEGMENT_SEAM, URLSIFT_SEVERITY_DANGER, URLSIFT_SEVERITY_INFO, URLSIFT_SEVERITY_WARNING,
    URLSIFT_SOFT_BREAKS_DEFAULT, URLSIFT_SOFT_BREAKS_DELETED, URLSIFT_SOFT_BREAKS_KEPT,
    URLSIFT_STANDING_LOOSE, URLSIFT_STANDING_REJECTED, URLSIFT_STANDING_VALID, urlsift_note,
    urlsift_range, urlsift_status, urlsift_str,
};
use crate::extract::segment::SegmentKind;
use crate::extract::{Extra, Extras, Forms, Profile, SoftBreaks};
use crate::found::{Choice, DoubtKind, Form, FoundNote, Ground, Severity};
use crate::url::{HostKind, PreviewRisk};
use crate::verdict::{Grammar, Grammars, Standing};

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
    (URLSIFT_FORM_URL, Form::Url),
    (URLSIFT_FORM_ANGLE, Form::Angle),
    (URLSIFT_FORM_QUOTE, Form::Quote),
    (URLSIFT_FORM_PREFIX, Form::Prefix),
    (URLSIFT_FORM_BARE, Form::Bare),
    (URLSIFT_FORM_ADDRESS, Form::Address),
    (URLSIFT_FORM_HOST, Form::Host),
    (URLSIFT_FORM_WWW, Form::Www),
    (URLSIFT_FORM_REPAIRED, Form::Repaired),
];

const EXTRAS: [(u32, Extra); 6] = [
    (URLSIFT_EXTRA_DOUBTFUL_DOMAIN, Extra::DoubtfulDomain),
    (URLSIFT_EXTRA_IP_ADDRESS, Extra::IpAddress),
    (URLSIFT_EXTRA_LOCALHOST, Extra::Localhost),
    (URLSIFT_EXTRA_NETWORK_PATH, Extra::NetworkPath),
    (URLSIFT_EXTRA_ONE_LABEL, Extra::OneLabel),
    (URLSIFT_EXTRA_ANY_SCHEME, Extra::AnyScheme),
];

const GRAMMARS: &[(u32, Grammar)] = &[
    (URLSIFT_GRAMMAR_DRAFT03, Grammar::Draft03),
    (URLSIFT_GRAMMAR_RFC1738, Grammar::Rfc1738),
    (URLSIFT_GRAMMAR_RFC2396, Grammar::Rfc2396),
    (URLSIFT_GRAMMAR_RFC3986, Grammar::Rfc3986),
    (URLSIFT_GRAMMAR_RFC3987, Grammar::Rfc3987),
];

/// Note numbers by the names that notes have in rows.
const NOTES: &[(u32, &str)] = &[
    (URLSIFT_NOTE_HOST_CUT_BY_SEAM, "host_cut_by_seam"),
    (URLSIFT_NOTE_HYPHEN_IN_DOUBT, "hyphen_in_doubt"),
    (URLSIFT_NOTE_UNDECODABLE_BYTE, "undecodable_byte"),
    (URLSIFT_NOTE_MIXED_SCRIPTS, "mixed_scripts"),
    (URLSIFT_NOTE_CONFUSABLE_HOST, "confusable_host"),
    (URLSIFT_NOTE_PASSWORD, "password"),
    (URLSIFT_NOTE_USER_NOT_ALLOWED, "user_not_allowed"),
    (URLSIFT_NOTE_USER_LOOKS_LIKE_HOST, "user_looks_like_host"),
    (URLSIFT_NOTE_HOST_DISPUTED, "host_disputed"),
    (URLSIFT_NOTE_PORT_NOT_DEFAULT, "port_not_default"),
    (URLSIFT_NOTE_PORT_RESERVED, "port_reserved"),
    (URLSIFT_NOTE_PORT_TOO_BIG, "port_too_big"),
    (URLSIFT_NOTE_ENCODED_CONTROL, "encoded_control"),
    (URLSIFT_NOTE_HOST_IN_DISGUISE, "host_in_disguise"),
    (URLSIFT_NOTE_HOST_NOT_ASCII, "host_not_ascii"),
    (URLSIFT_NOTE_HOST_PUNYCODE, "host_punycode"),
    (URLSIFT_NOTE_HIDDEN_CHARACTER, "hidden_character"),
    (URLSIFT_NOTE_NUMBER_MISSING, "number_missing"),
    (URLSIFT_NOTE_ADDRESS_MISSING, "address_missing"),
    (URLSIFT_NOTE_PROGRAM_IN_URL, "program_in_url"),
    (URLSIFT_NOTE_DOCUMENT_IN_URL, "document_in_url"),
    (URLSIFT_NOTE_LOCAL_FILE, "local_file"),
    (URLSIFT_NOTE_SCHEME_INSERTED, "scheme_inserted"),
    (URLSIFT_NOTE_WRAPPER_UNCLOSED, "wrapper_unclosed"),
    (URLSIFT_NOTE_SEPARATOR_REPAIRED, "separator_repaired"),
    (URLSIFT_NOTE_TYPE_OF_RFC959, "type_of_rfc959"),
    (URLSIFT_NOTE_CUT_AT_LIMIT, "cut_at_limit"),
    (URLSIFT_NOTE_STARTS_PROGRAM, "starts_program"),
    (URLSIFT_NOTE_FILE_ATTACHED, "file_attached"),
    (URLSIFT_NOTE_OPTION_IN_HOST, "option_in_host"),
    (URLSIFT_NOTE_HOST_GAP, "host_gap"),
    (URLSIFT_NOTE_CUT_BY_WRITER, "cut_by_writer"),
];

/// Returns the number of `form`, or 0 for a form that this file does not list.
pub(super) fn form_number(form: Form) -> u32 {
    FORMS.iter().find(|(_, known)| *known == form).map_or(0, |(number, _)| *number)
}

/// Returns the set of forms in `bits`, or `None` if a bit names no form.
pub(super) fn forms(bits: u32) -> Option<Forms> {
    let is_known = bits & !URLSIFT_FORMS_ALL == 0;
    let chosen = FORMS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, form)| *form);
    is_known.then(|| chosen.collect())
}

/// Returns the set of extras in `bits`, or `None` if a bit names no extra.
pub(super) fn extras(bits: u32) -> Option<Extras> {
    let all = EXTRAS.iter().fold(0, |all, (bit, _)| all | bit);
    let chosen = EXTRAS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, extra)| *extra);
    (bits & !all == 0).then(|| chosen.collect())
}

pub(super) fn profile(number: u32) -> Option<Profile> {
    Some(match number {
        URLSIFT_PROFILE_ARCHIVE => Profile::Archive,
        URLSIFT_PROFILE_CHAT => Profile::Chat,
        URLSIFT_PROFILE_ESCAPED => Profile::Escaped,
        URLSIFT_PROFILE_SOURCE => Profile::Source,
        _ => return None,
    })
}

pub(super) fn grammar(bit: u32) -> Option<Grammar> {
    GRAMMARS.iter().find(|(known, _)| *known == bit).map(|(_, grammar)| *grammar)
}

/// Returns the set of grammars in `bits`, or `None` if a bit names no grammar.
pub(super) fn grammars(bits: u32) -> Option<Grammars> {
    let all = GRAMMARS.iter().fold(0, |all, (bit, _)| all | bit);
    let chosen = GRAMMARS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, grammar)| *grammar);
    (bits & !all == 0).then(|| chosen.collect())
}

pub(super) fn grammar_bits(grammars: Grammars) -> u32 {
    let chosen = GRAMMARS.iter().filter(|(_, grammar)| grammars.contains(*grammar));
    chosen.fold(0, |bits, (bit, _)| bits | bit)
}

/// Converts a `URLSIFT_SOFT_BREAKS_*` number. `Ok(None)` leaves the choice to the extractor's options.
///
/// # Errors
///
/// `URLSIFT_ERROR_VALUE` if `number` is not one of the constants.
pub(super) fn soft_breaks(number: u32) -> Result<Option<SoftBreaks>, urlsift_status> {
    match number {
        URLSIFT_SOFT_BREAKS_DEFAULT => Ok(None),
        URLSIFT_SOFT_BREAKS_KEPT => Ok(Some(SoftBreaks::Kept)),
        URLSIFT_SOFT_BREAKS_DELETED => Ok(Some(SoftBreaks::Deleted)),
        _ => Err(URLSIFT_ERROR_VALUE),
    }
}

pub(super) fn standing_number(standing: Standing) -> u32 {
    match standing {
        Standing::Valid => URLSIFT_STANDING_VALID,
        Standing::Loose => URLSIFT_STANDING_LOOSE,
        Standing::Rejected(_) => URLSIFT_STANDING_REJECTED,
    }
}

pub(super) fn host_number(host: Option<HostKind>) -> u32 {
    match host {
        None => URLSIFT_HOST_NONE,
        Some(HostKind::Name) => URLSIFT_HOST_NAME,
        Some(HostKind::Address) => URLSIFT_HOST_ADDRESS,
        Some(HostKind::IpLiteral) => URLSIFT_HOST_IP_LITERAL,
        Some(HostKind::Bad) => URLSIFT_HOST_BAD,
        Some(_) => URLSIFT_HOST_OTHER,
    }
}

pub(super) fn doubt_number(kind: DoubtKind) -> u32 {
    match kind {
        DoubtKind::Hyphen => URLSIFT_DOUBT_HYPHEN,
        DoubtKind::At => URLSIFT_DOUBT_AT,
        DoubtKind::Gap => URLSIFT_DOUBT_GAP,
        DoubtKind::End => URLSIFT_DOUBT_END,
        DoubtKind::Join => URLSIFT_DOUBT_JOIN,
        DoubtKind::Markup => URLSIFT_DOUBT_MARKUP,
        _ => 0,
    }
}

pub(super) fn choice_number(choice: Choice) -> u32 {
    match choice {
        Choice::Kept => URLSIFT_CHOICE_KEPT,
        Choice::Dropped => URLSIFT_CHOICE_DROPPED,
        Choice::At => URLSIFT_CHOICE_AT,
        Choice::Removed => URLSIFT_CHOICE_REMOVED,
        Choice::Space => URLSIFT_CHOICE_SPACE,
        Choice::Close => URLSIFT_CHOICE_CLOSE,
        Choice::Mark => URLSIFT_CHOICE_MARK,
        Choice::Joined => URLSIFT_CHOICE_JOINED,
        Choice::Cut => URLSIFT_CHOICE_CUT,
        _ => 0,
    }
}

pub(super) fn ground_number(ground: Ground) -> u32 {
    match ground {
        Ground::Host => URLSIFT_GROUND_HOST,
        Ground::Seen => URLSIFT_GROUND_SEEN,
        Ground::Default => URLSIFT_GROUND_DEFAULT,
        Ground::Hyphen => URLSIFT_GROUND_HYPHEN,
        Ground::Escape => URLSIFT_GROUND_ESCAPE,
        Ground::Closer => URLSIFT_GROUND_CLOSER,
        Ground::Slash => URLSIFT_GROUND_SLASH,
        Ground::Inside => URLSIFT_GROUND_INSIDE,
        Ground::Extension => URLSIFT_GROUND_EXTENSION,
        Ground::Delimiter => URLSIFT_GROUND_DELIMITER,
        Ground::Dot => URLSIFT_GROUND_DOT,
        Ground::Marks => URLSIFT_GROUND_MARKS,
        Ground::FullLine => URLSIFT_GROUND_FULL_LINE,
        Ground::Shape => URLSIFT_GROUND_SHAPE,
        Ground::SoftBreak => URLSIFT_GROUND_SOFT_BREAK,
        _ => 0,
    }
}

fn severity_number(severity: Severity) -> u32 {
    match severity {
        Severity::Info => URLSIFT_SEVERITY_INFO,
        Severity::Warning => URLSIFT_SEVERITY_WARNING,
        // A severity added later is treated as the gravest, as `urlsift.h` advises callers to do.
        _ => URLSIFT_SEVERITY_DANGER,
    }
}

pub(super) fn risk_number(risk: PreviewRisk) -> u32 {
    match risk {
        PreviewRisk::Scheme => URLSIFT_RISK_SCHEME,
        PreviewRisk::NoHref => URLSIFT_RISK_NO_HREF,
        PreviewRisk::User => URLSIFT_RISK_USER,
        PreviewRisk::LocalName => URLSIFT_RISK_LOCAL_NAME,
        PreviewRisk::PrivateAddress => URLSIFT_RISK_PRIVATE_ADDRESS,
        PreviewRisk::HostInDisguise => URLSIFT_RISK_HOST_IN_DISGUISE,
    }
}

fn note_number(note: FoundNote) -> u32 {
    NOTES.iter().find(|(_, name)| *name == note.name()).map_or(0, |(number, _)| *number)
}

/// Returns the number of `kind`, and for replaced text what the URL contains instead.
pub(super) fn segment_number(kind: SegmentKind) -> (u32, urlsift_str) {
    let number = match kind {
        SegmentKind::Plain => URLSIFT_SEGMENT_PLAIN,
        SegmentKind::Delimiter => URLSIFT_SEGMENT_DELIMITER,
        SegmentKind::Piece => URLSIFT_SEGMENT_PIECE,
        SegmentKind::Replaced(text) => return (URLSIFT_SEGMENT_REPLACED, urlsift_str::of(text)),
        SegmentKind::Seam => URLSIFT_SEGMENT_SEAM,
        SegmentKind::QuotePrefix => URLSIFT_SEGMENT_QUOTE_PREFIX,
    };
    (number, urlsift_str::NULL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capi::abi::URLSIFT_FORMS_DEFAULT;

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
        assert_eq!(grammars(31).map(Grammars::len), Some(Grammar::ALL.len()));
        assert_eq!((grammars(32), grammar(3)), (None, None));
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
        for (i, risk) in PreviewRisk::ALL.iter().enumerate() {
            assert_eq!(risk_number(*risk), 1 << i);
        }
    }

    #[test]
    fn every_note_has_its_number() {
        // Numbers are never changed, so later kinds follow.
        let listed = |name| NOTES.iter().filter(|(_, known)| *known == name).count();
        assert!(FoundNote::names().all(|name| listed(name) == 1));
        assert_eq!(NOTES.len(), FoundNote::names().count());
        assert!(NOTES.iter().zip(1..).all(|((number, _), nth)| *number == nth));
        let ours = [FoundNote::HostCutBySeam, FoundNote::HyphenInDoubt, FoundNote::UndecodableByte];
        assert!(ours.map(note_number).into_iter().eq(1..=3));
        assert_eq!(note_number(FoundNote::SchemeInserted), URLSIFT_NOTE_SCHEME_INSERTED);
        assert_eq!(note_number(FoundNote::WrapperUnclosed), URLSIFT_NOTE_WRAPPER_UNCLOSED);
        let repaired = note_number(FoundNote::SeparatorRepaired);
        assert_eq!(repaired, URLSIFT_NOTE_SEPARATOR_REPAIRED);
        assert_eq!(note_number(FoundNote::CutAtLimit), URLSIFT_NOTE_CUT_AT_LIMIT);
        assert_eq!(note_number(FoundNote::HostGap), URLSIFT_NOTE_HOST_GAP);
    }
}
