/*
 * urlsift: finds URLs in mail, news and other plain text, including URLs that are broken across lines.
 *
 * This header is the reference of the C and C++ interface. `crates/core/EMBEDDING.md` is the guide: what to show,
 * what to open and what to warn of. Link with -lurlsift; `pkg-config --cflags --libs urlsift` gives the flags.
 *
 *     #include <urlsift.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void)
 *     {
 *         const char *text = "see <http://example.org/a/\n  b.html>.";
 *         urlsift_extractor *extractor;
 *         urlsift_iter *iter;
 *         urlsift_found *found;
 *
 *         if (urlsift_extractor_new(NULL, &extractor) != URLSIFT_OK)
 *             return 1;
 *         if (urlsift_iter_new(extractor, text, strlen(text), URLSIFT_SOFT_BREAKS_DEFAULT, &iter)
 *             == URLSIFT_OK) {
 *             while (urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK) {
 *                 urlsift_str url = urlsift_found_url(found, 0);
 *                 printf("%.*s\n", (int)url.len, url.ptr);
 *                 urlsift_found_free(found);
 *             }
 *             urlsift_iter_free(iter);
 *         }
 *         urlsift_extractor_free(extractor);
 *         return 0;
 *     }
 *
 * This comment covers what holds for all functions: WORDS, UNITS, CHARSETS, UTF-16, MEMORY, THREADS, ERRORS, VERSIONS
 * and COST. The declarations follow in this order: values, structures, handles, the library, extractors,
 * iterators, feeds, found URLs, segments, places, functions on one URL.
 *
 * WORDS. A wrapper is the delimiters around a URL with the text between them; its form is the kind of
 * delimiters. A gap is whitespace inside a line of a wrapper, a seam a line break inside a wrapper with the
 * whitespace and quote marks around it. A URL without delimiters that goes on after a line break is joined, and has
 * seams as well. A reading is one way to read the text of a wrapper as a URL. A piece is
 * a range of the text that a reading was made of. A doubt is a place where readings differ. The verdict says
 * which grammars a URL satisfies. A note is a remark on a URL, often a warning.
 *
 * UNITS. All ranges are half-open: `start` is included, `end` is not. Ranges and places of the text are counted
 * in bytes of the text, and those of a URL in bytes of that URL. A URL is given out as UTF-8, whatever the charset of the
 * text was.
 *
 * CHARSETS. A text is UTF-8 unless a urlsift_input says otherwise. It need not be valid: a byte that is not UTF-8 ends a
 * URL without delimiters, and becomes a percent escape in one with delimiters.
 *
 * UTF-16. If your strings are UTF-16, pass them as UTF-8 (QString::toUtf8, WideCharToMultiByte), and convert the ranges
 * with urlsift_utf16_range.
 *
 * MEMORY.
 * - Texts are passed with their length. They need no terminating NUL and may contain NULs. If the length is 0,
 *   the pointer may be NULL.
 * - A urlsift_str belongs to the library and has no terminating NUL. Each function says how long it is valid.
 * - A function that fills a buffer of the caller writes either the whole result or nothing. It adds no NUL. It
 *   always sets *needed to the length of the result in bytes. To learn the length, call it with a capacity of 0; the buffer may then be NULL.
 * - Free every handle once, with the function for its type. Freeing NULL does nothing. The order does not
 *   matter: an iterator keeps what it needs of its extractor, and a found URL depends on neither.
 *
 * THREADS. Any number of threads may use one extractor or one found URL at the same time. An iterator, a feed or
 * segments may move between threads, but only one thread may use it at a time. Freeing counts as use: no other thread may
 * use the handle at that time.
 *
 * ERRORS. No function ends the process, throws or unwinds because of its arguments or because of the content of
 * a text. If a bug in the library causes a panic, a line is written to standard error and the function returns
 * URLSIFT_ERROR_PANIC. Functions that return no status return NULL, 0 or false then. An iterator or a feed that panicked
 * returns URLSIFT_ERROR_PANIC from then on and may only be freed.
 * Two events end the process, as in every Rust library: a failed memory allocation and a signal.
 * Behaviour is undefined after any of these mistakes:
 * - a pointer is neither NULL nor valid;
 * - a length is beyond the end of the text;
 * - a text is changed or freed while it is borrowed;
 * - a handle is used after it was freed.
 *
 * VERSIONS. urlsift_abi_version() returns the interface version of the library, URLSIFT_ABI_VERSION is that of
 * this header. Within one version no function, constant or structure changes its meaning or layout, but functions
 * and constants may be added. Be prepared for constants that you do not know: treat an unknown severity
 * as URLSIFT_SEVERITY_DANGER and an unknown form as URLSIFT_FORM_BARE; ignore others.
 *
 * COST. The time of a search is linear in the length of the text, whatever the text contains.
 */

#ifndef URLSIFT_H
#define URLSIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It is independent of the version of the library. */
#define URLSIFT_ABI_VERSION 3u

/* The start and end of a range that does not exist, and the number of a link that does not exist. */
#define URLSIFT_NOWHERE SIZE_MAX

/* ---- Values ---------------------------------------------------------------------------------- */

/* The result of a call. Negative values are errors. */
typedef int32_t urlsift_status;

#define URLSIFT_OK 0             /* Success. */
#define URLSIFT_DONE 1           /* There are no more items. */
#define URLSIFT_SPENT 2          /* The budget is spent. Call again with a new budget to continue. */
#define URLSIFT_NONE 3           /* There is no result. */
#define URLSIFT_ERROR_NULL -1    /* A required pointer is NULL. */
#define URLSIFT_ERROR_LENGTH -2  /* A length exceeds the address space. */
#define URLSIFT_ERROR_VALUE -3   /* A number is not one of the constants, or a range is beyond the text. */
#define URLSIFT_ERROR_UTF8 -4    /* A URL, a prefix or the text of a link is not valid UTF-8. */
#define URLSIFT_ERROR_BUFFER -5  /* The buffer is too small; *needed has the required length. */
#define URLSIFT_ERROR_WRAP -6    /* The URL cannot be wrapped; the buffer has the reason. */
#define URLSIFT_ERROR_PANIC -7   /* A bug in the library caused a panic: see ERRORS. */

