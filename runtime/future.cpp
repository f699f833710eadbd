// flags: -frtti
/* Parts of futures that are not in headers; std::future_error. */
#include "cxx.h"
#include <future>

namespace {

struct Future final : std::error_category {
    const char *name() const noexcept override { return "future"; }

    std::string message(int value) const override {
        switch (static_cast<std::future_errc>(value)) {
        case std::future_errc::future_already_retrieved: return "Future already retrieved";
        case std::future_errc::promise_already_satisfied: return "Promise already satisfied";
        case std::future_errc::no_state: return "No associated state";
        case std::future_errc::broken_promise: return "Broken promise";
        }
        return "Unknown error";
    }
};

[[clang::no_destroy]] constinit const Future category;

} // namespace

namespace std {

const error_category &future_category() noexcept { return category; }
future_error::~future_error() noexcept = default;
const char *future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int e) { tw::raise<future_error>(static_cast<future_errc>(e)); }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

/* promise::set_value_at_thread_exit and the like: the state becomes ready when the thread ends. */
void __future_base::_State_baseV2::_Make_ready::_M_set() {
    _M_cb = _S_run;
    tw::call_at_thread_exit(this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void *p) {
    unique_ptr<_Make_ready> self(static_cast<_Make_ready *>(p));
    if (auto state = self->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

} // namespace std
