//! The start of `clientbank demo` and `clientbank sandbox`: the whole product on this machine as a sandbox, with data to
//! try it on.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use import::ImportOptions;
use store::StoreLocation;

use super::database::{OneServer, open_sandbox, take_over_jobs};
use super::serve::serve;
use super::{Failure, configured, on_runtime};
use crate::application::{Addresses, Surroundings, areas};
use crate::configuration::{Configuration, SETTINGS, Sources};
use crate::demo::{Banner, Folder, write_files, write_keys};
use crate::server::Listeners;
use crate::terminal::{Paint, say};
use crate::{telemetry, terminal};

/// The name of the demo's importer in the audit trail.
const OPERATOR: &str = "demo";

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
    /// Port of metrics and health; 0 takes a free one.
    #[arg(long, default_value_t = 8082, env = "CLIENTBANK_ADMINISTRATION_PORT")]
    pub(super) administration_port: u16,
    /// An empty PostgreSQL database instead of SQLite in the folder: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    #[arg(long, value_name = "URL", env = "CLIENTBANK_DEMO_DATABASE")]
    pub(super) database: Option<String>,
    /// Print one line of JSON instead of words.
    #[arg(long)]
    pub(super) json: bool,
}

/// Starts the program on the data in the folder `data`.
pub(super) fn start(data: &Path, arguments: &StartArguments, settings: Sources) -> Result<(), Failure> {
    if arguments.fresh && arguments.database.is_some() {
        return Err("--fresh empties the folder, never a PostgreSQL database: give it an empty one".into());
    }
    let folder = Folder::open(data, arguments.fresh)?;
    let mut configuration = configured(&sources(arguments, settings, &folder)?)?;
    on_runtime(async move {
        let _lock = OneServer::claim(&configuration.database)?;
        drop(telemetry::start_metrics());
        let surroundings = prepared(&configuration, &folder).await?;
        take_over_jobs(&configuration, &surroundings).await?;
        if matches!(configuration.database, StoreLocation::Postgres { .. }) {
            folder.share()?;
        }
        let listeners = Listeners::bind(&configuration).await?;
        let addresses = listeners.addresses(&configuration);
        serve_media(&mut configuration, &addresses);
        let banner = Banner {
            addresses,
            administration: listeners.administration_address(),
            data: shown(folder.path()),
            program: program(),
        };
        let started = || say(&if arguments.json { banner.json() } else { banner.text(Paint::for_output()) });
        serve(&configuration, surroundings, listeners, started).await
    })
}

/// The demo decides where things are; all else may be set as for a server.
fn sources(arguments: &StartArguments, settings: Sources, folder: &Folder) -> Result<Sources, Failure> {
    let database = match &arguments.database {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", folder.database().display()),
    };
    let master_key_file = folder.master_key_file(&kernel::SystemRandomness)?;
    let decided = [
        ("database", database),
        ("api_listen", format!("127.0.0.1:{}", arguments.api_port)),
        ("identity_listen", format!("127.0.0.1:{}", arguments.identity_port)),
        ("administration_listen", format!("127.0.0.1:{}", arguments.administration_port)),
        ("api_address", String::new()),
        ("identity_address", String::new()),
        ("master_key", String::new()),
        ("master_key_file", master_key_file.display().to_string()),
    ];
    // Put before the settings of the command line: by default a person at a terminal sees warnings in words.
    let mut overrides: Vec<String> = Vec::new();
    if settings.file.is_none() {
        let quiet = [
            ("log_format", "text", "CLIENTBANK_LOG_FORMAT"),
            ("log_filter", "warn", "CLIENTBANK_LOG_FILTER"),
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

/// Opens the database, and at the first start fills it with the demo's files.
async fn prepared(configuration: &Configuration, folder: &Folder) -> Result<Surroundings, Failure> {
    let surroundings = open_sandbox(configuration).await?;
    let Surroundings { store, clock, randomness, sandbox } = &surroundings;
    let Some(sandbox) = sandbox else { return Err("the database is no sandbox".into()) };
    if sandbox.seeded_at().await?.is_none() {
        write_files(&folder.import(), &configuration.bank.bic)?;
        write_keys(&folder.keys(), &folder.import(), randomness.as_ref(), clock.now())?;
        terminal::remark("importing the demo data …");
        let importers = areas::importers(configuration.passwords, configuration.needed_master_key()?);
        let options = ImportOptions { dry_run: false, operator: OPERATOR.to_owned() };
        import::run(store, &folder.import(), importers, options, clock.as_ref(), Arc::clone(randomness))
            .await?;
        sandbox.note_seeded().await?;
    }
    Ok(surroundings)
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
