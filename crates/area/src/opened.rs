//! An area at work.

use std::sync::Arc;

use axum::Router;
use jobs::Worker;
use pages::{SectionGuide, Site};
use sandbox::Sandbox;

use crate::sandbox_operations::sandbox_router;

/// The parts of an area that work in one process.
pub struct Opened {
    /// Its operations with everything they answer, full paths, state given.
    pub routes: Router,
    /// Makes its pages for the site, which knows the guides of all areas: full paths below `/bank`, without the frame
    /// that all areas share.
    pub pages: Box<dyn FnOnce(Site) -> Router + Send>,
    pub guides: Vec<Arc<dyn SectionGuide>>,
    pub workers: Vec<Worker>,
    /// Its operations that only a sandbox has, with their paths, which begin with `/sandbox/v1/`.
    pub sandbox: Option<(&'static [&'static str], Router)>,
}

impl Opened {
    /// Makes an area of operations alone.
    pub fn of(routes: Router) -> Self {
        let pages = Box::new(|_| Router::new());
        Self { routes, pages, guides: Vec::new(), workers: Vec::new(), sandbox: None }
    }

    pub fn with_pages(self, pages: impl FnOnce(Site) -> Router + Send + 'static) -> Self {
        Self { pages: Box::new(pages), ..self }
    }

    pub fn with_guide(mut self, guide: impl SectionGuide + 'static) -> Self {
        self.guides.push(Arc::new(guide));
        self
    }

    /// Adds its operations that only a sandbox has, when the program is one.
    pub fn with_sandbox(
        self,
        sandbox: Option<&Sandbox>,
        prefixes: &'static [&'static str],
        routes: impl FnOnce() -> Router,
    ) -> Self {
        Self { sandbox: sandbox.map(|_| (prefixes, sandbox_router(routes()))), ..self }
    }

    pub fn with_workers(self, workers: Vec<Worker>) -> Self {
        Self { workers, ..self }
    }
}

kernel::debug_shows!(Opened { guides, workers, .. });
