//! The places where a URL can fail, and how messages name them.
//!
//! A place is finer than a part of V4, for a message should say "the article number" and not "the
//! path". It is no part of the interface, so that places can be added freely.

/// The part of a URL in which it fails, or that is missing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// Before or on the first character of a scheme.
    SchemeStart,
    Scheme,
    /// In a scheme, where it leads to none of those which the draft lists.
    KnownScheme,
    /// In a host or port, or what would be a user, but the scheme has none.
    NoUser,
    /// The `//` of the schemes that have a host.
    Slashes,
    User,
    Host,
    /// Behind a host that is fine, where the production has nothing of the kind.
    HostEnd,
    Port,
    /// The `/` behind a host and port.
    Slash,
    Path,
    /// Behind the `/` of a telnet URL, where nothing stands.
    TelnetPath,
    /// Behind the login of a telnet URL, where nothing stands in the draft.
    TelnetEnd,
    /// The type of a gopher URL.
    GopherType,
    Query,
    Fragment,
    /// Behind the `;` of an ftp path.
    TypeCode,
    /// The address of a mailto URL.
    Address,
    /// The group or message-id of a news URL.
    Article,
    Group,
    Number,
    /// The path of a document in a wais database.
    Document,
    /// A field of a prospero URL.
    Field,
    /// The two digits behind a `%`, wherever it stands.
    Escape,
}

impl Place {
    /// With an article, as what a character cannot stand in.
    pub(crate) const fn name(self) -> &'static str {
        self.names().0
    }

    /// What is missing where this place has failed for want of something.
    pub(crate) const fn missing(self) -> &'static str {
        self.names().1
    }

    /// Its name, and what is missing there.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Place::SchemeStart => ("the first place of a scheme", "the scheme"),
            Place::Scheme => ("a scheme", "the \":\" after the scheme"),
            Place::KnownScheme => ("a scheme", "the scheme"),
            Place::Slashes => ("the \"//\"", "the \"//\" before the host"),
            Place::User => ("a user or password", "the host"),
            Place::Host | Place::NoUser => ("a host", "the host"),
            Place::HostEnd => ("the place after a host", "the \"/\" after the host"),
            Place::Port => ("a port", "the port"),
            Place::Slash => ("the \"/\" after a host", "the \"/\" after the host"),
            Place::Path => ("a path", "the path"),
            Place::TelnetPath => ("a telnet URL after its \"/\"", "the path"),
            Place::TelnetEnd => ("a telnet URL after its login", "the path"),
            Place::GopherType => ("a gopher type", "the gopher type"),
            Place::Query => ("a query", "the query"),
            Place::Fragment => ("a fragment", "the fragment"),
            Place::TypeCode => ("a type code", "the type code"),
            Place::Address => ("a mail address", "the mail address"),
            Place::Article => ("a group or message-id", "a group, or the \"@\" of a message-id,"),
            Place::Group => ("a group", "the group"),
            Place::Number => ("an article number", "the article number"),
            Place::Document => ("a database or document", "the \"/\" before the document's path"),
            Place::Field => ("a field", "the \"=\" of the field"),
            Place::Escape => ("an escape", "a digit of the escape"),
        }
    }

    /// Whether an escape is of any use there, which it is not where a grammar lists its characters, nor
    /// in a host, which nobody would look up.
    pub(crate) const fn has_escapes(self) -> bool {
        matches!(
            self,
            Place::User
                | Place::Path
                | Place::GopherType
                | Place::Query
                | Place::Fragment
                | Place::Address
                | Place::Article
                | Place::Document
                | Place::Field
        )
    }
}
