// One argument is given and the second is read: argv[argc] is a null pointer (C17 5.1.2.2.1).
// expect: memory=FALSE
// options: --args 'alpha'
// states: 7
int main(int argc, char **argv) { return argv[2][0] == '7'; }
