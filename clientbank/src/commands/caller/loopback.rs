//! The end of a login on this machine: one request of the browser to the redirect address (RFC 8252, section 7.3).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use sdk::SdkError;
use url::Url;

use super::Failure;

/// The most bytes of a request's first line: codes and states are short.
const LINE_BYTES_MAX: u64 = 16 * 1024;
/// The most bytes of the header fields, which are read and left.
const HEAD_BYTES_MAX: u64 = 64 * 1024;
/// The longest wait for a connection's next bytes.
const READ_MAX: Duration = Duration::from_secs(5);
/// The most requests before the login is given up: browsers ask for icons, strangers for anything.
const REQUESTS_MAX: usize = 1_000;

pub(super) struct Loopback {
    listener: TcpListener,
    redirect_uri: Url,
}

impl Loopback {
    /// Listens on the redirect address, which must be of this machine.
    pub(super) fn listen(redirect_uri: &Url) -> Result<Self, Failure> {
        let loopback = match redirect_uri.host() {
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            Some(url::Host::Domain(name)) => name == "localhost",
            None => false,
        };
        if redirect_uri.scheme() != "http" || !loopback {
            return Err(format!("{redirect_uri} is not an http address of this machine").into());
        }
        let addresses = redirect_uri.socket_addrs(|| None)?;
        let listener = TcpListener::bind(addresses.as_slice())
            .map_err(|error| format!("{redirect_uri} cannot be listened on: {error}"))?;
        Ok(Self { listener, redirect_uri: redirect_uri.clone() })
    }

    /// Answers requests until `accept` takes one. Requests of others get an answer that says so: anything on this
    /// machine can send requests here.
    pub(super) fn wait<T>(&self, accept: impl Fn(&Url) -> Result<T, SdkError>) -> Result<T, Failure> {
        for _ in 0..REQUESTS_MAX {
            let (mut connection, peer) = self.listener.accept()?;
            let Some(address) = self.asked_for(&connection, peer) else {
                answer(&mut connection, "400 Bad Request", "This is not the end of a login.");
                continue;
            };
            match accept(&address) {
                Ok(taken) => {
                    answer(&mut connection, "200 OK", "The login is done. This window can be closed.");
                    return Ok(taken);
                }
                Err(SdkError::Foreign(_)) => answer(&mut connection, "404 Not Found", "Nothing is here."),
                Err(other) => {
                    answer(&mut connection, "200 OK", "The login has failed. The program tells why.");
                    return Err(other.into());
                }
            }
        }
        Err("too many requests that are not the end of this login".into())
    }

    fn asked_for(&self, connection: &TcpStream, peer: SocketAddr) -> Option<Url> {
        if !peer.ip().is_loopback() {
            return None;
        }
        connection.set_read_timeout(Some(READ_MAX)).ok()?;
        let mut reader = BufReader::new(connection);
        let mut line = String::new();
        (&mut reader).take(LINE_BYTES_MAX).read_line(&mut line).ok()?;
        let target = line.strip_prefix("GET ")?.split(' ').next()?.to_owned();
        let mut rest = reader.take(HEAD_BYTES_MAX).lines();
        while rest.next()?.ok().is_some_and(|field| !field.is_empty()) {}
        self.redirect_uri.join(&target).ok()
    }
}

/// A short page. The address holds the code, so the page sends it nowhere.
fn answer(connection: &mut TcpStream, status: &str, words: &str) {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>clientbank</title><p>{words}</p></html>"
    );
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n",
        page.len()
    );
    // The browser may be gone; the login is decided all the same.
    drop(connection.write_all(format!("{head}{page}").as_bytes()));
}

#[cfg(test)]
mod tests;
