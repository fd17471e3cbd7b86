//! The places at which a URL can fail, and their names in messages. A place is finer than a part: a message should say
//! "the article number" rather than "the path".

/// Defines the places, each with the name of the place in which a character cannot be, and of what is missing there.
macro_rules! places {
    ($($(#[$doc:meta])* $place:ident: $name:literal, $missing:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum FailurePlace { $($(#[$doc])* $place),+ }

        impl FailurePlace {
            /// Returns the name, with an article, of the place in which a character cannot be.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(FailurePlace::$place => $name),+ }
            }

            /// Returns the name of the thing that is missing at this place.
            pub(crate) const fn missing(self) -> &'static str {
                match self { $(FailurePlace::$place => $missing),+ }
            }
        }
    };
}

places! {
    /// Before or on the first character of a scheme.
    SchemeStart: "the first place of a scheme", "the scheme";
    Scheme: "a scheme", "the \":\" after the scheme";
    /// Within a scheme, at a character with which no scheme of the draft's list goes on.
    KnownScheme: "a scheme", "the scheme";
    /// Within a host or port, or in text meant as a user, if the scheme allows no user.
    NoUser: "a host", "the host";
    /// The `//` of a scheme that has a host.
    Slashes: "the \"//\"", "the \"//\" before the host";
    User: "a user or password", "the host";
    Host: "a host", "the host";
    /// After a well-formed host, if the production allows no such character there.
    HostEnd: "the place after a host", "the \"/\" after the host";
    Port: "a port", "the port";
    /// The `/` after host and port.
    Slash: "the \"/\" after a host", "the \"/\" after the host";
    Path: "a path", "the path";
    /// After the `/` that ends a telnet URL.
    TelnetPath: "a telnet URL after its \"/\"", "the path";
    /// After the login that ends a telnet URL in the draft.
    TelnetEnd: "a telnet URL after its login", "the path";
    /// The type of a gopher URL.
    GopherType: "a gopher type", "the gopher type";
    Query: "a query", "the query";
    Fragment: "a fragment", "the fragment";
    /// After the `;` of an ftp path.
    TypeCode: "a type code", "the type code";
    /// The address of a mailto URL.
    Address: "a mail address", "the mail address";
    /// The group or Message-ID of a news URL.
    Article: "a group or message-id", "a group, or the \"@\" of a message-id,";
    Group: "a group", "the group";
    Number: "an article number", "the article number";
    /// The path of a document in a wais database.
    Document: "a database or document", "the \"/\" before the document's path";
    /// A field of a prospero URL.
    Field: "a field", "the \"=\" of the field";
    /// The two digits after a `%`, anywhere.
    Escape: "an escape", "a digit of the escape";
}

impl FailurePlace {
    /// Returns whether an escape could mend a failure here. It could not if the grammar lists the characters one by
    /// one, nor in a host.
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
