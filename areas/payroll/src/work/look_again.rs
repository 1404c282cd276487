//! The second look at signatures (PAY-11). However soon money moves, somebody who signed may have been locked, and a
//! certificate revoked, before the last signature came or while an operator had stopped execution.

use std::collections::BTreeMap;

use clients::signatures::{SignatureError, Trust, look_again_at_person, trust};
use kernel::{Cnum, Instant};
use store::{Result, Tx};

use super::timing::due;
use crate::signing::{RecordedSignature, SigningMethod, Standing};
use crate::state::PayrollSettings;
use crate::statement::StatementHeader;
use crate::store::signatures;

/// Looks at those who signed statements of one company, in one unit of work: once at each person and certificate.
pub(super) struct SecondLook<'s> {
    settings: &'s PayrollSettings,
    cnum: &'s Cnum,
    now: Instant,
    /// Read when first a signature was made with a certificate.
    trust: Option<Trust>,
    found: BTreeMap<SigningMethod, Option<SignatureError>>,
}

impl<'s> SecondLook<'s> {
    pub(super) const fn new(settings: &'s PayrollSettings, cnum: &'s Cnum, now: Instant) -> Self {
        Self { settings, cnum, now, trust: None, found: BTreeMap::new() }
    }

    /// Looks at everybody who signed the statement: certificates, revocation, registration, whether the person may
    /// still sign. The scheme is not asked again: it decided when the last signature was given.
    pub(super) fn at(&mut self, tx: &mut Tx, statement: &StatementHeader) -> Result<Standing> {
        for RecordedSignature { position, method } in signatures::recorded(tx, statement.id)? {
            if let Some(error) = self.fault(tx, method)? {
                let zone = &self.settings.zone;
                let day = due(tx, self.settings, statement, zone.date_of(statement.changed_at))?;
                return Ok(Standing::after(&error, position, day, zone, self.now));
            }
        }
        Ok(Standing::Stands)
    }

    fn fault(&mut self, tx: &mut Tx, method: SigningMethod) -> Result<Option<SignatureError>> {
        if let Some(found) = self.found.get(&method) {
            return Ok(found.clone());
        }
        let now = self.now;
        let found = match &method {
            // No other statement has it.
            SigningMethod::Sent(signature) => return Ok(self.trust(tx)?.look_again(signature, now).err()),
            SigningMethod::Certificate(certificate) => self.trust(tx)?.look_again_at(certificate, now).err(),
            SigningMethod::Confirmation(user, signature_type) => {
                look_again_at_person(tx, self.cnum, user, *signature_type)?
            }
        };
        self.found.insert(method, found.clone());
        Ok(found)
    }

    fn trust(&mut self, tx: &mut Tx) -> Result<&mut Trust> {
        match &mut self.trust {
            Some(trust) => Ok(trust),
            unread => Ok(unread.insert(trust(tx, self.cnum, self.settings.missing_list)?)),
        }
    }
}
