//! The start of `clientbank demo` and `clientbank sandbox`: the whole product as a sandbox on this machine, with data
//! to try it on.

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
use url::{Host, Url};

use super::database::{OneServer, open_of_kind, take_over_jobs, told};
use super::serve::fitted;
use super::{Failure, configured, on_runtime};
use crate::application::{Addresses, Surroundings};
use crate::configuration::{Configuration, SETTINGS, Sources, read};
use crate::demo::{Banner, Folder};
use crate::sandboxes::{ByHost, Plan, SEED_START, Sandboxes, Seeded, Template, seed};
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
}

/// Starts the sandboxes of a process.
pub(super) fn start(
    beginning: &Beginning<'_>,
    arguments: &StartArguments,
    settings: Sources,
) -> Result<(), Failure> {
    if arguments.fresh && arguments.database.is_some() {
        return Err("--fresh empties the folder, never a PostgreSQL database: give it an empty one".into());
    }
    let folder = Folder::open(beginning.data, arguments.fresh)?;
    let randomness: Arc<dyn Randomness> = match beginning.seed {
        Some(seed) => Arc::new(SandboxRandomness::new(seed, "data")),
        None => Arc::new(SystemRandomness),
    };
    let mut configuration = configured(&sources(arguments, settings, &folder, &*randomness)?)?;
    let (only_prepares, with_life) = (beginning.only_prepares, beginning.with_life);
    let start = beginning.seed.map_or_else(|| SystemClock.now(), |_| SEED_START);
    on_runtime(async move {
        let _lock = OneServer::claim(&configuration.database)?;
        drop(telemetry::start_metrics());
        let is_first = !folder.template().exists();
        if is_first {
            terminal::remark("loading the seed data …");
        }
        let template = Template::ready(&folder, &configuration, start, &randomness, with_life).await?;
        if only_prepares {
            say(&format!(
                "the seed data is ready in {}: starts with this folder copy it",
                shown(folder.path())
            ));
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
        configuration.demo_authority = Some(folder.keys());
        let banner = Banner {
            command: if with_life { "demo" } else { "sandbox" },
            addresses: addresses.clone(),
            administration: listeners.administration_address(),
            data: shown(folder.path()),
            program: program(),
        };
        let plan = Plan { configuration, addresses, template, folder: sandboxes };
        let started = || say(&if arguments.json { banner.json() } else { banner.text(Paint::for_output()) });
        serve(plan, seeded, listeners, started).await
    })
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
    if sandbox.seeded_at().await?.is_none() {
        let clock: Arc<dyn Clock> = sandbox.clock();
        terminal::remark("loading the seed data …");
        seed(&store, folder, configuration, &clock, randomness, with_life).await?;
        sandbox.note_seeded().await?;
        if matches!(configuration.database, StoreLocation::Postgres { .. }) {
            store.keep_seed().await.map_err(|error| told(&error))?;
        }
    }
    let randomness: Arc<dyn Randomness> = Arc::new(SystemRandomness);
    if sandbox.look().await?.moves == 0 {
        let mover = Mover { actor: Actor::System, randomness: Arc::clone(&randomness) };
        sandbox::begin_anew(&store, SystemClock.now(), 0, &mover).await?;
    }
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
    let sandboxes = Sandboxes::start(plan, main).await?;
    let services = Services {
        api: ByHost::new(Arc::clone(&sandboxes), Listener::Api),
        identity: ByHost::new(Arc::clone(&sandboxes), Listener::Identity),
        administration: sandboxes.administration(randomness),
    };
    started();
    serve_until(services, sandboxes, listeners, &configuration.trusted_proxies, limits, end).await;
    tracing::info!("ended");
    Ok(())
}

/// The demo decides where things are; all else may be set as for a server.
fn sources(
    arguments: &StartArguments,
    settings: Sources,
    folder: &Folder,
    randomness: &dyn Randomness,
) -> Result<Sources, Failure> {
    let given = read(&settings, |name| std::env::var(name).ok())?;
    if given.master_key.is_some() {
        return Err("a sandbox makes its own master key: take away master_key and master_key_file".into());
    }
    for address in [&given.api_address, &given.identity_address].into_iter().flatten() {
        check_address(address)?;
    }
    let database = match &arguments.database {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", folder.database().display()),
    };
    let master_key_file = folder.master_key_file(randomness)?;
    let decided = [
        ("database", database),
        ("api_listen", SocketAddr::new(arguments.listen, arguments.api_port).to_string()),
        ("identity_listen", SocketAddr::new(arguments.listen, arguments.identity_port).to_string()),
        (
            "administration_listen",
            SocketAddr::new(arguments.listen, arguments.administration_port).to_string(),
        ),
        ("api_address", given.api_address.clone().unwrap_or_default()),
        ("identity_address", given.identity_address.clone().unwrap_or_default()),
        ("master_key", String::new()),
        ("master_key_file", master_key_file.display().to_string()),
    ];
    // Put before the settings of the command line: by default a person at a terminal sees warnings in words.
    let mut overrides: Vec<String> = Vec::new();
    if settings.file.is_none() {
        let quiet = [
            ("log_format", "text", "CLIENTBANK_LOG_FORMAT"),
            ("log_filter", "warn", "CLIENTBANK_LOG_FILTER"),
            // Receivers of webhooks are programs on the same machine.
            ("webhook_reach", "local", "CLIENTBANK_WEBHOOK_REACH"),
            // More than one person tries, and a machine with few open files is told nothing of them.
            ("connections_max", "1000", "CLIENTBANK_CONNECTIONS_MAX"),
        ];
        let unset = quiet.into_iter().filter(|(_, _, variable)| std::env::var_os(variable).is_none());
        overrides.extend(unset.map(|(name, value, _)| format!("{name}={value}")));
    }
    overrides.extend(settings.overrides);
    overrides.extend(decided.into_iter().map(|(name, value)| format!("{name}={value}")));
    Ok(Sources { file: settings.file, overrides })
}

/// Refuses an address under which a bank may be at work: a sandbox is on this machine, or has `sandbox` in its name.
fn check_address(address: &str) -> Result<(), Failure> {
    let url: Url = address.parse().map_err(|error| format!("{address}: {error}"))?;
    let is_own = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => {
            name.split('.').any(|label| label.contains("sandbox"))
                || name.split('.').next_back() == Some("localhost")
        }
        None => false,
    };
    if is_own {
        return Ok(());
    }
    Err(format!("{address} may be a bank's own: the address of a sandbox has sandbox in its name").into())
}

/// Without a media server of its own, the demo draws the pictures of its webinars itself.
fn serve_media(configuration: &mut Configuration, addresses: &Addresses) {
    let own = |setting: &&crate::configuration::Setting| setting.name == "media_host";
    let default = SETTINGS.iter().find(own).map(|setting| setting.default);
    if default == Some(configuration.media_host.to_string().as_str())
        && let Ok(own) = addresses.identity.parse()
    {
        configuration.media_host = own;
        configuration.serves_demo_media = true;
    }
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
