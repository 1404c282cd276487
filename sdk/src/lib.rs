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
//! [`Bank`] refreshes the tokens once when a call is answered with 401, as the specification asks (section 4.1); the
//! new ones are in [`Bank::tokens`] afterwards, and belong into the place where the old ones were kept: a refresh
//! token is good for one use.

mod account;
mod account_field;
mod accounts;
mod bank;
mod error;
mod identity;
mod login;
mod settings;
mod tokens;
mod transport;

pub use account::Account;
pub use account_field::AccountField;
pub use accounts::Page;
pub use bank::Bank;
pub use error::{Problem, SdkError};
pub use identity::Identity;
pub use login::{Code, Login};
pub use settings::Settings;
pub use tokens::Tokens;
