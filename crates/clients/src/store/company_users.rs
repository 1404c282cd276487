//! The users of a company as its administrator sees and changes them.

use kernel::{Cnum, Instant, UserId};
use store::{Result, Selected as _, Tx, params};

use super::Listed;
use super::queries::{RIGHTS_COMPANIES_COUNT, RIGHTS_DELETE, RIGHTS_INSERT};
use crate::{COMPANIES_PER_USER_MAX, Right, Rights, SignatureScheme, UserStatus};

store::selected! {
    CompanyUser {
        id: "p.user_id", login: "p.login", full_name: "p.full_name", status: "p.status",
        is_locked: "l.locked_at_us is not null as is_locked"; rights: Rights::default(),
    }
}

store::queries! {
    /// A page of the users of a company, with rights or locked, for a user who administers it: a row for each right, or
    /// one without.
    pub USERS_OF_COMPANY = store::text!("select ", CompanyUser::LIST, ",
            coalesce(r.right_code, w.right_code) as right_code
        from (select u.user_id, u.login, u.full_name, u.status from users u
            where u.user_id in (select r.user_id from user_company_rights a
                    join user_company_rights r on r.cnum = a.cnum
                    where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'
                union select l.user_id from user_company_rights a join company_user_locks l on l.cnum = a.cnum
                    where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR')
            order by u.full_name, u.user_id limit $3 offset $4) p
        left join company_user_locks l on l.user_id = p.user_id and l.cnum = $2
        left join user_company_rights r on r.user_id = p.user_id and r.cnum = $2
        left join company_user_locked_rights w on w.user_id = p.user_id and w.cnum = $2
        order by p.full_name, p.user_id, right_code");

    pub USERS_OF_COMPANY_COUNT = "select count(*) as users from (
        select user_id from user_company_rights where cnum = $1
        union select user_id from company_user_locks where cnum = $1) p";

    /// The people who may use a right: they may act for the company too.
    pub PEOPLE_WITH_RIGHT = "select u.user_id from user_company_rights r join users u on u.user_id = r.user_id
        join user_company_rights a on a.user_id = r.user_id and a.cnum = r.cnum and a.right_code = 'ACT'
        where r.cnum = $1 and r.right_code = $2 and u.status = 'ACTIVE' order by u.user_id limit 50";

    pub COMPANY_LOCK = "select locked_at_us from company_user_locks where user_id = $1 and cnum = $2";

    pub COMPANY_LOCK_INSERT = "insert into company_user_locks (user_id, cnum, locked_at_us, locked_by)
        values ($1, $2, $3, $4) on conflict (user_id, cnum) do nothing";

    pub COMPANY_LOCK_DELETE = "delete from company_user_locks where user_id = $1 and cnum = $2";

    pub LOCKED_RIGHTS = "select right_code from company_user_locked_rights where user_id = $1 and cnum = $2";

    pub LOCKED_RIGHTS_INSERT = "insert into company_user_locked_rights (user_id, cnum, right_code) values ($1, $2, $3)";

    pub LOCKED_RIGHTS_DELETE = "delete from company_user_locked_rights where user_id = $1 and cnum = $2";

    /// Changes the signature scheme of a company that still has the one of the form.
    pub COMPANY_SET_SCHEME = "update companies set signature_scheme = $3 where cnum = $1 and signature_scheme = $2";
}

/// Users of a company on one page of their list.
pub const COMPANY_USERS_PER_PAGE: u32 = 50;

#[derive(Clone, PartialEq, Eq)]
pub struct CompanyUser {
    pub id: UserId,
    pub login: String,
    pub full_name: String,
    /// The service of the whole user, which the bank decides about.
    pub status: UserStatus,
    /// The rights for the company; those that wait, while the user is locked for it.
    pub rights: Rights,
    /// True while the company's administrator has the user locked.
    pub is_locked: bool,
}

// Shows no names: debug texts end up in logs.
kernel::debug_shows!(CompanyUser { id, .. });

/// The users of `company` on the page `page`, from 1, by name and at most [`COMPANY_USERS_PER_PAGE`]; none for somebody
/// who does not administer it.
pub fn users_of_company(
    tx: &mut Tx,
    administrator: &UserId,
    company: &Cnum,
    page: u32,
) -> Result<Listed<CompanyUser>> {
    let per_page = i64::from(COMPANY_USERS_PER_PAGE);
    let offset = i64::from(page.saturating_sub(1)) * per_page;
    let mut users: Vec<CompanyUser> = Vec::new();
    // The rights of one user follow one another.
    let values = params![administrator, company, per_page, offset];
    for (user, right) in tx.select::<(CompanyUser, Option<Right>)>(&USERS_OF_COMPANY, values)? {
        if users.last().is_none_or(|last| last.id != user.id) {
            users.push(user);
        }
        if let Some(user) = users.last_mut() {
            user.rights = user.rights.iter().chain(right).collect();
        }
    }
    let count = tx.select_one(&USERS_OF_COMPANY_COUNT, params![company])?;
    Ok(Listed::new(users, count, COMPANY_USERS_PER_PAGE))
}

/// Lists the people in service who have `right` for the company, at most 50, ordered by identifier.
pub fn people_with_right(tx: &mut Tx, company: &Cnum, right: Right) -> Result<Vec<UserId>> {
    tx.select(&PEOPLE_WITH_RIGHT, params![company, right.as_str()])
}

/// The user `id` of `company`; `None` for somebody without any right for it who is not locked either.
pub fn find_company_user(tx: &mut Tx, company: &Cnum, id: &UserId) -> Result<Option<CompanyUser>> {
    let Some(user) = crate::find_user(tx, id)? else { return Ok(None) };
    let is_locked = tx.query_optional(&COMPANY_LOCK, params![id, company])?.is_some();
    let rights = if is_locked { locked_rights(tx, id, company)? } else { crate::rights(tx, id, company)? };
    if rights.is_empty() && !is_locked {
        return Ok(None);
    }
    Ok(Some(CompanyUser {
        id: user.id,
        login: user.login.to_string(),
        full_name: user.full_name,
        status: user.status,
        rights,
        is_locked,
    }))
}

/// The rights that wait for the end of a lock.
fn locked_rights(tx: &mut Tx, user: &UserId, company: &Cnum) -> Result<Rights> {
    Ok(tx.select::<Right>(&LOCKED_RIGHTS, params![user, company])?.into_iter().collect())
}

/// Replaces the rights of a user for a company; those that wait, while the user is locked for it. Whoever has none for
/// the company yet [may join another one](may_join_another_company).
pub fn set_rights(tx: &mut Tx, user: &UserId, company: &Cnum, rights: Rights) -> Result<()> {
    if tx.query_optional(&COMPANY_LOCK, params![user, company])?.is_some() {
        return put_aside(tx, user, company, rights);
    }
    give(tx, user, company, rights)
}

fn give(tx: &mut Tx, user: &UserId, company: &Cnum, rights: Rights) -> Result<()> {
    tx.execute(&RIGHTS_DELETE, params![user, company])?;
    let rows = rights.iter().map(|right| params![user, company, right.as_str()]).collect();
    tx.execute_many(&RIGHTS_INSERT, rows).map(drop)
}

/// Replaces the rights that wait for the end of a lock.
pub(crate) fn put_aside(tx: &mut Tx, user: &UserId, company: &Cnum, rights: Rights) -> Result<()> {
    tx.execute(&LOCKED_RIGHTS_DELETE, params![user, company])?;
    let rows = rights.iter().map(|right| params![user, company, right.as_str()]).collect();
    tx.execute_many(&LOCKED_RIGHTS_INSERT, rows).map(drop)
}

/// Tells that the user may have rights for another company beside the present ones, of which there may be
/// [`COMPANIES_PER_USER_MAX`].
pub fn may_join_another_company(tx: &mut Tx, user: &UserId) -> Result<bool> {
    let companies = tx.select_one::<i64>(&RIGHTS_COMPANIES_COUNT, params![user])?;
    Ok(companies < i64::from(COMPANIES_PER_USER_MAX))
}

/// Locks a user for a company: every right for it waits until [`unlock_for_company`]. `false` when the user is locked
/// already.
pub fn lock_for_company(
    tx: &mut Tx,
    user: &UserId,
    company: &Cnum,
    administrator: &UserId,
    now: Instant,
) -> Result<bool> {
    if tx.execute(&COMPANY_LOCK_INSERT, params![user, company, now, administrator])? == 0 {
        return Ok(false);
    }
    let rights = crate::rights(tx, user, company)?;
    put_aside(tx, user, company, rights)?;
    tx.execute(&RIGHTS_DELETE, params![user, company])?;
    Ok(true)
}

/// Ends the lock of a user for a company; the rights that waited are there again, so whoever has some
/// [may join another company](may_join_another_company). `false` when there is no lock.
pub fn unlock_for_company(tx: &mut Tx, user: &UserId, company: &Cnum) -> Result<bool> {
    let rights = locked_rights(tx, user, company)?;
    tx.execute(&LOCKED_RIGHTS_DELETE, params![user, company])?;
    if tx.execute(&COMPANY_LOCK_DELETE, params![user, company])? == 0 {
        return Ok(false);
    }
    give(tx, user, company, rights)?;
    Ok(true)
}

/// Gives the company another signature scheme; `false` when it has another one than `before` by now.
pub fn set_signature_scheme(
    tx: &mut Tx,
    company: &Cnum,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<bool> {
    let values = params![company, before.to_string(), after.to_string()];
    Ok(tx.execute(&COMPANY_SET_SCHEME, values)? == 1)
}
