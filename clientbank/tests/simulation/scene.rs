//! All that a deed is done with.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use store::Store;
use testkit::{Answer, TokenPair};

use crate::ground::{Ground, Process};
use crate::model::Model;
use crate::people::COMPANIES;

/// A process of the bank, those outside of it, and what both of them keep.
pub(crate) struct Scene {
    pub(crate) process: Rc<Process>,
    pub(crate) ground: Rc<Ground>,
    pub(crate) model: Rc<RefCell<Model>>,
    /// Reads the database past the gate.
    pub(crate) watcher: Store,
    /// The folder of the archive.
    pub(crate) archive: PathBuf,
}

impl Scene {
    /// The tokens of the software of this company.
    pub(crate) fn tokens(&self, company: usize) -> TokenPair {
        COMPANIES[company].tokens(&self.ground, &mut self.model.borrow_mut())
    }

    /// The cookie of this person of a company.
    pub(crate) fn cookie(&self, company: usize, person: usize) -> String {
        COMPANIES[company].cookie(person, &self.ground, &self.model.borrow())
    }

    /// Takes down the answer to a company's request: it is good, turned away, or breaks a rule. Returns its status.
    pub(crate) fn judge(&self, answer: &Answer, is_good: bool, (kind, name): (&str, &str)) -> String {
        let (status, mut model) = (answer.status.as_u16(), self.model.borrow_mut());
        if !is_good && !model.turns_away(status) {
            model.broken.push(format!("{kind} is answered {status}: {name} {}", answer.text()));
        }
        status.to_string()
    }

    /// Asks for the state of something; an error is the status of another answer. `may_lack` tells whether it need not
    /// be there.
    pub(crate) async fn ask(
        &self,
        path: &str,
        (company, field): (usize, &str),
        may_lack: impl Fn(&Model) -> bool,
    ) -> Result<String, String> {
        let tokens = self.tokens(company);
        let answer = self.process.api.get(path).tokens(&tokens).send().await;
        if answer.status == 200 {
            return Ok(answer.json()[field].as_str().unwrap_or_default().to_owned());
        }
        let is_lacking = answer.status == 404 && may_lack(&self.model.borrow());
        Err(self.judge(&answer, is_lacking, ("a question", path)))
    }
}
