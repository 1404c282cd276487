//! SQL texts about the users of a company as its administrator sees and changes them. A list begins with the
//! administrator's right.

use store::Selected as _;

use super::CompanyUser;
use crate::Rights;

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

    /// The number of users of a company, with rights or locked.
    pub USERS_OF_COMPANY_COUNT = "select count(*) as users from (
        select user_id from user_company_rights where cnum = $1
        union select user_id from company_user_locks where cnum = $1) p";

    /// The people in service who have a right for a company.
    pub PEOPLE_WITH_RIGHT = "select u.user_id from user_company_rights r join users u on u.user_id = r.user_id
        where r.cnum = $1 and r.right_code = $2 and u.status = 'ACTIVE' order by u.user_id limit 50";

    /// The lock of a user for a company.
    pub COMPANY_LOCK = "select locked_at_us from company_user_locks where user_id = $1 and cnum = $2";

    pub COMPANY_LOCK_INSERT = "insert into company_user_locks (user_id, cnum, locked_at_us, locked_by)
        values ($1, $2, $3, $4) on conflict (user_id, cnum) do nothing";

    /// Ends the lock of a user for a company.
    pub COMPANY_LOCK_DELETE = "delete from company_user_locks where user_id = $1 and cnum = $2";

    /// The rights that wait for the end of a lock.
    pub LOCKED_RIGHTS = "select right_code from company_user_locked_rights where user_id = $1 and cnum = $2";

    /// Puts a right aside.
    pub LOCKED_RIGHTS_INSERT = "insert into company_user_locked_rights (user_id, cnum, right_code) values ($1, $2, $3)";

    /// Forgets the rights that wait.
    pub LOCKED_RIGHTS_DELETE = "delete from company_user_locked_rights where user_id = $1 and cnum = $2";

    /// Changes the signature scheme of a company that still has the one of the form.
    pub COMPANY_SET_SCHEME = "update companies set signature_scheme = $3 where cnum = $1 and signature_scheme = $2";
}
