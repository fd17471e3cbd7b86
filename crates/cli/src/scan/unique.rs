//! Each URL once, written at the end.

use crate::output::{Destination, LineFormat, SIGHTING_FIELDS, Sighting, Unique};
use urlsift_archive::UrlHit;
use urlsift_archive::rows::Fields;

use crate::scan::product::Product;
use crate::sink::Sink;

pub(crate) struct UniqueUrls {
    pub(crate) urls: Unique,
    pub(crate) format: LineFormat,
    pub(crate) has_place: bool,
}

impl Product for UniqueUrls {
    type Part = Vec<Sighting>;

    fn fields(&self) -> &Fields {
        &SIGHTING_FIELDS
    }

    fn make(
        &self,
        _: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut Vec<Sighting>) -> usize + Send + Sync + 'static {
        let by = self.urls.by();
        move |hit: &UrlHit<'_>, seen: &mut Vec<Sighting>| {
            let row = hit.row(&SIGHTING_FIELDS);
            seen.push(Sighting::new(&row, by));
            row.bytes()
        }
    }

    fn take(&mut self, seen: Vec<Sighting>, _: &mut Sink) -> anyhow::Result<()> {
        let all = seen.into_iter().try_for_each(|one| self.urls.add(one));
        all.map_err(|error| anyhow::anyhow!("{error}; raise --max-memory"))
    }

    fn finish(&mut self, sink: &mut Sink) -> anyhow::Result<()> {
        let destination = sink.destination();
        self.urls.write(self.format, self.has_place, destination, |lines| sink.write(lines))
    }
}
