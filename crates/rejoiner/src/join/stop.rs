//! What ends a URL at a line break: the next run begins something else (J8).

use crate::join::shape::{WordSet, is_extension, is_word, trimmed};

/// The number of initials that may precede a quote mark.
const MAX_INITIALS: usize = 4;

/// Reports whether `run` begins something else than the rest of `url`. `next` is the byte after the run, and `is_alone`
/// says whether nothing follows it on its line.
pub(crate) fn is_stop(url: &[u8], run: &[u8], next: Option<&u8>, is_alone: bool) -> bool {
    let core = trimmed(run);
    // A query may have an assignment and a host.
    let is_query = url.contains(&b'?') || url.ends_with(b"&") || url.ends_with(b";");
    let may_begin = run[0].is_ascii_alphanumeric()
        || b"/?&%#=._~+-@$".contains(&run[0])
        || run[0] == b';' && url.contains(&b'?');
    if !may_begin || core.is_empty() || is_list_mark(run, core) {
        return true;
    }
    // Initials before a quoted line, as in `JD> `.
    is_request(run)
        || is_version(core) && url.last().is_some_and(u8::is_ascii_alphanumeric)
        || (core.len() <= MAX_INITIALS && next == Some(&b'>') && is_word(core))
        || !url.ends_with(b"#") && !carries_url(url) && is_label(run, core, is_alone)
        || is_comment(core, is_alone)
        || !carries_url(url) && has_scheme(run)
        || !is_message_id(url, run) && is_address(run)
        || is_date(core)
        || is_media_type(core)
        || !is_query
            && (is_assignment(run) || !b".-@".contains(&url[url.len() - 1]) && is_host(core))
}

/// Reports whether `run` is a rule, or the mark of a list item: `*`, `1.`, `a)`.
fn is_list_mark(run: &[u8], core: &[u8]) -> bool {
    // A rule may also have text after it, as in `---Tom`.
    let is_rule = core.iter().all(|byte| !byte.is_ascii_alphanumeric()) && core.len() != 1
        || run.starts_with(b"--")
        || b"=_~#.".iter().any(|&mark| run.starts_with(&[mark; 3]));
    let is_bullet =
        core.len() == run.len() && matches!(core, [byte] if b"-*+=_~#.o".contains(byte));
    let is_number = core.len() <= 3
        && core.len() < run.len()
        && b".)]".contains(&run[core.len()])
        && (core.iter().all(u8::is_ascii_digit)
            || matches!(core, [byte] if byte.is_ascii_alphanumeric()));
    is_rule || is_bullet || is_number
}

/// Reports whether `run` is a request of roff such as `.SH`, or a keyword of Org such as `#+end_example`.
fn is_request(run: &[u8]) -> bool {
    let is_roff = matches!(run, [b'.', name @ ..] if name.len() <= 2 && name.first().is_some_and(u8::is_ascii_uppercase));
    is_roff || run.starts_with(b"#+")
}

/// Reports whether `core` is a media type such as `text/plain`, and not a file in a folder of that name.
fn is_media_type(core: &[u8]) -> bool {
    static TYPES: WordSet = WordSet::new("application audio image message multipart text video");
    let mut parts = core.split(|&byte| byte == b'/');
    let (name, subtype, more) = (parts.next(), parts.next(), parts.next());
    let is_file = |name: &[u8]| name.rsplit(|&byte| byte == b'.').next().is_some_and(is_extension);
    name.is_some_and(|name| TYPES.has(name))
        && subtype.is_some_and(|name| !name.is_empty() && !is_file(name))
        && more.is_none()
}

/// Reports whether `core` is a version such as `v2`.
fn is_version(core: &[u8]) -> bool {
    matches!(core, [b'v', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
}

/// Reports whether `run` is a label, as in `Telephone: 555`, `Tel:555` and `FTP:ftp.a.example`.
fn is_label(run: &[u8], core: &[u8], is_alone: bool) -> bool {
    let name = run.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-').count();
    (run.ends_with(b":") && !is_alone && !core.contains(&b'/'))
        || (name > 0 && run[name..].starts_with(b":") && name < run.len() - 1)
}

/// Reports whether `core` is a word after `#`, as in `#include <stdio.h>` and `#1234 is fixed`. Alone on its line it may
/// be a fragment.
fn is_comment(core: &[u8], is_alone: bool) -> bool {
    !is_alone && core[0] == b'#' && core[1..].iter().all(u8::is_ascii_alphanumeric)
}

/// Reports whether `run` assigns to a name, as in `PATH=/bin`, `server.port=80`, and `u=` of a session description.
fn is_assignment(run: &[u8]) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let name = run.iter().take_while(is_name).count();
    name > 0 && run.get(name) == Some(&b'=')
}

/// Reports whether `core` begins with a host, which ends it or has a path.
fn is_host(core: &[u8]) -> bool {
    let host = core.split(|&byte| byte == b'/').next().unwrap_or_default();
    let ends = [&b".com"[..], b".edu", b".gov", b".net", b".org"];
    ends.iter().any(|end| {
        host.len() > end.len() && host[host.len() - end.len()..].eq_ignore_ascii_case(end)
    })
}

/// Reports whether `run` begins a URL, or has one in it that is not the value of a query.
fn has_scheme(run: &[u8]) -> bool {
    let is_value = |at: usize| {
        let scheme = run[..at].iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        run[..at - scheme].last().is_some_and(|byte| b"=&%/".contains(byte))
    };
    let mut schemes = (0..run.len()).filter(|&at| run[at..].starts_with(b"://"));
    if schemes.any(|at| !is_value(at)) {
        return true;
    }
    let starts_with =
        |name: &[u8]| run.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
    [&b"mailto:"[..], b"news:", b"www.", b"ftp."].iter().any(|name| starts_with(name))
}

/// Reports whether another URL may follow as a part of `url`: the end is `=`, or a time stamp of 14 digits, as the
/// addresses of old pages have it.
fn carries_url(url: &[u8]) -> bool {
    let is_stamp = |name: &[u8]| name.len() == 14 && name.iter().all(u8::is_ascii_digit);
    url.ends_with(b"=") || url.rsplit(|&byte| byte == b'/').nth(1).is_some_and(is_stamp)
}

/// Reports whether `run` completes a message-id that begins in `url`. A slash ends most of these, and others have a
/// number of many digits before a hyphen.
fn is_message_id(url: &[u8], run: &[u8]) -> bool {
    const MIN_DIGITS: usize = 5;
    let begun = url.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let digits = begun.iter().filter(|byte| byte.is_ascii_digit()).count();
    !begun.is_empty() && run.ends_with(b"/") || begun.ends_with(b"-") && digits >= MIN_DIGITS
}

/// Reports whether `run` begins with an address, `user@host`.
fn is_address(run: &[u8]) -> bool {
    let head = run.split(|byte| b"/?&=".contains(byte)).next().unwrap_or_default();
    let at = head.iter().position(|&byte| byte == b'@');
    at.is_some_and(|at| at > 0 && head[at..].iter().any(|byte| b".:".contains(byte)))
}

/// Reports whether `core` is a date such as `12/24/1998`, a time such as `12:24`, or the name of a day or a month.
fn is_date(core: &[u8]) -> bool {
    static NAMES: WordSet =
        WordSet::new("mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec");
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let is_of = |mark: u8| {
        let mut parts = core.split(|&byte| byte == mark);
        (2..=3).contains(&parts.clone().count()) && parts.all(is_number)
    };
    NAMES.has(core) || is_of(b':') || is_of(b'/')
}
