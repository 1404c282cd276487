//! SQL texts about clients as their company's administrator sees them. Those that read begin with the administrator's
//! right.

use store::Selected as _;

use super::Integration;

store::selected! {
    Integration {
        id: "c.client_id", name: "c.name", status: "c.status", previous_secret_until: "c.previous_secret_until_us",
        is_own: "not exists (select 1 from oauth_client_companies o where o.client_id = c.client_id and not exists (
            select 1 from user_company_rights b
            where b.user_id = $1 and b.cnum = o.cnum and b.right_code = 'COMPANY_ADMINISTRATOR')) as is_own",
    }
}

store::queries! {
    /// Clients that serve a company, for a user who administers it, with whether each serves no
    /// other company which the user does not administer. The limit is INTEGRATIONS_PER_COMPANY_MAX.
    pub INTEGRATIONS_OF_COMPANY = store::text!("select ", Integration::LIST, "
        from user_company_rights a
        join oauth_client_companies k on k.cnum = a.cnum
        join oauth_clients c on c.client_id = k.client_id
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'
        order by c.client_id
        limit 100");

    /// One of them.
    pub INTEGRATION_OF_COMPANY = store::text!("select ", Integration::LIST, "
        from user_company_rights a
        join oauth_client_companies k on k.cnum = a.cnum and k.client_id = $3
        join oauth_clients c on c.client_id = k.client_id
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'");

    /// Counts the clients that serve a company.
    pub INTEGRATIONS_COUNT = "select count(*) as clients from oauth_client_companies where cnum = $1";

    /// Changes the name and the profile of a client that is still the one of the form.
    pub CLIENT_CHANGE_SETTINGS = "update oauth_clients set name = $3, profile = $4, version = version + 1
        where client_id = $1 and version = $2";

    /// Puts another secret in the place of the present one, which works until a moment.
    pub CLIENT_REPLACE_SECRET = "update oauth_clients set previous_secret_hash = secret_hash,
            previous_secret_until_us = $3, secret_hash = $4, secret_set_at_us = $5, version = version + 1
        where client_id = $1 and version = $2";

    /// Puts another secret in the place of the present one, which stops working at once.
    pub CLIENT_REPLACE_SECRET_AT_ONCE = "update oauth_clients set previous_secret_hash = null,
            previous_secret_until_us = null, secret_hash = $3, secret_set_at_us = $4, version = version + 1
        where client_id = $1 and version = $2";

    /// Ends the secret before the present one.
    pub CLIENT_END_PREVIOUS_SECRET = "update oauth_clients set previous_secret_hash = null,
            previous_secret_until_us = null, version = version + 1
        where client_id = $1 and previous_secret_hash is not null";

    /// Moves a client from one status to another, unless it has a third one.
    pub CLIENT_MOVE_STATUS = "update oauth_clients set status = $3, status_changed_at_us = $4, version = version + 1
        where client_id = $1 and status = $2";
}
