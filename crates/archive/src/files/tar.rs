//! The members of a tar, in the order in which they are stored (POSIX 1003.1-2017, pax).
//!
//! A tar has no directory: each header leads to the next. So after a damaged one, the next header whose checksum holds
//! is looked for, and the bytes before it are reported. Bytes that were lost or inserted within the data of a member
//! are noticed too: see [`data`]. No length that a header declares decides how much memory is taken.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use data::{DataEnd, MemberData};
use extension::{MAX_PAX_BYTES, PaxFacts, long_name};
use header::{MAX_SIZE, TarHeader, TarKind, find_header, is_zero};
use sparse::{MAX_HOLE_BYTES, SparseMap, SparseReader};

use crate::cut::{Name, Stopped};
use crate::files::damage::StreamDamage;
use crate::files::kind::TAR_BLOCK_BYTES;
use crate::files::member::{self, ArchiveBounds};
use crate::files::source::{OnEvent, SourceEvent, Unread};
use crate::files::stream::Stream;
use crate::mail::DamageKind;

mod data;
mod extension;
mod header;
mod sparse;

pub(crate) use self::header::record_len;

pub(crate) fn read(
    stream: Stream<'_>,
    name: &Name,
    bounds: &mut ArchiveBounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let holes = MAX_HOLE_BYTES.min(bounds.member());
    TarReader {
        stream,
        name: name.clone(),
        next: 0,
        bounds,
        pending: Pending::default(),
        global: PaxFacts::default(),
        holes_left: holes,
    }
    .read_members(on_event)
}

struct TarReader<'r> {
    stream: Stream<'r>,
    name: Name,
    next: usize,
    bounds: &'r mut ArchiveBounds,
    pending: Pending,
    global: PaxFacts,
    holes_left: u64,
}

#[derive(Debug, Default)]
struct Pending {
    name: Option<Vec<u8>>,
    pax: Option<PaxFacts>,
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.name.is_none() && self.pax.is_none()
    }
}

const SEARCH_BYTES: usize = 128 * TAR_BLOCK_BYTES;

