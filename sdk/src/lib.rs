//! A client of the bank: login with OpenID Connect and PKCE, and the calls of the business API, blocking and exact.
//!
//! A login happens in a browser, so it has two halves. [`Login::begin`] makes the secrets and the address to open;
//! [`Login::accept`] checks what the browser brings back to the redirect address. Between the two, nothing of the
//! user's password passes through this library.
//!
//! ```no_run
//! use kernel::SystemRandomness;
//! use sdk::{AccountField, Bank, Identity, Login, Page, Settings};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = Settings {
//!     identity: "http://127.0.0.1:8081".parse()?,
//!     api: "http://127.0.0.1:8080".parse()?,
//!     client_id: "demo-erp".parse()?,
//!     client_secret: "demo-erp-secret".to_owned(),
//!     redirect_uri: "http://127.0.0.1:9090/callback".parse()?,
//! };
//! let login = Login::begin(&settings, &SystemRandomness)?;
//! println!("open {}", login.authorization_url());
//!
//! // The browser comes back to the redirect address; its whole address is the answer.
//! let answer = "http://127.0.0.1:9090/callback?code=…&state=…".parse()?;
//! let code = login.accept(&answer)?;
//! let tokens = Identity::new(&settings).exchange(&login, &code)?;
//!
//! let mut bank = Bank::new(&settings, tokens);
//! for account in bank.accounts(&[AccountField::Number, AccountField::Balance], Page::default())? {
//!     println!("{} {}", account.id, account.balance.map_or(String::new(), |balance| balance.to_string()));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A payroll statement is sent as it was written, with signatures over its digest:
//!
//! ```no_run
//! use cms::Signer;
//! use sdk::{Bank, Patience, StatementRequest};
//!
//! # fn send(bank: &mut Bank) -> Result<(), Box<dyn std::error::Error>> {
//! let mut request = StatementRequest::new(&std::fs::read_to_string("statement.json")?)?;
//! for name in ["ivanova-C00001-FIRST", "petrov-C00001-SECOND"] {
//!     let read = |ending: &str| std::fs::read_to_string(format!("clientbank-demo/demo-keys/{name}.{ending}"));
//!     request.sign(&Signer::from_pem(&read("key")?, &read("crt")?)?)?;
//! }
//! bank.submit_statement(&request)?;
//! let status = bank.statement_status(request.external_id())?;
//! println!("{}", status.status.as_str());
//! # Ok(())
//! # }
//! ```
//!
//! [`Bank`] refreshes the tokens once when a call is answered with 401, as the specification asks (section 4.1); the
//! new ones are in [`Bank::tokens`] afterwards, and belong in the place where the old ones were kept: a refresh
//! token whose successor was used ends the login.

#![warn(missing_docs)]

mod account;
mod bank;
mod certificates;
mod error;
mod identity;
mod login;
mod operations;
mod payroll;
mod program;
mod settings;
mod tariffs;
mod tokens;
mod transport;

pub use account::{Account, AccountField, Page};
pub use bank::Bank;
pub use certificates::{Certificate, CertificateReason, CertificateTask, CertificateTaskState};
pub use error::{Problem, SdkError};
pub use identity::Identity;
pub use login::{Code, Login};
pub use operations::{Counterparty, Operation, OperationsPage, OperationsQuery};
pub use payroll::{
    Finding, POLLING_PACE, Patience, StatementRequest, StatementRequestError, StatementState,
    StatementStatus, TransferState, TransferStatus, TransfersPage, WaitError,
};
pub use program::{ADMINISTRATION_MAX, Administration, BankApi};
pub use settings::Settings;
pub use tariffs::{TariffPage, TariffRequest, TariffRequestBody};
pub use tokens::Tokens;
pub use transport::CALL_MAX;
