//! `user_rights`.

use std::collections::{BTreeSet, HashMap, HashSet};

use import::{
    Chunks, ImportFile, ImportRow, Look, Outcomes, Reference, RowError, RowOutcome, RowSlice, TableImporter,
    Taking, columns,
};
use kernel::{Cnum, UserId};
use store::{Result, Tx};

use super::USERS;
use crate::store::queries::{RIGHTS_BY_COMPANY, RIGHTS_BY_LOGIN, RIGHTS_LISTED, RIGHTS_STORED};
use crate::store::registry::{self, Present};
use crate::{COMPANIES_PER_USER_MAX, Login, Right, Rights};

/// Takes `user_rights`: a row says all that one user may do for one company, so an empty list takes everything away.
pub(crate) struct UserRightsFile;

impl TableImporter for UserRightsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&RIGHTS_STORED),
            listed: Some(&RIGHTS_LISTED),
            found_by: const { &[("cnum", &RIGHTS_BY_COMPANY), ("login", &RIGHTS_BY_LOGIN)] },
            look: Some(Look {
                references: const { &[Reference::to("users", "login"), Reference::to("companies", "cnum")] },
                holds_alone: false,
            }),
            chunks: Some(Chunks::new(USERS, "login")),
            columns: columns! { login, cnum, rights = optional },
            ..ImportFile::new("user_rights", "user", &["login", "cnum"])
        }
    }

    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        let RowSlice { rows, taking, .. } = slice;
        let read: Vec<Result<Wanted, RowError>> = rows.iter().map(read).collect();
        let known = Known::load(tx, read.iter().flatten(), taking)?;
        let named: Vec<Result<GrantRow, RowError>> =
            read.into_iter().map(|wanted| wanted.and_then(|wanted| known.name(wanted))).collect();
        let mut facts = PresentRights::load(tx, named.iter().flatten())?;
        let found: Vec<Result<Judged, RowError>> =
            named.into_iter().map(|named| named.map(|named| facts.find(named))).collect();
        facts.take_away(found.iter().flatten());
        let judged: Vec<Result<Judged, RowError>> =
            found.into_iter().map(|found| found.and_then(|found| facts.judge(found))).collect();
        if !matches!(taking, Taking::Check(_)) {
            write(tx, judged.iter().flatten())?;
        }
        Ok(judged.into_iter().map(|judged| judged.map(|judged| judged.outcome())).collect())
    }
}

/// A row by itself.
struct Wanted {
    login: Login,
    cnum: Cnum,
    rights: Rights,
}

fn read(row: &ImportRow) -> Result<Wanted, RowError> {
    Ok(Wanted {
        login: row.parse("login")?,
        cnum: row.parse("cnum")?,
        rights: row.parse_list::<Right>("rights")?.into_iter().collect(),
    })
}

/// Users and companies that rows name, those that are ahead included.
struct Known {
    /// The users, by login.
    users: HashMap<String, UserId>,
    companies: HashSet<String>,
}

impl Known {
    fn load<'a>(tx: &mut Tx, wanted: impl Iterator<Item = &'a Wanted>, taking: Taking<'_>) -> Result<Self> {
        let (logins, cnums): (BTreeSet<&str>, BTreeSet<&str>) =
            wanted.map(|wanted| (wanted.login.as_str(), wanted.cnum.as_str())).unzip();
        let logins: Vec<&str> = logins.into_iter().collect();
        let mut users = registry::ids_by_login(tx, &logins)?;
        for login in logins {
            // A row whose identifier is wrong is told of where it stands.
            if let Some(Ok(id)) = taking.ahead("users", login).map(|row| row.parse("user_id")) {
                users.insert(login.to_owned(), id);
            }
        }
        let mut companies = crate::existing_companies(tx, &cnums)?;
        let ahead = cnums.into_iter().filter(|cnum| taking.ahead("companies", cnum).is_some());
        companies.extend(ahead.map(str::to_owned));
        Ok(Self { users, companies })
    }

    fn name(&self, wanted: Wanted) -> Result<GrantRow, RowError> {
        let Wanted { login, cnum, rights } = wanted;
        let user = self.users.get(login.as_str()).cloned();
        let user =
            user.ok_or_else(|| RowError::new("login", format!("there is no user with the login {login}")))?;
        if !self.companies.contains(cnum.as_str()) {
            return Err(RowError::new("cnum", format!("there is no company {cnum}")));
        }
        Ok(GrantRow { user, cnum, rights })
    }
}