/* The forms of a URL in text: bits of a set. URLSIFT_FORM_HOST finds hosts without "www." if they end in a public
 * suffix. Without the build feature "psl" the known suffixes are those of countries and some seventy others. */
#define URLSIFT_FORM_URL 1u       /* <URL:scheme:...> (RFC 1738, Appendix) */
#define URLSIFT_FORM_ANGLE 2u     /* <scheme:...> */
#define URLSIFT_FORM_QUOTE 4u     /* "scheme:..." */
#define URLSIFT_FORM_PREFIX 8u    /* URL:scheme:... without brackets */
#define URLSIFT_FORM_BARE 16u     /* scheme:... without delimiters */
#define URLSIFT_FORM_ADDRESS 32u  /* user@example.org; "mailto:" is prepended. Off by default. */
#define URLSIFT_FORM_HOST 64u     /* example.org/path; "http://" or "ftp://" is prepended. Off by default. */
#define URLSIFT_FORM_REPAIRED 128u /* http:/www.example.org, whose "://" is damaged. Off by default. */
#define URLSIFT_FORM_WWW 256u     /* www.example.org/path; "http://" is prepended. */
#define URLSIFT_FORMS_DEFAULT 287u /* All except URLSIFT_FORM_ADDRESS, _HOST and _REPAIRED. */
#define URLSIFT_FORMS_ALL 511u

/* The documents that define what a URL is: bits of a set. */
#define URLSIFT_GRAMMAR_DRAFT03 1u  /* draft-ietf-uri-url-03 */
#define URLSIFT_GRAMMAR_RFC1738 2u
#define URLSIFT_GRAMMAR_RFC2396 4u  /* with the hosts of RFC 2732 */
#define URLSIFT_GRAMMAR_RFC3986 8u
#define URLSIFT_GRAMMAR_RFC3987 16u

/* How to read a space before a line break in a format=flowed part (RFC 3676, section 4.1). */
#define URLSIFT_SOFT_BREAKS_DEFAULT 0u  /* As KEPT. */
#define URLSIFT_SOFT_BREAKS_KEPT 1u     /* The space is part of the text. */
#define URLSIFT_SOFT_BREAKS_DELETED 2u  /* The space is not part of the text: use this for parts with DelSp=yes. */

/* How sure it is that a URL without delimiters goes on after a line break, in ascending order. As an option: join
 * over line breaks of this grade and better ones. */
#define URLSIFT_JOIN_DEFAULT 0u   /* Only as an option: as CERTAIN, or as NEVER for URLSIFT_PROFILE_CHAT. */
#define URLSIFT_JOIN_POSSIBLE 1u  /* Eight of ten are right. */
#define URLSIFT_JOIN_LIKELY 2u    /* 97 of 100 are right. */
#define URLSIFT_JOIN_CERTAIN 3u   /* 199 of 200 are right. */
#define URLSIFT_JOIN_NEVER 4u     /* Only as an option: join nothing, and raise no doubt. */

/* What may be accepted beyond the default: bits of a set. Hosts have URLSIFT_FORM_HOST and addresses
 * URLSIFT_FORM_ADDRESS, and are found if that form is on. */
#define URLSIFT_EXTRA_DOUBTFUL_DOMAIN 1u  /* readme.so, self.name: hosts that are more likely something else. */
#define URLSIFT_EXTRA_IP_ADDRESS 2u       /* 192.0.2.7/path */
#define URLSIFT_EXTRA_LOCALHOST 4u        /* localhost:8080/path, root@localhost */
#define URLSIFT_EXTRA_NETWORK_PATH 8u     /* //example.org/path */
#define URLSIFT_EXTRA_ONE_LABEL 16u       /* intranet:8080/path, jim@intranet */
#define URLSIFT_EXTRA_ANY_SCHEME 32u      /* <any-scheme:text>, as in CommonMark */

/* The kind of text. Rules W17 to W19 of RULES.md say what each changes. */
#define URLSIFT_PROFILE_ARCHIVE 0u  /* Mail and news, and what programs have made of it. */
#define URLSIFT_PROFILE_CHAT 1u     /* Messages that people type: " at " is a word, and nothing is joined. */
#define URLSIFT_PROFILE_ESCAPED 2u  /* Text with the escapes of HTML, to be put into a page. */
#define URLSIFT_PROFILE_SOURCE 3u   /* Source code and data with its escapes, such as JSON. */

/* A summary of the verdict over all grammars. */
#define URLSIFT_STANDING_VALID 1u     /* The URL satisfies at least one grammar. */
#define URLSIFT_STANDING_LOOSE 2u     /* It satisfies none, but browsers would open it. */
#define URLSIFT_STANDING_REJECTED 3u  /* It is not a URL. */

/* The kind of the host, independent of the grammars. */
#define URLSIFT_HOST_NONE 0u        /* The URL has no host, or an empty one. */
#define URLSIFT_HOST_NAME 1u        /* A domain name of at least two labels. */
#define URLSIFT_HOST_ADDRESS 2u     /* An IPv4 address. */
#define URLSIFT_HOST_IP_LITERAL 3u  /* An IP address in brackets. */
#define URLSIFT_HOST_OTHER 4u       /* Not a domain name, but allowed by a grammar. */
#define URLSIFT_HOST_BAD 5u         /* The text cannot be a host. */

/* The subject of a doubt. */
#define URLSIFT_DOUBT_HYPHEN 1u  /* Is a hyphen before a line break part of the URL? */
#define URLSIFT_DOUBT_AT 2u      /* Does " at " mean "@"? */
#define URLSIFT_DOUBT_GAP 3u     /* Is whitespace inside a line part of the URL? */
#define URLSIFT_DOUBT_END 4u     /* Where does the URL end? */
#define URLSIFT_DOUBT_BLANKS 5u  /* Are all gaps and line breaks part of the URL? Occurs in differences only. */
#define URLSIFT_DOUBT_JOIN 6u    /* Does a URL without delimiters go on after a line break? */
#define URLSIFT_DOUBT_MARKUP 7u  /* Is the markup of a text, such as a backslash before "_", part of the URL? */

