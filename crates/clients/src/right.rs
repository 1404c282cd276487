//! Rights of a user for a company.

use kernel::text_enum;

text_enum! {
    /// Something a user may do for one company.
    pub enum Right {
        /// To choose the company at the login and act for it.
        Act = "ACT",
        ViewAccounts = "VIEW_ACCOUNTS",
        /// To create, correct and delete its payroll statements.
        EditPayroll = "EDIT_PAYROLL",
        SignFirst = "SIGN_FIRST",
        SignSecond = "SIGN_SECOND",
        /// To change its integrations, certificates and sessions.
        CompanyAdministrator = "COMPANY_ADMINISTRATOR",
        /// To sign the document that creates a treasury with the company as its head.
        SignTreasury = "SIGN_TREASURY",
    }
}

/// The rights of one user for one company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights(u8);

impl Rights {
    pub const fn contains(self, right: Right) -> bool {
        self.0 & Self::bit(right) != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells that they let a user administer the company.
    pub const fn may_administer(self) -> bool {
        self.contains(Right::Act) && self.contains(Right::CompanyAdministrator)
    }

    /// The rights one by one, in the order of [`Right`].
    pub fn iter(self) -> impl Iterator<Item = Right> {
        Right::ALL.iter().copied().filter(move |right| self.contains(*right))
    }

    const fn bit(right: Right) -> u8 {
        match right {
            Right::Act => 1,
            Right::ViewAccounts => 1 << 1,
            Right::EditPayroll => 1 << 2,
            Right::SignFirst => 1 << 3,
            Right::SignSecond => 1 << 4,
            Right::CompanyAdministrator => 1 << 5,
            Right::SignTreasury => 1 << 6,
        }
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(rights: I) -> Self {
        Self(rights.into_iter().fold(0, |bits, right| bits | Self::bit(right)))
    }
}
