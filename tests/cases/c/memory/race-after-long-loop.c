// A race behind a long local loop.
// expect: data-race=FALSE
#include <pthread.h>
int x;
static void *t(void *p){
    volatile int n=0;
    for(int i=0;i<30000;i++) n+=i;
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
