//! The file of `--damage`: what could not be read, as JSON lines in the order of the warnings.

use std::path::Path;

use anyhow::ensure;
use serde::Serialize;
use urlsift_archive::files::Unread;
use urlsift_archive::internal::BriefSplit;
use urlsift_archive::internal::ascii_json;
use urlsift_archive::mail::DamageKind;
use urlsift_archive::plan::Split;

use crate::console::message;
use crate::protected_paths::ProtectedPaths;
use crate::sink::{self, Sink};

pub(crate) struct DamageFile {
    sink: Option<Sink>,
    /// The first error of writing, which [`DamageFile::finish`] returns.
    written: anyhow::Result<()>,
}

#[derive(Serialize)]
struct DamageLine<'a> {
    split: Option<BriefSplit<'a>>,
    source: &'a str,
    member: Option<&'a str>,
    offset: Option<u64>,
    kind: &'static str,
    message: &'a str,
}

impl DamageFile {
    /// Opens the file `path`. `output` is the other output of the run, which must be another file.
    pub(crate) fn open(
        path: Option<&Path>,
        output: Option<&Path>,
        protected: &ProtectedPaths,
    ) -> anyhow::Result<DamageFile> {
        if let Some(path) = path {
            ensure!(
                sink::file(Some(path)).is_some(),
                "--damage writes to a file, not to standard output; name one"
            );
            ensure!(
                output.is_none_or(|output| !sink::is_same_file(path, output)),
                "--damage and --output name the same file; choose another name"
            );
        }
        let sink = path.map(|path| Sink::open(Some(path), protected)).transpose()?;
        Ok(DamageFile { sink, written: Ok(()) })
    }

    /// Adds lines for `unread`, which is from `split` or from a run without splits.
    pub(crate) fn add<'u>(
        &mut self,
        split: Option<&BriefSplit<'_>>,
        unread: impl IntoIterator<Item = &'u Unread>,
    ) {
        for unread in unread {
            self.write(&DamageLine {
                split: split.cloned(),
                source: &unread.source,
                member: unread.member.as_deref(),
                offset: unread.offset,
                kind: unread.kind.name(),
                message: &message::cause_and_option(unread),
            });
        }
    }

    pub(crate) fn add_failed_split(&mut self, split: &Split, message: &str) {
        self.write(&DamageLine {
            split: Some(split.brief()),
            source: split.path(),
            member: None,
            offset: None,
            kind: DamageKind::SplitFailed.name(),
            message,
        });
    }

    fn write(&mut self, line: &DamageLine<'_>) {
        if let Some(sink) = &mut self.sink
            && self.written.is_ok()
        {
            self.written = sink.write((ascii_json::json(line) + "\n").as_bytes());
        }
    }

    /// Completes the file. Call this before the rows are completed, so that no rows lack it.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        self.written?;
        self.sink.map_or(Ok(()), Sink::finish)
    }
}
