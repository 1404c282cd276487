//! Paths of the online bank that several pages name.

/// The path at which the online bank begins: every page of it is here or below.
pub const ONLINE_BANK_PATH: &str = "/bank";
/// The path at which a session of the online bank begins.
pub const LOGIN_PATH: &str = "/bank/login";
/// The path at which the script of a page asks for the end of the session, and a form keeps it alive.
pub const SESSION_PATH: &str = "/bank/session";
/// The path of the certificates with which the person signs for the company now, as one file of PEM.
pub const OWN_CERTIFICATES_PATH: &str = "/bank/signature/certificates.pem";
/// The path at which a sandbox shows its clock; live programs have nothing there.
pub const SANDBOX_PATH: &str = "/bank/sandbox";
pub const LANGUAGE_PATH: &str = "/bank/language";
/// Path of the challenge for a passkey that confirms.
pub const CONFIRMATION_PASSKEY_PATH: &str = "/bank/confirmation/passkey";
/// The path of help and contacts, which needs no session.
pub const HELP_PATH: &str = "/bank/help";
