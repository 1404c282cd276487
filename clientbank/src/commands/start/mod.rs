//! The start of `clientbank demo` and `clientbank sandbox`: the whole product as a sandbox on this machine, with data
//! to try it on.

mod settings;
mod with_bank;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use area::Listener;
use audit::Actor;
use clap::Args;
use kernel::{Clock, Instant, Randomness, SystemClock, SystemRandomness};
use sandbox::{DatabaseKind, Mover, Pace, Sandbox, SandboxRandomness};
use store::StoreLocation;

use self::settings::{check_database, serve_media, sources};
use super::database::{OneServer, WithRemedy as _, open_of_kind, take_over_jobs};
use super::serve::fitted;
use super::{Failure, configured, on_runtime, start_spans};
use crate::application::{BuildError, Surroundings};
use crate::configuration::{Configuration, Sources};
use crate::demo::{Banner, Folder};
use crate::sandboxes::{ByHost, Plan, SEED_START, Sandboxes, SandboxesError, Seeded, Template, seed};
use crate::server::{Listeners, Services, asked_to_end, run as serve_until};
use crate::terminal::{Paint, say};
use crate::{telemetry, terminal};

/// The options that `demo` and `sandbox` share.
#[derive(Args)]
pub(super) struct StartArguments {
    /// Start anew: removes the data of an earlier start from the folder.
    #[arg(long)]
    pub(super) fresh: bool,
    /// Port of the API; 0 takes a free one.
    #[arg(long, default_value_t = 8080, env = "CLIENTBANK_API_PORT")]
    pub(super) api_port: u16,
    /// Port of the identity provider; 0 takes a free one.
    #[arg(long, default_value_t = 8081, env = "CLIENTBANK_IDENTITY_PORT")]
    pub(super) identity_port: u16,
    /// Port of metrics, health and what controls a sandbox; 0 takes a free one.
    #[arg(long, default_value_t = 8082, env = "CLIENTBANK_ADMINISTRATION_PORT")]
    pub(super) administration_port: u16,
    /// Address to listen on; in a container 0.0.0.0.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), env = "CLIENTBANK_SANDBOX_LISTEN")]
    pub(super) listen: IpAddr,
    /// An empty PostgreSQL database instead of SQLite in the folder: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    #[arg(long, value_name = "URL", env = "CLIENTBANK_DEMO_DATABASE")]
    pub(super) database: Option<String>,
    /// Print one line of JSON instead of words.
    #[arg(long)]
    pub(super) json: bool,
}

/// Folder and first content of a sandbox.
pub(super) struct Beginning<'a> {
    /// The folder of its data.
    pub(super) data: &'a Path,
    /// The seed of its data, when that is to be the same every time.
    pub(super) seed: Option<u64>,
    /// Ends when the seed data is loaded.
    pub(super) only_prepares: bool,
    /// Lets the people of the seed data work for a while, so that every list has something in it.
    pub(super) with_life: bool,
    /// The port of the bank API, when programs of their own play the bank's systems.
    pub(super) bank_port: Option<u16>,
}

pub(super) fn start(
    beginning: &Beginning<'_>,
    arguments: &StartArguments,
    settings: Sources,
) -> Result<(), Failure> {
    check_database(arguments, beginning.only_prepares)?;
    let folder = Folder::open(beginning.data, arguments.fresh)?;
    folder.agree_on_seed(beginning.seed)?;
    let randomness: Arc<dyn Randomness> = match beginning.seed {
        Some(seed) => Arc::new(SandboxRandomness::new(seed, "data")),
        None => Arc::new(SystemRandomness),
    };
    let mut configuration = configured(&sources(arguments, settings, &folder, &*randomness)?)?;
    if let Some(port) = beginning.bank_port {
        configuration.bank_listen = Some(SocketAddr::new(arguments.listen, port));
    }
    let (only_prepares, with_life) = (beginning.only_prepares, beginning.with_life);
    let has_bank = beginning.bank_port.is_some();
    let start = beginning.seed.map_or_else(|| SystemClock.now(), |_| SEED_START);
    on_runtime(async move {
        let _lock = OneServer::claim(&configuration.database)?;
        drop(telemetry::start_metrics());
        start_spans(&configuration)?;
        let is_first = !folder.template().exists();
        if is_first {
            terminal::remark("loading the seed data …");
        }
        let template = Template::ready(&folder, &configuration, start, &randomness, with_life).await?;
        if only_prepares {
            say(&prepared(&shown(folder.path()), arguments.json));
            return Ok(());
        }
        if is_first {
            begin_again();
        }
        let seeded = main(&configuration, &folder, &template, (start, with_life), &randomness).await?;
        let is_shared = matches!(configuration.database, StoreLocation::Postgres { .. });
        let sandboxes = folder.sandboxes(is_shared)?;
        if is_shared {
            folder.share()?;
        }
        let listeners = Listeners::bind(&configuration).await?;
        let addresses = listeners.addresses(&configuration);
        serve_media(&mut configuration, &addresses);
        configuration.own_ports = listeners.ports();
        configuration.demo_authority = Some(folder.keys());
        let banner = Banner {
            command: if with_life { "demo" } else { "sandbox" },
            addresses: addresses.clone(),
            administration: listeners.administration_address(),
            data: shown(folder.path()),
            program: program(),
        };
        let systems = if has_bank {
            // Whoever names players in the settings has others in mind.
            if configuration.orders.is_empty() {
                with_bank::PLAYERS.clone_into(&mut configuration.orders);
            }
            let now = (SystemClock.now(), &randomness);
            Some(with_bank::begin(&seeded.store, &folder.bank(), &addresses.bank, now).await?)
        } else {
            None
        };
        let plan = Plan { configuration, addresses, template, folder: sandboxes };
        let started = || say(&if arguments.json { banner.json() } else { banner.text(Paint::for_output()) });
        let served = serve(plan, seeded, listeners, started).await;
        drop(systems);
        served
    })
}

