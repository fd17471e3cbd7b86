/*
 * urlsift: finds URLs in mail, news and other running text, also those that are broken over lines.
 *
 * This header is the manual of the library for C and C++. Link with -lurlsift, as `pkg-config --cflags
 * --libs urlsift` says. The words wrapper, form, seam, gap, reading, piece, doubt, verdict and note are
 * those of the project's rules.
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
 * UNITS. All ranges are half-open. Ranges of the text are in bytes, or in code units of 16 bits where the
 * text was handed in as UTF-16. Ranges of a URL are in bytes of that URL, which is UTF-8, always: those who
 * keep strings in UTF-16 make theirs of what is given out by QString::fromUtf8, MultiByteToWideChar or the
 * like.
 *
 * UTF-16. Functions whose names end in _utf16 take so many code units of 16 bits in the machine's order, as
 * QString::utf16(), a wchar_t * of Windows or a char16_t * points to, which need not be well formed; the
 * address is even. In texts half of a pair of surrogates is as a byte that is not UTF-8, elsewhere it is
 * U+FFFD.
 *
 * MEMORY. Texts come with their length and need no NUL; they may hold NULs. A text, URL or prefix of length
 * 0 may be NULL. What is given out as urlsift_str belongs to the library and has no NUL at its end; how
 * long it lasts is said where it is given. A function that fills the caller's buffer writes all or nothing,
 * adds no NUL, and says in *needed how many bytes (code units, where it fills a buffer of these) it is
 * about: call it with a buffer of 0, which may be NULL, to ask. Every handle is freed once, by the function
 * for its type; freeing NULL does nothing. Handles may be freed in any order: an iterator keeps what it
 * needs of its extractor, and what was found depends on neither.
 *
 * THREADS. An extractor and what was found may be used by any number of threads at once. An iterator and
 * segments may go from one thread to another, but be used by one at a time. Freeing is using: it must
 * not happen while another thread uses the same handle.
 *
 * ERRORS. No function ends the process, throws, or unwinds into the caller because of its arguments or
 * of the text, whatever the bytes are. Were there a bug in the library that panics, a line would be
 * written to standard error and URLSIFT_ERROR_PANIC be given, or NULL, 0 or false by functions that give no
 * status; the iterator that was asked gives URLSIFT_ERROR_PANIC from then on and may only be freed. Two
 * things do end the process, as they do in any Rust library: memory that cannot be had, and a signal.
 * What no library can check is undefined: a pointer that is neither NULL nor valid, a length that is
 * more than the text has, a text that is changed or freed while it is borrowed, a handle used after it
 * was freed.
 *
 * VERSIONS. urlsift_abi_version() gives what the library was built as, URLSIFT_ABI_VERSION what this header
 * is of. Within one version nothing changes its meaning or its shape; functions and constants are added.
 * Expect constants that you do not know where a number is given out: treat an unknown severity as
 * URLSIFT_SEVERITY_DANGER, an unknown form as URLSIFT_FORM_BARE, and others as of no consequence.
 *
 * COST. Searching takes time linear in the text, whatever it holds.
 */

#ifndef URLSIFT_H
#define URLSIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, not of the library. */
#define URLSIFT_ABI_VERSION 1u

/* The start and end of a range that is not there. */
#define URLSIFT_NOWHERE SIZE_MAX

/* ---- Values ---------------------------------------------------------------------------------- */

/* What became of a call: not negative where it went well, negative where it did not. */
typedef int32_t urlsift_status;

