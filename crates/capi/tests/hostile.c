/* Calls with invalid arguments, in unusual order, or from many threads. Each check is a promise of the header. The
 * program prints nothing and exits with status 0. */

#include <urlsift.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                   \
    do {                                                              \
        if (!(what)) {                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            exit(1);                                                  \
        }                                                             \
    } while (0)

#define IS(text, literal) ((text).len == strlen(literal) && memcmp((text).ptr, literal, (text).len) == 0)

static const char text[] = "see <http://example.org/well-\n known>, mailto:jim@example.org. <http://b.example/";
#define LEN (sizeof text - 1)

static urlsift_extractor *extractor(void)
{
    urlsift_extractor *made;
    CHECK(urlsift_extractor_new(NULL, &made) == URLSIFT_OK);
    return made;
}

/* Returns the status for options, and frees the extractor. */
static urlsift_status status_of(const urlsift_options *options)
{
    urlsift_extractor *made = (urlsift_extractor *)1;
    urlsift_status status = urlsift_extractor_new(options, &made);

    CHECK((status == URLSIFT_OK) == (made != NULL));
    urlsift_extractor_free(made);
    return status;
}

/* Checks that `expected` is the first URL of a text, or that there is none if it is NULL. */
static void first_is(const urlsift_options *options, const char *text, const char *expected)
{
    urlsift_extractor *made;
    urlsift_iter *iter;
    urlsift_found *found;

    CHECK(urlsift_extractor_new(options, &made) == URLSIFT_OK);
    CHECK(urlsift_iter_new(made, text, strlen(text), URLSIFT_SOFT_BREAKS_DEFAULT, &iter) == URLSIFT_OK);
    CHECK(urlsift_iter_next(iter, NULL, &found) == (expected == NULL ? URLSIFT_DONE : URLSIFT_OK));
    CHECK(expected == NULL || IS(urlsift_found_url(found, 0), expected));
    urlsift_found_free(found);
    urlsift_iter_free(iter);
    urlsift_extractor_free(made);
}

static void schemes(const urlsift_str **names, size_t *count, const urlsift_options *options)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char own[33][2];
    urlsift_str many[33];
    size_t i;

    *names = NULL;
    *count = 1;
    CHECK(status_of(options) == URLSIFT_ERROR_NULL);
    *names = many;
    *count = SIZE_MAX;
    CHECK(status_of(options) == URLSIFT_ERROR_LENGTH);
    *count = 1;
    many[0].ptr = "X-Ticket";
    many[0].len = 8;
    first_is(options, "see x-ticket:4711.", "x-ticket:4711");
    many[0].len = 1;
    CHECK(status_of(options) == URLSIFT_ERROR_VALUE);
    many[0].ptr = "\xFF";
    CHECK(status_of(options) == URLSIFT_ERROR_UTF8);
    for (i = 0; i < 33; i++) {
        own[i][0] = 'q';
        own[i][1] = letters[i];
        many[i].ptr = own[i];
        many[i].len = 2;
    }
    *count = 33;
    CHECK(status_of(options) == URLSIFT_ERROR_VALUE);
    *count = 32;
    CHECK(status_of(options) == URLSIFT_OK);
    *names = NULL;
    *count = 0;
}

static void new_options(void)
{
    static const urlsift_str http = {"http", 4};
    urlsift_options options = URLSIFT_OPTIONS_INIT;

    schemes(&options.own_schemes, &options.own_schemes_count, &options);
    schemes(&options.only_schemes, &options.only_schemes_count, &options);
    first_is(&options, "ftp://a.example/ http://b.example/", "ftp://a.example/");
    options.only_schemes = &http;
    options.only_schemes_count = 1;
    first_is(&options, "ftp://a.example/ http://b.example/", "http://b.example/");
    options.only_schemes_count = 0;
    first_is(&options, "ftp://a.example/ http://b.example/", NULL);
    options.only_schemes = NULL;

    options.forms = URLSIFT_FORMS_ALL;
    first_is(&options, "localhost:8080/a", NULL);
    options.extras = URLSIFT_EXTRA_LOCALHOST;
    first_is(&options, "localhost:8080/a", "http://localhost:8080/a");
    options.extras = 64;
    CHECK(status_of(&options) == URLSIFT_ERROR_VALUE);
    options.extras = 0;

    first_is(&options, "http:\\/\\/a.example\\/b", NULL);
    options.profile = URLSIFT_PROFILE_SOURCE;
    first_is(&options, "http:\\/\\/a.example\\/b", "http://a.example/b");
    options.profile = 4;
    CHECK(status_of(&options) == URLSIFT_ERROR_VALUE);
    options.profile = 0;

    options.ascii_only = 1;
    first_is(&options, "http://a.example/b\xC3\xA9", "http://a.example/b");
    options.ascii_only = 2;
    CHECK(status_of(&options) == URLSIFT_ERROR_VALUE);
    options.ascii_only = 0;

    first_is(&options, "http://a.example/?b&amp;c", "http://a.example/?b&c");
    options.as_written = 1;
    first_is(&options, "http://a.example/?b&amp;c", "http://a.example/?b&amp;c");
    options.as_written = 2;
    CHECK(status_of(&options) == URLSIFT_ERROR_VALUE);
}

