//! Finds out from the first bytes of a file how it is read: with which codec, and as which container (A1).

use std::io;

use crate::files::codec::{Codec, CodecChoice};
use crate::files::foreign::foreign_format;
use crate::files::lost_beginning::FoundHeader;
use crate::files::stream::Stream;
use crate::mail::{Container, InputKind, SEPARATOR_LOOKAHEAD_BYTES};

/// Returns the codec of the file `stream`, and the container if it has separators, is stored uncompressed, and is not
/// read as one text or with a codec by `choice`. Looks at [`Container::DETECTION_BYTES`] at most, and fails if they
/// cannot be read.
pub(crate) fn codec_and_container(
    stream: &mut Stream<'_>,
    input: InputKind,
    choice: CodecChoice,
) -> io::Result<(Option<Codec>, Option<Container>)> {
    let codec = Codec::of(stream);
    let is_declared = matches!(choice, CodecChoice::Only(_));
    let is_whole = codec.is_some()
        || is_declared
        || input.is_one_text()
        || foreign_format(stream, input).is_some();
    let is_archive =
        |stream: &mut _| FoundHeader::find(stream, input).is_some_and(|found| !found.is_inside);
    let container = if is_whole || is_archive(stream) {
        None
    } else {
        let container = Container::of_first_line(stream.head(FIRST_LINE_BYTES))
            .unwrap_or_else(|| input.container(stream.head(Container::DETECTION_BYTES)));
        container.has_separators().then_some(container)
    };
    stream.ensure_undamaged()?;
    Ok((codec, container))
}

/// The bytes that show whether the first line, after some empty ones, is a separator. Most files need no more.
const FIRST_LINE_BYTES: usize = 4 * SEPARATOR_LOOKAHEAD_BYTES;
