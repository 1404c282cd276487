//! The gate that requests for a change pass, and that an operator can shut.
//!
//! Everything but GET, HEAD and OPTIONS asks for a change, unless its area says that the route goes on
//! ([`AreaLimits::going_on`](crate::AreaLimits)). The frame asks before any work; whether the company of the caller is
//! stopped is asked where the tokens are verified.

use std::fmt;

use kernel::Cnum;

/// The stops that operators have set. Asked on every request for a change, so it answers from memory.
pub trait Gate: Send + Sync + fmt::Debug {
    /// Tells whether nobody may change anything.
    fn is_read_only(&self) -> bool;

    /// Tells whether nobody may change anything of this company.
    fn is_company_stopped(&self, company: &Cnum) -> bool;
}
