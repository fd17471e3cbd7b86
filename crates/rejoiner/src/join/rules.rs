//! The rules that grade a join, to be read from top to bottom (J8). The first that holds decides.
//!
//! The figures after a rule are its right and wrong joins in six archives, all read by eye: `99:1` is 99 right and 1
//! wrong.

use crate::doubt::Ground;
use crate::join::evidence::{Grade, JoinEvidence};
use crate::join::lines::{MIN_WRAPPED_WIDTH, MarkChange, Widths};

const MAX_WRAPPED_WIDTH: usize = 100;

/// The width to which a text is wrapped if no line near shows it.
const DEFAULT_WIDTH: usize = 70;

/// The number of letters that hardly any word of prose exceeds.
const LONGEST_WORD: usize = 16;

/// Whether the next run would have had a place on a line: then no wrapping program broke the line here.
fn fits(line: usize, widest: usize, run: usize) -> bool {
    let widest = if widest == 0 { DEFAULT_WIDTH } else { widest.max(MIN_WRAPPED_WIDTH) };
    line + 1 + run <= widest
}

/// Whether a line is about as wide as the lines around it.
fn is_full(line: usize, widest: usize) -> bool {
    line + 3 >= widest.max(MIN_WRAPPED_WIDTH)
}

/// Whether a program that wraps text may have broken a line with this end before a run of this width: the line is full,
/// or the run does not fit after a mark that may end a line.
pub(crate) fn is_wrapped(line: usize, widest: usize, last: Option<&u8>, run: usize) -> bool {
    let may_end = matches!(last, Some(b'-' | b'.' | b'/'));
    line <= MAX_WRAPPED_WIDTH && (is_full(line, widest) || may_end && !fits(line, widest, run))
}

impl JoinEvidence {
    fn fits(&self) -> bool {
        fits(self.widths.line, self.widths.widest, self.run_width)
    }

    fn is_full(&self) -> bool {
        is_full(self.widths.line, self.widths.widest)
    }

    /// Whether the URL fills its second or a later line, as it filled the one before.
    fn is_next_of_block(&self) -> bool {
        self.run.is_alone && self.widths.before == Some(self.widths.line)
    }

    /// Whether the next line may be the rest of a URL that fills its line: one run, which is no word of prose and no
    /// name of a writer.
    fn is_rest(&self) -> bool {
        let Widths { line, is_url_alone, indent, next_indent, .. } = self.widths;
        is_url_alone
            && line >= MIN_WRAPPED_WIDTH
            && (line <= MAX_WRAPPED_WIDTH || self.run.has_digit)
            && next_indent <= indent
            && self.run.is_alone
            && !self.run.is_common
            && !self.run.is_writer
            && self.cut.has_path
            && !b",;".contains(&self.cut.last)
    }

    /// Like `is_rest`, and the rest ends a paragraph or fills its line, too.
    fn is_last_rest(&self) -> bool {
        self.is_rest() && (self.widths.ends_paragraph || self.widths.next == self.widths.line)
    }

    /// Whether the URL goes on already, and its line is short, as in a text that was wrapped twice, or wide and before a
    /// run alone.
    fn is_middle(&self) -> bool {
        let Widths { line, before, .. } = self.widths;
        before.is_some_and(|before| line < before || line >= MIN_WRAPPED_WIDTH && self.run.is_alone)
    }

    /// Whether the URL is an item of a list: alone on its line, and the next line is indented less.
    fn is_item(&self) -> bool {
        self.widths.is_url_alone && self.widths.next_indent < self.widths.indent
    }
}

/// Grades the join by the first rule that holds.
pub(crate) fn grade(evidence: &JoinEvidence) -> Option<(Grade, Ground)> {
    let (grade, ground) = first_rule(evidence)?;
    if evidence.widths.line <= MAX_WRAPPED_WIDTH || ground == Ground::SoftBreak {
        return Some((grade, ground));
    }
    (grade > Grade::Possible).then_some((Grade::Possible, ground))
}