/* How a reading resolves a doubt. */
#define URLSIFT_CHOICE_KEPT 1u     /* The hyphen, the text at the end, or the markup is part of the URL. */
#define URLSIFT_CHOICE_DROPPED 2u  /* It is not part of the URL. */
#define URLSIFT_CHOICE_AT 3u       /* " at " is read as "@". */
#define URLSIFT_CHOICE_REMOVED 4u  /* The whitespace is ignored. */
#define URLSIFT_CHOICE_SPACE 5u    /* The whitespace is read as "%20". */
#define URLSIFT_CHOICE_CLOSE 6u    /* The URL ends at a ">" that may be a quote mark. */
#define URLSIFT_CHOICE_MARK 7u     /* That ">" is a quote mark. */
#define URLSIFT_CHOICE_JOINED 8u   /* The URL goes on after the line break. */
#define URLSIFT_CHOICE_CUT 9u      /* The URL ends before the line break. */

/* Why the first reading resolves a doubt as it does. From 4 on, what the text shows at a line break after which a URL
 * without delimiters may go on; the next run is the text after the break up to whitespace. */
#define URLSIFT_GROUND_HOST 1u     /* The alternative is not a URL, or its host is impossible. */
#define URLSIFT_GROUND_SEEN 2u     /* The same URL occurs unbroken elsewhere in the text. */
#define URLSIFT_GROUND_DEFAULT 3u  /* There is no evidence: this choice is the most common one. */
#define URLSIFT_GROUND_HYPHEN 4u      /* The line ends in a hyphen. */
#define URLSIFT_GROUND_ESCAPE 5u      /* The line ends inside a percent escape. */
#define URLSIFT_GROUND_CLOSER 6u      /* The next run closes the bracket or apostrophe before the URL. */
#define URLSIFT_GROUND_SLASH 7u       /* The line ends in "/", and the next run looks like a path. */
#define URLSIFT_GROUND_INSIDE 8u      /* The next run begins as only the rest of a URL does: "/a", "&k=v". */
#define URLSIFT_GROUND_EXTENSION 9u   /* The next run completes a file name extension. */
#define URLSIFT_GROUND_DELIMITER 10u  /* The line ends in a delimiter of a query, or in "_". */
#define URLSIFT_GROUND_DOT 11u        /* The line ends in ".", and the next run looks like the rest of a URL. */
#define URLSIFT_GROUND_FULL_LINE 13u  /* The line is as wide as the lines around it. */
#define URLSIFT_GROUND_SHAPE 14u      /* The next run looks like the rest of a URL. */
#define URLSIFT_GROUND_SOFT_BREAK 15u /* A mailer inserted the line break: URLSIFT_SOFT_BREAKS_DELETED. */

/* The severity of a note, in ascending order. */
#define URLSIFT_SEVERITY_INFO 1u     /* A fact; nothing is wrong. */
#define URLSIFT_SEVERITY_WARNING 2u  /* Unwise, or probably a mistake. */
#define URLSIFT_SEVERITY_DANGER 3u   /* A known way to deceive users or programs. */

/* The kind of a segment of a text. */
#define URLSIFT_SEGMENT_PLAIN 0u         /* Text outside all links. */
#define URLSIFT_SEGMENT_DELIMITER 1u     /* A delimiter of a link, not part of the URL: "<URL:", ">". */
#define URLSIFT_SEGMENT_PIECE 2u         /* Characters of the URL. Underline these and nothing else. */
#define URLSIFT_SEGMENT_REPLACED 3u      /* Text that the URL replaces, as " at " is replaced by "@". */
#define URLSIFT_SEGMENT_SEAM 4u          /* Text that the URL leaves out: line breaks, spaces, the "<" in news:<id@host>. */
#define URLSIFT_SEGMENT_QUOTE_PREFIX 5u  /* Quote marks at the start of a line inside a link. */

/* The kinds of notes. EMBEDDING.md lists the severity of each, and what to show. */
#define URLSIFT_NOTE_HOST_CUT_BY_SEAM 1u        /* A line break was inside the host. */
#define URLSIFT_NOTE_HYPHEN_IN_DOUBT 2u         /* A hyphen before a line break may or may not belong. */
#define URLSIFT_NOTE_UNDECODABLE_BYTE 3u        /* A byte could not be decoded and is shown as its escape. */
#define URLSIFT_NOTE_MIXED_SCRIPTS 4u           /* The host mixes scripts whose letters look alike. */
#define URLSIFT_NOTE_CONFUSABLE_HOST 5u         /* The host looks like another. */
#define URLSIFT_NOTE_PASSWORD 6u                /* A password stands in the URL. */
#define URLSIFT_NOTE_USER_NOT_ALLOWED 7u        /* The scheme allows no user. */
#define URLSIFT_NOTE_USER_LOOKS_LIKE_HOST 8u    /* The user looks like a host, and the host comes after it. */
#define URLSIFT_NOTE_HOST_DISPUTED 9u           /* Programs do not agree where the host begins or ends. */
#define URLSIFT_NOTE_PORT_NOT_DEFAULT 10u       /* The port is not the scheme's own. */
#define URLSIFT_NOTE_PORT_RESERVED 11u          /* The port is not the scheme's own and is below 1024. */
#define URLSIFT_NOTE_PORT_TOO_BIG 12u           /* The port is over 65535. */
#define URLSIFT_NOTE_ENCODED_CONTROL 13u        /* An escape hides a control character. */
#define URLSIFT_NOTE_HOST_IN_DISGUISE 14u       /* The host is a number that may be read as an address. */
#define URLSIFT_NOTE_HOST_NOT_ASCII 15u         /* The host has characters beyond ASCII. */
#define URLSIFT_NOTE_HOST_PUNYCODE 16u          /* The host is shown in other characters than it is spelled in. */
#define URLSIFT_NOTE_HIDDEN_CHARACTER 17u       /* A character is not seen, or turns the direction of others. */
#define URLSIFT_NOTE_NUMBER_MISSING 18u         /* The article's number is missing, which only the BNF allows. */
#define URLSIFT_NOTE_ADDRESS_MISSING 19u        /* The mail address is missing, which only the BNF allows. */
#define URLSIFT_NOTE_PROGRAM_IN_URL 20u         /* A program stands in the URL, and is run where it is opened. */
#define URLSIFT_NOTE_DOCUMENT_IN_URL 21u        /* It opens a document of an unknown author, not a place in a network. */
#define URLSIFT_NOTE_LOCAL_FILE 22u             /* What opens it looks for a file of its own machine or network. */
#define URLSIFT_NOTE_SCHEME_INSERTED 23u        /* The page leaves out the scheme. */
#define URLSIFT_NOTE_WRAPPER_UNCLOSED 24u       /* The "<" before the URL may not be closed, so its end is in doubt. */
#define URLSIFT_NOTE_SEPARATOR_REPAIRED 25u     /* The "://" is damaged in the text. */
#define URLSIFT_NOTE_TYPE_OF_RFC959 26u         /* The type is one of RFC 959, not of RFC 1738's grammar. */
#define URLSIFT_NOTE_CUT_AT_LIMIT 27u           /* The URL is too long to be read to its end. */
#define URLSIFT_NOTE_STARTS_PROGRAM 28u         /* Opening it starts a program with text of the URL. */
#define URLSIFT_NOTE_FILE_ATTACHED 29u          /* A mail program may attach a file of its own machine. */
#define URLSIFT_NOTE_OPTION_IN_HOST 30u         /* A program may take the host or the user for an option. */
#define URLSIFT_NOTE_HOST_GAP 31u               /* Whitespace, a hidden character or an undecodable byte is inside the host. */
#define URLSIFT_NOTE_CUT_BY_WRITER 32u          /* The writer left out the end of the URL. */
#define URLSIFT_NOTE_TEXT_NAMES_OTHER_HOST 33u  /* The link's text names another host. */

