//! Serves the descriptions as files, and the page that shows them where the build has it.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::routing::{MethodRouter, get};
use edge::{EdgeError, REQUEST_TIME_MAX, area_router};
use http::header;
use tokio::task::spawn_blocking;

#[cfg(feature = "documentation")]
use super::documentation_page;
use super::documents::Documents;
use super::root_error::{RootError, limits};
use super::{Addresses, areas};

pub(super) const PREFIXES: &[&str] = &["/openapi.json", "/openapi", "/docs"];

/// The page for somebody who asks for the API itself.
#[cfg(feature = "documentation")]
pub(super) const DOOR: &str = "/docs/";
#[cfg(not(feature = "documentation"))]
pub(super) const DOOR: &str = MERGED;

const MERGED: &str = "/openapi.json";

pub(super) fn routes(addresses: &Addresses) -> Router {
    let texts = Arc::new(Texts { addresses: addresses.clone(), rendered: OnceLock::new() });
    let paths: Vec<String> = std::iter::once(MERGED.to_owned()).chain(areas::names().map(path_of)).collect();
    let router =
        paths.iter().fold(Router::new(), |router, path| router.route(path, document(&texts, path.clone())));
    #[cfg(feature = "documentation")]
    let router = router.merge(documentation_page::routes(paths, &addresses.identity));
    area_router::<RootError>(limits("documentation", REQUEST_TIME_MAX), router)
}

fn path_of(area: &str) -> String {
    format!("/openapi/{area}.json")
}

/// The descriptions as texts by their addresses. They are made when somebody asks for the first of them: most servers
/// are never asked, and the making takes five times the memory of a server that has nothing to do.
struct Texts {
    addresses: Addresses,
    rendered: OnceLock<BTreeMap<String, Bytes>>,
}

impl Texts {
    async fn at(self: Arc<Self>, path: &str) -> Option<Bytes> {
        if self.rendered.get().is_none() {
            let texts = Arc::clone(&self);
            let making = spawn_blocking(move || {
                texts.rendered.get_or_init(|| rendered(&texts.addresses));
            });
            // Its failure is a panic, after which there are no texts.
            drop(making.await);
        }
        self.rendered.get()?.get(path).cloned()
    }
}

fn rendered(addresses: &Addresses) -> BTreeMap<String, Bytes> {
    let documents = Documents::of_this_build(addresses);
    let each = documents.areas().map(|(name, description)| (path_of(name), description));
    let all = std::iter::once((MERGED.to_owned(), documents.merged())).chain(each);
    all.filter_map(|(path, description)| Some((path, Bytes::from(description.to_json().ok()?)))).collect()
}

/// A description never changes while the program runs.
fn document(texts: &Arc<Texts>, path: String) -> MethodRouter {
    let texts = Arc::clone(texts);
    get(move || async move {
        let text =
            texts.at(&path).await.ok_or_else(|| EdgeError::internal("the descriptions were not made"))?;
        Ok::<_, RootError>(([(header::CONTENT_TYPE, "application/json")], text))
    })
}
