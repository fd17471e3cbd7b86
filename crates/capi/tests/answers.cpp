// Prints the same answers as answers.c, with another use of the interface:
// - smart pointers hold the handles;
// - the extractor is freed before the search;
// - the search stops every few bytes;
// - found URLs are read after the text and the iterator are gone.

#include <urlsift.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

template <typename T, void (*Free)(T *)>
struct Freed {
    void operator()(T *handle) const { Free(handle); }
};

template <typename T, void (*Free)(T *)>
using Handle = std::unique_ptr<T, Freed<T, Free>>;

using Extractor = Handle<urlsift_extractor, urlsift_extractor_free>;
using Iter = Handle<urlsift_iter, urlsift_iter_free>;
using Found = Handle<urlsift_found, urlsift_found_free>;
using Segments = Handle<urlsift_segments, urlsift_segments_free>;

void check(urlsift_status status)
{
    if (status != URLSIFT_OK) {
        const urlsift_str text = urlsift_status_text(status);
        throw std::runtime_error(std::string(text.ptr, text.len));
    }
}

std::string told(const char *word, urlsift_str text)
{
    const std::string head = std::string(" ") + word + " ";
    if (text.ptr == nullptr)
        return head + "-";
    return head + std::to_string(text.len) + ":" + std::string(text.ptr, text.len);
}

std::string told(std::size_t at)
{
    return at == URLSIFT_NOWHERE ? " -" : " " + std::to_string(at);
}

std::string told(urlsift_range range)
{
    return told(range.start) + told(range.end);
}

/// Returns the output of a function that fills a buffer, after asking for its length.
template <typename Ask>
urlsift_str filled(std::vector<char> &buffer, Ask ask)
{
    std::size_t needed = 0;
    const urlsift_status status = ask(nullptr, 0, &needed);
    if (status == URLSIFT_NONE)
        return urlsift_str{nullptr, 0};
    if (status != URLSIFT_ERROR_BUFFER)
        check(status);
    buffer.assign(needed + 1, '\0');
    check(ask(buffer.data(), needed, &needed));
    return urlsift_str{buffer.data(), needed};
}

void print_reading(const urlsift_found *found, std::size_t reading)
{
    const urlsift_str url = urlsift_found_url(found, reading);
    std::vector<char> href, display;
    const auto ask_href = [&](char *buffer, std::size_t capacity, std::size_t *needed) {
        return urlsift_href(url.ptr, url.len, buffer, capacity, needed);
    };
    const auto ask_display = [&](char *buffer, std::size_t capacity, std::size_t *needed) {
        return urlsift_display(url.ptr, url.len, buffer, capacity, needed);
    };
    std::cout << "reading" << told("url", url) << told("href", filled(href, ask_href))
              << told("display", filled(display, ask_display))
              << told("why", urlsift_found_why(found, reading)) << "\n";
    urlsift_piece piece;
    for (std::size_t i = 0; urlsift_found_piece(found, reading, i, &piece); i++)
        std::cout << "piece" << told(piece.range) << told("inserted", piece.inserted) << "\n";
    urlsift_difference difference;
    for (std::size_t i = 0; urlsift_found_difference(found, reading, i, &difference); i++)
        std::cout << "difference " << difference.at << " " << difference.kind << " " << difference.choice
                  << "\n";
}

void print_found(const urlsift_found *found)
{
    std::cout << "found " << urlsift_found_form(found) << " " << urlsift_found_joined(found)
              << told(urlsift_found_outer(found)) << "\n"
              << "verdict " << urlsift_found_standing(found) << " " << urlsift_found_grammars(found) << " "
              << urlsift_found_host_kind(found) << " fails";
    for (const uint32_t grammar : {URLSIFT_GRAMMAR_DRAFT03, URLSIFT_GRAMMAR_RFC1738, URLSIFT_GRAMMAR_RFC2396,
                                   URLSIFT_GRAMMAR_RFC3986, URLSIFT_GRAMMAR_RFC3987}) {
        std::size_t at = URLSIFT_NOWHERE;
        urlsift_found_failure(found, grammar, &at);
        std::cout << told(at);
    }
    urlsift_parts parts;
    if (!urlsift_found_parts(found, &parts))
        throw std::runtime_error("no parts");
    std::cout << "\nparts";
    for (const urlsift_range &part : {parts.scheme, parts.user, parts.password, parts.host, parts.port,
                                      parts.path, parts.query, parts.fragment})
        std::cout << told(part);
    std::cout << "\n";
    for (std::size_t i = 0; i < urlsift_found_readings(found); i++)
        print_reading(found, i);
    urlsift_doubt doubt;
    for (std::size_t i = 0; urlsift_found_doubt(found, i, &doubt); i++)
        std::cout << "doubt " << doubt.at << " " << doubt.kind << " " << doubt.chosen << " " << doubt.ground
                  << "\n";
    urlsift_note note;
    for (std::size_t i = 0; urlsift_found_note(found, i, &note); i++)
        std::cout << "note " << note.kind << " " << note.severity << told("name", note.name)
                  << told("text", note.text) << told(note.range) << "\n";
}

