//! One statement with everything that belongs to it, and the money of the account that pays it.

use accounts::ledger::{LedgerAccountId, account_state};
use clients::{Right, Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, Money, UserId};
use store::{Result, Store, Tx};

use super::access::{check_version, read_seen, scheme_of};
use super::awaited::{Candidate, Signatories, own_types};
use super::error::StatementError;
use super::look_again::SecondLook;
use super::timing::tell_anew;
use super::trail::Origin;
use crate::catalogue::{Finding, FoundAtTransfers, Reason, Severity};
use crate::identifier::{ExternalId, StatementId};
use crate::income::EnrollmentKind;
use crate::lifecycle::{StatementEvent, StatementStatus};
use crate::rights::{may_edit, signs};
use crate::signing::{GivenSignature, Standing, missing_types};
use crate::state::PayrollState;
use crate::statement::{HistoryLine, StatementHeader};
use crate::store::{dictionaries, findings, outcomes, progress, signatures, statements};
use crate::transfer_status::Counts;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    pub given: GivenSignature,
    pub full_name: String,
}

#[derive(Clone, Debug)]
pub struct Detail {
    pub header: StatementHeader,
    pub created_by_name: String,
    /// The findings at the statement itself.
    pub own: Vec<Finding>,
    pub at_transfers: Vec<FoundAtTransfers>,
    pub counts: Counts,
    pub signers: Vec<Signer>,
    pub scheme: SignatureScheme,
    /// The number of signatures of each type that are still missing.
    pub missing: Vec<(SignatureType, u8)>,
    /// The people who could give them, at most 50 of each type.
    pub candidates: Vec<Candidate>,
    /// The reason for which a signature of a scheduled or partly signed statement does not count any more: it will be
    /// declined on its day, or with its last signature.
    pub lost: Option<Reason>,
    /// The days that the missing signatures may still take.
    pub days_left: Option<i64>,
    pub history: Vec<HistoryLine>,
    pub rights: Rights,
    pub may_sign: Vec<SignatureType>,
}

impl Detail {
    pub fn may_correct(&self) -> bool {
        may_edit(self.rights) && self.header.state.after(StatementEvent::Corrected).is_ok()
    }

    /// Refuses a signature of this type where [`sign`](super::sign) would: a one-time code is looked at, and so spent,
    /// only when nothing else refuses.
    pub fn check_signature(&self, version: i64, kind: SignatureType) -> Result<(), StatementError> {
        check_version(&self.header, version)?;
        let status = self.header.state.status();
        if !status.awaits_signatures() {
            Err(StatementError::NotInThisState(status))
        } else if !self.rights.may_sign(kind) {
            Err(StatementError::NoRight)
        } else if !self.may_sign.contains(&kind) {
            Err(StatementError::SignatureNotNeeded)
        } else {
            Ok(())
        }
    }

    pub const fn may_edit(&self) -> bool {
        may_edit(self.rights)
    }

    /// Returns the line of the first transfer with an error, as the checks last found them.
    pub fn first_faulty_line(&self) -> Option<i64> {
        let is_error = |found: &&FoundAtTransfers| found.what.code.severity() == Severity::Error;
        self.at_transfers.iter().filter(is_error).map(|found| found.first_line).min()
    }

    /// Returns `true` when the statement has all signatures that the company's scheme asks for by now, and still waits.
    pub fn has_enough_signatures(&self) -> bool {
        self.header.state.status() == StatementStatus::PartlySigned && self.missing.is_empty()
    }

    pub fn signs(&self) -> bool {
        signs(self.rights)
    }

    /// Returns `true` when the user may send such a statement on.
    pub fn may_complete(&self) -> bool {
        self.has_enough_signatures() && self.signs()
    }

    pub fn may_delete(&self) -> bool {
        may_edit(self.rights) && self.header.state.after(StatementEvent::Deleted).is_ok()
    }
}

/// Returns a statement of the company, for a user who may see statements.
pub async fn detail(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
) -> Result<Detail, StatementError> {
    let (unit_state, user) = (state.clone(), origin.user.clone());
    let read = move |tx: &mut Tx, header: StatementHeader, rights: Rights| {
        read_detail(tx, &unit_state, header, (&user, rights))
    };
    read_seen(state, "payroll.detail", (origin, id), read).await
}