#define URLSIFT_OK 0             /* It is done, or here it is. */
#define URLSIFT_DONE 1           /* There is no more. */
#define URLSIFT_SPENT 2          /* The budget is spent; asked with another, the search goes on. */
#define URLSIFT_NONE 3           /* There is none. */
#define URLSIFT_ERROR_NULL -1    /* A pointer is NULL that must not be. */
#define URLSIFT_ERROR_LENGTH -2  /* A length is more than memory has. */
#define URLSIFT_ERROR_VALUE -3   /* A number is none of those that there are, or a pointer to 16-bit units is odd. */
#define URLSIFT_ERROR_UTF8 -4    /* A URL, a prefix or a link's text is not UTF-8. */
#define URLSIFT_ERROR_BUFFER -5  /* The buffer is too small; *needed says what is needed. */
#define URLSIFT_ERROR_WRAP -6    /* The URL cannot be wrapped; the buffer has the reason. */
#define URLSIFT_ERROR_PANIC -7   /* A bug in the library was met: see ERRORS. */

/* The forms in which a URL stands in text, bits of a set. A host needs no `www.` where it is in a domain that
 * there is: by the public suffix list, where the library was built with the feature "psl", else in com, edu,
 * gov, int, mil, net and org. */
#define URLSIFT_FORM_URL 1u       /* <URL:scheme:...> (RFC 1738, Appendix) */
#define URLSIFT_FORM_ANGLE 2u     /* <scheme:...> */
#define URLSIFT_FORM_QUOTE 4u     /* "scheme:..." */
#define URLSIFT_FORM_PREFIX 8u    /* URL:scheme:... without a bracket */
#define URLSIFT_FORM_BARE 16u     /* scheme:... and nothing around it */
#define URLSIFT_FORM_ADDRESS 32u  /* user@example.org, to which "mailto:" is put; off by default */
#define URLSIFT_FORM_HOST 64u     /* www.example.org/path, to which "http://" is put ("ftp://" before ftp.); off by default */
#define URLSIFT_FORMS_DEFAULT 31u
#define URLSIFT_FORMS_ALL 127u

/* The documents that say what a URL is, bits of a set. */
#define URLSIFT_GRAMMAR_DRAFT03 1u  /* draft-ietf-uri-url-03 */
#define URLSIFT_GRAMMAR_RFC1738 2u
#define URLSIFT_GRAMMAR_RFC2396 4u  /* with the hosts of RFC 2732 */
#define URLSIFT_GRAMMAR_RFC3986 8u
#define URLSIFT_GRAMMAR_RFC3987 16u

/* What a blank before a line break is in format=flowed (RFC 3676, 4.1). */
#define URLSIFT_SOFT_BREAKS_DEFAULT 0u  /* As the extractor's options say; kept, where they say nothing. */
#define URLSIFT_SOFT_BREAKS_KEPT 1u     /* A blank like another. */
#define URLSIFT_SOFT_BREAKS_DELETED 2u  /* It was never there: the part says DelSp=yes. */

/* What is done with a wrapper of which no reading is a URL. */
#define URLSIFT_REJECTED_PASSED_OVER 0u  /* It is passed over, and the text in it searched for others. */
#define URLSIFT_REJECTED_REPORTED 1u     /* It is given like any other; its standing tells. */

/* One word for all grammars together. */
#define URLSIFT_STANDING_VALID 1u     /* It satisfies at least one of them. */
#define URLSIFT_STANDING_LOOSE 2u     /* None, but browsers would open it. */
#define URLSIFT_STANDING_REJECTED 3u  /* Less than that. */

/* What the host is, apart from the grammars. */
#define URLSIFT_HOST_NONE 0u        /* There is none, or an empty one. */
#define URLSIFT_HOST_NAME 1u        /* A domain name of two labels or more. */
#define URLSIFT_HOST_ADDRESS 2u     /* An IPv4 address. */
#define URLSIFT_HOST_IP_LITERAL 3u  /* An address in brackets. */
#define URLSIFT_HOST_OTHER 4u       /* No domain name, but let pass by a grammar. */
#define URLSIFT_HOST_BAD 5u         /* It cannot be one. */

