// What another thread does between strcpy and the next access of the thread that called it.
// expect: assertion=FALSE data-race=FALSE
// states: 322
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
char s[2]="a";
atomic_int x;
static void *A(void *p){
    strcpy(s,"b");
    int r=x;
    assert(r==0);
    return p;
}
static void *B(void *p){
    if(s[0]=='b') x=1;
    return p;
}
int main(void){
    pthread_t a,b;
    pthread_create(&a,0,A,0);
    pthread_create(&b,0,B,0);
    pthread_join(a,0);
    pthread_join(b,0);
    return 0;
}
