//! ONL-06: users, rights and signature scheme of the company for its administrator.

mod invitations;
mod locks;
mod rights;
mod scheme;
mod scheme_change;
mod users;

use http::StatusCode;
use testkit::Bench;

use crate::idn_12::{Admin, Rooms};

const RIGHTS: &str = "login,cnum,rights\n\
    petrov,C00001,ACT SIGN_SECOND COMPANY_ADMINISTRATOR\n\
    ivanova,C00001,ACT SIGN_FIRST\n\
    orlova,C00001,ACT COMPANY_ADMINISTRATOR\n";

/// A town in which petrov and orlova administer C00001 and ivanova is one of its people, and of C00002.
async fn rooms(bench: &Bench) -> Rooms {
    let rooms = Rooms::open(bench).await;
    rooms.branch.town.import(&[("user_rights.csv", RIGHTS)]).await;
    rooms
}

/// As [`rooms`], with petrov at the pages.
async fn with_petrov(bench: &Bench) -> (Rooms, Admin) {
    let rooms = rooms(bench).await;
    let petrov = rooms.petrov().await;
    (rooms, petrov)
}

/// The rights of a user for a company, as the database has them.
async fn rights(rooms: &Rooms, user: &str, cnum: &str) -> String {
    let directory = clients::Directory::new(rooms.branch.town.store.clone());
    let rights = directory.rights(&user.parse().unwrap(), &cnum.parse().unwrap()).await.unwrap();
    company::company_user::written(rights)
}

/// Sends the form that replaces rights.
async fn change(admin: &mut Admin, user: &str, before: &str, after: &str) -> crate::browser::Page {
    let mut fields = vec![("before", before)];
    fields.extend(after.split_ascii_whitespace().map(|right| ("right", right)));
    admin.post(&format!("/bank/users/{user}/rights"), &fields).await
}

/// Tells that the page of the online bank opens in a browser.
async fn is_open(browser: &mut crate::browser::Browser) -> bool {
    browser.get("/bank").await.status == StatusCode::OK
}
