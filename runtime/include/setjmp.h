/* The system's setjmp.h. In C++ longjmp is not declared to throw nothing: then clang says where objects would be destroyed. */
#ifdef __cplusplus
#include <features.h>
#pragma push_macro("__THROWNL")
#undef __THROWNL
#define __THROWNL
#endif
#include_next <setjmp.h>
#ifdef __cplusplus
#pragma pop_macro("__THROWNL")
#endif
