//! The places at which a URL can fail, and their names in messages.
//!
//! A place is finer than a part: a message should say "the article number" rather than "the path". Places are
//! private, and more can be added freely.

/// The place at which a URL fails, or that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FailurePlace {
    /// Before or on the first character of a scheme.
    SchemeStart,
    Scheme,
    /// Within a scheme, at a character with which no scheme of the draft's list goes on.
    KnownScheme,
    /// Within a host or port, or in text meant as a user, if the scheme allows no user.
    NoUser,
    /// The `//` of a scheme that has a host.
    Slashes,
    User,
    Host,
    /// After a well-formed host, if the production allows no such character there.
    HostEnd,
    Port,
    /// The `/` after host and port.
    Slash,
    Path,
    /// After the `/` that ends a telnet URL.
    TelnetPath,
    /// After the login that ends a telnet URL in the draft.
    TelnetEnd,
    /// The type of a gopher URL.
    GopherType,
    Query,
    Fragment,
    /// After the `;` of an ftp path.
    TypeCode,
    /// The address of a mailto URL.
    Address,
    /// The group or Message-ID of a news URL.
    Article,
    Group,
    Number,
    /// The path of a document in a wais database.
    Document,
    /// A field of a prospero URL.
    Field,
    /// The two digits after a `%`, anywhere.
    Escape,
}

impl FailurePlace {
    /// Returns the name, with an article, of the place in which a character cannot be.
    pub(crate) const fn name(self) -> &'static str {
        self.names().0
    }

    /// Returns the name of the thing that is missing at this place.
    pub(crate) const fn missing(self) -> &'static str {
        self.names().1
    }

    /// Returns the name, and the name of the missing thing.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            FailurePlace::SchemeStart => ("the first place of a scheme", "the scheme"),
            FailurePlace::Scheme => ("a scheme", "the \":\" after the scheme"),
            FailurePlace::KnownScheme => ("a scheme", "the scheme"),
            FailurePlace::Slashes => ("the \"//\"", "the \"//\" before the host"),
            FailurePlace::User => ("a user or password", "the host"),
            FailurePlace::Host | FailurePlace::NoUser => ("a host", "the host"),
            FailurePlace::HostEnd => ("the place after a host", "the \"/\" after the host"),
            FailurePlace::Port => ("a port", "the port"),
            FailurePlace::Slash => ("the \"/\" after a host", "the \"/\" after the host"),
            FailurePlace::Path => ("a path", "the path"),
            FailurePlace::TelnetPath => ("a telnet URL after its \"/\"", "the path"),
            FailurePlace::TelnetEnd => ("a telnet URL after its login", "the path"),
            FailurePlace::GopherType => ("a gopher type", "the gopher type"),
            FailurePlace::Query => ("a query", "the query"),
            FailurePlace::Fragment => ("a fragment", "the fragment"),
            FailurePlace::TypeCode => ("a type code", "the type code"),
            FailurePlace::Address => ("a mail address", "the mail address"),
            FailurePlace::Article => {
                ("a group or message-id", "a group, or the \"@\" of a message-id,")
            }
            FailurePlace::Group => ("a group", "the group"),
            FailurePlace::Number => ("an article number", "the article number"),
            FailurePlace::Document => {
                ("a database or document", "the \"/\" before the document's path")
            }
            FailurePlace::Field => ("a field", "the \"=\" of the field"),
            FailurePlace::Escape => ("an escape", "a digit of the escape"),
        }
    }

    /// Returns whether an escape could mend a failure here. It could not if the grammar lists the
    /// characters one by one, nor in a host, since such a name could not be looked up.
    pub(crate) const fn has_escapes(self) -> bool {
        matches!(
            self,
            FailurePlace::User
                | FailurePlace::Path
                | FailurePlace::GopherType
                | FailurePlace::Query
                | FailurePlace::Fragment
                | FailurePlace::Address
                | FailurePlace::Article
                | FailurePlace::Document
                | FailurePlace::Field
        )
    }
}
