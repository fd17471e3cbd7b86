//! Numbers in as few bytes as they need, for lists of positions: seven bits to a byte, the lowest first.
//!
//! A page may have a segment of text for every second byte, and ranges would take 16 times as many bytes as these.

/// The high bit of a byte: more bytes of the number follow.
const MORE: u8 = 0x80;

#[inline]
#[allow(clippy::cast_possible_truncation)] // Only the lowest bits are wanted.
pub(super) fn push(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= usize::from(MORE) {
        bytes.push(number as u8 | MORE);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes the number at the start of `bytes`. At the end of the bytes the number is 0.
#[inline]
pub(super) fn take(bytes: &mut &[u8]) -> usize {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= usize::from(byte & !MORE) << shift;
        if byte < MORE {
            break;
        }
        shift += 7;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_as_they_were_pushed() {
        // (number, length)
        let table = [(0, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (u32::MAX as usize, 5)];
        let mut bytes = Vec::new();
        for (number, length) in table {
            let before = bytes.len();
            push(&mut bytes, number);
            assert_eq!(bytes.len() - before, length, "{number}");
        }
        let mut rest = &*bytes;
        for (number, _) in table {
            assert_eq!(take(&mut rest), number);
        }
        assert_eq!((rest.len(), take(&mut rest)), (0, 0));
    }
}
