//! What a caller may accept beyond the default, and sets of these (rule W15).

use core::fmt;

/// Text that is accepted as a URL only if the caller asks for it. Hosts without a scheme among it have the form
/// [`Host`](crate::Form::Host), and are found if that form is on.
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
    /// A host without a path whose domain is also a common word, a file's extension, or part of a program:
    /// `readme.so`, `self.name`, `twisted.in`.
    DoubtfulDomain,
    /// An IPv4 address as a host without a scheme: `192.0.2.7:8080/a`. Numbers of versions with four parts look the
    /// same.
    IpAddress,
    /// `localhost` as a host without a scheme, and in addresses: `localhost:8080/a`, `root@localhost`.
    Localhost,
    /// A host after two slashes: `//example.org/a`.
    NetworkPath,
    /// A host of one label before a port and a slash (`intranet:8080/a`), in addresses (`jim@intranet`), and, with
    /// [`NetworkPath`](Extra::NetworkPath), before a path (`//intranet/wiki`).
    OneLabel,
    /// Any scheme in angle brackets, as in `CommonMark`: `<made-up-scheme:x>`. The scheme has 2 to 32 characters, and no
    /// whitespace is in the brackets.
    AnyScheme,
}

impl Extra {
    /// Every extra, in the order of their definition.
    pub const ALL: &'static [Extra] = &[
        Extra::DoubtfulDomain,
        Extra::IpAddress,
        Extra::Localhost,
        Extra::NetworkPath,
        Extra::OneLabel,
        Extra::AnyScheme,
    ];

    /// Returns the extra's name: `doubtful_domain`, `ip_address`, `localhost`, `network_path`, `one_label` or
    /// `any_scheme`.
    pub fn name(self) -> &'static str {
        match self {
            Extra::DoubtfulDomain => "doubtful_domain",
            Extra::IpAddress => "ip_address",
            Extra::Localhost => "localhost",
            Extra::NetworkPath => "network_path",
            Extra::OneLabel => "one_label",
            Extra::AnyScheme => "any_scheme",
        }
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl core::str::FromStr for Extra {
    type Err = UnknownExtra;

    /// Parses the name of an extra, in lower case.
    fn from_str(name: &str) -> Result<Extra, UnknownExtra> {
        Extra::ALL.iter().copied().find(|extra| extra.name() == name).ok_or(UnknownExtra(()))
    }
}

/// The error for a name that is not the name of an extra.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownExtra(());

impl fmt::Display for UnknownExtra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown extra: expected one of")?;
        Extra::ALL
            .iter()
            .enumerate()
            .try_for_each(|(i, extra)| write!(f, "{}{extra}", if i > 0 { ", " } else { " " }))
    }
}

impl core::error::Error for UnknownExtra {}

/// A set of extras. By default it is empty.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Extras(u8);

impl Extras {
    /// Returns the set of all extras.
    pub const fn all() -> Extras {
        Extras(u8::MAX >> (u8::BITS as usize - Extra::ALL.len()))
    }

    /// Returns the empty set.
    pub const fn none() -> Extras {
        Extras(0)
    }

    /// Returns this set with `extra` added.
    #[must_use]
    pub const fn with(self, extra: Extra) -> Extras {
        Extras(self.0 | 1 << extra as u8)
    }

    /// Returns this set with `extra` removed.
    #[must_use]
    pub const fn without(self, extra: Extra) -> Extras {
        Extras(self.0 & !(1 << extra as u8))
    }

    /// Returns an iterator over the extras of the set, in the order of their definition.
    pub fn iter(self) -> impl Iterator<Item = Extra> {
        Extra::ALL.iter().copied().filter(move |&extra| self.contains(extra))
    }

    /// Reports whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reports whether `extra` is in the set.
    pub const fn contains(self, extra: Extra) -> bool {
        self.0 & 1 << extra as u8 != 0
    }
}

impl FromIterator<Extra> for Extras {
    fn from_iter<I: IntoIterator<Item = Extra>>(extras: I) -> Extras {
        extras.into_iter().fold(Extras::none(), Extras::with)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_set_contains_exactly_its_extras() {
        for &extra in Extra::ALL {
            assert!(Extras::all().contains(extra) && !Extras::none().contains(extra));
            assert!(Extras::none().with(extra).iter().eq([extra]));
            assert_eq!(Extras::all().without(extra).iter().count(), Extra::ALL.len() - 1);
            assert_eq!(extra.name().parse(), Ok(extra));
        }
        let error = "ip".parse::<Extra>().expect_err("it is no name");
        let names = "doubtful_domain, ip_address, localhost, network_path, one_label, any_scheme";
        assert_eq!(error.to_string(), std::format!("unknown extra: expected one of {names}"));
    }
}
