//! Forms outlive the session in which a person typed them: a form that arrives after its end is kept until the
//! person is back.
//!
//! A form whose session has ended, but whose cookie and token against forged forms are that session's own, is kept by
//! the server under a key that only the browser has, and works once. After the login of the same person for the same
//! company, the page of the form is shown with what was typed; nothing is sent by itself. Passwords, codes and files
//! are not kept.

mod carry;
mod fields;
mod fill;
mod lent;
mod port;

pub(crate) use lent::Lent;

pub use fields::{KEPT_BYTES_MAX, SECRET_FIELDS};
pub use port::{FormOwner, KEPT_S, KeptForm, KeptForms};
