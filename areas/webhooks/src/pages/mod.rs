//! placeholder
use crate::state::WebhooksState;
use ::pages::{Person, Reply, Section, SectionGuide, Site, Waiting};
use axum::Router;
/// State.
#[derive(Clone, Debug)]
pub struct WebhooksPages {
    /// site
    pub site: Site,
    /// state
    pub state: WebhooksState,
}
/// Guide.
#[derive(Clone, Debug)]
pub struct WebhooksGuide(pub WebhooksState);
impl SectionGuide for WebhooksGuide {
    fn section(&self) -> Section {
        Section::Integrations
    }
    fn waiting<'a>(&'a self, _person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async { Ok(Some(Vec::new())) })
    }
}
/// routes
pub fn routes(_pages: WebhooksPages) -> Router {
    Router::new()
}
