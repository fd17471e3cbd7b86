//! Texts with live links.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urlsift::link::{LinkFormat, Renderer};

use crate::errors::wrong_type;
use crate::extractors::extractor;
use crate::url::{Columns, names_in};

/// Returns `text` as HTML with its links, for an element that keeps whitespace, such as `<pre>`.
///
/// The text is escaped. Each URL is one element, from its first piece to its last: `<a href="..." rel="noreferrer
/// noopener nofollow">`, or a `<span data-urlsift="refused">` whose title says why it is not a link. With `paragraphs` the
/// result has `<p>` and `<br>` for empty lines and line ends. `allow` lists the schemes of links; the default is http,
/// https, ftp, mailto, news and nntp. The other options are those of `find`.
///
/// A URL that is dangerous, or that contains a program or a document, is never a link. Control characters and those that
/// change the direction of text become U+FFFD. Time and length of the result are linear in the text.
///
/// >>> urlsift.to_html("a & <http://a.example/\n> b>")
/// 'a &amp; &lt;<a href="http://a.example/b" rel="noreferrer noopener nofollow">http://a.example/\n&gt; b</a>&gt;'
#[pyfunction]
#[pyo3(
    signature = (text, *, paragraphs=false, allow=None, **options),
    text_signature = "(text, *, paragraphs=False, allow=None, forms=None, join=None, only_schemes=None, extras=(), \
                      profile='archive', ascii_only=False, as_written=False)"
)]
pub(crate) fn to_html(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    paragraphs: bool,
    allow: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let mut renderer = renderer(LinkFormat::Html, options)?.paragraphs(paragraphs);
    if let Some(allow) = allow {
        let schemes = names_in(allow, "allow", "a scheme")?;
        renderer = renderer.allow(schemes.iter().map(|it| &**it));
    }
    render(py, text, &renderer)
}

/// Returns `text` with its URLs whole: the lines of a broken URL are joined, without the quote marks between them.
///
/// With `wrap`, a URL that was broken, or that does not end within so many columns, is written as `<URL:...>` and broken
/// again, with the quote marks of its line. The other options are those of `find`. Other text stays as it is, except lone
/// surrogates, which become U+FFFD.
///
/// >>> urlsift.to_text("> <http://a.example/\n> b> c")
/// '> <http://a.example/b> c'
/// >>> print(urlsift.to_text("> http://www.example.org/well-known/wrappers.html", wrap=40))
/// > <URL:http://www.example.org/
/// > well-known/wrappers.html>
#[pyfunction]
#[pyo3(
    signature = (text, *, wrap=None, **options),
    text_signature = "(text, *, wrap=None, forms=None, join=None, only_schemes=None, extras=(), profile='archive', \
                      ascii_only=False, as_written=False)"
)]
pub(crate) fn to_text(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    wrap: Option<Columns>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let renderer = renderer(LinkFormat::Text, options)?;
    let renderer = match wrap {
        Some(columns) => renderer.wrap(columns.0),
        None => renderer,
    };
    render(py, text, &renderer)
}

fn renderer(format: LinkFormat, options: Option<&Bound<'_, PyDict>>) -> PyResult<Renderer> {
    Ok(Renderer::new((*extractor(options)?).clone(), format))
}

/// Returns what `renderer` makes of `value`, while other threads run.
fn render(py: Python<'_>, value: &Bound<'_, PyAny>, renderer: &Renderer) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(value, "text", "str"))?;
    let text = text.to_string_lossy();
    Ok(py.detach(|| renderer.render(&*text)))
}
