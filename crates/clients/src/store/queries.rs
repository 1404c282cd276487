//! Every SQL text of this crate.

use store::{FromRow as _, Selected as _};

use crate::signatures::{AuthorityKind, CertificateId, CertificateStatus};
use crate::{
    ClientSecrets, ClientStatus, Company, CompanyStatus, Email, IdTokenAlgorithm, Login, OauthClient,
    PhoneNumber, PreviousSecret, Profile, RedirectUri, RedirectUse, Right, Role, SecretHash, SignatureType,
    User, UserStatus,
};

store::text_columns! {
    AuthorityKind CertificateId CertificateStatus ClientStatus CompanyStatus Email IdTokenAlgorithm Login PhoneNumber
    Profile RedirectUri RedirectUse Right Role SecretHash SignatureType UserStatus
}

store::selected! {
    Company as "c" => own {
        cnum, name_ru, name_en, inn, kpp, group: "group_id",
        signature_scheme via str::parse => own.signature_scheme.to_string(), status,
    }
    User as "u" => own { id: "user_id", login, full_name, email, phone_number, status; roles: Vec::new() }
    ClientSecrets as "c" |row| (previous_hash: "previous_secret_hash", until: "previous_secret_until_us") {
        hash: "secret_hash", set_at: "secret_set_at_us";
        previous: match (previous_hash, until) {
            (Some(hash), Some(until)) => Some(PreviousSecret { hash, until }),
            (None, None) => None,
            _ => return Err(row.inconsistency("previous_secret_until_us", "is null, or the hash is")),
        },
    }
    OauthClient as "c" {
        id: "client_id", name, secrets: ClientSecrets, profile, id_token_algorithm, status, version;
        redirect_uris: Vec::new(), post_logout_redirect_uris: Vec::new(), companies: Vec::new(),
    }
}