/// A row whose user and company are known.
struct GrantRow {
    user: UserId,
    cnum: Cnum,
    rights: Rights,
}

/// A row with what is there, and in the end one that can be applied.
struct Judged {
    named: GrantRow,
    present: Present,
}

impl Judged {
    /// Companies that the user gains by it. A lock of the company's administrator stays: the rights wait for its end.
    fn gained(&self) -> i64 {
        let Self { named, present } = self;
        let gained = i64::from(!named.rights.is_empty()) - i64::from(!present.rights.is_empty());
        if present.is_locked { 0 } else { gained }
    }

    fn outcome(&self) -> RowOutcome {
        match (self.present.rights, self.named.rights) {
            (present, wanted) if present == wanted => RowOutcome::Unchanged,
            (present, _) if present.is_empty() => RowOutcome::Created,
            _ => RowOutcome::Changed,
        }
    }
}

/// Facts of the database, with the rows that were judged.
struct PresentRights {
    /// The rights of each row, the next one last.
    present: Vec<Present>,
    /// The number of companies for which each user has rights.
    counts: HashMap<String, i64>,
}

impl PresentRights {
    fn load<'a>(tx: &mut Tx, named: impl Iterator<Item = &'a GrantRow>) -> Result<Self> {
        let (users, cnums): (Vec<&str>, Vec<&str>) =
            named.map(|named| (named.user.as_str(), named.cnum.as_str())).unzip();
        let mut present = registry::present_rights(tx, &users, &cnums)?;
        present.reverse();
        Ok(Self { present, counts: registry::companies_counts(tx, &users.into_iter().collect())? })
    }

    fn find(&mut self, named: GrantRow) -> Judged {
        Judged { named, present: self.present.pop().unwrap_or_default() }
    }

    /// Counts the companies that rows take away, before any row is judged: what takes their place may stand first.
    fn take_away<'a>(&mut self, found: impl Iterator<Item = &'a Judged>) {
        for one in found.filter(|one| one.gained() < 0) {
            self.count(&one.named.user, one.gained());
        }
    }

    fn judge(&mut self, found: Judged) -> Result<Judged, RowError> {
        let gained = found.gained();
        if gained > 0 && self.count(&found.named.user, gained) > i64::from(COMPANIES_PER_USER_MAX) {
            let message = format!("a user has rights for at most {COMPANIES_PER_USER_MAX} companies");
            return Err(RowError::new("cnum", message));
        }
        Ok(found)
    }

    /// Counts companies that a user gains, and returns how many there are then.
    fn count(&mut self, user: &UserId, gained: i64) -> i64 {
        let count = self.counts.entry(user.as_str().to_owned()).or_default();
        *count += gained;
        *count
    }
}

fn write<'a>(tx: &mut Tx, judged: impl Iterator<Item = &'a Judged>) -> Result<()> {
    let touched = judged.filter(|one| one.outcome() != RowOutcome::Unchanged);
    let (locked, free): (Vec<&Judged>, Vec<_>) = touched.partition(|one| one.present.is_locked);
    for GrantRow { user, cnum, rights } in locked.into_iter().map(|one| &one.named) {
        crate::store::company_users::put_aside(tx, user, cnum, *rights)?;
    }
    let rows: Vec<_> =
        free.into_iter().map(|one| (&one.named.user, one.named.cnum.as_str(), one.named.rights)).collect();
    registry::replace_rights(tx, &rows)
}