/* ---- Structures ------------------------------------------------------------------------------ */

/* A UTF-8 string that belongs to the library, without a terminating NUL. {NULL, 0} if there is none. `len` is in
 * bytes. */
typedef struct urlsift_str {
    const char *ptr;
    size_t len;
} urlsift_str;

/* A half-open range. Both ends are URLSIFT_NOWHERE if there is none. See UNITS. */
typedef struct urlsift_range {
    size_t start;
    size_t end;
} urlsift_range;

/* The options of an extractor. Initialise with `urlsift_options options = URLSIFT_OPTIONS_INIT;`. In every other
 * field 0 selects the default. */
typedef struct urlsift_options {
    size_t size;           /* sizeof(urlsift_options), set by URLSIFT_OPTIONS_INIT. */
    uint32_t forms;        /* The forms to find: a set of URLSIFT_FORM_*. 0 means URLSIFT_FORMS_DEFAULT. */
    uint32_t join;         /* URLSIFT_JOIN_*: over which line breaks URLs without delimiters are joined. */
    uint32_t extras;       /* What to accept beyond the default: a set of URLSIFT_EXTRA_*. */
    uint32_t profile;      /* URLSIFT_PROFILE_*: the kind of text. */
    uint32_t ascii_only;   /* 1 if a URL ends before its first character beyond ASCII. */
    uint32_t as_written;   /* 1 if URLs are spelled as in the text: "&amp;" is no "&", and "\_" no "_". */
    const urlsift_str *own_schemes;   /* Schemes to find like the known ones, without delimiters and in them, with any
                                       * text after the colon. At most 32 names of RFC 3986 with 2 to 32 characters,
                                       * without the colon and in any case; "URL" is refused. */
    size_t own_schemes_count;
    const urlsift_str *only_schemes;  /* The only schemes whose URLs are found, with names as above. They replace
                                       * `own_schemes`. An address needs mailto; a host without a scheme needs http, or
                                       * ftp if it begins with "ftp.". */
    size_t only_schemes_count;        /* If the pointer is NULL, all schemes are accepted; otherwise 0 accepts none. */
} urlsift_options;

#define URLSIFT_OPTIONS_INIT { sizeof(urlsift_options), 0, 0, 0, 0, 0, 0, NULL, 0, NULL, 0 }

/* Decodes a URL, or a piece of one, to UTF-8: `len` bytes of the text, at least one of them above 0x7F. `buffer` has room
 * for `capacity` bytes, four for each byte of the text. Returns how many bytes were written; 0 if the text cannot be
 * decoded. Then, and if the result is not UTF-8, the bytes above 0x7F become percent escapes, and the URL gets the note
 * URLSIFT_NOTE_UNDECODABLE_BYTE.
 *
 * `data` is that of urlsift_input. The function is called during the calls that search, on their threads. It must not
 * throw, and must not use the handle. With iconv it is
 *
 *     static size_t decode(void *data, const char *text, size_t len, char *buffer, size_t capacity)
 *     {
 *         char *in = (char *)text, *out = buffer;
 *         size_t room = capacity;
 *
 *         iconv((iconv_t)data, NULL, NULL, NULL, NULL);
 *         return iconv((iconv_t)data, &in, &len, &out, &room) == (size_t)-1 ? 0 : capacity - room;
 *     }
 */
typedef size_t (*urlsift_decode)(void *data, const char *text, size_t len, char *buffer, size_t capacity);

/* A text to search and how to read it. Initialise with `urlsift_input input = URLSIFT_INPUT_INIT;`. */
typedef struct urlsift_input {
    size_t size;            /* sizeof(urlsift_input), set by URLSIFT_INPUT_INIT. */
    const char *text;
    size_t len;             /* In bytes. */
    uint32_t soft_breaks;   /* URLSIFT_SOFT_BREAKS_* */
    urlsift_decode decode;  /* NULL for UTF-8. Otherwise the bytes below 0x80 must be those of ASCII: first convert UTF-16,
                             * EBCDIC and ISO-2022. */
    void *data;             /* Passed to `decode`. */
} urlsift_input;

#define URLSIFT_INPUT_INIT { sizeof(urlsift_input), NULL, 0, 0, NULL, NULL }

/* The work that a search may do before it stops. SIZE_MAX means no limit. Once either field is 0, each call returns
 * URLSIFT_SPENT without searching; set it again before the next call. */
typedef struct urlsift_budget {
    size_t bytes;       /* Bytes of text. */
    size_t candidates;  /* Wrappers to judge, whether they turn out to be URLs or not. */
} urlsift_budget;

