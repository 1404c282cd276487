//! The unified treasury in the online bank: the companies that the person may include.

mod list;
mod words;

use axum::Router;
use axum::routing::get;
use pages::AreaPages;
use store::Store;

pub type TreasuryPages = AreaPages<Store>;

pub fn routes(pages: TreasuryPages) -> Router {
    Router::new().route("/bank/treasury", get(list::get)).with_state(pages)
}
