//! What a caller may accept beyond the default, and sets of these (rule W15).

use crate::names::named_set;

/// Text that is accepted as a URL only on request. Hosts without a scheme among it have the form
/// [`Host`](crate::Form::Host).
///
/// ```
/// use urlsift_scanner::{Config, Extra, Extras, Form, Forms, Scanner};
///
/// let config = Config::new().forms(Forms::default().with(Form::Host));
/// let extras = Extras::none().with(Extra::IpAddress).with(Extra::Localhost);
/// let text = "at localhost:8080/a and 192.0.2.7/b";
/// assert_eq!(Scanner::with_config(config.clone()).find_iter(text).count(), 0);
/// assert_eq!(Scanner::with_config(config.extras(extras)).find_iter(text).count(), 2);
/// assert_eq!("ip_address".parse(), Ok(Extra::IpAddress));
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Extra {
    /// A host without a path whose domain is also a common word, a file's extension, or part of a program: `readme.so`.
    DoubtfulDomain,
    /// An IPv4 address as a host without a scheme: `192.0.2.7:8080/a`. Versions of four numbers look the same.
    IpAddress,
    /// `localhost` as a host without a scheme, and in addresses: `localhost:8080/a`, `root@localhost`.
    Localhost,
    /// A host after two slashes: `//example.org/a`.
    NetworkPath,
    /// A host of one label before a port and a slash (`intranet:8080/a`), in addresses (`jim@intranet`), and, with
    /// [`NetworkPath`](Extra::NetworkPath), before a path (`//intranet/wiki`).
    OneLabel,
    /// Any scheme of 2 to 32 characters in angle brackets without whitespace, as in `CommonMark`: `<made-up-scheme:x>`.
    AnyScheme,
}

/// A set of extras. By default it is empty.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Extras(u8);

named_set!("extra", Extra, Extras(u8):
    DoubtfulDomain "doubtful_domain", IpAddress "ip_address", Localhost "localhost",
    NetworkPath "network_path", OneLabel "one_label", AnyScheme "any_scheme");
