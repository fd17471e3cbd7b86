/* Converts the UTF-8 body of a message to an HTML page with links.
 *
 *     cc body-to-html.c -o body-to-html $(pkg-config --cflags --libs urlsift)
 *     body-to-html <body.txt >body.html
 *
 * The body is untrusted input, so the program follows these rules:
 *   - All text is escaped.
 *   - Invisible characters, and characters that change the text direction, are shown as U+FFFD.
 *   - A link opens urlsift_found_href(), and only if its scheme is in a list of harmless ones.
 *   - The tooltip of a link shows the URL that it opens and the warnings about it.
 *   - A dangerous URL is not a link: it is a <span>, whose tooltip says why.
 *   - Each URL is one element, however many pieces it has, so the page is at most a constant times as long as the
 *     body. The pieces are underlined; what lies between them, such as quote marks, is hidden from screen readers. */

#include <urlsift.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Schemes that become links. URLs of other schemes, such as javascript:, are shown as plain text. */
static const char *const schemes[] = {"http://", "https://", "ftp://", "mailto:", "news:", "nntp://"};

static bool may_be_opened(urlsift_str href)
{
    size_t i;

    for (i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t len = strlen(schemes[i]), at;

        if (href.len <= len)
            continue;
        for (at = 0; at < len; at++) {
            /* Schemes are case-insensitive. */
            char c = href.ptr[at];
            if (c >= 'A' && c <= 'Z')
                c = (char)(c - 'A' + 'a');
            if (c != schemes[i][at])
                break;
        }
        if (at == len)
            return true;
    }
    return false;
}

/* Decodes the first character of `text`, which is not empty, and sets *size to its length in bytes. Returns U+FFFD
 * with a size of 1 if the bytes are not UTF-8: overlong, a surrogate, beyond U+10FFFF, or cut short. */
static uint32_t next_char(const char *text, size_t len, size_t *size)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text[0];
    size_t more = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    uint32_t c = more == 0 ? first : first & (0x3Fu >> more);
    size_t i;

    *size = 1;
    if ((first >= 0x80 && first < 0xC0) || first >= 0xF8 || more >= len)
        return 0xFFFD;
    for (i = 1; i <= more; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte & 0xC0) != 0x80)
            return 0xFFFD;
        c = c << 6 | (byte & 0x3F);
    }
    if (c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0xFFFD;
    *size = more + 1;
    return c;
}

/* Returns whether a character must not be shown: controls, invisible characters, and those that change the text
 * direction. No-break space and ideographic space are common in honest texts and are shown. */
static bool is_hidden(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F || c == 0xFFFC || c == 0xFFFD
           || (c != 0xA0 && c != 0x3000 && urlsift_is_hidden(c));
}

/* Prints `text` escaped for HTML text and for quoted attribute values. */
static void escape(const char *text, size_t len)
{
    size_t size;

    for (; len > 0; text += size, len -= size) {
        uint32_t c = next_char(text, len, &size);

        if (c == '&')
            fputs("&amp;", stdout);
        else if (c == '<')
            fputs("&lt;", stdout);
        else if (c == '>')
            fputs("&gt;", stdout);
        else if (c == '"')
            fputs("&quot;", stdout);
        else if (c == '\'')
            fputs("&#39;", stdout);
        else if (is_hidden(c))
            fputs("&#xFFFD;", stdout);
        else
            fwrite(text, 1, size, stdout);
    }
}

/* Begins the element of a URL, and returns its end tag. Returns NULL and prints nothing if the URL is not a link and not
 * dangerous. */
static const char *begin_link(const urlsift_found *found)
{
    urlsift_str href = urlsift_found_href(found, 0), shown = urlsift_found_display(found, 0);
    bool is_danger = false;
    urlsift_note note;
    size_t i;

    for (i = 0; urlsift_found_note(found, i, &note); i++)
        is_danger = is_danger || note.severity >= URLSIFT_SEVERITY_DANGER;
    if (is_danger) {
        printf("<span class=\"danger\"");
    } else if (may_be_opened(href)) {
        printf("<a href=\"");
        escape(href.ptr, href.len);
        printf("\" rel=\"noreferrer noopener nofollow\"");
    } else {
        return NULL;
    }
    printf(" title=\"");
    escape(shown.ptr, shown.len);
    for (i = 0; urlsift_found_note(found, i, &note); i++) {
        if (note.severity >= URLSIFT_SEVERITY_WARNING) {
            printf("&#10;");
            escape(note.text.ptr, note.text.len);
        }
    }
    printf("\">");
    return is_danger ? "</span>" : "</a>";
}