/// The answer of `--prepare`.
fn prepared(data: &str, is_json: bool) -> String {
    if is_json {
        return serde_json::json!({ "data": data }).to_string();
    }
    format!("the seed data is ready in {data}: starts with this folder copy it")
}

/// Runs this program in the place of this process. The allocator keeps most of what the import has freed, four times
/// what the program needs afterwards. Where the system refuses, the process goes on as it is.
fn begin_again() {
    let Ok(program) = std::env::current_exe() else { return };
    // What an earlier start left is gone, and what was made since has to stay.
    let words = std::env::args_os().skip(1).filter(|word| word != "--fresh");
    // It only returns when it has failed.
    drop(Command::new(program).args(words).exec());
}

/// Opens the database of the main sandbox. An empty one is filled: on SQLite by a copy of the template, on PostgreSQL
/// by the same import, with a copy kept for resets.
async fn main(
    configuration: &Configuration,
    folder: &Folder,
    template: &Template,
    (start, with_life): (Instant, bool),
    randomness: &Arc<dyn Randomness>,
) -> Result<Seeded, Failure> {
    if let StoreLocation::Sqlite { path } = &configuration.database
        && !path.exists()
    {
        template.copy_to(path)?;
    }
    let surroundings = open_of_kind(configuration, DatabaseKind::Sandbox).await?;
    take_over_jobs(configuration, &surroundings).await?;
    let Surroundings { store, .. } = surroundings;
    let (machine, pace) = (Arc::new(SystemClock), Pace::Standing { at: start });
    let sandbox = Sandbox::open(store.clone(), machine, pace).await;
    let sandbox = sandbox.map_err(|error| format!("{}: {error}", configuration.database))?;
    if sandbox.look().await?.seeded_at.is_none() {
        let clock: Arc<dyn Clock> = sandbox.clock();
        terminal::remark("loading the seed data …");
        seed(&store, folder, configuration, &clock, randomness, with_life).await?;
        sandbox.note_seeded().await?;
        if matches!(configuration.database, StoreLocation::Postgres { .. }) {
            store.keep_seed().await.told()?;
        }
    }
    let randomness: Arc<dyn Randomness> = Arc::new(SystemRandomness);
    if sandbox.look().await?.moves == 0 {
        let mover = Mover { actor: Actor::System, randomness: Arc::clone(&randomness) };
        sandbox::begin_anew(&store, SystemClock.now(), 0, &mover).await?;
    }
    // Who proves or copies the books of a bank that has just begun finds the days closed that ended before.
    let now = sandbox.clock().now();
    accounts::close_due_day(&store, now, &configuration.bank.zone).await.told()?;
    Ok(Seeded { store, randomness })
}

/// Serves the sandboxes on bound sockets; calls `started` when requests are answered.
async fn serve(
    plan: Plan,
    main: Seeded,
    listeners: Listeners,
    started: impl FnOnce(),
) -> Result<(), Failure> {
    // Asked for before the first request: a signal that comes early must not kill.
    let end = asked_to_end()?;
    let (configuration, randomness) = (plan.configuration.clone(), Arc::clone(&main.randomness));
    let limits = fitted(&configuration);
    let is_shared = matches!(configuration.database, StoreLocation::Postgres { .. });
    let sandboxes = Sandboxes::start(plan, main).await.map_err(|error| match error {
        // The master key is in the folder that filled the database.
        SandboxesError::Build(BuildError::Identity(_)) if is_shared => {
            format!("{error}; name the folder that filled this database with --data, or an empty database")
                .into()
        }
        other => Failure::from(other),
    })?;
    let services = Services {
        api: ByHost::new(Arc::clone(&sandboxes), Listener::Api),
        identity: ByHost::new(Arc::clone(&sandboxes), Listener::Identity),
        bank: ByHost::new(Arc::clone(&sandboxes), Listener::Bank),
        administration: sandboxes.administration(randomness),
    };
    started();
    serve_until(services, sandboxes, listeners, &configuration.trusted_proxies, limits, end).await;
    tracing::info!("ended");
    Ok(())
}

fn shown(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// Returns the word by which a shell calls this program: its name when the name finds it, else its path.
fn program() -> String {
    let name = "clientbank";
    let Ok(own) = std::env::current_exe() else { return name.to_owned() };
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| same_file(&folder.join(name), &own)));
    if found { name.to_owned() } else { own.display().to_string() }
}

fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
