// flags: -frtti
/* Type information: the classes of type_info objects. Compilers let each type_info object of a program begin with the
 * address of the vtable of one of these classes; their destructors are what makes the compiler emit the vtables, and
 * that of __fundamental_type_info the type_info objects of int, int *, const int *, ….
 * Nothing calls a member of theirs: hierarchy.cpp looks at the data. */

namespace std {

class type_info {
  public:
    virtual ~type_info();

  protected:
    const char *name;
};

type_info::~type_info() = default;

} // namespace std

namespace __cxxabiv1 {

#define TW_INFO(name, base)               \
    class name : public base {            \
      public:                             \
        ~name() override;                 \
    };                                    \
    name::~name() = default;

TW_INFO(__fundamental_type_info, std::type_info)
TW_INFO(__array_type_info, std::type_info)
TW_INFO(__function_type_info, std::type_info)
TW_INFO(__enum_type_info, std::type_info)
TW_INFO(__class_type_info, std::type_info)
TW_INFO(__si_class_type_info, __class_type_info)
TW_INFO(__vmi_class_type_info, __class_type_info)
TW_INFO(__pbase_type_info, std::type_info)
TW_INFO(__pointer_type_info, __pbase_type_info)
TW_INFO(__pointer_to_member_type_info, __pbase_type_info)

/* Thrown through frames by pthread_exit; never here, but library code has handlers for it. */
class __forced_unwind {
    virtual ~__forced_unwind();
    virtual void pure() = 0;
};

__forced_unwind::~__forced_unwind() = default;

class __foreign_exception {
    virtual ~__foreign_exception();
    virtual void pure() = 0;
};

__foreign_exception::~__foreign_exception() = default;

} // namespace __cxxabiv1