fn first_rule(evidence: &JoinEvidence) -> Option<(Grade, Ground)> {
    use Grade::{Certain, Likely, Possible};
    let (cut, run) = (&evidence.cut, &evidence.run);
    let is_strong = run.is_strong();
    let ends_in = |marks: &[u8]| marks.contains(&cut.last);
    let is_name = run.first.is_ascii_alphanumeric();
    let is_lower = run.first.is_ascii_lowercase() || run.first.is_ascii_digit();
    let has_joint = run.has_dash || run.has_dot;

    // The mailer inserted the line break into the URL (RFC 3676, section 4.1; RFC 2045, section 6.7). 1:0
    if evidence.is_soft_break {
        return Some((Certain, Ground::SoftBreak));
    }
    // Wrapping programs break at a hyphen, and no URL ends in one. After the name of a file it is a dash.
    // Certain 126:1, likely 12:2, possible 2:3. In the wrong ones, a program had inserted the hyphen.
    if cut.ends_in_hyphen && is_name {
        let grade = match (evidence.fits(), cut.is_hyphen_odd) {
            (true, _) if evidence.is_middle() => Likely,
            (false, true) if cut.follows_letter => Likely,
            (true, _) | (false, true) => Possible,
            (false, false) if run.is_common && !run.is_alone => Possible,
            (false, false) => Certain,
        };
        return Some((grade, Ground::Hyphen));
    }
    // A log, a chat or a list goes on, or a comment of a program ends.
    let begins_anew = evidence.widths.begins_alike
        || evidence.widths.is_comment && !is_strong
        || evidence.is_item() && (evidence.widths.next_indent > 0 || !is_strong);
    if begins_anew {
        return None;
    }
    if evidence.widths.marks != MarkChange::Same {
        return over_marks(evidence);
    }
    // A query begins or goes on. 24:0
    if (ends_in(b"?&") || cut.last == b';' && cut.has_query) && run.has_query {
        return Some((Certain, Ground::Delimiter));
    }
    // The break is within an escape, or it is a comment of TeX. 3:0
    if cut.last == b'%' || cut.is_in_escape {
        let goes_on = cut.is_in_escape && !run.is_word;
        return goes_on.then_some((Certain, Ground::Escape));
    }
    if evidence.fits() {
        return before_fitting(evidence);
    }
    // The bracket before the URL is closed on the next line. After a comma, other words are in it. 14:0
    if cut.is_closed_by_run && !cut.has_extension && (is_strong || !run.is_word) {
        return (!ends_in(b",;")).then_some((Certain, Ground::Closer));
    }
    // A path goes on. 158:0
    if cut.last == b'/' && is_strong && is_name {
        // A file name before more text may begin its description.
        let is_file = run.slashes == 0 && !run.has_digit && !run.has_dash && !run.is_alone;
        return Some((if is_file { Likely } else { Certain }, Ground::Slash));
    }
    // A run such as `/a`, `?k=v` or `%20a` begins nothing else. Certain 48:0, likely 2:1, possible 0:1
    if run.begins_inside && cut.last != b'/' && !(cut.has_extension && b"/.".contains(&run.first)) {
        let grade = match cut.last {
            _ if run.is_local => Possible,
            b'-' => Likely,
            _ => Certain,
        };
        return Some((grade, Ground::Inside));
    }
    // `.ht` and `ml`. 13:0
    if cut.completes_extension && (run.is_alone || !run.is_common && !run.is_number) {
        return Some((Certain, Ground::Extension));
    }
    // The name of a file ends a URL.
    if cut.has_extension {
        return None;
    }
    if ends_in(b"=&?#_+") && (is_name || run.first == b'%') && !run.is_word {
        return after_delimiter(evidence);
    }
    // The rest of a URL that fills its line has a line of its own. 104:1
    let has_sign = !run.is_word && (run.has_digit && !run.is_number || run.has_dash)
        || evidence.run_width > LONGEST_WORD;
    if evidence.is_last_rest() || evidence.is_rest() && evidence.is_full() && has_sign {
        return Some((Likely, Ground::FullLine));
    }
    // A dot within a name, unless it ends the sentence. Likely 11:0, possible 7:0
    if cut.last == b'.' {
        let goes_on = is_strong || (has_joint && is_lower);
        let grade = if is_strong && is_lower { Likely } else { Possible };
        return goes_on.then_some((grade, Ground::Dot));
    }
    // 16:0
    if cut.last == b'/' && run.is_identifier {
        return Some((Likely, Ground::Slash));
    }
    // The line is full. This and the other likely rules of the same ground: 157:1
    if is_strong && cut.has_path && evidence.is_full() {
        return Some((Likely, Ground::FullLine));
    }
    // 2:0
    if cut.last == b'/' && run.has_dash && run.first.is_ascii_lowercase() {
        return Some((Possible, Ground::Slash));
    }
    // A program that breaks a URL at a fixed width fills each line.
    if evidence.is_next_of_block() && !run.is_common {
        return Some((Likely, Ground::FullLine));
    }
    // The run looks like the rest of a URL. Likely 13:0, possible 2:0
    if is_strong && cut.has_path && (is_name || b"-_".contains(&run.first)) {
        let is_aligned = evidence.widths.next_indent <= evidence.widths.indent;
        return Some((if run.is_alone && is_aligned { Likely } else { Possible }, Ground::Shape));
    }
    // The rest is alone on its line. Possible 13:1
    let is_full = evidence.is_full() || cut.last == b'/' && cut.has_directory;
    if !cut.has_path || !run.is_alone || !is_full {
        return None;
    }
    let are_capitals = run.is_upper && cut.last.is_ascii_uppercase();
    if evidence.widths.is_url_alone && (run.is_number || are_capitals) {
        let is_wide = evidence.widths.line >= DEFAULT_WIDTH;
        return Some((if is_wide { Likely } else { Possible }, Ground::FullLine));
    }
    let is_rest = run.first.is_ascii_lowercase() && !run.is_common && !run.has_dot;
    is_rest.then_some((Possible, Ground::FullLine))
}

