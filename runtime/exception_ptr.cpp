/* std::exception_ptr: a counted reference to a thrown object. std::rethrow_exception: exceptions.cpp. */
#include "cxx.h"
#include <exception>

namespace std {

namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) {
    if (object) _M_addref();
}

void exception_ptr::_M_addref() noexcept {
    if (_M_exception_object) tw::hold(_M_exception_object);
}

void exception_ptr::_M_release() noexcept {
    void *object = _M_exception_object;
    if (!object) return;
    _M_exception_object = nullptr;
    tw::release(object);
}

void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return reinterpret_cast<const type_info *>(tw::exception_of(_M_exception_object)->type);
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept { return exception_ptr(tw::handled_object()); }

} // namespace std
