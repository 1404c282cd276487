//! SQL of the treasury area.

use kernel::{ClientId, Cnum, Translated, UserId};
use store::{Result, Selected as _, Store, params};

use crate::eligibility::{Candidate, Company, Standing};

store::migrations! { "treasury": 1 "which companies are in a treasury already" "../migrations/0001_baseline.sql" }

/// The companies of the rights `granted` of the user `$1`, by number, with all that decides about them: those that the
/// software `$2` is registered for, or all of them in the online bank, where `$2` is null. Rights and companies are
/// tables of crate `clients`, joined here because one statement is one snapshot and one round trip; accounts are asked
/// through the view of docs/adr/0007. The limit is `clients::COMPANIES_PER_USER_MAX`.
macro_rules! companies_with_standing {
    ($granted:literal, $condition:literal) => {
        store::text! {
            "select ", Candidate::LIST, " from ", $granted,
            " join companies company on company.cnum = granted.cnum \
left join treasury_members member on member.cnum = granted.cnum where granted.user_id = $1 \
and (cast($2 as text) is null or (select served.cnum from oauth_client_companies served \
where served.client_id = cast($2 as text) and served.cnum = granted.cnum) is not null) and ",
            $condition, " order by granted.cnum limit 1000",
        }
    };
}

store::selected! {
    Candidate { company: Company, standing: Standing }
    Company {
        cnum: "company.cnum", name: "company.name_ru, company.name_en": Translated, inn: "company.inn",
        kpp: "company.kpp",
        can_sign: "exists (select 1 from user_company_rights sign where sign.user_id = $1 and sign.cnum = company.cnum \
            and sign.right_code = 'SIGN_TREASURY') as can_sign",
    }
    Standing {
        is_open: "company.status = 'OPEN' as is_open",
        is_in_treasury: "member.treasury_id is not null as is_in_treasury",
        has_open_settlement_account: "exists (select 1 from open_settlement_accounts account \
            where account.cnum = company.cnum) as has_open_settlement_account",
    }
}

store::queries! {
    COMPANIES_OF_USER = companies_with_standing!("user_company_rights granted", "granted.right_code = 'ACT'");

    /// The companies whose accounts the user sees while acting for the company $3: that one and those of its group.
    COMPANIES_VISIBLE = companies_with_standing!(
        "companies chosen \
        join user_company_rights acting \
            on acting.user_id = $1 and acting.cnum = chosen.cnum and acting.right_code = 'ACT' \
        join user_company_rights granted on granted.user_id = acting.user_id",
        "granted.right_code = 'VIEW_ACCOUNTS' \
        and chosen.cnum = $3 and chosen.status = 'OPEN' \
        and (company.cnum = chosen.cnum or company.group_id = chosen.group_id)");

    pub(crate) INSERT_MEMBER =
        "insert into treasury_members (cnum, treasury_id) values ($1, $2) on conflict (cnum) do nothing";

    /// A company joins, changes or leaves its treasury.
    pub(crate) UPDATE_MEMBER = "update treasury_members set treasury_id = $2
        where cnum = $1 and treasury_id is distinct from $2";

    pub(crate) MEMBERS_LISTED = "select cnum from treasury_members where cnum > $1 order by cnum limit $2";

    pub(crate) MEMBER_STORED = "select cnum, treasury_id from treasury_members where cnum = $1";
}

/// Lists the companies that the user may act for, ordered by cnum: those of the calling software, or all of them in the
/// online bank.
pub(crate) async fn companies_of_user(
    store: &Store,
    user: &UserId,
    client: Option<&ClientId>,
) -> Result<Vec<Candidate>> {
    store.select(&COMPANIES_OF_USER, params![user, client]).await
}

/// Lists the companies that the user may see from the `chosen` company, ordered by cnum: that company and its group, as
/// far as they are served by the calling software, or all of them in the online bank.
pub(crate) async fn companies_visible(
    store: &Store,
    user: &UserId,
    client: Option<&ClientId>,
    chosen: &Cnum,
) -> Result<Vec<Candidate>> {
    store.select(&COMPANIES_VISIBLE, params![user, client, chosen]).await
}