std::vector<Found> find_all(Iter iter)
{
    std::vector<Found> links;
    for (;;) {
        urlsift_budget budget = {7, 1};
        urlsift_found *found = nullptr;
        const urlsift_status status = urlsift_iter_next(iter.get(), &budget, &found);
        if (status == URLSIFT_DONE)
            return links;
        if (status == URLSIFT_SPENT) {
            if (budget.bytes != 0 && budget.candidates != 0)
                throw std::runtime_error("spent, and yet some is left");
            continue;
        }
        check(status);
        links.emplace_back(found);
    }
}

void print_segments(Segments segments)
{
    urlsift_segment segment;
    std::size_t link = URLSIFT_NOWHERE, searched = 0;
    for (;;) {
        urlsift_budget budget = {7, 1};
        const urlsift_status status = urlsift_segments_next(segments.get(), &budget, &segment);
        if (status == URLSIFT_DONE)
            return;
        if (status == URLSIFT_SPENT) {
            std::size_t at = 0;
            check(urlsift_segments_position(segments.get(), &at));
            if (budget.bytes != 0 && budget.candidates != 0)
                throw std::runtime_error("spent, and yet some is left");
            if (at < searched)
                throw std::runtime_error("it went back");
            searched = at;
            continue;
        }
        check(status);
        std::cout << "segment" << told(segment.range) << " " << segment.kind << told(segment.link)
                  << told("inserted", segment.inserted) << "\n";
        if (segment.link != link && segment.link != URLSIFT_NOWHERE) {
            urlsift_found *found = nullptr;
            check(urlsift_segments_found(segments.get(), &found));
            const Found held(found);
            const urlsift_range outer = urlsift_found_outer(found);
            if (segment.range.start != outer.start)
                throw std::runtime_error("a segment of another link");
            link = segment.link;
        }
    }
}

void answer(std::istream &file, const urlsift_options &options, uint32_t soft_breaks, std::size_t len)
{
    urlsift_extractor *built = nullptr;
    check(urlsift_extractor_new(&options, &built));
    Extractor extractor(built);
    urlsift_iter *iter = nullptr;
    urlsift_segments *segments = nullptr;
    Found whole;
    std::vector<Found> links;
    std::vector<char> text(len);
    file.read(text.data(), static_cast<std::streamsize>(len));
    check(urlsift_iter_new(built, text.data(), len, soft_breaks, &iter));
    check(urlsift_segments_new(built, text.data(), len, soft_breaks, &segments));
    urlsift_found *found = nullptr;
    if (urlsift_find_whole(built, text.data(), len, &found) == URLSIFT_OK)
        whole.reset(found);
    extractor.reset();
    links = find_all(Iter(iter));
    for (const Found &link : links)
        print_found(link.get());
    print_segments(Segments(segments));
    if (whole) {
        std::cout << "whole\n";
        print_found(whole.get());
    }
}

} // namespace

int main(int argc, char **argv)
{
    std::ios::sync_with_stdio(false);
    std::ifstream file(argc == 2 ? argv[1] : "", std::ios::binary);
    if (!file || urlsift_abi_version() != URLSIFT_ABI_VERSION)
        return 1;
    urlsift_options options = URLSIFT_OPTIONS_INIT;
    uint32_t soft_breaks;
    std::size_t len, number = 0;
    while (file >> options.forms >> soft_breaks >> options.join >> len) {
        file.get();
        std::cout << "case " << number++ << "\n";
        answer(file, options, soft_breaks, len);
    }
    return 0;
}
