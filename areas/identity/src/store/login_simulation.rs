//! Software through which a simulated login goes.

use kernel::{ClientId, Cnum};
use store::{Result, Tx, params};

store::queries! {
    /// The first client in service that is registered for a company; those that people register in the online bank
    /// come last.
    pub FIRST_CLIENT_OF_COMPANY = "select c.client_id from oauth_client_companies k
        join oauth_clients c on c.client_id = k.client_id
        where k.cnum = $1 and c.status = 'ACTIVE'
        order by case when substr(c.client_id, 1, 4) = 'app-' then 1 else 0 end, c.client_id limit 1";
}

/// Returns the first client in service that is registered for the company.
pub fn first_client_of(tx: &mut Tx, company: &Cnum) -> Result<Option<ClientId>> {
    tx.select_optional(&FIRST_CLIENT_OF_COMPANY, params![company])
}