/* What is in doubt. */
#define URLSIFT_DOUBT_HYPHEN 1u  /* Whether a hyphen before a line break belongs to the URL. */
#define URLSIFT_DOUBT_AT 2u      /* Whether " at " stands for "@". */
#define URLSIFT_DOUBT_GAP 3u     /* Whether blanks inside a line belong to it. */
#define URLSIFT_DOUBT_END 4u     /* Where it ends. */
#define URLSIFT_DOUBT_BLANKS 5u  /* Whether every gap and line break belongs to it; in differences only. */

/* What a reading does at a doubt. */
#define URLSIFT_CHOICE_KEPT 1u     /* The hyphen, or what stands at the end, belongs to the URL. */
#define URLSIFT_CHOICE_DROPPED 2u  /* It does not. */
#define URLSIFT_CHOICE_AT 3u       /* " at " is "@". */
#define URLSIFT_CHOICE_REMOVED 4u  /* The blanks are ignored. */
#define URLSIFT_CHOICE_SPACE 5u    /* The blanks are "%20". */
#define URLSIFT_CHOICE_CLOSE 6u    /* The URL ends at a ">" that may be a quote mark. */
#define URLSIFT_CHOICE_MARK 7u     /* That ">" is a quote mark. */

/* Why a choice went first. */
#define URLSIFT_GROUND_HOST 1u     /* The other is no URL, or its host cannot be one. */
#define URLSIFT_GROUND_SEEN 2u     /* The same URL stands elsewhere in the text, whole. */
#define URLSIFT_GROUND_TYPESET 3u  /* The text around is typeset with hyphens. */
#define URLSIFT_GROUND_DEFAULT 4u  /* Nothing decided it: it is commonest. */

/* How grave a note is, in this order. */
#define URLSIFT_SEVERITY_INFO 1u     /* It is so, and there is nothing wrong with it. */
#define URLSIFT_SEVERITY_WARNING 2u  /* It is unwise, or likely a mistake. */
#define URLSIFT_SEVERITY_DANGER 3u   /* It is how readers and programs are deceived. */

/* What a segment of a text is. */
#define URLSIFT_SEGMENT_PLAIN 0u         /* No part of a link. */
#define URLSIFT_SEGMENT_DELIMITER 1u     /* Around a link, and none of the URL: "<URL:", ">". */
#define URLSIFT_SEGMENT_PIECE 2u         /* Characters of the URL: underline these and nothing else. */
#define URLSIFT_SEGMENT_REPLACED 3u      /* What the URL has something else for: " at " for "@". */
#define URLSIFT_SEGMENT_SEAM 4u          /* What the URL passes over: line breaks, blanks, the "<" in news:<id@host>. */
#define URLSIFT_SEGMENT_QUOTE_PREFIX 5u  /* Quote marks at the beginning of a line within a link. */

/* What there is to know of a URL. 4 and 5 need Unicode's tables: build with the feature "confusables". */
#define URLSIFT_NOTE_HOST_CUT_BY_SEAM 1u
#define URLSIFT_NOTE_HYPHEN_IN_DOUBT 2u
#define URLSIFT_NOTE_UNDECODABLE_BYTE 3u
#define URLSIFT_NOTE_MIXED_SCRIPTS 4u
#define URLSIFT_NOTE_CONFUSABLE_HOST 5u
#define URLSIFT_NOTE_PASSWORD 6u
#define URLSIFT_NOTE_USER_NOT_ALLOWED 7u
#define URLSIFT_NOTE_USER_LOOKS_LIKE_HOST 8u
#define URLSIFT_NOTE_HOST_DISPUTED 9u
#define URLSIFT_NOTE_PORT_NOT_DEFAULT 10u
#define URLSIFT_NOTE_PORT_RESERVED 11u
#define URLSIFT_NOTE_PORT_TOO_BIG 12u
#define URLSIFT_NOTE_ENCODED_CONTROL 13u
#define URLSIFT_NOTE_HOST_IN_DISGUISE 14u
#define URLSIFT_NOTE_HOST_NOT_ASCII 15u
#define URLSIFT_NOTE_HOST_PUNYCODE 16u
#define URLSIFT_NOTE_HIDDEN_CHARACTER 17u
#define URLSIFT_NOTE_NUMBER_MISSING 18u
#define URLSIFT_NOTE_ADDRESS_MISSING 19u
#define URLSIFT_NOTE_PROGRAM_IN_URL 20u
#define URLSIFT_NOTE_DOCUMENT_IN_URL 21u
#define URLSIFT_NOTE_LOCAL_FILE 22u