/* A piece of a URL. */
typedef struct urlsift_piece {
    urlsift_range range;   /* Of the text. Empty if the URL has characters here that the text has not. */
    urlsift_str inserted;  /* {NULL, 0} if the URL has the text of the range. Otherwise the text that the URL has
                            * instead; it is valid as long as the library is loaded. */
} urlsift_piece;

/* A difference between a reading and the first one. */
typedef struct urlsift_difference {
    size_t at;        /* Its place in the text. */
    uint32_t kind;    /* URLSIFT_DOUBT_* */
    uint32_t choice;  /* How this reading resolves the doubt: URLSIFT_CHOICE_* */
} urlsift_difference;

/* A place where the readings differ. */
typedef struct urlsift_doubt {
    size_t at;        /* Its place in the text. */
    uint32_t kind;    /* URLSIFT_DOUBT_* */
    uint32_t chosen;  /* How the first reading resolves it: URLSIFT_CHOICE_* */
    uint32_t ground;  /* Why: URLSIFT_GROUND_* */
} urlsift_doubt;

/* A note on the first reading of a URL. Both strings are valid as long as the library is loaded. */
typedef struct urlsift_note {
    uint32_t kind;        /* URLSIFT_NOTE_*, or 0 for a note without a number in this version. */
    uint32_t severity;    /* URLSIFT_SEVERITY_* */
    urlsift_str name;     /* An identifier for programs: "user_looks_like_host". */
    urlsift_str text;     /* A message for users: an English clause without a full stop. */
    urlsift_range range;  /* Of the URL. URLSIFT_NOWHERE if the note is not about a single part of it. */
} urlsift_note;

/* The parts of the first reading of a URL, as ranges of that URL in bytes. A part that is missing is at
 * URLSIFT_NOWHERE; a part that is present but empty has an empty range. */
typedef struct urlsift_parts {
    urlsift_range scheme;    /* Without the ":". */
    urlsift_range user;
    urlsift_range password;
    urlsift_range host;      /* With the brackets of an IP address in brackets. */
    urlsift_range port;
    urlsift_range path;      /* With the leading "/". */
    urlsift_range query;     /* Without the "?". */
    urlsift_range fragment;  /* Without the "#". */
} urlsift_parts;

/* A segment of a text. */
typedef struct urlsift_segment {
    urlsift_range range;   /* Of the text. Never empty, and it begins where the previous segment ends. */
    uint32_t kind;         /* URLSIFT_SEGMENT_* */
    size_t link;           /* The number of the link, counted from 0. URLSIFT_NOWHERE for plain text. */
    urlsift_str inserted;  /* For URLSIFT_SEGMENT_REPLACED what the URL has instead, else {NULL, 0}. Valid as long
                            * as the library is loaded. */
} urlsift_segment;

/* A place in a text. Initialise with `urlsift_place place = URLSIFT_PLACE_INIT;`, the start of the text. */
typedef struct urlsift_place {
    size_t offset;  /* In bytes. */
    size_t line;    /* Counted from 1. A line ends after its LF. */
    size_t column;  /* The bytes between the start of the line and the place. */
} urlsift_place;

#define URLSIFT_PLACE_INIT { 0, 1, 0 }

/* ---- Handles --------------------------------------------------------------------------------- */

/* The rules of a search. Immutable: any number of threads may use it at the same time. It may be freed before the
 * iterators that were made from it. */
typedef struct urlsift_extractor urlsift_extractor;

/* A search in one text. It borrows the text: do not change or free the text before the iterator. One thread at a
 * time may use it. */
typedef struct urlsift_iter urlsift_iter;

/* A search in a text that arrives in chunks. It copies what it needs of the text. One thread at a time may use it. */
typedef struct urlsift_feed urlsift_feed;

/* A URL that was found. Immutable: any number of threads may read it at the same time. It is independent of the
 * text, of the iterator and of the extractor. */
typedef struct urlsift_found urlsift_found;

/* A text that is cut into segments. It borrows the text: do not change or free the text before the segments. One
 * thread at a time may use it. */
typedef struct urlsift_segments urlsift_segments;

/* ---- The library ----------------------------------------------------------------------------- */

/* Returns the URLSIFT_ABI_VERSION of the library. Do not use the library if it differs from that of this header. */
uint32_t urlsift_abi_version(void);

/* Returns the version of the library, such as "0.1.0". Valid as long as the library is loaded. */
urlsift_str urlsift_version(void);

/* Returns the meaning of a status in English, never {NULL, 0}. Valid as long as the library is loaded. */
urlsift_str urlsift_status_text(urlsift_status status);

/* ---- Extractors ------------------------------------------------------------------------------ */

/* Builds an extractor. NULL options select the defaults. The options are not used after the call. Building is
 * cheap, but one extractor can serve the whole program.
 *
 * Returns URLSIFT_OK; URLSIFT_ERROR_NULL if `extractor` is NULL; URLSIFT_ERROR_VALUE if an option has an unknown
 * bit or number, if `size` is wrong, or if the name of a scheme is bad or one too many; URLSIFT_ERROR_UTF8 or
 * URLSIFT_ERROR_LENGTH for these names. On failure *extractor is NULL. */
urlsift_status urlsift_extractor_new(const urlsift_options *options, urlsift_extractor **extractor);

/* Frees an extractor. NULL is allowed. */
void urlsift_extractor_free(urlsift_extractor *extractor);

/* Reads the whole of `text` as one URL: use this for the value of `href` in HTML, where no punctuation belongs to a
 * sentence. `len` is in bytes. The text is not used after the call.
 *
 * Returns URLSIFT_OK, and the caller frees *found; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH; or URLSIFT_NONE if
 *   - the text begins neither with a known scheme (http, mailto and the like) nor with any scheme and "//",
 *   - the URL has no host after "//", or
 *   - the extractor does not look for URLSIFT_FORM_BARE.
 * If the result is not URLSIFT_OK, *found is NULL. */
urlsift_status urlsift_find_whole(const urlsift_extractor *extractor, const char *text, size_t len,
                                  urlsift_found **found);

/* Finds the URL that begins at byte `position` of `text`: at its opening delimiter or at its first character. `len` is in
 * bytes. The text is not used after the call. A copy of the URL that is more than 8,192 bytes before the position, or
 * 131,072 after it, decides no doubt. So calls for all positions take time linear in the length.
 *
 * Returns URLSIFT_OK, and the caller frees *found; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH; or URLSIFT_NONE if no URL
 * begins there. If the result is not URLSIFT_OK, *found is NULL. */
