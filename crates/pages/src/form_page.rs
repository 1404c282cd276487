//! A page with forms: as it was asked for, after one of its forms was carried out, or again with the mistakes in one.

use edge::QueryList;
use http::StatusCode;

use crate::error::PageError;

/// The way in which a page with forms is shown; `F` has the mistakes in its forms.
#[derive(Clone, Debug)]
pub struct FormPage<F> {
    pub status: StatusCode,
    /// The sentence about the form that was carried out.
    pub notice: Option<&'static str>,
    pub faults: F,
}

impl<F: Default> FormPage<F> {
    /// Shows the page as it was asked for. The parameter `done` names the form that was carried out before, and so
    /// chooses one of `notices`.
    pub fn asked(query: &QueryList<PageError>, notices: &[(&str, &'static str)]) -> Result<Self, PageError> {
        let done = query.single("done")?;
        let notice = notices.iter().find(|(name, _)| done == Some(name)).map(|(_, notice)| *notice);
        Ok(Self { status: StatusCode::OK, notice, faults: F::default() })
    }
}

impl<F> FormPage<F> {
    /// Shows the page again, with the mistakes in a form.
    pub const fn again(status: StatusCode, faults: F) -> Self {
        Self { status, notice: None, faults }
    }
}
