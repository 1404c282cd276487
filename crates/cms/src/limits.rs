//! The limits of one signature.

/// The most bytes of a CMS: one signer with a chain of three RSA-4096 certificates has about 8 KiB.
pub const BYTES_MAX: usize = 96 * 1024;

/// The deepest nesting of its elements. Certificates within a CMS reach about 15.
pub const DEPTH_MAX: usize = 32;

pub const SIGNERS_MAX: usize = 10;

/// The most certificates that a CMS may bring along.
pub const CERTIFICATES_MAX: usize = 20;

pub const ATTRIBUTES_MAX: usize = 32;

pub const CERTIFICATE_BYTES_MAX: usize = 32 * 1024;

pub const REQUEST_BYTES_MAX: usize = 16 * 1024;

pub const REQUEST_ATTRIBUTES_MAX: usize = 32;

pub const REVOCATION_LIST_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The most certificates between a signer and the bank's own authority, that authority included.
pub const CHAIN_MAX: usize = 5;

/// The fewest bits of an RSA key (NIST SP 800-131A). The words of errors name them.
pub const RSA_BITS_MIN: usize = 2048;

/// The most bits of an RSA key: longer ones cost time, and no known system issues them.
pub const RSA_BITS_MAX: usize = 8192;