/* ---- Structures ------------------------------------------------------------------------------ */

/* Text in UTF-8 that belongs to the library, without a NUL; {NULL, 0} where there is none. */
typedef struct urlsift_str {
    const char *ptr;
    size_t len;
} urlsift_str;

/* A half-open range; both are URLSIFT_NOWHERE where there is none. */
typedef struct urlsift_range {
    size_t start;
    size_t end;
} urlsift_range;

/* How an extractor is built. Begin with `urlsift_options options = URLSIFT_OPTIONS_INIT;`: 0 stands for
 * what is usual, in every field. */
typedef struct urlsift_options {
    size_t size;           /* sizeof(urlsift_options) */
    uint32_t forms;        /* The forms to look for: URLSIFT_FORM_*; 0 for URLSIFT_FORMS_DEFAULT. */
    uint32_t grammars;     /* Only readings that satisfy one of these; 0 for any that is loose or better. */
    uint32_t soft_breaks;  /* URLSIFT_SOFT_BREAKS_*, for texts of which the caller does not say it. */
    uint32_t rejected;     /* URLSIFT_REJECTED_* */
    size_t max_len;        /* The longest wrapper in bytes; 0 for 8,192. */
    size_t max_lines;      /* The most lines that a wrapper stands on; 0 for 64. */
} urlsift_options;

#define URLSIFT_OPTIONS_INIT { sizeof(urlsift_options), 0, 0, 0, 0, 0, 0 }

/* How much may be done before a search stops: so many bytes of the text, so many wrappers judged.
 * SIZE_MAX is no bound. With 0 left of either nothing more is searched, and the answer stays URLSIFT_SPENT: fill
 * it anew before the next call. A text in UTF-16 is counted as UTF-8: one to three bytes a code unit. */
typedef struct urlsift_budget {
    size_t bytes;
    size_t candidates;
} urlsift_budget;

/* A piece of a URL. */
typedef struct urlsift_piece {
    urlsift_range range;   /* Of the text: what the piece stands for, empty where nothing stood. */
    urlsift_str inserted;  /* {NULL, 0}: it is copied, underline the range. Otherwise the URL has this in
                            * its place; it lasts as long as the library. */
} urlsift_piece;

/* How another reading differs from the first. */
typedef struct urlsift_difference {
    size_t at;        /* The place in the text. */
    uint32_t kind;    /* URLSIFT_DOUBT_* */
    uint32_t choice;  /* URLSIFT_CHOICE_* */
} urlsift_difference;

/* A place at which readings differ. */
typedef struct urlsift_doubt {
    size_t at;        /* The place in the text. */
    uint32_t kind;    /* URLSIFT_DOUBT_* */
    uint32_t chosen;  /* What the first reading does: URLSIFT_CHOICE_* */
    uint32_t ground;  /* URLSIFT_GROUND_* */
} urlsift_doubt;

/* Something about the URL in its first reading that is worth knowing. */
typedef struct urlsift_note {
    uint32_t kind;        /* URLSIFT_NOTE_*; 0 for what has no number here */
    uint32_t severity;    /* URLSIFT_SEVERITY_* */
    urlsift_str name;     /* For programs: "user_looks_like_host". Lasts as long as the library. */
    urlsift_str text;     /* For people, in English, a clause. Lasts as long as the library. */
    urlsift_range range;  /* Of the URL; URLSIFT_NOWHERE where it is about no part of it alone. */
} urlsift_note;

