//! Rows as record batches of Apache Arrow (crate feature `arrow`).
//!
//! Threads fill [`Columns`] with rows, and [`RowBatches`] makes batches of a fixed number of rows of them. So the batches
//! do not depend on the number of threads. [`schema`] has the columns.
//!
//! ```
//! use urlsift_archive::mail::Headers;
//! use urlsift_archive::item::Window;
//! use urlsift_archive::rows::record_batch::{Columns, RowBatches, schema};
//! use urlsift_archive::rows::Row;
//! use urlsift::Extractor;
//!
//! let text = b"see http://a.example/ and http://b.example/";
//! let fields = Row::fields(&["url", "start"])?;
//! let mut columns = Columns::default();
//! for item in Window::whole("text", text.to_vec()).items() {
//!     item.find(&Extractor::new(), Headers::None, |location, found| {
//!         columns.push(&Row::new(location, found, &fields), &fields);
//!     });
//! }
//! let mut batches = RowBatches::new(&fields);
//! batches.add(columns)?;
//! let batch = batches.finish().expect("there are rows");
//! assert_eq!((batch.num_rows(), batch.schema()), (2, schema(&fields)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
pub(crate) mod concat;
mod row_batches;
pub(crate) mod schema;

pub use self::columns::{Columns, RowTooLarge};
pub use self::row_batches::RowBatches;
pub use self::schema::schema;
