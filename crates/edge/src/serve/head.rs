//! Tells whether every party on the way must have read the head of a request alike.
//!
//! hyper takes a `Content-Length` away when it follows `Transfer-Encoding`, and the other way round, before
//! any layer sees it; it keeps one of several equal lengths, and reads a bare LF as the end of a line. A
//! proxy in front may have decided differently, which is how requests are smuggled (RFC 9112 section 11.2).
//! So the bytes are looked at before hyper gets them, with the parser that hyper itself uses.

use std::mem::MaybeUninit;

use httparse::{Error, ParserConfig, Request, Status};
use memchr::{memchr, memchr_iter};

use super::head_error::HeadError;

/// The most header fields of a request. Browsers and client libraries send about 20.
pub const HEADERS_MAX: usize = 64;

/// The most digits of a `Content-Length`: more do not fit into 64 bits.
const LENGTH_DIGITS_MAX: usize = 18;

/// The way in which a request's body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// After so many bytes, possibly none.
    Length(u64),
    /// Chunks (RFC 9112 section 7.1).
    Chunked,
}

/// The result of looking at the bytes at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// The beginning of a head.
    Incomplete,
    /// A head of `bytes` bytes, followed by its body.
    Complete {
        /// Bytes of the head, its last empty line included.
        bytes: usize,
        framing: Framing,
    },
}

/// Looks at the head with which `bytes` begin. `seen` bytes of them were looked at before without finding an
/// end: a head that drips in is not parsed again for every drop.
pub(super) fn inspect(bytes: &[u8], seen: usize) -> Result<Head, HeadError> {
    // The first look costs one parse at most, and nearly always is the last.
    if seen > 0 && !has_end(&bytes[seen.saturating_sub(END_OVERLAP)..]) {
        return Ok(Head::Incomplete);
    }
    let mut headers = [const { MaybeUninit::uninit() }; HEADERS_MAX];
    let mut request = Request::new(&mut []);
    let parser = ParserConfig::default();
    let length = match parser.parse_request_with_uninit_headers(&mut request, bytes, &mut headers) {
        Ok(Status::Complete(length)) => length,
        Ok(Status::Partial) => return Ok(Head::Incomplete),
        Err(Error::TooManyHeaders) => return Err(HeadError::HeadTooLarge),
        Err(_) => return Err(HeadError::Syntax),
    };
    let head = &bytes[..length];
    let bare = memchr_iter(b'\n', head).any(|position| position == 0 || head[position - 1] != b'\r');
    if bare {
        return Err(HeadError::Syntax);
    }
    check_target(request.method.unwrap_or_default(), request.path.unwrap_or_default())?;
    let framing = check_headers(request.headers, request.version == Some(1))?;
    Ok(Head::Complete { bytes: length, framing })
}

/// Bytes of the longest end of a head that can lie across two reads, less one.
const END_OVERLAP: usize = 2;

/// Tells whether an empty line may be in `bytes`. Empty lines before the request line look like one too, so the
/// parser has the last word.
fn has_end(bytes: &[u8]) -> bool {
    memchr_iter(b'\n', bytes).any(|position| match bytes.get(position + 1) {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(position + 2) == Some(&b'\n'),
        _ => false,
    })
}

/// Origin form, absolute form without user information, or `*` for `OPTIONS` (RFC 9112 section 3.2).
fn check_target(method: &str, target: &str) -> Result<(), HeadError> {
    // Looks at all bytes with vector instructions, which leaving at the first bad one would prevent.
    if !target.bytes().fold(true, |fine, byte| fine & byte.is_ascii_graphic()) {
        return Err(HeadError::Syntax);
    }
    if method == "CONNECT" {
        return Err(if is_host_and_port(target) { HeadError::Connect } else { HeadError::Target });
    }
    if memchr(b'#', target.as_bytes()).is_some() {
        return Err(HeadError::Target);
    }
    if target.starts_with('/') || (target == "*" && method == "OPTIONS") {
        return Ok(());
    }
    let (scheme, rest) = target.split_once("://").ok_or(HeadError::Target)?;
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let http = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    if http && is_host(authority.as_bytes()) { Ok(()) } else { Err(HeadError::Target) }
}

/// Authority form: a host and its port.
fn is_host_and_port(target: &str) -> bool {
    let Some((host, port)) = target.rsplit_once(':') else { return false };
    is_host(host.as_bytes()) && port.parse::<u16>().is_ok() && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn check_headers(headers: &[httparse::Header<'_>], is_http_11: bool) -> Result<Framing, HeadError> {
    let (mut hosts, mut length, mut chunked) = (0_usize, None, false);
    for header in headers {
        // Names of other lengths cannot be one of the three.
        match header.name.len() {
            4 if header.name.eq_ignore_ascii_case("host") => {
                hosts += 1;
                if !is_host(header.value) {
                    return Err(HeadError::Host);
                }
            }
            14 if header.name.eq_ignore_ascii_case("content-length") => {
                if length.is_some() {
                    return Err(HeadError::Framing);
                }
                length = Some(parse_length(header.value).ok_or(HeadError::Framing)?);
            }
            17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                if chunked || !is_http_11 || !header.value.eq_ignore_ascii_case(b"chunked") {
                    return Err(HeadError::Framing);
                }
                chunked = true;
            }
            _ => {}
        }
    }
    if hosts > 1 || (is_http_11 && hosts == 0) {
        return Err(HeadError::Host);
    }
    match (chunked, length) {
        (true, Some(_)) => Err(HeadError::Framing),
        (true, None) => Ok(Framing::Chunked),
        (false, length) => Ok(Framing::Length(length.unwrap_or(0))),
    }
}

fn parse_length(value: &[u8]) -> Option<u64> {
    let fits = (1..=LENGTH_DIGITS_MAX).contains(&value.len()) && value.iter().all(u8::is_ascii_digit);
    if fits { std::str::from_utf8(value).ok()?.parse().ok() } else { None }
}

/// The characters of a host with an optional port (RFC 3986 section 3.2), user information left out.
fn is_host(value: &[u8]) -> bool {
    !value.is_empty()
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:[]%!$&'()*+;=".contains(byte))
}