/* Where the parts of the URL in its first reading are; URLSIFT_NOWHERE where there is none, which is
 * not the same as an empty one. */
typedef struct urlsift_parts {
    urlsift_range scheme;    /* Without the ":". */
    urlsift_range user;
    urlsift_range password;
    urlsift_range host;      /* An address in brackets has them. */
    urlsift_range port;
    urlsift_range path;      /* With the "/" that it begins with. */
    urlsift_range query;     /* Without the "?". */
    urlsift_range fragment;  /* Without the "#". */
} urlsift_parts;

/* A part of a text. */
typedef struct urlsift_segment {
    urlsift_range range;   /* Of the text, never empty; it begins where the one before ended. */
    uint32_t kind;         /* URLSIFT_SEGMENT_* */
    size_t link;           /* Which link it belongs to, counted from 0; URLSIFT_NOWHERE where it is plain. */
    urlsift_str inserted;  /* What the URL has for a URLSIFT_SEGMENT_REPLACED; {NULL, 0} for others. Lasts
                            * as long as the library. */
} urlsift_segment;

/* ---- Handles --------------------------------------------------------------------------------- */

/* What looks for URLs. Never changed once it is built: any number of threads may use it at once. Free
 * it when no more iterators are to be made of it; those that were go on. */
typedef struct urlsift_extractor urlsift_extractor;

/* A search through one text. It borrows the text: keep that as it is until the iterator is freed. One
 * thread at a time. */
typedef struct urlsift_iter urlsift_iter;

/* A URL that was found. Never changed: any number of threads may ask at once. It depends on neither
 * text, iterator nor extractor. */
typedef struct urlsift_found urlsift_found;

/* A text cut for a renderer. It borrows the text: keep that as it is until the segments are freed. One
 * thread at a time. */
typedef struct urlsift_segments urlsift_segments;

/* ---- The library ----------------------------------------------------------------------------- */

/* The URLSIFT_ABI_VERSION that the library was built with. Where it is another, do not use it. */
uint32_t urlsift_abi_version(void);

/* The library's version, "0.1.0". Lasts as long as the library. */
urlsift_str urlsift_version(void);

/* What a status means, in English. Lasts as long as the library; never {NULL, 0}. */
urlsift_str urlsift_status_text(urlsift_status status);

/* ---- Extractors ------------------------------------------------------------------------------ */

/* Builds an extractor as `options` say, or the usual one where they are NULL. It costs next to nothing,
 * but is meant to be kept. The options are not needed afterwards.
 *
 * URLSIFT_OK; URLSIFT_ERROR_NULL if `extractor` is NULL; URLSIFT_ERROR_VALUE if an option has a bit or a
 * number that there is not, or `size` is wrong. *extractor is NULL where it is not URLSIFT_OK. */
urlsift_status urlsift_extractor_new(const urlsift_options *options, urlsift_extractor **extractor);

/* Frees it; NULL is let pass. */
void urlsift_extractor_free(urlsift_extractor *extractor);

/* The whole of `text` as one URL: what stands in a place for URLs, such as the value of `href` in HTML,
 * where no punctuation is prose. The text is not needed afterwards.
 *
 * URLSIFT_OK, and *found is to be freed by the caller; URLSIFT_NONE if it does not begin with a scheme
 * of the table (http, mailto and their like), or with any that "//" follows, if it is rejected, or if bare
 * URLs are not looked for; URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH. *found is NULL where it is not
 * URLSIFT_OK. */
urlsift_status urlsift_find_whole(const urlsift_extractor *extractor, const char *text, size_t len,
                                  urlsift_found **found);

/* The same for UTF-16; places in the text are in code units. URLSIFT_ERROR_VALUE too. */
urlsift_status urlsift_find_whole_utf16(const urlsift_extractor *extractor, const uint16_t *text, size_t len,
                                        urlsift_found **found);

