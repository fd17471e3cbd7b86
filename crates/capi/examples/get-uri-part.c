/* The function get_uri_part() of the GTK mail clients, over urlsift.
 *
 *     cc get-uri-part.c -o get-uri-part $(pkg-config --cflags --libs urlsift)
 *     get-uri-part <body.txt
 *
 * Sylpheed and Claws Mail look for a needle such as "http://" in a line or paragraph, and call get_uri_part() with the
 * place of the needle. It sets the start and the end of the URL there. A second function makes the string to open.
 * These two do the same, with three differences:
 *   - A URL in <...>, <URL:...> or "..." may go on across line breaks and quote marks, so its range may have them.
 *     make_uri_string() leaves them out. For this it gets the text before the URL.
 *   - A URL that must not be opened has no string.
 *   - At most 131,072 bytes after the needle are read, so that a long text with many URLs does not take long.
 *
 * The program does with its input what the clients do with a message. It prints the place of each URL with its line and
 * column, and the string to open. */

#include <urlsift.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BEFORE 16384
#define MOST_AFTER 131072

/* Made once: it serves all texts and threads. */
static urlsift_extractor *extractor;

/* Finds the URL that begins at `scanpos`, in the text that begins at `start` and ends with a NUL. Sets *base to the text
 * that its places count from. */
static urlsift_found *find(const char *start, const char *scanpos, const char **base)
{
    const char *end = memchr(scanpos, '\0', MOST_AFTER);
    urlsift_found *found;

    *base = scanpos - start > MOST_BEFORE ? scanpos - MOST_BEFORE : start;
    if (end == NULL)
        end = scanpos + MOST_AFTER;
    urlsift_find_at(extractor, *base, (size_t)(end - *base), (size_t)(scanpos - *base), &found);
    return found;
}

/* Sets *bp and *ep to the start and the end of the URL that begins at `scanpos`, in the text from `start` on. Returns false
 * if there is none. `hdr` says that the text is a header field. There too, a URL goes on after a fold in <...>. */
static bool get_uri_part(const char *start, const char *scanpos, const char **bp, const char **ep, bool hdr)
{
    const char *base;
    urlsift_found *found = find(start, scanpos, &base);
    urlsift_range range = urlsift_found_range(found);

    (void)hdr;
    if (found == NULL)
        return false;
    *bp = base + range.start;
    *ep = base + range.end;
    urlsift_found_free(found);
    return true;
}

/* Returns the URL to open of the range that get_uri_part() has set *bp to, or NULL if it must not be opened. The caller
 * frees it. */
static char *make_uri_string(const char *start, const char *bp)
{
    const char *base;
    urlsift_found *found = find(start, bp, &base);
    urlsift_str href = urlsift_found_href(found, 0);
    char *uri = href.ptr == NULL ? NULL : malloc(href.len + 1);

    if (uri != NULL) {
        memcpy(uri, href.ptr, href.len);
        uri[href.len] = '\0';
    }
    urlsift_found_free(found);
    return uri;
}

/* Returns whether `text` begins with a needle, in any case. */
static bool begins_with_needle(const char *text)
{
    static const char *const needles[] = {"http://", "https://", "ftp://", "mailto:", "news:", "www."};
    size_t i;

    for (i = 0; i < sizeof needles / sizeof *needles; i++) {
        const char *needle = needles[i], *at = text;

        while (*needle != '\0' && (*at == *needle || (*at >= 'A' && *at <= 'Z' && *at + 32 == *needle))) {
            at++;
            needle++;
        }
        if (*needle == '\0')
            return true;
    }
    return false;
}

static void print_links(const char *text)
{
    const char *at = text, *bp, *ep;
    urlsift_place place = URLSIFT_PLACE_INIT;
    size_t len = strlen(text);

    while (*at != '\0') {
        char *uri;

        if (!begins_with_needle(at) || !get_uri_part(text, at, &bp, &ep, false)) {
            at++;
            continue;
        }
        uri = make_uri_string(text, bp);
        urlsift_place_move(text, len, (size_t)(bp - text), &place);
        printf("%zu:%zu %zu %s\n", place.line, place.column + 1, (size_t)(ep - bp), uri == NULL ? "-" : uri);
        free(uri);
        at = ep;
    }
}

int main(void)
{
    char *text = NULL;
    size_t len = 0, capacity = 0, got = 1;

    while (got > 0) {
        if (capacity - len < 2) {
            char *grown = realloc(text, capacity = 2 * capacity + 4096);
            if (grown == NULL)
                return 1;
            text = grown;
        }
        got = fread(text + len, 1, capacity - len - 1, stdin);
        len += got;
    }
    text[len] = '\0';
    if (urlsift_abi_version() != URLSIFT_ABI_VERSION || urlsift_extractor_new(NULL, &extractor) != URLSIFT_OK)
        return 1;
    print_links(text);
    urlsift_extractor_free(extractor);
    free(text);
    return 0;
}