urlsift_status urlsift_find_at(const urlsift_extractor *extractor, const char *text, size_t len, size_t position,
                               urlsift_found **found);

/* Like urlsift_find_at, for the URL around the position, delimiters included: for a click on it. A position at the end of
 * a URL belongs to it. The URL begins at most 8,192 bytes before the position. */
urlsift_status urlsift_find_around(const urlsift_extractor *extractor, const char *text, size_t len, size_t position,
                                   urlsift_found **found);

/* For a text that is edited: writes to *start where to search again if the text changed at byte `position` or after it.
 * Keep the URLs that end before *start, and search from there with urlsift_iter_start_at. The text may be that before the
 * edit or after it. If the edit adds or removes a copy of a URL, doubts about that URL may change further away. */
urlsift_status urlsift_resume_at(const urlsift_extractor *extractor, const char *text, size_t len, size_t position,
                                 size_t *start);

/* ---- Iterators ------------------------------------------------------------------------------- */

/* Creates an iterator over the URLs of `text`. The text is `len` bytes of UTF-8 and need not be valid. It is
 * borrowed until the iterator is freed. `soft_breaks` is URLSIFT_SOFT_BREAKS_*. This call does not search yet.
 *
 * Returns URLSIFT_OK, URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH or URLSIFT_ERROR_VALUE. On failure *iter is NULL. */
urlsift_status urlsift_iter_new(const urlsift_extractor *extractor, const char *text, size_t len,
                                uint32_t soft_breaks, urlsift_iter **iter);

/* Like urlsift_iter_new, for a text of any charset. The text of `input` is borrowed until the iterator is freed, and its
 * function is called until then. */
urlsift_status urlsift_iter_new_input(const urlsift_extractor *extractor, const urlsift_input *input,
                                      urlsift_iter **iter);

/* Finds the next URL. URLs come in the order of the text and do not overlap.
 *
 * `budget` limits the work of this call; NULL means no limit. The unused rest is written back. A wrapper that the
 * search has begun is finished first, so a call may do somewhat more work. Budgets do not change the URLs that
 * are found.
 *
 * Returns URLSIFT_OK, and the caller frees *found; URLSIFT_DONE if there are no more URLs; URLSIFT_SPENT if the
 * budget is spent, and the next call continues; URLSIFT_ERROR_NULL; URLSIFT_ERROR_PANIC. If the result is not
 * URLSIFT_OK, *found is NULL. */
urlsift_status urlsift_iter_next(urlsift_iter *iter, urlsift_budget *budget, urlsift_found **found);

/* Writes how far the text was searched, in bytes of the text. Later URLs end after this position, but
 * may begin before it.
 *
 * Returns URLSIFT_OK, URLSIFT_ERROR_NULL or URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_iter_position(const urlsift_iter *iter, size_t *position);

/* Begins the search at byte `position` of the text. The text before it is context only. See urlsift_resume_at. */
urlsift_status urlsift_iter_start_at(urlsift_iter *iter, size_t position);

/* Frees an iterator. NULL is allowed. */
void urlsift_iter_free(urlsift_iter *iter);

/* ---- Feeds ----------------------------------------------------------------------------------- */

/* Creates a search in a text that arrives in chunks, such as standard input, whose memory does not depend on the length
 * of the text:
 *
 *     while ((len = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
 *         urlsift_feed_push(feed, chunk, len);
 *         while (urlsift_feed_next(feed, &found) == URLSIFT_OK)
 *             ...
 *     }
 *     urlsift_feed_end(feed);
 *     while (urlsift_feed_next(feed, &found) == URLSIFT_OK)
 *         ...
 *
 * `input` has the settings, and its text is the first chunk. Its `decode` is called with its `data` until the feed is
 * freed. NULL means UTF-8 and no first chunk. `window` is how many new
 * bytes a search waits for; 0 means 65,536. With a lower value URLs
 * are found sooner, and some ten kilobytes are searched again for each `window` bytes.
 *
 * Take all URLs after each chunk. Then a feed has less than 200 kB in memory, besides twice the longest chunk. In a text
 * with lines of 60 kB or more it has less than 400 kB.
 *
 * The URLs are those of one search in the whole text, with one exception: a copy of a URL that is not in memory decides no
 * doubt (URLSIFT_GROUND_SEEN). All ranges and places are those of the whole text.
 *
 * Returns URLSIFT_OK, URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH or URLSIFT_ERROR_VALUE. On failure *feed is NULL. */
urlsift_status urlsift_feed_new(const urlsift_extractor *extractor, const urlsift_input *input, size_t window,
                                urlsift_feed **feed);

/* Adds the next chunk of the text, which is copied. Chunks may end anywhere, also inside a character.
 *
 * Returns URLSIFT_OK, URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH or URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_feed_push(urlsift_feed *feed, const char *text, size_t len);

/* Ends the text, so that urlsift_feed_next finds the last URLs. Text that is pushed later continues the text, and does
 * not change these.
 *
 * Returns URLSIFT_OK, URLSIFT_ERROR_NULL or URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_feed_end(urlsift_feed *feed);

/* Finds the next URL that later text cannot change.
 *
 * Returns URLSIFT_OK, and the caller frees *found; URLSIFT_NONE until more text is pushed or the text ends;
 * URLSIFT_ERROR_NULL; URLSIFT_ERROR_PANIC. If the result is not URLSIFT_OK, *found is NULL. */
urlsift_status urlsift_feed_next(urlsift_feed *feed, urlsift_found **found);

/* Frees a feed. NULL is allowed. */
void urlsift_feed_free(urlsift_feed *feed);

/* ---- Found URLs ------------------------------------------------------------------------------ */

/* In all functions of this section:
 *   - `found` may be NULL, and `reading` or `index` may be too large. There is no result then, and nothing is
 *     written.
 *   - `reading` is 0 for the first reading, which is the URL. The others follow, best first.
 *   - Strings are valid until `found` is freed. */

/* Frees a found URL. NULL is allowed. */
void urlsift_found_free(urlsift_found *found);

