//! State of this area's pages in the online bank.

use ::pages::Site;
use axum::extract::{FromRef, State};
use edge::RequestLog;

use crate::state::IdentityState;

/// State that these pages share.
#[derive(Clone)]
pub struct OnlineBankPages {
    pub identity: IdentityState,
    pub site: Site,
    /// The log of calls, when the bank keeps one.
    pub log: Option<RequestLog>,
}

/// The state as handlers take it.
pub(crate) type Pages = State<OnlineBankPages>;

impl FromRef<OnlineBankPages> for Site {
    fn from_ref(pages: &OnlineBankPages) -> Self {
        pages.site.clone()
    }
}
