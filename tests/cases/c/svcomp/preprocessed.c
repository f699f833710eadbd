// A preprocessed program with the declarations of glibc, as SV-COMP has them: a counter under a mutex.
// expect: TRUE
// states: 74
# 1 "preprocessed.c"
# 1 "<built-in>" 1
# 1 "/usr/include/pthread.h" 1 3 4
typedef unsigned long int pthread_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
typedef struct __pthread_internal_list { struct __pthread_internal_list *__prev; struct __pthread_internal_list *__next; } __pthread_list_t;
struct __pthread_mutex_s { int __lock; unsigned int __count; int __owner; unsigned int __nusers; int __kind; short __spins; short __elision; __pthread_list_t __list; };
typedef union { struct __pthread_mutex_s __data; char __size[40]; long int __align; } pthread_mutex_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_mutex_lock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__ )) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__ )) __attribute__ ((__nonnull__ (1)));
# 3 "preprocessed.c" 2
extern void abort(void);
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail ("0", "preprocessed.c", 4, __extension__ __PRETTY_FUNCTION__); })); }
pthread_mutex_t m = { { 0, 0, 0, 0, 0, 0, 0, { 0, 0 } } };
int counter;
void *t_fun(void *arg) {
  pthread_mutex_lock(&m);
  counter = counter + 1;
  pthread_mutex_unlock(&m);
  return ((void *)0);
}
int main(int argc, char *argv[]) {
  pthread_t id;
  pthread_create(&id, ((void *)0), t_fun, ((void *)0));
  t_fun(((void *)0));
  pthread_join (id, ((void *)0));
  if (counter != 2) { reach_error(); abort(); }
  return 0;
}
