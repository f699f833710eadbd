// A race behind a loop that chooses: both threads reach their writes by local steps.
// expect: data-race=FALSE
// states: 4568
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x;
static void *t(void *p){
    int n=0;
    for(int i=0;i<2;i++) n+=__VERIFIER_nondet_bool();
    x=1;
    return p;
}
int main(void){
    pthread_t a,b;
    pthread_create(&a,0,t,0);
    pthread_create(&b,0,t,0);
    pthread_join(a,0);
    pthread_join(b,0);
    return 0;
}
