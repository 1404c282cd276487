//! The parts of the online bank.

kernel::text_enum! {
    /// A part of the online bank: an entry of the menu, in its order, by the path of its first page.
    pub enum Section {
        /// Accounts and balances: the first page.
        Accounts = "/bank",
        Payroll = "/bank/payroll",
        Certificates = "/bank/certificates",
        Tariffs = "/bank/tariffs",
        Letters = "/bank/letters",
        /// Companies that may be included in a unified treasury.
        Treasury = "/bank/treasury",
        Agreements = "/bank/agreements",
        Webinars = "/bank/webinars",
        /// Software that works for the company: for its administrators.
        Integrations = "/bank/integrations",
        /// People of the company and their rights: for its administrators.
        Users = "/bank/users",
        /// The certificates with which the person signs.
        Signature = "/bank/signature",
        /// The person's own password, second factor and sessions.
        Security = "/bank/security",
    }
}

impl Section {
    /// Returns the path of its first page.
    pub const fn path(self) -> &'static str {
        self.as_str()
    }

    /// Tells that it is for the company's administrators alone.
    pub const fn is_for_administrators(self) -> bool {
        matches!(self, Self::Integrations | Self::Users)
    }
}