/* ---- Iterators ------------------------------------------------------------------------------- */

/* Begins to search `text`: `len` bytes, taken for UTF-8, which need not be valid. `soft_breaks` is
 * URLSIFT_SOFT_BREAKS_*. The text is borrowed until the iterator is freed.
 *
 * URLSIFT_OK; URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_VALUE. *iter is NULL where it is
 * not URLSIFT_OK. Nothing is searched yet. */
urlsift_status urlsift_iter_new(const urlsift_extractor *extractor, const char *text, size_t len,
                                uint32_t soft_breaks, urlsift_iter **iter);

/* The same for `len` code units of UTF-16 in the machine's order, which need not be well formed. The text
 * is copied once, here. All ranges and places of the text are in code units. */
urlsift_status urlsift_iter_new_utf16(const urlsift_extractor *extractor, const uint16_t *text, size_t len,
                                      uint32_t soft_breaks, urlsift_iter **iter);

/* The next URL, in the order of their places, without overlap.
 *
 * `budget` is NULL, or how much may be done; what is left of it is written back. A wrapper that was begun
 * is finished, so that somewhat more may be done. What is found does not depend on where it stopped.
 *
 * URLSIFT_OK, and *found is to be freed by the caller; URLSIFT_DONE if there is no more; URLSIFT_SPENT if
 * the budget is spent, and the next call goes on; URLSIFT_ERROR_NULL, URLSIFT_ERROR_PANIC. *found is NULL
 * where it is not URLSIFT_OK. */
urlsift_status urlsift_iter_next(urlsift_iter *iter, urlsift_budget *budget, urlsift_found **found);

/* How far the text was searched. What is found later ends behind it, but may begin before.
 *
 * URLSIFT_OK; URLSIFT_ERROR_NULL, URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_iter_position(const urlsift_iter *iter, size_t *position);

/* Frees it; NULL is let pass. */
void urlsift_iter_free(urlsift_iter *iter);

/* ---- What was found -------------------------------------------------------------------------- */

/* In all of these `found` may be NULL, and `reading` or `index` beyond the last: then there is none, and
 * nothing is written. Texts last until the found is freed, where nothing else is said. `reading` is 0
 * for the first reading, which is the URL, and counts on for the others, best first. */

/* Frees it; NULL is let pass. */
void urlsift_found_free(urlsift_found *found);

/* Which kind of wrapper it stood in: URLSIFT_FORM_*; 0 if there is none. */
uint32_t urlsift_found_form(const urlsift_found *found);

/* The range of the wrapper in the text, delimiters included. */
urlsift_range urlsift_found_outer(const urlsift_found *found);

/* How many readings there are, the first included: 1 where nothing was in doubt; 0 if there is no found. */
size_t urlsift_found_readings(const urlsift_found *found);

/* The URL as it is spelled, rejoined. Neither shown nor opened as it is: that is what the next are for. */
urlsift_str urlsift_found_url(const urlsift_found *found, size_t reading);

/* The URL as it is to be opened: by RFC 3986, in ASCII, its host in Punycode. {NULL, 0} where no escape
 * makes a URL of it, or where browsers take for the host what is a path by the grammars, as in
 * http:///host/: do not open it, for programs do not agree where it goes. Made when it is first asked
 * for. Hosts beyond ASCII are mapped as UTS 46 says; a library built without the feature "idna" gives
 * {NULL, 0} for them. It says nothing of the scheme: that a program stands in a `javascript:` URL is told by
 * a note. */
urlsift_str urlsift_found_href(const urlsift_found *found, size_t reading);

/* The URL as it is to be shown: its host readable, harmless escapes decoded, no control characters, nothing
 * that nobody sees, and nothing that runs from right to left. Made when it is first asked for. */
