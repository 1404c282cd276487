//! The macro behind the states of both machines: a state has the name of the status that callers see.

/// Declares the states of a machine, each with the facts that it owns.
macro_rules! states {
    ($(#[$about:meta])* $name:ident {
        $($(#[$documentation:meta])* $state:ident $({ $(#[$of_fact:meta])* $fact:ident: $type:ty })?,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$documentation])* $state $({ $(#[$of_fact])* $fact: $type })?,)+
        }

        impl $name {
            /// Returns the status that the caller sees.
            pub const fn status(&self) -> StatementStatus {
                match self {
                    $(Self::$state $({ $fact: _ })? => StatementStatus::$state,)+
                }
            }

            /// Returns the state that callers see so; `None` when the machine has none, or a fact of it is missing.
            pub(super) fn of(status: StatementStatus, facts: StateFacts) -> Option<Self> {
                $(if status == StatementStatus::$state {
                    return Some(Self::$state $({ $fact: facts.$fact? })?);
                })+
                None
            }
        }
    };
}
