//! Writing a text with live links: for a terminal, as HTML, as Markdown, or as text with whole URLs.
//!
//! | to | see |
//! |---|---|
//! | write a text with its links | [`Renderer`], with a [`LinkFormat`] |
//! | link URLs of other schemes | [`Renderer::allow`]; [`DEFAULT_SCHEMES`] has the default |
//! | draw links in another way | [`Extractor::segments`](crate::Extractor::segments) |
//!
//! ```
//! use urlsift::Extractor;
//! use urlsift::link::{LinkFormat, Renderer};
//!
//! let text = "> see <http://example.org/a/\n> b> & c";
//! let write = |format| Renderer::new(Extractor::new(), format).render(text);
//! assert_eq!(write(LinkFormat::Text), "> see <http://example.org/a/b> & c");
//! assert_eq!(
//!     write(LinkFormat::Html),
//!     "&gt; see &lt;<a href=\"http://example.org/a/b\" rel=\"noreferrer noopener nofollow\">\
//!      http://example.org/a/\n&gt; b</a>&gt; &amp; c"
//! );
//! ```

mod blocks;
mod html;
mod link_writer;
mod policy;
mod renderer;
pub(crate) mod terminal;
mod whole_text;

pub use self::policy::DEFAULT_SCHEMES;
pub use self::renderer::{LinkFormat, Renderer};