/// Grades a join between lines with other marks: a mailer has wrapped a quoted line, whose rest has lost the marks.
/// Likely 65:1
fn over_marks(evidence: &JoinEvidence) -> Option<(Grade, Ground)> {
    let JoinEvidence { cut, run, widths, .. } = evidence;
    let is_inside = run.begins_inside || cut.completes_extension;
    let is_likely = b"/?&=%".contains(&cut.last)
        || is_inside
        || !cut.has_path && b"-.@".contains(&cut.last)
        || evidence.is_full()
        || widths.before.is_some();
    let goes_on = (!evidence.fits() || evidence.is_middle()) && (run.is_strong() || is_inside);
    let grade = if is_likely { Grade::Likely } else { Grade::Possible };
    goes_on.then_some((grade, Ground::Marks))
}

/// Grades a join before a run that fits on the line. No program breaks a line there, but another one may have broken the
/// URL before. 16:0
fn before_fitting(evidence: &JoinEvidence) -> Option<(Grade, Ground)> {
    let run = &evidence.run;
    let is_lower = run.first.is_ascii_lowercase() || run.first.is_ascii_digit();
    let ground = if run.is_strong() && evidence.is_middle() {
        Ground::Shape
    } else if evidence.is_last_rest() && (!run.is_word || is_lower) {
        Ground::FullLine
    } else {
        return None;
    };
    (!evidence.cut.has_extension).then_some((Grade::Likely, ground))
}

/// Grades a join after a delimiter that ends no URL. Likely 16:0, possible 3:0
fn after_delimiter(evidence: &JoinEvidence) -> Option<(Grade, Ground)> {
    use Grade::{Likely, Possible};
    let (cut, run) = (&evidence.cut, &evidence.run);
    // An `=` that begins no value is a line break of quoted-printable, and `__` is a rule.
    if (cut.last == b'=' && !cut.has_query) || cut.is_in_rule || cut.is_in_quoted_printable {
        return None;
    }
    let has_sign = run.has_digit || run.has_dash || run.has_dot;
    let goes_on = run.is_strong() || run.is_alone && has_sign;
    let grade = match cut.last {
        b'#' if !run.has_dot && !run.is_common => Likely,
        b'#' if goes_on || run.has_digit => Possible,
        _ if goes_on => Likely,
        // A `?` may end the sentence.
        b'#' | b'?' => return None,
        _ => Possible,
    };
    Some((grade, Ground::Delimiter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::join::lines::has_room;

    /// The lines around are not looked at if there is room, so their width must not matter.
    #[test]
    fn with_room_the_widest_line_does_not_matter() {
        assert!(has_room(40, 19) && !has_room(40, 20) && has_room(56, 3) && !has_room(57, 1));
        for line in 0..MIN_WRAPPED_WIDTH {
            for run in (0..MIN_WRAPPED_WIDTH).filter(|&run| has_room(line, run)) {
                for widest in 0..MAX_WRAPPED_WIDTH {
                    assert!(
                        fits(line, widest, run) && !is_full(line, widest),
                        "{line} {run} {widest}"
                    );
                }
            }
        }
    }
}
