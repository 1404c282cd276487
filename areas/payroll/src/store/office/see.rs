//! One statement with everything that belongs to it.

use std::collections::BTreeSet;

use clients::signatures::{may_add, scheme_state};
use clients::{Right, Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, Instant, UserId};
use store::{Row, StoreError, Tx, params};

use super::change::{OfficeError, own_header, rights_to_see};
use super::sign::people;
use crate::catalogue::{Code, Finding, Reason};
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::codec;
use crate::store::lapse::{awaits_signatures, days_left};
use crate::store::signatures::{self, GivenSignature};
use crate::store::transfers as rows;
use crate::store::viewing::{self, FoundAtTransfers, SeenTransfer};
use crate::transfer::Transfer;
use crate::transfer_status::Outcome;

/// The most transfers that are read at once.
pub const TRANSFERS_LIMIT_MAX: i64 = 1_000;

store::queries! {
    /// How many transfers have findings of each severity.
    LINES_BY_SEVERITY = "select f.severity, cast(count(distinct f.line) as bigint) as transfers_count
        from payroll_findings f where f.statement_id = $1 and f.line > 0 group by f.severity";

    /// How many transfers have each outcome.
    LINES_BY_OUTCOME = "select o.outcome, cast(count(*) as bigint) as transfers_count
        from payroll_outcomes o where o.statement_id = $1 group by o.outcome";

    /// The steps of a statement with who took them, and why where that is known.
    HISTORY = "select h.version, h.from_state, h.to_state, h.at_us, u.full_name, h.reason_code, h.reason_parameters
        from payroll_history h
        left join users u on u.user_id = h.user_id where h.statement_id = $1 order by h.version";

    /// The name of a user.
    NAME_OF_USER = "select full_name from users where user_id = $1";

    /// Who may give a signature for a company.
    CANDIDATES = "select u.user_id, u.full_name from user_company_rights r join users u on u.user_id = r.user_id
        where r.cnum = $1 and r.right_code = $2 and u.status = 'ACTIVE' order by u.full_name, u.user_id limit 50";

    /// The lines after $2 at which something is wrong, or that were declined.
    FAULTY_LINES = "select w.line from (
            select f.line from payroll_findings f where f.statement_id = $1 and f.line > $2
            union select o.line from payroll_outcomes o
                where o.statement_id = $1 and o.line > $2 and o.outcome = 'DECLINED'
        ) w order by w.line limit $3";
}

/// How many transfers are in which condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// With an error of the checks.
    pub with_errors: i64,
    /// With a warning of the checks.
    pub with_warnings: i64,
    /// Handed to the rail without an answer.
    pub pending: i64,
    /// Refused or returned.
    pub declined: i64,
}

/// A step that a statement has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// The status before; none at the creation.
    pub from: Option<StatementStatus>,
    /// The status after.
    pub to: StatementStatus,
    /// When.
    pub at: Instant,
    /// The user who took it; none for the program itself.
    pub user_name: Option<String>,
    /// Why, where the statement itself does not say it.
    pub reason: Option<Reason>,
}

/// A signature with the name of its signer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// The signature.
    pub given: GivenSignature,
    /// The signer's name.
    pub full_name: String,
}

/// Somebody who could give a signature that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which signature.
    pub signature_type: SignatureType,
    /// The user.
    pub user: UserId,
    /// The user's name.
    pub full_name: String,
}

/// A statement with everything that belongs to it.
#[derive(Clone, Debug)]
pub struct Detail {
    /// The statement.
    pub header: StatementHeader,
    /// The name of its creator.
    pub created_by_name: String,
    /// What was found at the statement itself.
    pub own: Vec<Finding>,
    /// What was found at its transfers, by code.
    pub at_transfers: Vec<FoundAtTransfers>,
    /// How many transfers are in which condition.
    pub counts: Counts,
    /// The signatures whose signers are known.
    pub signers: Vec<Signer>,
    /// What the company's scheme asks for.
    pub scheme: SignatureScheme,
    /// How many signatures of each type are still missing.
    pub missing: Vec<(SignatureType, u8)>,
    /// Who could give them, at most 50 of each type.
    pub candidates: Vec<Candidate>,
    /// How many days the missing signatures may still take.
    pub days_left: Option<i64>,
    /// Its steps, the oldest first.
    pub history: Vec<HistoryLine>,
    /// What the user may do for the company.
    pub rights: Rights,
    /// The signatures that the user could give now.
    pub may_sign: Vec<SignatureType>,
}

