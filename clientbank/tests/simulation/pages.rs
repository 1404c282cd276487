//! People in the online bank: they sign statements and delete them.

use std::cell::RefCell;
use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cms::Signer;
use store::{Store, StoreError, params};
use testkit::{Answer, TEST_CSRF};

use crate::ground::Process;
use crate::model::Model;

store::queries! {
    /// A statement as its page shows it.
    PAGE = "select n.name, s.version from payroll_statements s
        join payroll_statement_names n on n.statement_id = s.statement_id where s.external_id = $1";
}

/// A statement as somebody has its page open.
pub(crate) struct Page {
    id: String,
    version: i64,
    /// The cookie of the person's session.
    cookie: String,
}

impl Page {
    /// Opens the page.
    pub(crate) async fn open(store: &Store, name: &str, cookie: String) -> Result<Option<Self>, StoreError> {
        let row = store.query_optional(&PAGE, params![name]).await?;
        let page = |row: store::Row| {
            Ok(Self { id: row.text("name")?.to_owned(), version: row.integer("version")?, cookie })
        };
        row.map(page).transpose()
    }

    async fn send(&self, process: &Process, verb: &str, more: &[(&str, &str)]) -> Answer {
        let version = self.version.to_string();
        let mut fields = vec![("csrf", TEST_CSRF), ("sure", "yes"), ("version", &version)];
        fields.extend(more);
        let path = format!("/bank/payroll/{}/{verb}", self.id);
        process.pages.post(&path).session_cookie(&self.cookie).form(&fields).send().await
    }

    /// Signs with a certificate what the page shows.
    pub(crate) async fn sign(
        self,
        process: Rc<Process>,
        model: Rc<RefCell<Model>>,
        signer: Signer,
    ) -> String {
        let path = format!("/bank/payroll/{}/digest.bin", self.id);
        let file = process.pages.get(&path).session_cookie(&self.cookie).send().await;
        let Ok(digest) = <[u8; 32]>::try_from(file.body.as_slice()) else { return told(&model, &file) };
        let cms = STANDARD.encode(cms::sign(&digest, &[&signer]).expect("a signature"));
        told(&model, &self.send(&process, "sign", &[("how", "certificate"), ("cms", &cms)]).await)
    }

    /// Deletes the statement.
    pub(crate) async fn delete(self, process: Rc<Process>, model: Rc<RefCell<Model>>) -> String {
        told(&model, &self.send(&process, "delete", &[]).await)
    }
}

pub(crate) fn told(model: &RefCell<Model>, answer: &Answer) -> String {
    let status = answer.status.as_u16();
    if status >= 500 && status != 503 {
        model.borrow_mut().broken.push(format!("a page is answered {status}: {}", answer.text()));
    }
    let place = answer.location().and_then(|place| place.split_once("?done=")).map(|(_, done)| done);
    place.map_or_else(|| status.to_string(), str::to_owned)
}
