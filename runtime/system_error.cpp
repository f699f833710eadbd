// flags: -frtti
/* Error categories and std::system_error. The numbers of the generic and of the system category are those of errno. */
#include <system_error>
extern "C" {
#include "internal.h"
}

namespace {

struct Errno : std::error_category {
    std::string message(int value) const override { return __tw_error_message(value); }
};

struct Generic final : Errno {
    const char *name() const noexcept override { return "generic"; }
};

struct System final : Errno {
    const char *name() const noexcept override { return "system"; }
    std::error_condition default_error_condition(int value) const noexcept override {
        return {value, std::generic_category()};
    }
};

[[clang::no_destroy]] constinit const Generic generic_errors;
[[clang::no_destroy]] constinit const System system_errors;

} // namespace

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;
__cow_string error_category::_M_message(int value) const { return message(value); }
error_condition error_category::default_error_condition(int value) const noexcept { return {value, *this}; }

bool error_category::equivalent(int value, const error_condition &c) const noexcept {
    return default_error_condition(value) == c;
}

bool error_category::equivalent(const error_code &c, int value) const noexcept {
    return *this == c.category() && c.value() == value;
}

const error_category &generic_category() noexcept { return generic_errors; }
const error_category &system_category() noexcept { return system_errors; }

} // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;

} // namespace std
