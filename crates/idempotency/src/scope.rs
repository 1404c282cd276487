//! The owner of a key.

use edge::Caller;

/// The caller whom a key belongs to: the same text of anybody else is another key, and its answer is theirs alone.
#[derive(Clone, Debug)]
pub struct Scope {
    pub(crate) client: String,
    pub(crate) company: String,
    pub(crate) user: String,
}

impl Scope {
    /// A person of the bank, who calls without software and for no company: no caller of a company has such a key.
    pub fn of_operator(name: &str) -> Self {
        Self { client: String::new(), company: String::new(), user: name.to_owned() }
    }
}

impl From<&Caller> for Scope {
    fn from(caller: &Caller) -> Self {
        let (client, company) = (caller.client.as_str().to_owned(), caller.company.as_str().to_owned());
        Self { client, company, user: caller.user.as_str().to_owned() }
    }
}
