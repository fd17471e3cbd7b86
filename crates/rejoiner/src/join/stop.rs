//! What ends a URL at a line break: the next run begins something else (J8).

use crate::join::shape::{is_in, is_word, trimmed};

/// The number of initials that may precede a quote mark.
const MAX_INITIALS: usize = 4;

/// Reports whether `run` begins something else than the rest of `url`. `next` is the byte after the run, and `is_alone`
/// says whether nothing follows it on its line.
pub(crate) fn is_stop(url: &[u8], run: &[u8], next: Option<&u8>, is_alone: bool) -> bool {
    let core = trimmed(run);
    // A query may have an assignment and a host.
    let is_query = url.contains(&b'?') || url.ends_with(b"&") || url.ends_with(b";");
    let may_begin = run[0].is_ascii_alphanumeric() || b"/?&%#=._~+-@$".contains(&run[0]);
    if !may_begin || core.is_empty() || is_list_mark(run, core) {
        return true;
    }
    // Initials before a quoted line, as in `JD> `.
    (core.len() <= MAX_INITIALS && next == Some(&b'>') && is_word(core))
        || is_label(run, core, is_alone)
        || is_comment(core, is_alone)
        || has_scheme(run)
        || is_address(run)
        || is_date(core)
        || !is_query && (is_assignment(run) || !url.ends_with(b".") && is_host(core))
}

/// Reports whether `run` is a rule, or the mark of a list item: `*`, `1.`, `a)`.
fn is_list_mark(run: &[u8], core: &[u8]) -> bool {
    let is_rule = core.iter().all(|byte| !byte.is_ascii_alphanumeric()) && core.len() != 1;
    let is_bullet =
        core.len() == run.len() && matches!(core, [byte] if b"-*+=_~#.o".contains(byte));
    let is_number = core.len() <= 3
        && core.len() < run.len()
        && b".)]".contains(&run[core.len()])
        && (core.iter().all(u8::is_ascii_digit)
            || matches!(core, [byte] if byte.is_ascii_alphanumeric()));
    is_rule || is_bullet || is_number
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

/// Reports whether `run` begins with an address, `user@host`.
fn is_address(run: &[u8]) -> bool {
    let head = run.split(|byte| b"/?&=".contains(byte)).next().unwrap_or_default();
    let at = head.iter().position(|&byte| byte == b'@');
    at.is_some_and(|at| at > 0 && head[at..].iter().any(|byte| b".:".contains(byte)))
}

/// Reports whether `core` is a date such as `12/24/1998`, a time such as `12:24`, or the name of a day or a month.
fn is_date(core: &[u8]) -> bool {
    const NAMES: &str =
        "mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec";
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let is_of = |mark: u8| {
        let mut parts = core.split(|&byte| byte == mark);
        (2..=3).contains(&parts.clone().count()) && parts.all(is_number)
    };
    is_in(NAMES, core) || is_of(b':') || is_of(b'/')
}
