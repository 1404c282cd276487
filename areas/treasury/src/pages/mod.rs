//! The unified treasury in the online bank: the companies that the person may include.

mod list;
mod words;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;
use pages::Site;
use store::Store;

/// State of the pages.
#[derive(Clone, Debug)]
pub struct TreasuryPages {
    /// The frame of the online bank.
    pub site: Site,
    /// The database of companies, rights and treasuries.
    pub store: Store,
}

impl FromRef<TreasuryPages> for Site {
    fn from_ref(pages: &TreasuryPages) -> Self {
        pages.site.clone()
    }
}

/// The pages, for [`Site::routes`].
pub fn routes(pages: TreasuryPages) -> Router {
    Router::new().route("/bank/treasury", get(list::get)).with_state(pages)
}