/* Prints the body segment by segment. */
static urlsift_status write_body(const urlsift_extractor *extractor, const char *body, size_t len)
{
    urlsift_segments *segments;
    urlsift_segment segment;
    size_t link = URLSIFT_NOWHERE; /* The last link that began. */
    const char *end = NULL;        /* The end tag of its element, while it is open. */
    urlsift_status status;

    status = urlsift_segments_new(extractor, body, len, URLSIFT_SOFT_BREAKS_DEFAULT, &segments);
    if (status != URLSIFT_OK)
        return status;
    while ((status = urlsift_segments_next(segments, NULL, &segment)) == URLSIFT_OK) {
        const char *text = body + segment.range.start;
        size_t size = segment.range.end - segment.range.start;
        /* Only the delimiters of a link are not between its first and its last piece. */
        bool is_inside = segment.link != URLSIFT_NOWHERE && segment.kind != URLSIFT_SEGMENT_DELIMITER;

        if (end != NULL && (!is_inside || segment.link != link)) {
            fputs(end, stdout);
            end = NULL;
        }
        if (is_inside && segment.link != link) {
            urlsift_found *found;

            status = urlsift_segments_found(segments, &found);
            if (status != URLSIFT_OK)
                break;
            end = begin_link(found);
            urlsift_found_free(found);
            link = segment.link;
        }
        if (end == NULL) {
            escape(text, size);
        } else if (segment.kind == URLSIFT_SEGMENT_PIECE || segment.kind == URLSIFT_SEGMENT_REPLACED) {
            fputs("<u>", stdout);
            escape(text, size);
            fputs("</u>", stdout);
        } else {
            fputs("<span aria-hidden=\"true\">", stdout);
            escape(text, size);
            fputs("</span>", stdout);
        }
    }
    if (end != NULL)
        fputs(end, stdout);
    urlsift_segments_free(segments);
    return status == URLSIFT_DONE ? URLSIFT_OK : status;
}

/* Reads all of `file`. Returns NULL on failure; the caller frees the result. */
static char *read_all(FILE *file, size_t *len)
{
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);

    *len = 0;
    while (text != NULL) {
        size_t got = fread(text + *len, 1, capacity - *len, file);
        char *more;

        *len += got;
        if (got == 0)
            break;
        if (*len < capacity)
            continue;
        more = capacity > SIZE_MAX / 2 ? NULL : realloc(text, capacity *= 2);
        if (more == NULL)
            free(text);
        text = more;
    }
    if (text != NULL && ferror(file)) {
        free(text);
        text = NULL;
    }
    return text;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    urlsift_options options = URLSIFT_OPTIONS_INIT;
    urlsift_extractor *extractor;
    urlsift_status status;
    size_t len;
    char *body = file == NULL ? NULL : read_all(file, &len);

    if (body == NULL) {
        perror(argc > 1 ? argv[1] : "standard input");
        return 2;
    }
    if (urlsift_abi_version() != URLSIFT_ABI_VERSION) {
        fputs("body-to-html: compiled for another version of urlsift\n", stderr);
        return 2;
    }
    options.forms = URLSIFT_FORMS_ALL;
    status = urlsift_extractor_new(&options, &extractor);
    if (status == URLSIFT_OK) {
        fputs("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Message</title>\n"
              "<style>a { text-decoration: none } .danger { color: red }</style>\n<pre>",
              stdout);
        status = write_body(extractor, body, len);
        fputs("</pre>\n", stdout);
        urlsift_extractor_free(extractor);
    }
    free(body);
    if (file != stdin)
        fclose(file);
    if (status != URLSIFT_OK) {
        urlsift_str why = urlsift_status_text(status);
        fprintf(stderr, "body-to-html: %.*s\n", (int)why.len, why.ptr);
        return 2;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("standard output");
        return 2;
    }
    return 0;
}