urlsift_str urlsift_found_display(const urlsift_found *found, size_t reading);

/* How a reading but the first differs from it, for people, in English: "hyphen at 31 dropped". {NULL, 0}
 * for the first. Made when it is first asked for. */
urlsift_str urlsift_found_why(const urlsift_found *found, size_t reading);

/* Writes piece `index` of a reading: what the URL is made of, in order. False if there is none. */
bool urlsift_found_piece(const urlsift_found *found, size_t reading, size_t index, urlsift_piece *piece);

/* Writes difference `index` of a reading to the first. False if there is none. */
bool urlsift_found_difference(const urlsift_found *found, size_t reading, size_t index,
                              urlsift_difference *difference);

/* Writes doubt `index`. False if there is none. */
bool urlsift_found_doubt(const urlsift_found *found, size_t index, urlsift_doubt *doubt);

/* Writes note `index`. False if there is none. */
bool urlsift_found_note(const urlsift_found *found, size_t index, urlsift_note *note);

/* The verdict on the first reading: URLSIFT_STANDING_*; 0 if there is no found. */
uint32_t urlsift_found_standing(const urlsift_found *found);

/* The grammars that it satisfies, a set of URLSIFT_GRAMMAR_*. */
uint32_t urlsift_found_grammars(const urlsift_found *found);

/* Writes at which byte of the URL it fails by a grammar. False if it satisfies it, or if that is none.
 * urlsift_explain says why. */
bool urlsift_found_failure(const urlsift_found *found, uint32_t grammar_bit, size_t *at);

/* What its host is: URLSIFT_HOST_*. */
uint32_t urlsift_found_host(const urlsift_found *found);

/* Writes where its parts are. False if there is no found. */
bool urlsift_found_parts(const urlsift_found *found, urlsift_parts *parts);

/* ---- Segments -------------------------------------------------------------------------------- */

/* Begins to cut all of `text` into what a renderer draws one after another: the ranges follow one
 * another without gaps and cover the text. As urlsift_iter_new. */
urlsift_status urlsift_segments_new(const urlsift_extractor *extractor, const char *text, size_t len,
                                    uint32_t soft_breaks, urlsift_segments **segments);

/* The same for UTF-16, as urlsift_iter_new_utf16. */
urlsift_status urlsift_segments_new_utf16(const urlsift_extractor *extractor, const uint16_t *text,
                                          size_t len, uint32_t soft_breaks,
                                          urlsift_segments **segments);

/* Writes the next segment.
 *
 * `budget` is as in urlsift_iter_next. Segments do not depend on it. Once it is spent, the text from the end
 * of the segment given last on is not cut yet, and may be drawn as plain for the time being.
 *
 * URLSIFT_OK; URLSIFT_DONE if there is no more; URLSIFT_SPENT if the budget is spent, and the next call goes
 * on; URLSIFT_ERROR_NULL, URLSIFT_ERROR_PANIC. Nothing is written where it is not URLSIFT_OK. */
urlsift_status urlsift_segments_next(urlsift_segments *segments, urlsift_budget *budget,
                                     urlsift_segment *segment);

/* How far the text was searched, as urlsift_iter_position. */
urlsift_status urlsift_segments_position(const urlsift_segments *segments, size_t *position);

/* The link that the segment given last belongs to; after a plain one the next link, if there is one more.
 *
 * URLSIFT_OK, and *found is to be freed by the caller; URLSIFT_NONE; URLSIFT_ERROR_NULL,
 * URLSIFT_ERROR_PANIC. *found is NULL where it is not URLSIFT_OK. */
urlsift_status urlsift_segments_found(const urlsift_segments *segments, urlsift_found **found);

/* Frees them; NULL is let pass. */
void urlsift_segments_free(urlsift_segments *segments);

/* ---- URLs alone ------------------------------------------------------------------------------ */