impl Detail {
    /// Whether the user may correct the statement now.
    #[must_use]
    pub fn may_correct(&self) -> bool {
        use crate::lifecycle::UnsignedEvent;
        self.rights.contains(Right::EditPayroll)
            && self.header.state.unsigned(UnsignedEvent::Corrected).is_ok()
    }

    /// Whether the user may delete the statement now.
    #[must_use]
    pub fn may_delete(&self) -> bool {
        self.rights.contains(Right::EditPayroll) && self.header.state.delete().is_ok()
    }
}

/// Which transfers of a statement are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfers {
    /// All.
    All,
    /// Those with findings and those declined.
    Faulty,
}

/// A transfer as it was sent, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficeTransfer {
    /// As it was sent or corrected.
    pub transfer: Transfer,
    /// Its status and findings.
    pub seen: SeenTransfer,
}

/// A statement of the company; `None` when it has no such statement.
///
/// # Errors
/// [`OfficeError::NoRight`] when the user has no payroll right; the database's.
pub async fn detail(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    id: StatementId,
) -> Result<Option<Detail>, OfficeError> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let work = move |tx: &mut Tx| match own_header(tx, &cnum, id) {
        Ok(header) => read_detail(tx, &user, header).map(Some),
        Err(OfficeError::NotFound) => Ok(None),
        Err(error) => Err(error),
    };
    state.store.read("payroll.detail", work).await
}

fn read_detail(tx: &mut Tx, user: &UserId, header: StatementHeader) -> Result<Detail, OfficeError> {
    let rights = rights_to_see(tx, user, &header.cnum)?;
    let id = header.id;
    let (own, at_transfers) = viewing::found(tx, id)?;
    let company = clients::find_company(tx, &header.cnum)?.ok_or(OfficeError::NotFound)?;
    let given = signatures::given(tx, id)?;
    let scheme = company.signature_scheme;
    let missing = missing(scheme, &given);
    let awaits_signatures = awaits_signatures(header.state.status());
    let mut candidates = Vec::new();
    for (signature_type, _) in missing.iter().filter(|_| awaits_signatures) {
        for row in tx.query(&CANDIDATES, params![&header.cnum, signature_type.right().as_str()])? {
            let candidate = Candidate {
                signature_type: *signature_type,
                user: row.parse("user_id")?,
                full_name: row.text("full_name")?.to_owned(),
            };
            if may_add(scheme, people(&given), &candidate.user, *signature_type).is_ok() {
                candidates.push(candidate);
            }
        }
    }
    let may_sign = candidates
        .iter()
        .filter(|candidate| candidate.user == *user)
        .map(|candidate| candidate.signature_type)
        .collect();
    let mut signers = Vec::with_capacity(given.len());
    for given in given {
        let full_name = name_of(tx, &given.user)?;
        signers.push(Signer { given, full_name });
    }
    Ok(Detail {
        created_by_name: name_of(tx, &header.created_by)?,
        own,
        at_transfers,
        counts: counts(tx, id)?,
        signers,
        scheme,
        missing,
        candidates,
        days_left: days_left(tx, id)?,
        history: history(tx, id)?,
        rights,
        may_sign,
        header,
    })
}

/// The types of which the scheme asks for more signatures than there are.
fn missing(scheme: SignatureScheme, given: &[GivenSignature]) -> Vec<(SignatureType, u8)> {
    let state = scheme_state(scheme, people(given));
    let missing = SignatureType::ALL.iter().map(|kind| (*kind, state.missing(*kind)));
    missing.filter(|(_, count)| *count > 0).collect()
}

