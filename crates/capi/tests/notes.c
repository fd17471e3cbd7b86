/* Prints the notes on each line of a file, a URL, a tab and the text of a link to it: those of the string, those of the
 * URL that a text has, and that of the link. */

#include <urlsift.h>

#include <stdio.h>
#include <string.h>

static void print_note(const urlsift_note *note)
{
    static const char *const severities[] = {"", "info", "warning", "danger"};

    printf(" %s:%.*s", severities[note->severity], (int)note->name.len, note->name.ptr);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    char line[512], text[600];
    urlsift_extractor *extractor;
    urlsift_iter *iter;
    urlsift_found *found;
    urlsift_note note;
    size_t i;

    if (file == NULL || urlsift_extractor_new(NULL, &extractor) != URLSIFT_OK)
        return 1;
    while (fgets(line, sizeof line, file) != NULL) {
        size_t len = strcspn(line, "\t");
        const char *shown = line + len + 1;

        printf("url");
        for (i = 0; urlsift_url_note(line, len, i, &note) == URLSIFT_OK; i++)
            print_note(&note);
        sprintf(text, "<URL:%.*s>", (int)len, line);
        printf("\nlink");
        if (urlsift_iter_new(extractor, text, strlen(text), URLSIFT_SOFT_BREAKS_DEFAULT, &iter) != URLSIFT_OK)
            return 1;
        if (urlsift_iter_next(iter, NULL, &found) != URLSIFT_OK)
            return 1;
        for (i = 0; urlsift_found_note(found, i, &note); i++)
            print_note(&note);
        printf("\ntext");
        if (urlsift_link_text_note(shown, strcspn(shown, "\n"), line, len, &note) == URLSIFT_OK)
            print_note(&note);
        printf("\n");
        urlsift_found_free(found);
        urlsift_iter_free(iter);
    }
    urlsift_extractor_free(extractor);
    return fclose(file);
}