/* These take a URL, in UTF-8 where nothing else is said, and fill the caller's buffer: see MEMORY. `needed`
 * must not be NULL.
 *
 * URLSIFT_OK; URLSIFT_ERROR_BUFFER if it has no room; URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH,
 * URLSIFT_ERROR_UTF8, URLSIFT_ERROR_PANIC, and *needed is 0. */

/* As urlsift_found_href. URLSIFT_NONE if it is not to be opened. */
urlsift_status urlsift_href(const char *url, size_t len, char *buffer, size_t capacity, size_t *needed);

/* As urlsift_found_display. */
urlsift_status urlsift_display(const char *url, size_t len, char *buffer, size_t capacity,
                               size_t *needed);

/* The same two for UTF-16, with a buffer of code units, the address of which is even. Not
 * URLSIFT_ERROR_UTF8, but URLSIFT_ERROR_VALUE. */
urlsift_status urlsift_href_utf16(const uint16_t *url, size_t len, uint16_t *buffer, size_t capacity,
                                  size_t *needed);
urlsift_status urlsift_display_utf16(const uint16_t *url, size_t len, uint16_t *buffer, size_t capacity,
                                     size_t *needed);

/* Writes note `index` on the URL, which may be any string: those of urlsift_found_note, but for what the text
 * adds. Ask it of what a link of HTML opens where urlsift_find_whole finds nothing: whether a program or a
 * document stands in it is told as browsers read it, be it a URL or not.
 *
 * URLSIFT_OK; URLSIFT_NONE beyond the last; URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_UTF8,
 * URLSIFT_ERROR_PANIC. Nothing is written where it is not URLSIFT_OK. */
urlsift_status urlsift_url_note(const char *url, size_t len, size_t index, urlsift_note *note);

/* The same for UTF-16; the note's range is in code units of `url`. Not URLSIFT_ERROR_UTF8, but
 * URLSIFT_ERROR_VALUE. */
urlsift_status urlsift_url_note_utf16(const uint16_t *url, size_t len, size_t index, urlsift_note *note);

/* Why it fails by a grammar, in English. URLSIFT_NONE if it satisfies it; URLSIFT_ERROR_VALUE if there is
 * no such grammar. */
urlsift_status urlsift_explain(const char *url, size_t len, uint32_t grammar_bit, char *buffer,
                               size_t capacity, size_t *needed);

/* The URL as <URL:...> on lines of at most `columns` columns, each with `prefix` before it, parted by
 * LF, so that it is read back as it was. URLSIFT_ERROR_WRAP if it cannot be: then the buffer has the
 * reason in English, if there is room for it. */
urlsift_status urlsift_wrap(const char *url, size_t len, size_t columns, const char *prefix,
                            size_t prefix_len, char *buffer, size_t capacity, size_t *needed);

/* Whether `shown`, the visible text of a link in HTML, names another place than `target`, which it opens,
 * both in UTF-8, references undone. A text that names no place does not differ. *differs is true
 * where the status is an error.
 *
 * URLSIFT_OK; URLSIFT_ERROR_NULL, URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_UTF8, URLSIFT_ERROR_PANIC. */
urlsift_status urlsift_link_text_differs(const char *shown, size_t shown_len, const char *target,
                                         size_t target_len, bool *differs);

/* The same for UTF-16. Not URLSIFT_ERROR_UTF8, but URLSIFT_ERROR_VALUE. */
urlsift_status urlsift_link_text_differs_utf16(const uint16_t *shown, size_t shown_len,
                                               const uint16_t *target, size_t target_len, bool *differs);

/* Whether the character `code_point` lies beyond ASCII and nobody sees it, or says in which direction text
 * runs: blanks, control characters, and what has no width or no ink. Text that others wrote is shown
 * safely if these, and the control characters of ASCII, are not. True for what is no character. */
bool urlsift_is_hidden(uint32_t code_point);

#ifdef __cplusplus
}
#endif

#endif