/* Returns the form of the wrapper: URLSIFT_FORM_*, or 0 if `found` is NULL. */
uint32_t urlsift_found_form(const urlsift_found *found);

/* Returns the range of the wrapper in the text, with its delimiters. */
urlsift_range urlsift_found_outer(const urlsift_found *found);

/* Returns the range of the URL in the text, without delimiters. In it may be line breaks and quote marks. */
urlsift_range urlsift_found_range(const urlsift_found *found);

/* Returns whether the URL is the text of this range: nothing was removed, inserted or escaped. */
bool urlsift_found_is_verbatim(const urlsift_found *found);

/* Returns whether text that is typed at the end of `text`, the text searched, may make the URL longer. */
bool urlsift_found_may_grow(const urlsift_found *found, const char *text, size_t len);

/* Returns how sure it is that a URL without delimiters goes on after the line breaks in it: URLSIFT_JOIN_POSSIBLE,
 * URLSIFT_JOIN_LIKELY or URLSIFT_JOIN_CERTAIN. Of several line breaks the least sure one counts. Returns 0 if the URL
 * was not joined, or if `found` is NULL. */
uint32_t urlsift_found_joined(const urlsift_found *found);

/* Returns the number of readings, the first included: 1 if nothing is in doubt, 0 if `found` is NULL. */
size_t urlsift_found_readings(const urlsift_found *found);

/* Returns the URL as the author spelled it, with its pieces joined. To open or show it, use the next two
 * functions. */
urlsift_str urlsift_found_url(const urlsift_found *found, size_t reading);

/* Returns the URL to open: valid by RFC 3986 and in ASCII, with its host in Punycode. The string is made on first
 * use.
 *
 * Returns {NULL, 0} if the URL must not be opened:
 *   - escaping cannot make a valid URL of it;
 *   - programs disagree on where it leads, because browsers read a host where the grammars have a path, as in
 *     http:///host/;
 *   - the host is not ASCII and the library was built without the feature "idna", which maps hosts by UTS 46.
 * The scheme is not checked: a note warns of a javascript: URL. */
urlsift_str urlsift_found_href(const urlsift_found *found, size_t reading);

/* Returns the URL to show: with a readable host and harmless escapes decoded, without control characters, invisible
 * characters or text that runs from right to left. The string is made on first use. */
urlsift_str urlsift_found_display(const urlsift_found *found, size_t reading);

/* Returns how a reading differs from the first one, in English for users: "hyphen at 31 dropped". {NULL, 0} for
 * reading 0. The string is made on first use. */
urlsift_str urlsift_found_why(const urlsift_found *found, size_t reading);

/* Writes piece `index` of a reading. The pieces of a URL come in order. Returns false if there is none. */
bool urlsift_found_piece(const urlsift_found *found, size_t reading, size_t index, urlsift_piece *piece);

/* Writes difference `index` between a reading and the first one. Returns false if there is none. */
bool urlsift_found_difference(const urlsift_found *found, size_t reading, size_t index,
                              urlsift_difference *difference);

/* Writes doubt `index`. Returns false if there is none. */
bool urlsift_found_doubt(const urlsift_found *found, size_t index, urlsift_doubt *doubt);

/* Writes note `index`. Returns false if there is none. */
bool urlsift_found_note(const urlsift_found *found, size_t index, urlsift_note *note);

/* Returns the verdict on the first reading: URLSIFT_STANDING_*, or 0 if `found` is NULL. */
uint32_t urlsift_found_standing(const urlsift_found *found);

/* Returns the grammars that the first reading satisfies: a set of URLSIFT_GRAMMAR_*. */
uint32_t urlsift_found_grammars(const urlsift_found *found);

/* Writes where the first reading fails by a grammar, as a byte offset in the URL. Returns false if it satisfies the
 * grammar, or if there is no such grammar. urlsift_explain() gives the reason. */
bool urlsift_found_failure(const urlsift_found *found, uint32_t grammar_bit, size_t *at);

/* Returns the kind of the host of the first reading: URLSIFT_HOST_*. */
uint32_t urlsift_found_host_kind(const urlsift_found *found);

/* Writes the parts of the first reading. Returns false if `found` is NULL. */
bool urlsift_found_parts(const urlsift_found *found, urlsift_parts *parts);

/* ---- Segments -------------------------------------------------------------------------------- */

/* Creates segments, which cut all of `text` into parts for a renderer. Their ranges cover the text in order and
 * without gaps. Arguments and results are those of urlsift_iter_new. */
urlsift_status urlsift_segments_new(const urlsift_extractor *extractor, const char *text, size_t len,
                                    uint32_t soft_breaks, urlsift_segments **segments);

/* Like urlsift_segments_new, for a text of any charset; see urlsift_iter_new_input. */
urlsift_status urlsift_segments_new_input(const urlsift_extractor *extractor, const urlsift_input *input,
                                          urlsift_segments **segments);

/* Writes the next segment.
 *
 * `budget` is used as in urlsift_iter_next and does not change the segments. After URLSIFT_SPENT the text after
 * the last segment is not cut yet, and may be drawn as plain text until it is.
 *
 * Returns URLSIFT_OK; URLSIFT_DONE if there are no more segments; URLSIFT_SPENT if the budget is spent, and the
 * next call continues; URLSIFT_ERROR_NULL; URLSIFT_ERROR_PANIC. Nothing is written unless the result is
 * URLSIFT_OK. */
urlsift_status urlsift_segments_next(urlsift_segments *segments, urlsift_budget *budget,
                                     urlsift_segment *segment);

/* Writes how far the text was searched, like urlsift_iter_position. */
urlsift_status urlsift_segments_position(const urlsift_segments *segments, size_t *position);

/* Gives the link of the last segment. After a plain segment it gives the next link, if there is one.
 *
 * A link may have thousands of segments: call this once for each link, and write its address once.
 *
 * Returns URLSIFT_OK, and the caller frees *found; URLSIFT_NONE; URLSIFT_ERROR_NULL; URLSIFT_ERROR_PANIC. If the
 * result is not URLSIFT_OK, *found is NULL. */
urlsift_status urlsift_segments_found(const urlsift_segments *segments, urlsift_found **found);

/* Frees segments. NULL is allowed. */
void urlsift_segments_free(urlsift_segments *segments);