store::queries! {
    pub COMPANY_BY_CNUM = store::text!("select ", Company::LIST, " from companies where cnum = $1");

    /// The open companies that a user may act for; the limit is COMPANIES_PER_USER_MAX.
    pub COMPANIES_OF_USER = store::text!("select ", Company::ALIASED, "
        from user_company_rights r join companies c on c.cnum = r.cnum
        where r.user_id = $1 and r.right_code = 'ACT' and c.status = 'OPEN'
        order by r.cnum
        limit 1000");

    /// Those of them for which the client `$2` is registered. It may be registered for every company of the bank, so
    /// the companies are asked for one by one.
    pub COMPANIES_OF_USER_THROUGH_CLIENT = store::text!("select ", Company::ALIASED, "
        from user_company_rights r join companies c on c.cnum = r.cnum
        where r.user_id = $1 and r.right_code = 'ACT' and c.status = 'OPEN'
        and (select k.cnum from oauth_client_companies k where k.client_id = $2 and k.cnum = c.cnum) is not null
        order by r.cnum
        limit 1000");

    /// The companies whose accounts a user sees while acting for one of them: that one and those of its group.
    /// The limit is COMPANIES_PER_USER_MAX.
    pub COMPANIES_VISIBLE = store::text!("select ", Company::ALIASED, "
        from companies chosen
        join user_company_rights acting
            on acting.user_id = $1 and acting.cnum = chosen.cnum and acting.right_code = 'ACT'
        join user_company_rights r on r.user_id = $1 and r.right_code = 'VIEW_ACCOUNTS'
        join companies c on c.cnum = r.cnum and (c.cnum = chosen.cnum or c.group_id = chosen.group_id)
        where chosen.cnum = $2 and chosen.status = 'OPEN'
        order by r.cnum
        limit 1000");

    /// The rights that somebody was given for a company, open or closed.
    pub RIGHTS = "select right_code from user_company_rights where user_id = $1 and cnum = $2";

    /// Those of them that count: nobody may do anything for a company that is closed.
    pub RIGHTS_IN_FORCE = "select r.right_code from user_company_rights r
        join companies c on c.cnum = r.cnum and c.status = 'OPEN' where r.user_id = $1 and r.cnum = $2";

    pub RIGHTS_COMPANIES_COUNT = "select cast(count(distinct cnum) as bigint) as companies
        from user_company_rights where user_id = $1";

    pub RIGHTS_DELETE = "delete from user_company_rights where user_id = $1 and cnum = $2";

    pub RIGHTS_INSERT = "insert into user_company_rights (user_id, cnum, right_code) values ($1, $2, $3)";

    pub USER_BY_ID = store::text!("select ", User::LIST, " from users where user_id = $1");

    pub USER_BY_LOGIN = store::text!("select ", User::LIST, " from users where login = $1");

    pub USER_INSERT = store::text!("insert into users (", User::LIST, ", status_changed_at_us)
        values (", store::parameters(User::COLUMNS + 1), ")
        on conflict (user_id) do nothing");

    pub USER_UPDATE = "update users set login = $2, full_name = $3, email = $4, phone_number = $5,
            status_changed_at_us = case when status = $6 then status_changed_at_us else $7 end, status = $6
        where user_id = $1
          and (login, full_name, email, phone_number, status) is distinct from ($2, $3, $4, $5, $6)";

    pub USER_SET_STATUS = "update users set status = $2, status_changed_at_us = $3 where user_id = $1 and status <> $2";

    pub USER_STATUS_SINCE = "select status_changed_at_us from users where user_id = $1";

    /// The users stopped since a moment and still so.
    pub USERS_STOPPED = "select user_id from users
        where status <> 'ACTIVE' and status_changed_at_us >= $1
        order by status_changed_at_us desc, user_id desc
        limit $2";

    /// A row while the user is in service and has the role.
    pub USER_HAS_ROLE = "select r.role from user_roles r join users u on u.user_id = r.user_id and u.status = 'ACTIVE'
        where r.user_id = $1 and r.role = $2";

    pub ROLES = "select role from user_roles where user_id = $1";

    pub ROLES_DELETE = "delete from user_roles where user_id = $1";

    pub ROLES_INSERT = "insert into user_roles (user_id, role) values ($1, $2)";

    pub GROUP_INSERT = "insert into company_groups (group_id, name) values ($1, $2) on conflict (group_id) do nothing";

    pub GROUP_UPDATE = "update company_groups set name = $2 where group_id = $1 and name <> $2";

    pub GROUP_BY_ID = "select group_id from company_groups where group_id = $1";

    pub COMPANY_INSERT = store::text!("insert into companies (", Company::LIST, ")
        values (", store::parameters(Company::COLUMNS), ")
        on conflict (cnum) do nothing");

    pub COMPANY_UPDATE = "update companies set name_ru = $2, name_en = $3, inn = $4, kpp = $5, group_id = $6,
            signature_scheme = $7, status = $8
        where cnum = $1
          and (name_ru, name_en, inn, kpp, group_id, signature_scheme, status)
              is distinct from ($2, $3, $4, $5, $6, $7, $8)";

    pub CLIENT_BY_ID = store::text!("select ", OauthClient::LIST, " from oauth_clients where client_id = $1");

    pub CLIENT_URIS = "select uri_use, uri from oauth_client_redirect_uris where client_id = $1";

    pub CLIENT_COMPANIES = "select cnum from oauth_client_companies where client_id = $1";

    pub CLIENT_OF_COMPANY = "select cnum from oauth_client_companies where client_id = $1 and cnum = $2";

    pub CLIENT_INSERT = "insert into oauth_clients
            (client_id, name, secret_hash, profile, id_token_algorithm, status, status_changed_at_us, secret_set_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, $7)
        on conflict (client_id) do nothing";

    /// Changes a client that is not yet like this. Another secret ends the one before it at once.
    pub CLIENT_UPDATE = "update oauth_clients set name = $2,
            secret_set_at_us = case when secret_hash = $3 then secret_set_at_us else $7 end,
            previous_secret_hash = case when secret_hash = $3 then previous_secret_hash end,
            previous_secret_until_us = case when secret_hash = $3 then previous_secret_until_us end,
            secret_hash = $3, profile = $4, id_token_algorithm = $5,
            status_changed_at_us = case when status = $6 then status_changed_at_us else $7 end,
            was_switched_off = ($6 = 'DISABLED' and (was_switched_off or status = 'SWITCHED_OFF')), status = $6,
            version = version + 1
        where client_id = $1
          and (name, secret_hash, profile, id_token_algorithm, status) is distinct from ($2, $3, $4, $5, $6)";

    pub CLIENT_STATUS_SINCE = "select status_changed_at_us from oauth_clients where client_id = $1";

    /// Stops a client that is not stopped, and keeps whether its company had switched it off.
    pub CLIENT_STOP = "update oauth_clients set was_switched_off = (status = 'SWITCHED_OFF'), status = 'DISABLED',
            status_changed_at_us = $2, version = version + 1
        where client_id = $1 and status <> 'DISABLED'";

    /// Takes the bank's stop from a client.
    pub CLIENT_LET_IN = "update oauth_clients
        set status = case when was_switched_off then 'SWITCHED_OFF' else 'ACTIVE' end, was_switched_off = false,
            status_changed_at_us = $2, version = version + 1
        where client_id = $1 and status = 'DISABLED'";

    /// Changes the secret of a client, and ends the one before it at once.
    pub CLIENT_SET_SECRET = "update oauth_clients set secret_hash = $2, secret_set_at_us = $3,
            previous_secret_hash = null, previous_secret_until_us = null, version = version + 1
        where client_id = $1";

    /// Tells forms that show an older state that something of the client has changed.
    pub CLIENT_TOUCH = "update oauth_clients set version = version + 1 where client_id = $1";

    /// The clients stopped since a moment and still so.
    pub CLIENTS_STOPPED = "select client_id from oauth_clients
        where status <> 'ACTIVE' and status_changed_at_us >= $1
        order by status_changed_at_us desc, client_id desc
        limit $2";

    pub CLIENT_URIS_DELETE = "delete from oauth_client_redirect_uris where client_id = $1 and uri_use = $2";

    pub CLIENT_URIS_INSERT = "insert into oauth_client_redirect_uris (client_id, uri_use, uri) values ($1, $2, $3)";

    pub CLIENT_COMPANIES_DELETE = "delete from oauth_client_companies where client_id = $1";

    pub CLIENT_COMPANIES_INSERT = "insert into oauth_client_companies (client_id, cnum) values ($1, $2)";

    pub GROUPS_LISTED = "select group_id from company_groups where group_id > $1 order by group_id limit $2";

    pub GROUP_STORED = "select group_id, name from company_groups where group_id = $1";

    pub COMPANIES_LISTED = "select cnum from companies where cnum > $1 order by cnum limit $2";

    /// Keys of companies with a tax number, after one.
    pub COMPANIES_BY_INN = "select cnum from companies where inn = $1 and cnum > $2 order by cnum limit $3";

    /// Keys of companies of a group, after one.
    pub COMPANIES_BY_GROUP = "select cnum from companies where group_id = $1 and cnum > $2 order by cnum limit $3";

    pub USERS_LISTED = "select user_id from users where user_id > $1 order by user_id limit $2";

    /// The key of the user of a login, after one.
    pub USERS_BY_LOGIN = "select user_id from users where login = $1 and user_id > $2 order by user_id limit $3";

    /// A user for the trail, with a row for each role.
    pub USER_STORED = "select u.user_id, u.login, u.full_name, u.email, u.phone_number, u.status, r.role as roles
        from users u left join user_roles r on r.user_id = u.user_id where u.user_id = $1";

    /// Keys of users' rights after one.
    pub RIGHTS_LISTED = "select u.login, r.cnum from users u join user_company_rights r on r.user_id = u.user_id
        where u.login >= $1 and (u.login > $1 or r.cnum > $2) group by u.login, r.cnum order by u.login, r.cnum
        limit $3";

    /// Keys of the rights for one company, after one.
    pub RIGHTS_BY_COMPANY = "select u.login, r.cnum from user_company_rights r join users u on u.user_id = r.user_id
        where r.cnum = $1 and u.login >= $2 and (u.login > $2 or r.cnum > $3) group by u.login, r.cnum
        order by u.login limit $4";

    /// Keys of the rights of one login, after one.
    pub RIGHTS_BY_LOGIN = "select u.login, r.cnum from users u join user_company_rights r on r.user_id = u.user_id
        where u.login = $1 and u.login >= $2 and (u.login > $2 or r.cnum > $3) group by u.login, r.cnum
        order by r.cnum limit $4";

    /// A user's rights for a company for the trail, a row for each.
    pub RIGHTS_STORED = "select u.user_id as object_id, r.cnum, r.right_code as rights
        from users u join user_company_rights r on r.user_id = u.user_id where u.login = $1 and r.cnum = $2";

    /// Names a certificate for the trail by the person and not by the login, which may pass to somebody else before
    /// what two people have approved is done. The certificate itself is no part of the name.
    pub SIGNING_CERTIFICATE_NAMED = "select u.user_id || '/' || cast($2 as text) || '/' || cast($3 as text) as object_id
        from users u where u.login = $1 and cast($4 as text) is not null";

    pub CLIENTS_LISTED = "select client_id from oauth_clients where client_id > $1 order by client_id limit $2";

    /// A client for the trail, with rows for its addresses and the first hundred companies, and one with the number of
    /// the others, such as `+20`.
    pub CLIENT_STORED = "select name, secret_hash, profile, id_token_algorithm, status,
            cast(null as text) as redirect_uris, cast(null as text) as post_logout_redirect_uris,
            cast(null as text) as cnums
        from oauth_clients where client_id = $1
        union all select null, null, null, null, null, case when u.uri_use = 'LOGIN' then u.uri end,
            case when u.uri_use = 'LOGOUT' then u.uri end, null
        from oauth_client_redirect_uris u where u.client_id = $1
        union all select null, null, null, null, null, null, null, x.cnum from (select c.cnum
            from oauth_client_companies c where c.client_id = $1 order by c.cnum limit 100) x
        union all select null, null, null, null, null, null, null, '+' || (m.companies - 100)
        from (select count(*) as companies from oauth_client_companies c where c.client_id = $1) m
        where m.companies > 100";
}