/// The name of a user; the identifier when the directory has no such user any more.
fn name_of(tx: &mut Tx, user: &UserId) -> Result<String, StoreError> {
    let row = tx.query_optional(&NAME_OF_USER, params![user])?;
    row.map_or_else(|| Ok(user.to_string()), |row| row.text("full_name").map(str::to_owned))
}

fn counts(tx: &mut Tx, id: StatementId) -> Result<Counts, StoreError> {
    let mut counts = Counts::default();
    for row in tx.query(&LINES_BY_SEVERITY, params![id.bytes()])? {
        let count = row.integer("transfers_count")?;
        match row.text("severity")? {
            "ERROR" => counts.with_errors = count,
            _ => counts.with_warnings = count,
        }
    }
    for row in tx.query(&LINES_BY_OUTCOME, params![id.bytes()])? {
        let count = row.integer("transfers_count")?;
        match row.parse("outcome")? {
            Outcome::Pending => counts.pending = count,
            Outcome::Declined => counts.declined = count,
            Outcome::Settled => {}
        }
    }
    Ok(counts)
}

fn history(tx: &mut Tx, id: StatementId) -> Result<Vec<HistoryLine>, StoreError> {
    let line = |row: &Row| {
        Ok(HistoryLine {
            from: match row.text("from_state")? {
                "" => None,
                _ => Some(row.parse("from_state")?),
            },
            to: row.parse("to_state")?,
            at: row.instant("at_us")?,
            user_name: row.optional_text("full_name")?.map(str::to_owned),
            reason: match row.optional_parse::<Code>("reason_code")? {
                Some(code) => Some(Reason { code, parameters: codec::parameters(row, "reason_parameters")? }),
                None => None,
            },
        })
    };
    tx.query(&HISTORY, params![id.bytes()])?.iter().map(line).collect()
}

/// Transfers of the company's statement behind the line `after` (0 for the first), at most `limit` and never more than
/// [`TRANSFERS_LIMIT_MAX`].
///
/// # Errors
/// [`OfficeError::NotFound`], [`OfficeError::NoRight`]; the database's.
pub async fn transfers(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    id: StatementId,
    which: Transfers,
    after: i64,
    limit: i64,
) -> Result<Vec<OfficeTransfer>, OfficeError> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let limit = limit.clamp(0, TRANSFERS_LIMIT_MAX);
    let work = move |tx: &mut Tx| {
        let header = own_header(tx, &cnum, id)?;
        rights_to_see(tx, &user, &cnum)?;
        match which {
            Transfers::All => between(tx, &header, after, after.saturating_add(limit)),
            Transfers::Faulty => faulty(tx, &header, after, limit),
        }
    };
    state.store.read("payroll.office_transfers", work).await
}

/// The lines with findings or a refusal. They may lie far apart, so all lines in between are gone through, a bounded number at
/// a time: a look at each single one would be a round trip for each.
fn faulty(
    tx: &mut Tx,
    header: &StatementHeader,
    after: i64,
    limit: i64,
) -> Result<Vec<OfficeTransfer>, OfficeError> {
    let rows = tx.query(&FAULTY_LINES, params![header.id.bytes(), after, limit])?;
    let lines = rows.iter().map(|row| row.integer("line")).collect::<Result<BTreeSet<i64>, StoreError>>()?;
    let mut faulty = Vec::with_capacity(lines.len());
    let mut next = lines.first().copied();
    while let Some(first) = next {
        let through = first + rows::LINES_AT_ONCE - 1;
        let found = between(tx, header, first - 1, through)?;
        faulty.extend(found.into_iter().filter(|one| lines.contains(&one.transfer.line)));
        next = lines.range(through + 1..).next().copied();
    }
    Ok(faulty)
}

fn between(
    tx: &mut Tx,
    header: &StatementHeader,
    after: i64,
    through: i64,
) -> Result<Vec<OfficeTransfer>, OfficeError> {
    let sent = rows::between(tx, header.id, after, through)?;
    let seen = viewing::transfers(tx, header, after, through)?;
    Ok(sent.into_iter().zip(seen).map(|(transfer, seen)| OfficeTransfer { transfer, seen }).collect())
}
