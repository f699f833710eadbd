//! Reading and writing certificates.
