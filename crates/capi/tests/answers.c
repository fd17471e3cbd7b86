/* Prints everything that the library says about the cases in a file: the URLs with all their properties, then the
 * segments of the text, one fact a line. `tests/expected.rs` computes the expected output with the Rust API.
 *
 * A case is a line `forms soft_breaks join len`, then `len` bytes, then a line
 * break. */

#include <urlsift.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, urlsift_status status)
{
    urlsift_str text = urlsift_status_text(status);
    fprintf(stderr, "%s: %.*s\n", what, (int)text.len, text.ptr);
    exit(1);
}

static void check(const char *what, urlsift_status status)
{
    if (status != URLSIFT_OK)
        fail(what, status);
}

static void print_str(const char *word, urlsift_str text)
{
    if (text.ptr == NULL) {
        printf(" %s -", word);
    } else {
        printf(" %s %zu:", word, text.len);
        fwrite(text.ptr, 1, text.len, stdout);
    }
}

static void print_at(size_t at)
{
    if (at == URLSIFT_NOWHERE)
        printf(" -");
    else
        printf(" %zu", at);
}

static void print_range(urlsift_range range)
{
    print_at(range.start);
    print_at(range.end);
}

static void print_reading(const urlsift_found *found, size_t reading)
{
    urlsift_piece piece;
    urlsift_difference difference;
    size_t i;

    printf("reading");
    print_str("url", urlsift_found_url(found, reading));
    print_str("href", urlsift_found_href(found, reading));
    print_str("display", urlsift_found_display(found, reading));
    print_str("why", urlsift_found_why(found, reading));
    printf("\n");
    for (i = 0; urlsift_found_piece(found, reading, i, &piece); i++) {
        printf("piece");
        print_range(piece.range);
        print_str("inserted", piece.inserted);
        printf("\n");
    }
    for (i = 0; urlsift_found_difference(found, reading, i, &difference); i++)
        printf("difference %zu %" PRIu32 " %" PRIu32 "\n", difference.at, difference.kind,
               difference.choice);
}

static void print_verdict(const urlsift_found *found)
{
    static const uint32_t grammars[] = {
        URLSIFT_GRAMMAR_DRAFT03, URLSIFT_GRAMMAR_RFC1738, URLSIFT_GRAMMAR_RFC2396,
        URLSIFT_GRAMMAR_RFC3986, URLSIFT_GRAMMAR_RFC3987,
    };
    urlsift_parts parts;
    size_t i, at;

    printf("verdict %" PRIu32 " %" PRIu32 " %" PRIu32 " fails", urlsift_found_standing(found),
           urlsift_found_grammars(found), urlsift_found_host_kind(found));
    for (i = 0; i < sizeof grammars / sizeof *grammars; i++)
        print_at(urlsift_found_failure(found, grammars[i], &at) ? at : URLSIFT_NOWHERE);
    printf("\n");
    if (!urlsift_found_parts(found, &parts))
        fail("parts", URLSIFT_NONE);
    printf("parts");
    print_range(parts.scheme);
    print_range(parts.user);
    print_range(parts.password);
    print_range(parts.host);
    print_range(parts.port);
    print_range(parts.path);
    print_range(parts.query);
    print_range(parts.fragment);
    printf("\n");
}

static void print_found(const urlsift_found *found)
{
    urlsift_doubt doubt;
    urlsift_note note;
    size_t i;

    printf("found %" PRIu32 " %" PRIu32, urlsift_found_form(found), urlsift_found_joined(found));
    print_range(urlsift_found_outer(found));
    printf("\n");
    print_verdict(found);
    for (i = 0; i < urlsift_found_readings(found); i++)
        print_reading(found, i);
    for (i = 0; urlsift_found_doubt(found, i, &doubt); i++)
        printf("doubt %zu %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", doubt.at, doubt.kind, doubt.chosen,
               doubt.ground);
    for (i = 0; urlsift_found_note(found, i, &note); i++) {
        printf("note %" PRIu32 " %" PRIu32, note.kind, note.severity);
        print_str("name", note.name);
        print_str("text", note.text);
        print_range(note.range);
        printf("\n");
    }
}

static void print_links(urlsift_iter *iter)
{
    urlsift_found *found;
    urlsift_status status;

    while ((status = urlsift_iter_next(iter, NULL, &found)) == URLSIFT_OK) {
        print_found(found);
        urlsift_found_free(found);
    }
    if (status != URLSIFT_DONE)
        fail("next", status);
    urlsift_iter_free(iter);
}

static void print_segments(urlsift_segments *segments)
{
    urlsift_segment segment;
    urlsift_status status;

    while ((status = urlsift_segments_next(segments, NULL, &segment)) == URLSIFT_OK) {
        printf("segment");
        print_range(segment.range);
        printf(" %" PRIu32, segment.kind);
        print_at(segment.link);
        print_str("inserted", segment.inserted);
        printf("\n");
    }
    if (status != URLSIFT_DONE)
        fail("segment", status);
    urlsift_segments_free(segments);
}

static void print_whole(urlsift_status status, urlsift_found *whole)
{
    if (status == URLSIFT_NONE)
        return;
    check("whole", status);
    printf("whole\n");
    print_found(whole);
    urlsift_found_free(whole);
}

/* The buffer has exactly this length, so a sanitizer reports any byte read beyond it. */
static void answer(const urlsift_options *options, uint32_t soft_breaks, const char *text, size_t len)
{
    urlsift_extractor *extractor;
    urlsift_iter *iter;
    urlsift_segments *segments;
    urlsift_found *whole;
    urlsift_status status;

    check("extractor", urlsift_extractor_new(options, &extractor));
    check("iter", urlsift_iter_new(extractor, text, len, soft_breaks, &iter));
    check("segments", urlsift_segments_new(extractor, text, len, soft_breaks, &segments));
    print_links(iter);
    print_segments(segments);
    status = urlsift_find_whole(extractor, text, len, &whole);
    print_whole(status, whole);
    urlsift_extractor_free(extractor);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    urlsift_options options = URLSIFT_OPTIONS_INIT;
    uint32_t soft_breaks;
    size_t len, number = 0;

    if (file == NULL || urlsift_abi_version() != URLSIFT_ABI_VERSION)
        return 1;
    while (fscanf(file, "%" SCNu32 " %" SCNu32 " %" SCNu32 " %zu", &options.forms, &soft_breaks, &options.join, &len)
           == 4) {
        char *text = len == 0 ? NULL : malloc(len);

        if (fgetc(file) != '\n' || (len > 0 && (text == NULL || fread(text, 1, len, file) != len)))
            return 1;
        printf("case %zu\n", number++);
        answer(&options, soft_breaks, text, len);
        free(text);
    }
    return fclose(file);
}
