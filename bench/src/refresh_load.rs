//! Load for the refresh grant: every caller walks along its own chain of refresh tokens.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Who refreshes, and where.
pub(crate) struct RefreshLoad {
    /// The identity listener.
    pub(crate) address: SocketAddr,
    /// The value of the Authorization header.
    pub(crate) authorization: String,
    /// One first refresh token for each caller.
    pub(crate) refresh_tokens: Vec<String>,
}

/// Grants per second over `duration`, all callers together.
///
/// # Errors
/// A connection broke or an answer was not 200.
#[expect(clippy::float_arithmetic, reason = "a rate is no money")]
pub(crate) fn run(load: &RefreshLoad, duration: Duration) -> Result<(f64, Vec<String>), Box<dyn Error>> {
    let stop = AtomicBool::new(false);
    let started = Instant::now();
    let chains = std::thread::scope(|scope| {
        let callers: Vec<_> = load
            .refresh_tokens
            .iter()
            .map(|first| scope.spawn(|| walk_chain(load, first, &stop).map_err(|error| error.to_string())))
            .collect();
        // Parking ends early when the scope of the round before left its wake-up behind.
        while let Some(left) = duration.checked_sub(started.elapsed()) {
            std::thread::park_timeout(left);
        }
        stop.store(true, Ordering::SeqCst);
        callers
            .into_iter()
            .map(|caller| caller.join().map_err(|_| "a caller panicked".to_owned())?)
            .collect::<Result<Vec<_>, String>>()
    })?;
    let grants: u32 = chains.iter().map(|(count, _)| count).sum();
    let lasts = chains.into_iter().map(|(_, last)| last).collect();
    Ok((f64::from(grants) / started.elapsed().as_secs_f64(), lasts))
}

fn walk_chain(load: &RefreshLoad, first: &str, stop: &AtomicBool) -> Result<(u32, String), Box<dyn Error>> {
    let mut connection = TcpStream::connect(load.address)?;
    connection.set_nodelay(true)?;
    let mut reader = BufReader::new(connection.try_clone()?);
    let mut refresh_token = first.to_owned();
    let mut grants = 0;
    while !stop.load(Ordering::Relaxed) {
        let form = format!("grant_type=refresh_token&refresh_token={refresh_token}");
        let request = format!(
            "POST /token HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\nContent-Type: \
             application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            load.address,
            load.authorization,
            form.len(),
        );
        connection.write_all(request.as_bytes())?;
        let answer: serde_json::Value = serde_json::from_slice(&read_answer(&mut reader)?)?;
        answer["refresh_token"]
            .as_str()
            .ok_or("the answer has no refresh token")?
            .clone_into(&mut refresh_token);
        grants += 1;
    }
    Ok((grants, refresh_token))
}

/// The body of one answer with status 200 and a Content-Length.
pub(crate) fn read_answer(reader: &mut BufReader<TcpStream>) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut status_line = String::new();
    reader.read_line(&mut status_line)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    if status_line.split(' ').nth(1) != Some("200") {
        return Err(format!("{status_line}{}", String::from_utf8_lossy(&body)).into());
    }
    Ok(body)
}