impl TarReader<'_> {
    fn read_members(&mut self, on_event: &mut OnEvent<'_>) -> Result<(), Stopped> {
        // Where the zeros begin after the last member.
        let mut zeros = None;
        loop {
            let at = self.stream.position();
            let block = self.stream.head(TAR_BLOCK_BYTES);
            let length = block.len();
            if length == 0 {
                break;
            }
            if let Err(damage) = self.bounds.ensure_unspent(at) {
                return self.report_end(&damage, on_event);
            }
            if is_zero(block) {
                zeros.get_or_insert(at);
                self.stream.consume(length);
            } else if let Some(header) = TarHeader::parse(block) {
                if let Some(zeros) = zeros.take() {
                    // Two blocks end a tar, so another tar may follow. They may also be a member that was lost.
                    let cause = if at - zeros <= TAR_BLOCK_BYTES as u64 {
                        "a block of zeros between members; members may be missing"
                    } else {
                        "the tar ends, and further members follow; members may be missing"
                    };
                    // What was described by a name before the zeros is lost.
                    self.pending = Pending::default();
                    self.report(zeros, cause, on_event)?;
                }
                if !self.read_member(&header, on_event)? {
                    return Ok(());
                }
            } else {
                // One block of zeros is a header that was lost, two are the end of the tar.
                let lone = zeros.filter(|&end| at - end <= TAR_BLOCK_BYTES as u64);
                let is_after_end = zeros.is_some() && lone.is_none();
                zeros = self.skip_to_header(lone.unwrap_or(at), on_event)?;
                if is_after_end && self.stream.head(1).is_empty() {
                    zeros = Some(at);
                }
            }
        }
        if let Err(error) = self.stream.fill_buf() {
            return self.report_end(&StreamDamage::place(&error, self.stream.position()), on_event);
        }
        if !self.pending.is_empty() {
            self.report(self.stream.position(), "a member is missing after its name", on_event)?;
        }
        if zeros.is_none() {
            let cause =
                "the tar ends without its last blocks, which are zeros; members may be missing";
            let damage =
                StreamDamage::new(self.stream.position(), cause).of_kind(DamageKind::Truncated);
            on_event(SourceEvent::Unread(Unread::new(&self.name, &damage)))?;
        }
        Ok(())
    }

    /// Skips bytes up to the next header or the end, and reports them from the offset `gap` on. Returns where zeros at
    /// the end begin.
    fn skip_to_header(
        &mut self,
        gap: u64,
        on_event: &mut OnEvent<'_>,
    ) -> Result<Option<u64>, Stopped> {
        self.pending = Pending::default();
        // The offset after the last byte that is not NUL.
        let mut end = self.stream.position();
        let is_at_end = loop {
            let at = self.stream.position();
            let bytes = self.stream.head(SEARCH_BYTES + TAR_BLOCK_BYTES);
            let found = find_header(bytes);
            let is_at_end = found.is_none() && bytes.len() < SEARCH_BYTES + TAR_BLOCK_BYTES;
            let count = found.unwrap_or(if is_at_end { bytes.len() } else { SEARCH_BYTES });
            if let Some(last) = bytes[..count].iter().rposition(|&byte| byte != 0) {
                end = at + last as u64 + 1;
            }
            self.stream.consume(count);
            if found.is_some() || is_at_end {
                break is_at_end;
            }
        };
        let skipped = if is_at_end { end } else { self.stream.position() } - gap;
        self.report(gap, format!("{skipped} bytes skipped, which are no member"), on_event)?;
        Ok(Some(end).filter(|&end| is_at_end && end < self.stream.position()))
    }

    /// Reads the member whose header comes next. Returns whether the tar can be read on.
    fn read_member(
        &mut self,
        header: &TarHeader,
        on_event: &mut OnEvent<'_>,
    ) -> Result<bool, Stopped> {
        let at = self.stream.position();
        let block = self.stream.head(TAR_BLOCK_BYTES).to_vec();
        self.stream.consume(TAR_BLOCK_BYTES);
        let is_doubled = match header.kind {
            TarKind::LongName => self.pending.name.is_some(),
            TarKind::Pax => self.pending.pax.is_some(),
            _ => false,
        };
        if is_doubled {
            self.report(at, "a member is missing after its name", on_event)?;
        }
        let end = match header.kind {
            TarKind::LongName => self.read_name(header.size),
            TarKind::Pax | TarKind::GlobalPax => {
                if header.size > MAX_PAX_BYTES {
                    let cause = format!("PAX records after {MAX_PAX_BYTES} bytes are not read");
                    self.report(at, cause, on_event)?;
                }
                self.read_pax(header)
            }
            TarKind::LongLink => MemberData::new(&mut self.stream, header.size).finish(),
            _ => self.read_file(header, &block, on_event)?,
        };
        match end {
            Ok(DataEnd::Declared) => Ok(true),
            Ok(DataEnd::Early(lost)) => {
                // A name or records that were cut describe nothing.
                self.pending = Pending::default();
                let cause = format!("{lost} bytes of the member before this header are missing");
                self.report(self.stream.position(), cause, on_event)?;
                Ok(true)
            }
            Ok(DataEnd::Late(inserted)) => {
                let cause = format!("the member before this byte has {inserted} bytes too many");
                self.report(self.stream.position(), cause, on_event)?;
                Ok(true)
            }
            Ok(DataEnd::Truncated) => {
                let damage =
                    StreamDamage::new(self.stream.position(), "the tar ends within a member");
                self.report_end(&damage.of_kind(DamageKind::Truncated), on_event)?;
                Ok(false)
            }
            Err(error) => {
                self.report_end(&StreamDamage::place(&error, self.stream.position()), on_event)?;
                Ok(false)
            }
        }
    }

    fn read_name(&mut self, size: u64) -> io::Result<DataEnd> {
        let mut data = MemberData::new(&mut self.stream, size);
        self.pending.name = Some(long_name(&mut data)?);
        data.finish()
    }

    fn read_pax(&mut self, header: &TarHeader) -> io::Result<DataEnd> {
        let mut data = MemberData::new(&mut self.stream, header.size);
        let mut records = Vec::new();
        data.by_ref().take(MAX_PAX_BYTES).read_to_end(&mut records)?;
        let end = data.finish()?;
        if header.kind == TarKind::GlobalPax {
            self.global.add(&records);
            // Holes are those of one member. Each member copies the global facts, so they must be small.
            self.global.sparse = None;
        } else {
            let mut facts = self.global.clone();
            facts.add(&records);
            self.pending.pax = Some(facts);
        }
        Ok(end)
    }

    /// Reads a member that is not a description of another one. `block` is its header.
    fn read_file(
        &mut self,
        header: &TarHeader,
        block: &[u8],
        on_event: &mut OnEvent<'_>,
    ) -> Result<io::Result<DataEnd>, Stopped> {
        let Pending { name, pax } = std::mem::take(&mut self.pending);
        let pax = pax.unwrap_or_else(|| self.global.clone());
        let sparse = pax.sparse.filter(|_| header.kind == TarKind::File);
        let sparse_name = sparse.as_ref().and_then(|it| it.name.clone());
        let name = sparse_name.or(name).or(pax.path).unwrap_or_else(|| header.name.clone());
        let name = String::from_utf8_lossy(&name).into_owned();
        let name = Arc::new(self.name.inside(name, self.next));
        self.next += 1;
        let mut size = pax.size.unwrap_or(header.size).min(MAX_SIZE);
        let bounds = &mut *self.bounds;
        match header.kind {
            TarKind::File | TarKind::Sparse => {
                on_event(SourceEvent::Member)?;
                let mut map = None;
                if header.kind == TarKind::Sparse {
                    map = match SparseMap::read(block, &mut self.stream, size) {
                        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                            return Ok(Ok(DataEnd::Truncated));
                        }
                        Err(error) => return Ok(Err(error)),
                        Ok(map) => Some(map),
                    };
                }
                let mut data = MemberData::new(&mut self.stream, size);
                if let Some(sparse) = sparse {
                    map = match SparseMap::of_pax(&sparse, &mut data, size) {
                        Err(error) => return Ok(Err(error)),
                        Ok(map) => Some(map),
                    };
                }
                match map {
                    None => {
                        member::read(Stream::new(&mut data, Some(size)), &name, bounds, on_event)?;
                    }
                    Some(Ok(map)) => {
                        let (size, sample) = (map.size, bounds.bounds.limits.window as u64);
                        let holes = &mut self.holes_left;
                        let mut text = SparseReader::new(&mut data, map, holes, sample);
                        member::read(Stream::new(&mut text, Some(size)), &name, bounds, on_event)?;
                        bounds.spend(size);
                    }
                    Some(Err(cause)) => on_event(SourceEvent::Unread(Unread::new(&name, cause)))?,
                }
                return Ok(data.finish());
            }
            TarKind::Directory => {}
            _ => on_event(SourceEvent::Ignored((*name).clone(), "not a file"))?,
        }
        // Some writers give a link the size of its target, and store no data.
        let is_link = matches!(header.kind, TarKind::Directory | TarKind::Special);
        if is_link && TarHeader::parse(self.stream.head(TAR_BLOCK_BYTES)).is_some() {
            size = 0;
        }
        Ok(MemberData::new(&mut self.stream, size).finish())
    }

    fn report_end(&self, damage: &StreamDamage, on_event: &mut OnEvent<'_>) -> Result<(), Stopped> {
        on_event(SourceEvent::Unread(Unread::damaged(&self.name, damage)))
    }

    fn report(
        &self,
        at: u64,
        cause: impl std::fmt::Display,
        on_event: &mut OnEvent<'_>,
    ) -> Result<(), Stopped> {
        let damage = StreamDamage::new(at, cause);
        on_event(SourceEvent::Unread(Unread::new(&self.name, &damage)))
    }
}

#[cfg(test)]
mod tests;