fn read_detail(
    tx: &mut Tx,
    state: &PayrollState,
    header: StatementHeader,
    (user, rights): (&UserId, Rights),
) -> Result<Detail, StatementError> {
    let id = header.id;
    let mut own = findings::between(tx, id, 0, 0)?;
    tell_anew(tx, &state.settings, &header, state.clock.now(), &mut own)?;
    let at_transfers = findings::at_transfers(tx, id)?;
    let scheme = scheme_of(tx, &header.cnum)?;
    let given = signatures::given(tx, id)?;
    let missing = missing_types(scheme, &given);
    let awaits_signatures = header.state.status().awaits_signatures();
    let types = missing.iter().map(|(kind, _)| *kind).filter(|_| awaits_signatures);
    let candidates = Signatories::read(tx, &header.cnum, scheme, types)?.candidates(&given);
    let may_sign = if awaits_signatures { own_types(scheme, &given, user, rights) } else { Vec::new() };
    Ok(Detail {
        created_by_name: dictionaries::name_of(tx, &header.created_by)?,
        own,
        at_transfers,
        counts: counts(tx, id)?,
        signers: named(tx, given)?,
        scheme,
        missing,
        candidates,
        lost: lost(tx, state, &header)?,
        days_left: signatures::days_left(tx, id)?,
        history: progress::steps(tx, id)?,
        rights,
        may_sign,
        header,
    })
}

/// Looks at the signatures of a statement that waits for its day or for other signatures, as if these came now.
fn lost(tx: &mut Tx, state: &PayrollState, header: &StatementHeader) -> Result<Option<Reason>> {
    if !matches!(header.state.status(), StatementStatus::Scheduled | StatementStatus::PartlySigned) {
        return Ok(None);
    }
    let mut second_look = SecondLook::new(&state.settings, &header.cnum, state.clock.now());
    Ok(match second_look.at(tx, header)? {
        Standing::Lost(reason) => Some(reason),
        Standing::Stands | Standing::Unknown(_) => None,
    })
}

fn named(tx: &mut Tx, given: Vec<GivenSignature>) -> Result<Vec<Signer>> {
    let signer = |given: GivenSignature| {
        let full_name = dictionaries::name_of(tx, &given.user)?;
        Ok(Signer { given, full_name })
    };
    given.into_iter().map(signer).collect()
}

fn counts(tx: &mut Tx, id: StatementId) -> Result<Counts> {
    let mut counts = Counts::default();
    findings::count(tx, id, &mut counts)?;
    outcomes::count(tx, id, &mut counts)?;
    Ok(counts)
}

pub(crate) async fn enrollment_kind(state: &PayrollState, code: String) -> Result<Option<EnrollmentKind>> {
    let work = move |tx: &mut Tx| dictionaries::enrollment_kind(tx, &code);
    state.store.read("payroll.enrollment_kind", work).await
}

/// Returns the kinds that new statements may use, with their codes.
pub(crate) async fn open_enrollment_kinds(state: &PayrollState) -> Result<Vec<(String, EnrollmentKind)>> {
    state.store.read("payroll.enrollment_kinds", dictionaries::open_enrollment_kinds).await
}

/// Reads the state of the statement that the company calls so, or in which it left for the archive; `None` for none.
pub async fn status_of(store: &Store, company: Cnum, name: ExternalId) -> Result<Option<StatementStatus>> {
    let unit = move |tx: &mut Tx| statements::existing(tx, &company, &name);
    Ok(store.read("payroll.status_of", unit).await?.map(|(status, _)| status))
}

/// Money of the account that pays a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payer {
    /// The balance with credit limits and without what is held.
    pub available: Money,
    /// The part of the statement's total that is not there; `None` when all is.
    pub shortage: Option<Money>,
}

/// Returns what the account of the company's statement has; `None` for a user who may not see accounts, and when the
/// ledger has no such account.
pub async fn payer(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
) -> Result<Option<Payer>, StatementError> {
    let read = |tx: &mut Tx, header: StatementHeader, rights: Rights| {
        if !rights.contains(Right::ViewAccounts) {
            return Ok(None);
        }
        let Some(account) = account_state(tx, &LedgerAccountId::from(&header.terms.account))? else {
            return Ok(None);
        };
        let available = account.balance.checked_add(account.limit);
        let available = available.and_then(|sum| sum.checked_sub(account.held));
        let payer = |available: Money| {
            let shortage = header.terms.total.checked_sub(available);
            Payer { available, shortage: shortage.filter(|shortage| shortage.is_positive()) }
        };
        Ok(available.map(payer))
    };
    read_seen(state, "payroll.payer", (origin, id), read).await
}