/* ---- Places ---------------------------------------------------------------------------------- */

/* Moves a place to the byte `offset` of `text`, and writes its line and column. The time is linear in the bytes between
 * both places, so the places of all ranges of a text, one after the other, take the time of one pass. A move back to
 * another line also reads from its start.
 *
 * Returns URLSIFT_OK; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH; URLSIFT_ERROR_VALUE if one of the places is beyond the
 * text. Nothing is written unless the result is URLSIFT_OK. */
urlsift_status urlsift_place_move(const char *text, size_t len, size_t offset, urlsift_place *place);

/* Converts a range of bytes of `text`, which is UTF-8, to a range of code units of the same text as UTF-16. A range that
 * begins or ends inside a character begins or ends after it. The time is linear in `bytes.end`. So convert many ranges of
 * one text one after the other, each in the text after the last one, and add the units before it.
 *
 * Returns URLSIFT_OK; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH; URLSIFT_ERROR_VALUE if the range is beyond the text.
 * Nothing is written unless the result is URLSIFT_OK. */
urlsift_status urlsift_utf16_range(const char *text, size_t len, urlsift_range bytes, urlsift_range *units);

/* ---- Functions on one URL -------------------------------------------------------------------- */

/* The functions with a `buffer` take a URL in UTF-8, and fill the caller's buffer as MEMORY describes. `len`, `capacity`
 * and *needed are in bytes. `needed` must not be NULL.
 *
 * They return URLSIFT_OK, or URLSIFT_ERROR_BUFFER if the result does not fit. With URLSIFT_ERROR_NULL,
 * URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_UTF8 and URLSIFT_ERROR_PANIC *needed is 0. */

/* Finds the URL in a string that has the delimiters of a text around it: <URL:...>, <...> or "URL:" before it. Writes
 * the range of the URL in bytes, and the form of the outermost delimiters: URLSIFT_FORM_URL, URLSIFT_FORM_ANGLE,
 * URLSIFT_FORM_PREFIX, or URLSIFT_FORM_BARE if there are none. urlsift_href, urlsift_wrap and urlsift_url_note do the
 * same with the URL that they are given.
 *
 * Returns URLSIFT_OK; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH; URLSIFT_ERROR_UTF8; URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_peel(const char *url, size_t len, urlsift_range *range, uint32_t *form);

/* Makes the URL to open: see urlsift_found_href. Delimiters are removed: see urlsift_peel. Returns URLSIFT_NONE if the
 * URL must not be opened. */
urlsift_status urlsift_href(const char *url, size_t len, char *buffer, size_t capacity, size_t *needed);

/* Makes the URL to show: see urlsift_found_display. */
urlsift_status urlsift_display(const char *url, size_t len, char *buffer, size_t capacity,
                               size_t *needed);

/* Makes the spelling by which URLs are equivalent (RFC 3986, section 6.2.2): use it to compare two, or as the key of a
 * cache. It is not for opening. */
urlsift_status urlsift_normalize(const char *url, size_t len, char *buffer, size_t capacity, size_t *needed);

/* Writes note `index` on any string, such as the target of an HTML link for which urlsift_find_whole finds
 * nothing. A program or document in it is recognised as browsers recognise it, even if the string is not a URL.
 * The notes are those of urlsift_found_note, except for those that depend on the text around a URL. `len` and the
 * range of the note are in bytes of `url`.
 *
 * Returns URLSIFT_OK; URLSIFT_NONE after the last note; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH;
 * URLSIFT_ERROR_UTF8; URLSIFT_ERROR_PANIC. Nothing is written unless the result is URLSIFT_OK. */
urlsift_status urlsift_url_note(const char *url, size_t len, size_t index, urlsift_note *note);

/* Writes to the buffer why the URL fails by a grammar, in English. Returns URLSIFT_NONE if it satisfies the
 * grammar, and URLSIFT_ERROR_VALUE if there is no such grammar. */
urlsift_status urlsift_explain(const char *url, size_t len, uint32_t grammar_bit, char *buffer,
                               size_t capacity, size_t *needed);

/* Writes the URL to the buffer as <URL:...>, broken into lines of at most `columns` columns. Each line begins
 * with `prefix` (`prefix_len` bytes of UTF-8), and lines are separated by LF. Unsafe characters and those beyond ASCII
 * are escaped, a host is mapped to Punycode, and delimiters are removed: see urlsift_peel. A search of the result finds
 * the URL that was written, without a doubt. Returns URLSIFT_ERROR_WRAP if the URL cannot be wrapped so; the buffer
 * then has the reason in English, if it fits. */
urlsift_status urlsift_wrap(const char *url, size_t len, size_t columns, const char *prefix,
                            size_t prefix_len, char *buffer, size_t capacity, size_t *needed);

/* Writes a note if `shown`, the visible text of an HTML link, is one URL, host or address and names another host than
 * `target`, which the link opens. Both are UTF-8 with character references decoded; their lengths are in bytes. Hosts
 * below one registered domain, such as example.org, are the same. The note is a warning if the target has the host of
 * the text after its own host, and a danger otherwise. The library knows the most used public suffixes, and compares the
 * last two labels below others.
 *
 * Returns URLSIFT_OK; URLSIFT_NONE if there is no note; URLSIFT_ERROR_NULL; URLSIFT_ERROR_LENGTH; URLSIFT_ERROR_UTF8;
 * URLSIFT_ERROR_PANIC. Nothing is written unless the result is URLSIFT_OK. */
urlsift_status urlsift_link_text_note(const char *shown, size_t shown_len, const char *target,
                                      size_t target_len, urlsift_note *note);

/* Writes whether urlsift_link_text_note has a note. If the result is an error, *differs is true.
 *
 * Returns URLSIFT_OK, URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_UTF8 or URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_link_text_differs(const char *shown, size_t shown_len, const char *target,
                                         size_t target_len, bool *differs);

/* Returns whether a character beyond ASCII is invisible or changes the text direction: spaces, control
 * characters, and characters without width or ink. To show untrusted text safely, do not print these, nor the
 * control characters of ASCII. Returns true if `code_point` is not a Unicode character. */
bool urlsift_is_hidden(uint32_t code_point);

#ifdef __cplusplus
}
#endif

#endif
