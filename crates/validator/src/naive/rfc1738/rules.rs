//! The rules of RFC 1738, section 5, in its order and with its names. One method serves for rules that are
//! equal.

use crate::naive::engine::{Ends, Naive, Rule};

impl Naive {
    pub(super) fn otherurl(&mut self, at: usize) -> Ends {
        let scheme: Rule = |n, at| {
            n.one_or_more(at, |n, at| {
                n.byte(at, |byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            })
        };
        let colon: Rule = |n, at| n.literal(at, ":");
        self.one_after_another(at, &[scheme, colon, Naive::schemepart])
    }

    pub(super) fn schemepart(&mut self, at: usize) -> Ends {
        let mut ends = self.xchars(at);
        ends.extend(self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "//"),
                Naive::login,
                |n, at| {
                    n.optional(at, |n, at| n.one_after_another(at, &[Naive::slash, Naive::xchars]))
                },
            ],
        ));
        ends
    }

    pub(super) fn login(&mut self, at: usize) -> Ends {
        let user: Rule = |n, at| {
            n.one_after_another(
                at,
                &[
                    Naive::user,
                    |n, at| {
                        n.optional(at, |n, at| {
                            n.one_after_another(at, &[|n, at| n.literal(at, ":"), Naive::user])
                        })
                    },
                    |n, at| n.literal(at, "@"),
                ],
            )
        };
        let starts = self.optional(at, user);
        self.after_each(&starts, Naive::hostport)
    }

    /// Also the rule `password`, which is equal.
    pub(super) fn user(&mut self, at: usize) -> Ends {
        self.any_number(at, |n, at| n.uchar_or(at, ";?&="))
    }

    pub(super) fn hostport(&mut self, at: usize) -> Ends {
        let port: Rule =
            |n, at| n.one_after_another(at, &[|n, at| n.literal(at, ":"), Naive::digits]);
        let hosts = self.host(at);
        hosts.iter().flat_map(|at| self.optional(*at, port)).collect()
    }

    pub(super) fn host(&mut self, at: usize) -> Ends {
        let mut ends = self.hostname(at);
        let dot: Rule = |n, at| n.literal(at, ".");
        let digits: Rule = Naive::digits;
        ends.extend(self.one_after_another(at, &[digits, dot, digits, dot, digits, dot, digits]));
        ends
    }

    pub(super) fn hostname(&mut self, at: usize) -> Ends {
        let starts = self.any_number(at, |n, at| {
            n.one_after_another(at, &[Naive::domainlabel, |n, at| n.literal(at, ".")])
        });
        self.after_each(&starts, Naive::toplabel)
    }

    pub(super) fn domainlabel(&mut self, at: usize) -> Ends {
        let mut ends = self.alphadigit(at);
        ends.extend(self.one_after_another(
            at,
            &[Naive::alphadigit, Naive::alphadigits_and_hyphens, Naive::alphadigit],
        ));
        ends
    }

    pub(super) fn toplabel(&mut self, at: usize) -> Ends {
        let mut ends = self.alpha(at);
        ends.extend(self.one_after_another(
            at,
            &[Naive::alpha, Naive::alphadigits_and_hyphens, Naive::alphadigit],
        ));
        ends
    }

    pub(super) fn alphadigits_and_hyphens(&mut self, at: usize) -> Ends {
        self.any_number(at, |n, at| n.byte(at, |byte| byte.is_ascii_alphanumeric() || byte == b'-'))
    }

    pub(super) fn ftpurl(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "ftp://"),
                Naive::login,
                |n, at| {
                    n.optional(at, |n, at| {
                        n.one_after_another(
                            at,
                            &[Naive::slash, Naive::fpath, |n, at| {
                                n.optional(at, |n, at| {
                                    n.one_after_another(
                                        at,
                                        &[
                                            |n, at| n.literal(at, ";type="),
                                            |n, at| n.byte(at, |byte| b"AIDaid".contains(&byte)),
                                        ],
                                    )
                                })
                            }],
                        )
                    })
                },
            ],
        )
    }

    /// `fsegment *[ "/" fsegment ]`, and also the equal `ppath`.
    pub(super) fn fpath(&mut self, at: usize) -> Ends {
        self.any_number(at, |n, at| n.uchar_or(at, "?:@&=/"))
    }

    pub(super) fn fileurl(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "file://"),
                |n, at| n.optional(at, Naive::host),
                Naive::slash,
                Naive::fpath,
            ],
        )
    }

    pub(super) fn httpurl(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "http://"),
                Naive::hostport,
                |n, at| {
                    n.optional(at, |n, at| {
                        n.one_after_another(
                            at,
                            &[
                                Naive::slash,
                                |n, at| n.any_number(at, |n, at| n.uchar_or(at, ";:@&=/")),
                                |n, at| n.optional(at, Naive::question_and_search),
                            ],
                        )
                    })
                },
            ],
        )
    }

    pub(super) fn question_and_search(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "?"),
                |n, at| n.any_number(at, |n, at| n.uchar_or(at, ";:@&=")),
            ],
        )
    }

    pub(super) fn gopherurl(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "gopher://"),
                Naive::hostport,
                |n, at| {
                    n.optional(at, |n, at| n.one_after_another(at, &[Naive::slash, Naive::xchars]))
                },
            ],
        )
    }

    pub(super) fn mailtourl(&mut self, at: usize) -> Ends {
        self.one_after_another(at, &[|n, at| n.literal(at, "mailto:"), Naive::xchar, Naive::xchars])
    }

    pub(super) fn newsurl(&mut self, at: usize) -> Ends {
        let starts = self.literal(at, "news:");
        let mut ends = self.after_each(&starts, |n, at| n.literal(at, "*"));
        ends.extend(self.after_each(&starts, Naive::group));
        ends.extend(self.after_each(&starts, |n, at| {
            n.one_after_another(
                at,
                &[
                    |n, at| n.one_or_more(at, |n, at| n.uchar_or(at, ";/?:&=")),
                    |n, at| n.literal(at, "@"),
                    Naive::host,
                ],
            )
        }));
        ends
    }

    pub(super) fn group(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[Naive::alpha, |n, at| {
                n.any_number(at, |n, at| {
                    n.byte(at, |byte| byte.is_ascii_alphanumeric() || b"-.+_".contains(&byte))
                })
            }],
        )
    }

    pub(super) fn nntpurl(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "nntp://"),
                Naive::hostport,
                Naive::slash,
                Naive::group,
                |n, at| {
                    n.optional(at, |n, at| n.one_after_another(at, &[Naive::slash, Naive::digits]))
                },
            ],
        )
    }

    pub(super) fn telneturl(&mut self, at: usize) -> Ends {
        self.one_after_another(
            at,
            &[
                |n, at| n.literal(at, "telnet://"),
                Naive::login,
                |n, at| n.optional(at, Naive::slash),
            ],
        )
    }

    pub(super) fn waisurl(&mut self, at: usize) -> Ends {
        let uchars: Rule = |n, at| n.any_number(at, |n, at| n.uchar_or(at, ""));
        let databases = self.one_after_another(
            at,
            &[|n, at| n.literal(at, "wais://"), Naive::hostport, Naive::slash, uchars],
        );
        let mut ends = databases.clone();
        ends.extend(self.after_each(&databases, Naive::question_and_search));
        for at in databases {
            ends.extend(self.one_after_another(at, &[Naive::slash, uchars, Naive::slash, uchars]));
        }
        ends
    }

    pub(super) fn prosperourl(&mut self, at: usize) -> Ends {
        let fieldspec: Rule = |n, at| {
            n.one_after_another(
                at,
                &[
                    |n, at| n.literal(at, ";"),
                    |n, at| n.any_number(at, |n, at| n.uchar_or(at, "?:@&")),
                    |n, at| n.literal(at, "="),
                    |n, at| n.any_number(at, |n, at| n.uchar_or(at, "?:@&")),
                ],
            )
        };
        let paths = self.one_after_another(
            at,
            &[|n, at| n.literal(at, "prospero://"), Naive::hostport, Naive::slash, Naive::fpath],
        );
        paths.iter().flat_map(|at| self.any_number(*at, fieldspec)).collect()
    }

    pub(super) fn alphadigit(&mut self, at: usize) -> Ends {
        self.byte(at, |byte| byte.is_ascii_alphanumeric())
    }

    pub(super) fn alpha(&mut self, at: usize) -> Ends {
        self.byte(at, |byte| byte.is_ascii_alphabetic())
    }

    pub(super) fn digits(&mut self, at: usize) -> Ends {
        self.one_or_more(at, |n, at| n.byte(at, |byte| byte.is_ascii_digit()))
    }

    pub(super) fn slash(&mut self, at: usize) -> Ends {
        self.literal(at, "/")
    }

    pub(super) fn xchar(&mut self, at: usize) -> Ends {
        self.uchar_or(at, ";/?:@&=")
    }

    pub(super) fn xchars(&mut self, at: usize) -> Ends {
        self.any_number(at, Naive::xchar)
    }
}
