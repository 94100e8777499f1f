#include "program.h"
#include "check.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static Answer last; // what ask() returned, freed by the next one

char *contents(const char *name)
{
    FILE *file = fopen(temp_path(name), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, size, file), size);
    fclose(file);
    text[size] = '\0';
    return text;
}

void forget(void)
{
    free(last.out);
    free(last.err);
    last = (Answer){0};
}

Answer shell(const char *line)
{
    char command[4096];
    forget();
    snprintf(command, sizeof command, "cd '%s' && shoal=\"$SHOAL_PROGRAM\" && { %s\n} >out 2>err", temp_folder(), line);
    const int status = system(command);
    last = (Answer){WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents("out"), contents("err")};
    return last;
}

Answer ask(const char *arguments)
{
    char line[2048];
    snprintf(line, sizeof line, "\"$shoal\" %s", arguments);
    return shell(line);
}

Answer ask_well(const char *arguments)
{
    const Answer answer = ask(arguments);
    if (answer.code != 0) {
        fail_msg("shoal %s: exit code %d: %s", arguments, answer.code, answer.err);
    }
    return answer;
}

int lines(const char *text)
{
    int count = 0;
    for (; *text; text++) {
        count += *text == '\n';
    }
    return count;
}

cJSON *json_line(const char *text, int number)
{
    for (; number > 0; number--) {
        text = strchr(text, '\n');
        assert_non_null(text);
        text++;
    }
    cJSON *value = cJSON_ParseWithLength(text, strcspn(text, "\n"));
    assert_non_null(value);
    return value;
}

void copy_hash(const char *out, char hash[33])
{
    cJSON *line = json_line(out, lines(out) - 1);
    const cJSON *found = cJSON_GetObjectItem(cJSON_GetObjectItem(line, "summary"), "hash");
    assert_non_null(found);
    snprintf(hash, 33, "%s", found->valuestring);
    assert_int_equal(strspn(hash, "0123456789abcdef"), 32);
    cJSON_Delete(line);
}
