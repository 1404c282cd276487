//! The parts of the online bank.

/// A part of the online bank: an entry of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Accounts and balances: the first page.
    Accounts,
    /// Payroll statements.
    Payroll,
    /// Certificates of currency transactions.
    Certificates,
    /// Requests for another tariff plan.
    Tariffs,
    /// Letters to and from the bank.
    Letters,
    /// Webinars of the bank.
    Webinars,
    /// Companies that may be included in a unified treasury.
    Treasury,
    /// Trade-finance agreements.
    Agreements,
    /// Software that works for the company: for its administrators.
    Integrations,
    /// People of the company and their rights: for its administrators.
    Users,
    /// The certificates with which the person signs.
    Signature,
    /// The person's own password, second factor and sessions.
    Security,
}

impl Section {
    /// Every section, in the order of the menu.
    pub const ALL: [Self; 12] = [
        Self::Accounts,
        Self::Payroll,
        Self::Certificates,
        Self::Tariffs,
        Self::Letters,
        Self::Treasury,
        Self::Agreements,
        Self::Webinars,
        Self::Integrations,
        Self::Users,
        Self::Signature,
        Self::Security,
    ];

    /// Returns the path of its first page.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Accounts => "/bank",
            Self::Payroll => "/bank/payroll",
            Self::Certificates => "/bank/certificates",
            Self::Tariffs => "/bank/tariffs",
            Self::Letters => "/bank/letters",
            Self::Webinars => "/bank/webinars",
            Self::Treasury => "/bank/treasury",
            Self::Agreements => "/bank/agreements",
            Self::Security => "/bank/security",
            Self::Integrations => "/bank/integrations",
            Self::Users => "/bank/users",
            Self::Signature => "/bank/signature",
        }
    }

    /// Tells that it is for the company's administrators alone.
    pub const fn is_for_administrators(self) -> bool {
        match self {
            Self::Accounts
            | Self::Payroll
            | Self::Certificates
            | Self::Tariffs
            | Self::Letters
            | Self::Webinars
            | Self::Signature
            | Self::Treasury
            | Self::Agreements
            | Self::Security => false,
            Self::Integrations | Self::Users => true,
        }
    }
}
