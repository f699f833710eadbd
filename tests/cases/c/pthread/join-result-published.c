// Another thread sees the result of a join before the thread that joined goes on.
// expect: assertion=FALSE data-race=FALSE
// states: 170
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static void *T(void *p){
    return (void*)1;
}
void *res;
atomic_int x;
static void *B(void *p){
    if(res) x=1;
    return p;
}
int main(void){
    pthread_t t,b;
    pthread_create(&t,0,T,0);
    pthread_create(&b,0,B,0);
    pthread_join(t,&res);
    int r=x;
    assert(r==0);
    pthread_join(b,0);
    return 0;
}