static void options(void)
{
    urlsift_options options = URLSIFT_OPTIONS_INIT;
    urlsift_extractor *made = (urlsift_extractor *)&options;

    CHECK(urlsift_extractor_new(NULL, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_extractor_new(&options, NULL) == URLSIFT_ERROR_NULL);
    options.forms = URLSIFT_FORMS_ALL + 1;
    CHECK(urlsift_extractor_new(&options, &made) == URLSIFT_ERROR_VALUE && made == NULL);
    options.forms = UINT32_MAX;
    CHECK(urlsift_extractor_new(&options, &made) == URLSIFT_ERROR_VALUE);
    options.forms = 0;
    options.join = 5;
    CHECK(urlsift_extractor_new(&options, &made) == URLSIFT_ERROR_VALUE);
    options.join = 0;
    options.size = 0;
    CHECK(urlsift_extractor_new(&options, &made) == URLSIFT_ERROR_VALUE && made == NULL);
    options.size = SIZE_MAX;
    CHECK(urlsift_extractor_new(&options, &made) == URLSIFT_ERROR_VALUE && made == NULL);
    options.size = sizeof options;
    CHECK(urlsift_extractor_new(&options, &made) == URLSIFT_OK);
    urlsift_extractor_free(made);
}

static void texts(void)
{
    urlsift_extractor *made = extractor();
    urlsift_iter *iter = (urlsift_iter *)made;
    urlsift_segments *segments = (urlsift_segments *)made;
    urlsift_segment segment;
    urlsift_found *found;
    size_t at = 1;

    CHECK(urlsift_iter_new(NULL, text, LEN, 0, &iter) == URLSIFT_ERROR_NULL && iter == NULL);
    CHECK(urlsift_iter_new(made, text, LEN, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_iter_new(made, NULL, 1, 0, &iter) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_iter_new(made, text, LEN, 3, &iter) == URLSIFT_ERROR_VALUE);
    CHECK(urlsift_iter_new(made, text, SIZE_MAX, 0, &iter) == URLSIFT_ERROR_LENGTH && iter == NULL);
    CHECK(urlsift_iter_new(made, text, (size_t)PTRDIFF_MAX + 1, 0, &iter) == URLSIFT_ERROR_LENGTH);
    CHECK(urlsift_segments_new(NULL, text, LEN, 0, &segments) == URLSIFT_ERROR_NULL && segments == NULL);
    CHECK(urlsift_segments_new(made, text, LEN, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_segments_new(made, text, SIZE_MAX, 0, &segments) == URLSIFT_ERROR_LENGTH);
    CHECK(urlsift_segments_new(made, text, LEN, 99, &segments) == URLSIFT_ERROR_VALUE && segments == NULL);

    /* An empty text. */
    CHECK(urlsift_iter_new(made, NULL, 0, 0, &iter) == URLSIFT_OK);
    CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_DONE && found == NULL);
    CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_DONE);
    urlsift_iter_free(iter);
    CHECK(urlsift_segments_new(made, NULL, 0, 0, &segments) == URLSIFT_OK);
    CHECK(urlsift_segments_next(segments, NULL, &segment) == URLSIFT_DONE);
    CHECK(urlsift_segments_found(segments, &found) == URLSIFT_NONE && found == NULL);
    CHECK(urlsift_segments_next(segments, NULL, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_segments_next(NULL, NULL, &segment) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_segments_position(segments, &at) == URLSIFT_OK && at == 0);
    CHECK(urlsift_segments_position(segments, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_segments_position(NULL, &at) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_segments_found(segments, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_segments_found(NULL, &found) == URLSIFT_ERROR_NULL);
    urlsift_segments_free(segments);

    CHECK(urlsift_find_whole(NULL, text, LEN, &found) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_whole(made, text, LEN, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_whole(made, text, LEN, &found) == URLSIFT_NONE && found == NULL);
    CHECK(urlsift_find_whole(made, NULL, 0, &found) == URLSIFT_NONE);
    CHECK(urlsift_find_whole(made, NULL, 1, &found) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_at(NULL, text, LEN, 0, &found) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_at(made, text, LEN, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_at(made, NULL, 1, 0, &found) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_at(made, text, LEN, SIZE_MAX, &found) == URLSIFT_NONE && found == NULL);
    CHECK(urlsift_find_around(NULL, text, LEN, 0, &found) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_around(made, text, LEN, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_find_around(made, NULL, 0, 0, &found) == URLSIFT_NONE && found == NULL);
    CHECK(urlsift_find_around(made, text, LEN, SIZE_MAX, &found) == URLSIFT_NONE && found == NULL);
    CHECK(urlsift_find_at(made, "see <http://a.example/>", 23, 4, &found) == URLSIFT_OK);
    CHECK(urlsift_found_outer(found).start == 4 && urlsift_found_range(found).start == 5);
    urlsift_found_free(found);
    CHECK(urlsift_find_around(made, "see <http://a.example/>", 23, 9, &found) == URLSIFT_OK);
    CHECK(urlsift_found_outer(found).end == 23 && urlsift_found_range(found).end == 22);
    CHECK(urlsift_found_is_verbatim(found) && !urlsift_found_may_grow(found, "see <http://a.example/>", 23));
    urlsift_found_free(found);
    CHECK(urlsift_find_at(made, "http://a.example/b", 18, 0, &found) == URLSIFT_OK);
    CHECK(urlsift_found_may_grow(found, "http://a.example/b", 18) && !urlsift_found_may_grow(found, NULL, 1));
    urlsift_found_free(found);
    CHECK(urlsift_resume_at(NULL, text, LEN, 0, &at) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_resume_at(made, NULL, 1, 0, &at) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_resume_at(made, text, LEN, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_resume_at(made, text, LEN, SIZE_MAX, &at) == URLSIFT_OK && at <= LEN);
    urlsift_extractor_free(made);
}

static void bytes_of_any_kind(void)
{
    static const char bytes[] = "\xFF\x00\xC3 http://a.example/\xE9\xC3 <http://b.example/\x80\xFF> \xF0\x9F";
    urlsift_extractor *made = extractor();
    urlsift_iter *iter;
    urlsift_found *found;
    urlsift_note note;

    CHECK(urlsift_iter_new(made, bytes, sizeof bytes - 1, 0, &iter) == URLSIFT_OK);
    CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK);
    CHECK(IS(urlsift_found_url(found, 0), "http://a.example/"));
    urlsift_found_free(found);
    CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK);
    CHECK(IS(urlsift_found_url(found, 0), "http://b.example/%80%FF"));
    CHECK(urlsift_found_note(found, 0, &note) && note.kind == URLSIFT_NOTE_UNDECODABLE_BYTE);
    CHECK(IS(note.name, "undecodable_byte") && note.range.start == URLSIFT_NOWHERE);
    urlsift_found_free(found);
    urlsift_iter_free(iter);
    urlsift_extractor_free(made);
}

/* Decodes ISO 8859-1. Counts its calls in `data`. Fails on 0xFF, writes no UTF-8 for 0xFE, and too much for 0xFD. */
static size_t latin1(void *data, const char *latin, size_t len, char *buffer, size_t capacity)
{
    size_t i, written = 0;

    ++*(int *)data;
    CHECK(capacity == 4 * len && len > 0);
    for (i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)latin[i];
        if (byte == 0xFF)
            return 0;
        if (byte == 0xFD)
            return capacity + 1;
        if (byte < 0x80 || byte == 0xFE) {
            buffer[written++] = (char)byte;
        } else {
            buffer[written++] = (char)(0xC0 | byte >> 6);
            buffer[written++] = (char)(0x80 | (byte & 0x3F));
        }
    }
    return written;
}

static void charsets(void)
{
    static const char bytes[] = "http://a.example/ <http://b.example/\xE9> <http://c.example/\xFF> <http://d.example/\xFE>"
                                " <http://e.example/\xFD> http://f.example/caf\xE9.";
    static const char *const urls[] = {"http://a.example/", "http://b.example/\xC3\xA9", "http://c.example/%FF",
                                       "http://d.example/%FE", "http://e.example/%FD", "http://f.example/caf\xC3\xA9"};
    urlsift_extractor *made = extractor();
    urlsift_input input = URLSIFT_INPUT_INIT;
    urlsift_iter *iter;
    urlsift_segments *segments;
    urlsift_segment segment;
    urlsift_feed *feed;
    urlsift_found *found;
    urlsift_note note;
    int calls = 0;
    size_t i;

    input.text = bytes;
    input.len = sizeof bytes - 1;
    input.decode = latin1;
    input.data = &calls;
    CHECK(urlsift_iter_new_input(made, &input, &iter) == URLSIFT_OK);
    CHECK(urlsift_segments_new_input(made, &input, &segments) == URLSIFT_OK);
    CHECK(urlsift_feed_new(made, &input, 1, &feed) == URLSIFT_OK && calls == 0);
    CHECK(urlsift_feed_end(feed) == URLSIFT_OK);
    for (i = 0; i < 6; i++) {
        bool is_bad = strstr(urls[i], "%F") != NULL;
        CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK);
        CHECK(IS(urlsift_found_url(found, 0), urls[i]));
        CHECK(urlsift_found_note(found, 0, &note) == is_bad);
        CHECK(!is_bad || note.kind == URLSIFT_NOTE_UNDECODABLE_BYTE);
        urlsift_found_free(found);
        CHECK(urlsift_feed_next(feed, &found) == URLSIFT_OK);
        CHECK(IS(urlsift_found_url(found, 0), urls[i]));
        urlsift_found_free(found);
        do {
            CHECK(urlsift_segments_next(segments, NULL, &segment) == URLSIFT_OK);
        } while (segment.kind != URLSIFT_SEGMENT_PIECE);
        CHECK(urlsift_segments_found(segments, &found) == URLSIFT_OK);
        CHECK(IS(urlsift_found_url(found, 0), urls[i]));
        urlsift_found_free(found);
    }
    CHECK(calls >= 15);
    urlsift_iter_free(iter);
    urlsift_segments_free(segments);
    urlsift_feed_free(feed);

    CHECK(urlsift_iter_new_input(made, NULL, &iter) == URLSIFT_ERROR_NULL && iter == NULL);
    CHECK(urlsift_segments_new_input(made, NULL, &segments) == URLSIFT_ERROR_NULL && segments == NULL);
    CHECK(urlsift_iter_new_input(NULL, &input, &iter) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_iter_new_input(made, &input, NULL) == URLSIFT_ERROR_NULL);
    input.soft_breaks = 3;
    CHECK(urlsift_iter_new_input(made, &input, &iter) == URLSIFT_ERROR_VALUE);
    CHECK(urlsift_feed_new(made, &input, 0, &feed) == URLSIFT_ERROR_VALUE && feed == NULL);
    input.soft_breaks = 0;
    input.len = SIZE_MAX;
    CHECK(urlsift_segments_new_input(made, &input, &segments) == URLSIFT_ERROR_LENGTH);
    input.text = NULL;
    input.len = 1;
    CHECK(urlsift_iter_new_input(made, &input, &iter) == URLSIFT_ERROR_NULL);
    input.size--;
    CHECK(urlsift_iter_new_input(made, &input, &iter) == URLSIFT_ERROR_VALUE);
    urlsift_extractor_free(made);
}

static void feeds(void)
{
    urlsift_extractor *made = extractor();
    urlsift_feed *feed = (urlsift_feed *)made;
    urlsift_found *found = (urlsift_found *)made;
    size_t i, count = 0;

    CHECK(urlsift_feed_new(NULL, NULL, 0, &feed) == URLSIFT_ERROR_NULL && feed == NULL);
    CHECK(urlsift_feed_new(made, NULL, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_feed_push(NULL, text, LEN) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_feed_end(NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_feed_next(NULL, &found) == URLSIFT_ERROR_NULL && found == NULL);
    CHECK(urlsift_feed_new(made, NULL, 0, &feed) == URLSIFT_OK);
    urlsift_extractor_free(made);
    CHECK(urlsift_feed_next(feed, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_feed_next(feed, &found) == URLSIFT_NONE && found == NULL);
    CHECK(urlsift_feed_push(feed, NULL, 0) == URLSIFT_OK);
    CHECK(urlsift_feed_push(feed, NULL, 1) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_feed_push(feed, text, SIZE_MAX) == URLSIFT_ERROR_LENGTH);
    for (i = 0; i < LEN; i++) {
        char byte = text[i];
        CHECK(urlsift_feed_push(feed, &byte, 1) == URLSIFT_OK);
        CHECK(urlsift_feed_next(feed, &found) == URLSIFT_NONE);
    }
    CHECK(urlsift_feed_end(feed) == URLSIFT_OK && urlsift_feed_end(feed) == URLSIFT_OK);
    while (urlsift_feed_next(feed, &found) == URLSIFT_OK) {
        count++;
        urlsift_found_free(found);
    }
    CHECK(count == 3 && found == NULL);
    CHECK(urlsift_feed_push(feed, " <http://c.example/>", 20) == URLSIFT_OK);
    CHECK(urlsift_feed_next(feed, &found) == URLSIFT_NONE);
    CHECK(urlsift_feed_end(feed) == URLSIFT_OK);
    CHECK(urlsift_feed_next(feed, &found) == URLSIFT_OK);
    urlsift_feed_free(feed);
    CHECK(urlsift_found_outer(found).start == LEN + 1 && urlsift_found_range(found).end == LEN + 19);
    urlsift_found_free(found);
    urlsift_feed_free(NULL);
}

static void places(void)
{
    urlsift_place place = URLSIFT_PLACE_INIT;

    CHECK(urlsift_place_move(text, LEN, 0, &place) == URLSIFT_OK && place.line == 1 && place.column == 0);
    CHECK(urlsift_place_move(text, LEN, 31, &place) == URLSIFT_OK);
    CHECK(place.offset == 31 && place.line == 2 && place.column == 1);
    CHECK(urlsift_place_move(text, LEN, LEN, &place) == URLSIFT_OK && place.line == 2);
    CHECK(urlsift_place_move(text, LEN, 4, &place) == URLSIFT_OK && place.line == 1 && place.column == 4);
    CHECK(urlsift_place_move(text, LEN, LEN + 1, &place) == URLSIFT_ERROR_VALUE && place.offset == 4);
    CHECK(urlsift_place_move(text, LEN, SIZE_MAX, &place) == URLSIFT_ERROR_VALUE && place.column == 4);
    CHECK(urlsift_place_move(text, 3, 0, &place) == URLSIFT_ERROR_VALUE);
    CHECK(urlsift_place_move(text, LEN, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_place_move(NULL, LEN, 0, &place) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_place_move(text, SIZE_MAX, 0, &place) == URLSIFT_ERROR_LENGTH);
    /* A place that no call has made. */
    place.line = 0;
    place.column = SIZE_MAX;
    CHECK(urlsift_place_move(text, LEN, 3, &place) == URLSIFT_OK && place.offset == 3);
    place.line = place.column = SIZE_MAX;
    CHECK(urlsift_place_move(text, LEN, LEN, &place) == URLSIFT_OK && place.offset == LEN);
}

static void normal_forms(void)
{
    static const char url[] = "HTTP://a.example/?utm_id=1&b=2";
    char buffer[64];
    size_t needed = 7;

    CHECK(urlsift_normalize(url, sizeof url - 1, buffer, sizeof buffer, &needed) == URLSIFT_OK);
    CHECK(needed == 30 && memcmp(buffer, "http://a.example/?utm_id=1&b=2", 30) == 0);
    CHECK(urlsift_normalize("\xFF", 1, buffer, sizeof buffer, &needed) == URLSIFT_ERROR_UTF8 && needed == 0);
}

static void nothing_found(const urlsift_found *found, size_t reading)
{
    urlsift_piece piece;
    urlsift_difference difference;

    CHECK(urlsift_found_url(found, reading).ptr == NULL);
    CHECK(urlsift_found_href(found, reading).ptr == NULL);
    CHECK(urlsift_found_display(found, reading).ptr == NULL);
    CHECK(urlsift_found_why(found, reading).ptr == NULL);
    CHECK(!urlsift_found_piece(found, reading, 0, &piece));
    CHECK(!urlsift_found_difference(found, reading, 0, &difference));
}

static void order_of_freeing(void)
{
    char *body = malloc(LEN);
    urlsift_extractor *made = extractor();
    urlsift_iter *iter;
    urlsift_found *found, *second;
    urlsift_piece piece;
    urlsift_difference difference;
    urlsift_doubt doubt;
    urlsift_note note;
    urlsift_parts parts;
    urlsift_range outer;
    size_t at = 0;

    CHECK(body != NULL);
    memcpy(body, text, LEN);
    CHECK(urlsift_iter_new(made, body, LEN, 0, &iter) == URLSIFT_OK);
    urlsift_extractor_free(made);
    CHECK(urlsift_iter_position(iter, &at) == URLSIFT_OK && at == 0);
    CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK);
    CHECK(urlsift_iter_next(iter, NULL, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_iter_next(iter, NULL, &second) == URLSIFT_OK);
    CHECK(urlsift_iter_position(iter, &at) == URLSIFT_OK && at == urlsift_found_outer(second).end);
    CHECK(urlsift_iter_position(iter, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_iter_start_at(iter, SIZE_MAX) == URLSIFT_OK && urlsift_iter_position(iter, &at) == URLSIFT_OK && at == LEN);
    CHECK(urlsift_iter_start_at(iter, 0) == URLSIFT_OK && urlsift_iter_position(iter, &at) == URLSIFT_OK && at == 0);
    CHECK(urlsift_iter_start_at(NULL, 0) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_iter_position(NULL, &at) == URLSIFT_ERROR_NULL);
    urlsift_iter_free(iter);
    /* The URL is in the text in one piece, so Rust borrows it. It must be copied to outlive the text. */
    memset(body, '!', LEN);
    CHECK(IS(urlsift_found_url(second, 0), "mailto:jim@example.org"));
    free(body);
    CHECK(IS(urlsift_found_url(second, 0), "mailto:jim@example.org"));
    CHECK(IS(urlsift_found_href(second, 0), "mailto:jim@example.org"));
    urlsift_found_free(second);

    CHECK(urlsift_found_readings(found) == 2);
    CHECK(IS(urlsift_found_url(found, 0), "http://example.org/well-known"));
    CHECK(IS(urlsift_found_url(found, 1), "http://example.org/wellknown"));
    CHECK(urlsift_found_why(found, 0).ptr == NULL);
    CHECK(IS(urlsift_found_why(found, 1), "hyphen at 28 dropped"));
    CHECK(urlsift_found_href(found, 0).ptr == urlsift_found_href(found, 0).ptr);
    CHECK(urlsift_found_doubt(found, 0, &doubt) && doubt.at == 28 && doubt.kind == URLSIFT_DOUBT_HYPHEN);
    CHECK(doubt.chosen == URLSIFT_CHOICE_KEPT && doubt.ground == URLSIFT_GROUND_DEFAULT);
    CHECK(urlsift_found_difference(found, 1, 0, &difference));
    CHECK(difference.at == 28 && difference.choice == URLSIFT_CHOICE_DROPPED);

    /* Indices beyond the last item. */
    nothing_found(found, 2);
    nothing_found(found, SIZE_MAX);
    CHECK(!urlsift_found_piece(found, 0, 2, &piece) && !urlsift_found_piece(found, 0, SIZE_MAX, &piece));
    CHECK(!urlsift_found_difference(found, 0, 0, &difference));
    CHECK(!urlsift_found_difference(found, 1, SIZE_MAX, &difference));
    CHECK(!urlsift_found_doubt(found, 1, &doubt) && !urlsift_found_doubt(found, SIZE_MAX, &doubt));
    CHECK(!urlsift_found_note(found, 99, &note) && !urlsift_found_note(found, SIZE_MAX, &note));
    CHECK(!urlsift_found_failure(found, 0, &at) && !urlsift_found_failure(found, 3, &at));

    /* Output pointers that are NULL. */
    CHECK(!urlsift_found_piece(found, 0, 0, NULL) && !urlsift_found_difference(found, 1, 0, NULL));
    CHECK(!urlsift_found_doubt(found, 0, NULL) && !urlsift_found_parts(found, NULL));
    urlsift_found_free(found);

    /* Handles that are NULL. */
    nothing_found(NULL, 0);
    outer = urlsift_found_outer(NULL);
    CHECK(outer.start == URLSIFT_NOWHERE && outer.end == URLSIFT_NOWHERE);
    CHECK(urlsift_found_range(NULL).start == URLSIFT_NOWHERE);
    CHECK(!urlsift_found_is_verbatim(NULL) && !urlsift_found_may_grow(NULL, "", 0));
    CHECK(urlsift_found_readings(NULL) == 0 && urlsift_found_form(NULL) == 0);
    CHECK(urlsift_found_joined(NULL) == 0);
    CHECK(urlsift_found_standing(NULL) == 0 && urlsift_found_grammars(NULL) == 0);
    CHECK(urlsift_found_host_kind(NULL) == 0 && !urlsift_found_parts(NULL, &parts));
    CHECK(!urlsift_found_doubt(NULL, 0, &doubt) && !urlsift_found_note(NULL, 0, &note));
    CHECK(!urlsift_found_failure(NULL, URLSIFT_GRAMMAR_RFC1738, &at));
    CHECK(urlsift_iter_next(NULL, NULL, &found) == URLSIFT_ERROR_NULL && found == NULL);
    urlsift_extractor_free(NULL);
    urlsift_iter_free(NULL);
    urlsift_found_free(NULL);
    urlsift_segments_free(NULL);
}

static void budgets(void)
{
    urlsift_extractor *made = extractor();
    urlsift_budget none = {0, SIZE_MAX}, one = {SIZE_MAX, 1}, all = {SIZE_MAX, SIZE_MAX};
    urlsift_iter *iter;
    urlsift_found *found;
    urlsift_segments *segments;
    urlsift_segment segment = {{0, 0}, 99, 0, {NULL, 0}};
    urlsift_status status;
    size_t at, count = 0;

    CHECK(urlsift_iter_new(made, text, LEN, 0, &iter) == URLSIFT_OK);
    CHECK(urlsift_iter_next(iter, &none, &found) == URLSIFT_SPENT && found == NULL);
    CHECK(urlsift_iter_next(iter, &one, &found) == URLSIFT_OK && one.candidates == 0);
    urlsift_found_free(found);
    CHECK(urlsift_iter_next(iter, &one, &found) == URLSIFT_SPENT && found == NULL);
    CHECK(urlsift_iter_next(iter, &all, &found) == URLSIFT_OK);
    urlsift_found_free(found);
    urlsift_iter_free(iter);

    CHECK(urlsift_segments_new(made, text, LEN, 0, &segments) == URLSIFT_OK);
    CHECK(urlsift_segments_next(segments, &none, &segment) == URLSIFT_SPENT && segment.kind == 99);
    /* The text before the first link, and all segments of that link, cost one candidate. */
    one.candidates = 1;
    while ((status = urlsift_segments_next(segments, &one, &segment)) == URLSIFT_OK)
        count++;
    CHECK(status == URLSIFT_SPENT && one.candidates == 0 && count > 2 && segment.link == 0);
    CHECK(urlsift_segments_position(segments, &at) == URLSIFT_OK && at == segment.range.end);
    while ((status = urlsift_segments_next(segments, &all, &segment)) == URLSIFT_OK)
        at = segment.range.end;
    CHECK(status == URLSIFT_DONE && at == LEN);
    urlsift_segments_free(segments);
    urlsift_extractor_free(made);
}

static void ranges_of_units(void)
{
    /* Characters of one, two, three and four bytes: one, one, one and two code units. */
    static const char text[] = "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x92\xA9z";
    static const size_t places[][2] = {{0, 0}, {1, 1}, {3, 2}, {6, 3}, {10, 5}, {11, 6}};
    const size_t len = sizeof text - 1;
    urlsift_range bytes = {0, 0}, units = {7, 7};
    size_t i, j;

    for (i = 0; i < sizeof places / sizeof *places; i++) {
        for (j = i; j < sizeof places / sizeof *places; j++) {
            bytes.start = places[i][0];
            bytes.end = places[j][0];
            CHECK(urlsift_utf16_range(text, len, bytes, &units) == URLSIFT_OK);
            CHECK(units.start == places[i][1] && units.end == places[j][1]);
        }
    }
    CHECK(urlsift_utf16_range(text, len, bytes, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_utf16_range(NULL, len, bytes, &units) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_utf16_range(text, SIZE_MAX, bytes, &units) == URLSIFT_ERROR_LENGTH);
    CHECK(urlsift_utf16_range(text, len - 1, bytes, &units) == URLSIFT_ERROR_VALUE);
    bytes.start = 1;
    bytes.end = 0;
    CHECK(urlsift_utf16_range(text, len, bytes, &units) == URLSIFT_ERROR_VALUE);
    bytes.start = bytes.end = URLSIFT_NOWHERE;
    CHECK(urlsift_utf16_range(text, len, bytes, &units) == URLSIFT_ERROR_VALUE);
    CHECK(units.start == 6 && units.end == 6);
    bytes.start = bytes.end = 0;
    CHECK(urlsift_utf16_range(NULL, 0, bytes, &units) == URLSIFT_OK && units.start == 0 && units.end == 0);
}

static void buffers(void)
{
    static const char url[] = "http://b\xC3\xBC" "cher.example/a b";
    static const char href[] = "http://xn--bcher-kva.example/a%20b";
    char buffer[96];
    urlsift_note note;
    urlsift_range range;
    uint32_t form;
    size_t needed = 1;
    bool differs = false;

    CHECK(urlsift_href(url, sizeof url - 1, NULL, 0, &needed) == URLSIFT_ERROR_BUFFER);
    CHECK(needed == sizeof href - 1);
    memset(buffer, '!', sizeof buffer);
    CHECK(urlsift_href(url, sizeof url - 1, buffer, needed - 1, &needed) == URLSIFT_ERROR_BUFFER);
    CHECK(buffer[0] == '!' && needed == sizeof href - 1);
    CHECK(urlsift_href(url, sizeof url - 1, buffer, needed, &needed) == URLSIFT_OK);
    CHECK(memcmp(buffer, href, needed) == 0 && buffer[needed] == '!');
    CHECK(urlsift_href(url, sizeof url - 1, buffer, sizeof buffer, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_href(url, sizeof url - 1, NULL, sizeof buffer, &needed) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_href("http://exa^mple.org/", 20, buffer, sizeof buffer, &needed) == URLSIFT_NONE);
    CHECK(needed == 0);
    CHECK(urlsift_href("\xFF", 1, buffer, sizeof buffer, &needed) == URLSIFT_ERROR_UTF8 && needed == 0);
    CHECK(urlsift_href(NULL, 1, buffer, sizeof buffer, &needed) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_href(url, SIZE_MAX, buffer, sizeof buffer, &needed) == URLSIFT_ERROR_LENGTH);
    CHECK(urlsift_href("<URL:x:y>", 9, buffer, sizeof buffer, &needed) == URLSIFT_OK);
    CHECK(needed == 3 && memcmp(buffer, "x:y", 3) == 0);
    CHECK(urlsift_peel("<URL: x:y>", 10, &range, &form) == URLSIFT_OK);
    CHECK(range.start == 6 && range.end == 9 && form == URLSIFT_FORM_URL);
    CHECK(urlsift_peel("url:x", 5, &range, &form) == URLSIFT_OK);
    CHECK(range.start == 4 && range.end == 5 && form == URLSIFT_FORM_PREFIX);
    CHECK(urlsift_peel(NULL, 0, &range, &form) == URLSIFT_OK);
    CHECK(range.start == 0 && range.end == 0 && form == URLSIFT_FORM_BARE);
    CHECK(urlsift_peel("x:y", 3, NULL, &form) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_peel("x:y", 3, &range, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_peel(NULL, 1, &range, &form) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_peel("\xFF", 1, &range, &form) == URLSIFT_ERROR_UTF8);
    CHECK(urlsift_peel("x:y", SIZE_MAX, &range, &form) == URLSIFT_ERROR_LENGTH);
    CHECK(urlsift_display(NULL, 0, NULL, 0, &needed) == URLSIFT_OK && needed == 0);
    CHECK(urlsift_display("a\0b", 3, buffer, sizeof buffer, &needed) == URLSIFT_OK);
    CHECK(needed == 5 && memcmp(buffer, "a%00b", 5) == 0);
    CHECK(urlsift_explain("http://a-.com/", 14, URLSIFT_GRAMMAR_RFC1738, buffer, 1, &needed)
          == URLSIFT_ERROR_BUFFER);
    CHECK(needed > 20);
    CHECK(urlsift_explain("http://a.com/", 13, URLSIFT_GRAMMAR_RFC1738, buffer, 1, &needed) == URLSIFT_NONE);
    CHECK(urlsift_explain("http://a.com/", 13, 3, buffer, 1, &needed) == URLSIFT_ERROR_VALUE);

    CHECK(urlsift_wrap("http://a.example/b/c", 20, 20, "> ", 2, buffer, sizeof buffer, &needed)
          == URLSIFT_OK);
    CHECK(needed == 31 && memcmp(buffer, "> <URL:http://\n> a.example/b/c>", 31) == 0);
    CHECK(urlsift_wrap("http://a b/", 11, 72, NULL, 0, buffer, 0, &needed) == URLSIFT_ERROR_WRAP);
    CHECK(needed > 0);
    CHECK(urlsift_wrap("http://a b/", 11, 72, NULL, 0, buffer, sizeof buffer, &needed) == URLSIFT_ERROR_WRAP);
    CHECK(memcmp(buffer, "' ' at byte 8", 13) == 0);
    CHECK(urlsift_wrap("http://a/", 9, 72, "\xFF", 1, buffer, sizeof buffer, &needed) == URLSIFT_ERROR_UTF8);
    CHECK(urlsift_wrap("http://a/", 9, SIZE_MAX, NULL, 0, buffer, sizeof buffer, &needed) == URLSIFT_OK);

    CHECK(urlsift_link_text_differs("bank.example", 12, "http://evil.example/", 20, NULL)
          == URLSIFT_ERROR_NULL);
    CHECK(urlsift_link_text_differs("www.bank.example", 16, "http://evil.example/", 20, &differs)
          == URLSIFT_OK);
    CHECK(differs);
    CHECK(urlsift_link_text_differs("Click here", 10, "http://evil.example/", 20, &differs) == URLSIFT_OK);
    CHECK(!differs);
    CHECK(urlsift_link_text_differs("\xFF", 1, "http://evil.example/", 20, &differs) == URLSIFT_ERROR_UTF8);
    CHECK(differs);
    CHECK(urlsift_link_text_differs(NULL, 0, NULL, 0, &differs) == URLSIFT_OK && !differs);

    CHECK(urlsift_url_note("java\nscript:\"<\"", 16, 0, &note) == URLSIFT_OK);
    CHECK(note.kind == URLSIFT_NOTE_PROGRAM_IN_URL && note.severity == URLSIFT_SEVERITY_DANGER);
    CHECK(IS(note.name, "program_in_url") && note.range.start == 0 && note.range.end == 11);
    note.kind = 99;
    CHECK(urlsift_url_note("java\nscript:\"<\"", 16, 1, &note) == URLSIFT_NONE);
    CHECK(urlsift_url_note("file:/", 6, SIZE_MAX, &note) == URLSIFT_NONE);
    CHECK(urlsift_url_note("\xFF", 1, 0, &note) == URLSIFT_ERROR_UTF8 && note.kind == 99);
    CHECK(urlsift_url_note("file:/", 6, 0, NULL) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_url_note(NULL, 1, 0, &note) == URLSIFT_ERROR_NULL);
    CHECK(urlsift_url_note(NULL, 0, 0, &note) == URLSIFT_NONE);
}

static void words(void)
{
    static const uint32_t hidden[] = {
        0x80, 0xA0, 0xAD, 0x34F, 0x115F, 0x180B, 0x200B, 0x2028, 0x202E, 0x2800, 0x3164, 0xFE0F, 0xFFA0,
        0xE0001, 0xD800, 0x110000, UINT32_MAX};
    static const uint32_t seen[] = {0, ' ', 'a', 0x7F, 0xE9, 0x4E00, 0x1F600};
    urlsift_status status;
    size_t i;

    for (i = 0; i < sizeof hidden / sizeof *hidden; i++)
        CHECK(urlsift_is_hidden(hidden[i]));
    for (i = 0; i < sizeof seen / sizeof *seen; i++)
        CHECK(!urlsift_is_hidden(seen[i]));

    CHECK(urlsift_abi_version() == URLSIFT_ABI_VERSION);
    CHECK(urlsift_version().len > 0);
    for (status = -9; status < 9; status++)
        CHECK(urlsift_status_text(status).len > 0);
    CHECK(IS(urlsift_status_text(INT32_MIN), "unknown status"));
}

/* One of many threads that share an extractor and a found URL. */
struct job {
    const urlsift_extractor *extractor;
    const urlsift_found *found;
};

static void *work(void *argument)
{
    const struct job *job = argument;
    int i;

    for (i = 0; i < 50; i++) {
        urlsift_iter *iter;
        urlsift_found *found;
        size_t count = 0;

        CHECK(urlsift_iter_new(job->extractor, text, LEN, 0, &iter) == URLSIFT_OK);
        while (urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK) {
            count++;
            urlsift_found_free(found);
        }
        urlsift_iter_free(iter);
        CHECK(count == 3);
        CHECK(IS(urlsift_found_href(job->found, 1), "http://example.org/wellknown"));
        CHECK(IS(urlsift_found_display(job->found, 0), "http://example.org/well-known"));
        CHECK(IS(urlsift_found_why(job->found, 1), "hyphen at 28 dropped"));
    }
    return NULL;
}

static void threads(void)
{
    pthread_t ids[16];
    urlsift_extractor *made = extractor();
    urlsift_iter *iter;
    urlsift_found *found;
    struct job job;
    size_t i;

    CHECK(urlsift_iter_new(made, text, LEN, 0, &iter) == URLSIFT_OK);
    CHECK(urlsift_iter_next(iter, NULL, &found) == URLSIFT_OK);
    job.extractor = made;
    job.found = found;
    for (i = 0; i < 16; i++)
        CHECK(pthread_create(&ids[i], NULL, work, &job) == 0);
    for (i = 0; i < 16; i++)
        CHECK(pthread_join(ids[i], NULL) == 0);
    urlsift_found_free(found);
    urlsift_iter_free(iter);
    urlsift_extractor_free(made);
}

int main(void)
{
    options();
    new_options();
    texts();
    bytes_of_any_kind();
    charsets();
    feeds();
    places();
    normal_forms();
    order_of_freeing();
    budgets();
    buffers();
    ranges_of_units();
    words();
    threads();
    return 0;
}
