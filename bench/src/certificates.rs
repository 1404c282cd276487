//! Messages of certificates from the socket to the disk: answers per second of one core, and how fast the
//! certificates of all of them are checked behind.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sdk::{Bank, Settings, Tokens};

use crate::iso_documents::message_of_demo;
use crate::login::{self, CLIENT_ID, CLIENT_SECRET};
use crate::server::{self, Demo};
use crate::statistics::median;

/// The size of a message, in bytes.
const MESSAGE_BYTES: usize = 10 * 1024;
/// Callers at once: enough for the core to have work while a commit waits for the disk.
const CALLERS: usize = 64;
/// Measurements.
const ROUNDS: usize = 3;
/// The time for which one measurement sends.
const DURATION: Duration = Duration::from_secs(4);
/// Looks at a task until it is final, a tenth of a second apart.
const LOOKS_MAX: usize = 1_200;

/// Prints messages taken per second, certificates checked per second, and memory.
///
/// # Errors
/// A process does not start or answers with an error.
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
#[expect(clippy::float_arithmetic, reason = "a rate is no money")]
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    let demo = Demo::start(program, None)?;
    server::stay_off_the_server_core()?;
    let tokens = login::tokens(&demo)?;
    let template = message_of_demo(MESSAGE_BYTES);
    let certificates = template.matches("<TxCert>").count();
    let (mut taken, mut checked) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let started = Instant::now();
        let tasks = send(&demo, &tokens, &template, round)?;
        let sent = started.elapsed().as_secs_f64();
        wait_for(&demo, &tokens, &tasks)?;
        let count = f64::from(u32::try_from(tasks.len())?);
        taken.push(count / sent);
        checked.push(count * f64::from(u32::try_from(certificates)?) / started.elapsed().as_secs_f64());
    }
    println!(
        "certificates, SQLite, one core: {:.0} messages/s taken, each durable ({} bytes, {certificates} certificates, \
         {CALLERS} callers); with their checks {:.0} certificates/s; {ROUNDS} rounds, medians; peak memory of the \
         server \
         {:?} KiB",
        median(&taken),
        template.len(),
        median(&checked),
        demo.memory_peak_kib(),
    );
    Ok(())
}

/// Sends messages for the time of a measurement; the tasks that they were answered with.
fn send(demo: &Demo, tokens: &Tokens, template: &str, round: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let stop = AtomicBool::new(false);
    let sent: Vec<Vec<String>> = std::thread::scope(|scope| {
        let callers: Vec<_> = (0..CALLERS)
            .map(|caller| {
                let (stop, mark) = (&stop, format!("R{round}C{caller}"));
                scope.spawn(move || {
                    call(demo, tokens, template, &mark, stop).map_err(|error| error.to_string())
                })
            })
            .collect();
        std::thread::park_timeout(DURATION);
        stop.store(true, Ordering::SeqCst);
        let joined =
            callers.into_iter().map(|caller| caller.join().map_err(|_| "a caller panicked".to_owned())?);
        joined.collect::<Result<_, String>>()
    })?;
    Ok(sent.concat())
}

fn call(
    demo: &Demo,
    tokens: &Tokens,
    template: &str,
    mark: &str,
    stop: &AtomicBool,
) -> Result<Vec<String>, Box<dyn Error>> {
    let authority = demo.api.trim_start_matches("http://");
    let mut connection = TcpStream::connect(authority)?;
    connection.set_nodelay(true)?;
    let mut reader = BufReader::new(connection.try_clone()?);
    let mut tasks = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let own = format!("{mark}N{}", tasks.len());
        let body = template.replace("MSG-2026-0001", &own).replace("<TxId>T-", &format!("<TxId>{own}-"));
        let request = format!(
            "POST /v1/iso20022/currency-transaction-certificate HTTP/1.1\r\nHost: {authority}\r\nAuthorization: \
                Bearer {}\r\n\
             Id-Token: {}\r\nContent-Type: application/xml\r\nContent-Length: {}\r\n\r\n{body}",
            tokens.access_token,
            tokens.id_token,
            body.len(),
        );
        connection.write_all(request.as_bytes())?;
        let answer = String::from_utf8(read_answer(&mut reader)?)?;
        let task = answer.strip_prefix("<taskId>").and_then(|rest| rest.strip_suffix("</taskId>"));
        tasks.push(task.ok_or("the answer names no task")?.to_owned());
    }
    Ok(tasks)
}

/// Waits until the certificates of the tasks are checked. They are worked off in their order, so the last ones tell
/// of all.
fn wait_for(demo: &Demo, tokens: &Tokens, tasks: &[String]) -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        identity: demo.identity.parse()?,
        api: demo.api.parse()?,
        client_id: CLIENT_ID.parse()?,
        client_secret: CLIENT_SECRET.to_owned(),
        redirect_uri: "http://127.0.0.1:9090/callback".parse()?,
    };
    let mut bank = Bank::new(&settings, tokens.clone());
    let mut last: Vec<&String> = tasks.iter().collect();
    // The identifiers are ordered by time.
    last.sort();
    for task in last.iter().rev().take(CALLERS) {
        let mut looks = 0;
        while !bank.certificate_task(task)?.status.is_final() {
            looks += 1;
            if looks == LOOKS_MAX {
                return Err(format!("the task {task} is not checked").into());
            }
            std::thread::park_timeout(Duration::from_millis(100));
        }
    }
    Ok(())
}

/// The body of one answer with status 200 and a Content-Length.
fn read_answer(reader: &mut BufReader<TcpStream>) -> Result<Vec<u8>, Box<dyn Error>> {
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
