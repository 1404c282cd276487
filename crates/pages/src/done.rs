//! Notices of a form that was carried out. The address names the notice (`?done=signed`), and is believed only from the
//! browser that was just sent there: it has the address in a cookie, which works once. A link of somebody else says
//! nothing.

use axum::response::Response;
use http::request::Parts;
use http::{HeaderValue, Uri, header};
use percent_encoding::percent_decode_str;

use crate::answer::{add_cookie, see_other};
use crate::site::{Site, WATCHING_HEADER};

/// The parameter that names the notice.
const PARAMETER: &str = "done";
/// The time in which a browser follows a redirect, in seconds.
const NOTICE_S: u32 = 60;

/// Marks a redirect to a notice.
#[derive(Clone, Copy)]
struct Done;

/// Sends the browser to `location` like [`see_other`], whose parameter `done` names what was carried out. The page
/// there says so, once.
pub fn see_done(location: &str) -> Response {
    let mut response = see_other(location);
    response.extensions_mut().insert(Done);
    response
}

impl Site {
    /// Takes the parameter from the address of a request that the browser was not sent to. Returns whether it was.
    pub(crate) fn believe_done(&self, head: &mut Parts) -> bool {
        let Some(query) = head.uri.query() else { return false };
        let is_notice = |pair: &&str| {
            let name = pair.split('=').next().unwrap_or_default();
            percent_decode_str(name).decode_utf8().is_ok_and(|name| name == PARAMETER)
        };
        if !query.split('&').any(|pair| is_notice(&pair)) {
            return false;
        }
        let asked = head.uri.path_and_query().map_or("", |address| address.as_str());
        if self.cookies().notice(&head.headers) == Some(asked) {
            return !head.headers.contains_key(WATCHING_HEADER);
        }
        let others: Vec<&str> = query.split('&').filter(|pair| !is_notice(pair)).collect();
        let (path, others) = (head.uri.path(), others.join("&"));
        let address = if others.is_empty() { path.to_owned() } else { format!("{path}?{others}") };
        // Parts of an address make an address.
        head.uri = Uri::try_from(address).unwrap_or_else(|_| Uri::from_static(crate::ONLINE_BANK_PATH));
        false
    }

    /// Gives the browser the notice that it is sent to, or takes one away that was shown.
    pub(crate) fn settle_done(&self, response: &mut Response, is_shown: bool) {
        let cookies = self.cookies();
        if response.extensions_mut().remove::<Done>().is_some() {
            let location = response.headers().get(header::LOCATION).map(HeaderValue::to_str);
            if let Some(Ok(location)) = location {
                let cookie = cookies.set_notice(location, NOTICE_S);
                add_cookie(response.headers_mut(), &cookie);
            }
        } else if is_shown {
            add_cookie(response.headers_mut(), &cookies.clear_notice());
        }
    }
}
