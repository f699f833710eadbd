// Functions on strings.
// expect: TRUE
// states: 97
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *volatile text = "hello";
    char s[16], *rest;
    assert(strlen(text) == 5 && strnlen(text, 3) == 3);
    assert(strcmp(text, "help") < 0 && strncmp(text, "help", 3) == 0);
    assert(strchr(text, 'l') == text + 2 && strrchr(text, 'l') == text + 3);
    assert(strchr(text, 'x') == NULL && strchr(text, '\0') == text + 5);
    assert(strstr(text, "lo") == text + 3 && strpbrk(text, "ol") == text + 2);
    assert(strspn(text, "hel") == 4 && strcspn(text, "l") == 2);
    strcpy(s, text);
    strcat(s, " w");
    strncat(s, "orld", 1);
    assert(strcmp(s, "hello wo") == 0);
    assert(strcmp(strtok_r(s, " ", &rest), "hello") == 0);
    assert(strcmp(strtok_r(NULL, " ", &rest), "wo") == 0);
    assert(strtok_r(NULL, " ", &rest) == NULL);
    char *copy = strdup(text);
    copy[0] = (char)toupper(copy[0]);
    assert(strcmp(copy, "Hello") == 0 && isupper(copy[0]) && !isdigit(copy[1]));
    free(copy);
    return 0;
}
