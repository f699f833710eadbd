// A thread-local variable that is defined nowhere.
// expect: UNKNOWN
// states: 3
extern __thread int e;
int main(void){
    e=1;
    return 0;
}
