//! Long texts of few bytes: fragments that are repeated, numbered, nested and joined.
//!
//! The fuzzer's inputs are short, and bounds such as the length of a wrapper are not. So its bytes are a small program
//! for a stack of texts. It writes up to a megabyte, and a mutation changes all repetitions at once.

/// The lengths at which a text ends, as powers of two. Most are short, because a long text takes the time of many short
/// ones.
const ROOM_BITS: [u8; 16] = [10, 11, 11, 12, 12, 12, 13, 13, 14, 14, 15, 16, 17, 18, 19, 20];

/// The most texts on the stack.
const MAX_TEXTS: usize = 16;

/// A text that is being written: the stack, with the text that is written to on top.
struct Growing {
    room: usize,
    stack: Vec<Vec<u8>>,
}

/// Makes a text. The first byte of `program` selects the length at which it ends. Of the others, those below 192 append
/// a token of `table`, and the rest are instructions.
///
/// # Panics
///
/// If `table` is empty.
pub fn grown(table: &[&str], program: &[u8]) -> Vec<u8> {
    let [room, program @ ..] = program else { return Vec::new() };
    let room = 1 << ROOM_BITS[*room as usize % ROOM_BITS.len()];
    let mut text = Growing { room, stack: vec![Vec::new()] };
    let mut program = program.iter().copied();
    while let Some(byte) = program.next() {
        let mut operand = || program.next().unwrap_or(0);
        // Repetitions are powers of two, from 2 to 65,536.
        let times = 2 << (byte & 15);
        match byte {
            0..192 => drop(text.push(table[byte as usize % table.len()].as_bytes())),
            192..208 => text.repeat(times),
            208..216 => text.number(times, operand()),
            216..224 => text.nest(2 << (operand() & 15)),
            224..232 => text.begin(),
            232..238 => text.join(),
            238..244 => text.enclose(),
            244..248 => text.copy(operand()),
            248..251 => text.grow_each(operand()),
            251..253 => text.cut_lines(operand()),
            253 => text.top().truncate(operand().into()),
            254.. => drop(text.push(&[operand()])),
        }
    }
    let mut all = text.stack.concat();
    all.truncate(room);
    all
}

impl Growing {
    fn top(&mut self) -> &mut Vec<u8> {
        if self.stack.is_empty() {
            self.stack.push(Vec::new());
        }
        self.stack.last_mut().expect("a text was pushed")
    }

    fn pop(&mut self) -> Vec<u8> {
        self.stack.pop().unwrap_or_default()
    }

    /// Begins a text on top of the others.
    fn begin(&mut self) {
        if self.stack.len() < MAX_TEXTS {
            self.stack.push(Vec::new());
        }
    }

    /// Appends `bytes` to the top, as far as there is room. Returns whether there was.
    fn push(&mut self, bytes: &[u8]) -> bool {
        let room = self.room;
        let top = self.top();
        top.extend_from_slice(&bytes[..bytes.len().min(room.saturating_sub(top.len()))]);
        top.len() < room
    }

    /// Repeats the top.
    fn repeat(&mut self, times: usize) {
        let fragment = self.pop();
        self.stack.push(Vec::new());
        for _ in 0..times {
            if fragment.is_empty() || !self.push(&fragment) {
                break;
            }
        }
    }

    /// Repeats the top with a number after each repetition, so that no two are equal.
    fn number(&mut self, times: usize, step: u8) {
        let fragment = self.pop();
        self.stack.push(Vec::new());
        for i in 0..times {
            let number = (i * usize::from(step)).to_string();
            if !self.push(&fragment) || !self.push(number.as_bytes()) {
                break;
            }
        }
    }

    /// Repeats the top, each time longer by one of its bytes, and after it the first `head` bytes.
    fn grow_each(&mut self, head: u8) {
        let fragment = self.pop();
        self.stack.push(Vec::new());
        let head = &fragment[..fragment.len().min(head.into())];
        for len in 1..=fragment.len() {
            if !self.push(&fragment[..len]) || !self.push(head) {
                break;
            }
        }
    }

    /// Puts the text below the top before the top and after it, many times.
    fn nest(&mut self, times: usize) {
        let (middle, around) = (self.pop(), self.pop());
        let (before, after) = around.split_at(around.len() / 2);
        let most = self.room.saturating_sub(middle.len()) / around.len().max(1);
        let times = times.min(most);
        self.stack.push([&*before.repeat(times), &middle, &after.repeat(times)].concat());
    }

    /// Joins the two texts on top.
    fn join(&mut self) {
        let text = self.pop();
        self.push(&text);
    }

    /// Puts the text below the top before and after the top, as a pair of delimiters or boundaries.
    fn enclose(&mut self) {
        let (middle, around) = (self.pop(), self.pop());
        self.stack.push(Vec::new());
        let _ = self.push(&around) && self.push(&middle) && self.push(&around);
    }

    /// Appends a copy of a text of the stack to the top.
    fn copy(&mut self, which: u8) {
        let text = self.stack.get(which as usize % self.stack.len().max(1)).cloned();
        self.push(&text.unwrap_or_default());
    }

    /// Cuts the top into lines of equal length.
    fn cut_lines(&mut self, columns: u8) {
        let text = self.pop();
        let lines: Vec<&[u8]> = text.chunks(usize::from(columns).max(1)).collect();
        let mut lines = lines.join(&b'\n');
        lines.truncate(self.room);
        self.stack.push(lines);
    }
}
