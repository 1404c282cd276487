//! The settings with which `demo` and `sandbox` start: they decide where things are, and refuse what may be a bank's
//! own.

use std::net::SocketAddr;

use kernel::Randomness;
use url::{Host, Url};

use super::StartArguments;
use crate::application::Addresses;
use crate::commands::Failure;
use crate::configuration::{Configuration, SETTINGS, Setting, Sources, read};
use crate::demo::Folder;

/// Refuses a database that `--fresh` or `--prepare` would leave as it is.
pub(super) fn check_database(arguments: &StartArguments, only_prepares: bool) -> Result<(), Failure> {
    if arguments.database.is_none() {
        return Ok(());
    }
    if arguments.fresh {
        return Err("--fresh empties the folder, never a PostgreSQL database: give it an empty one".into());
    }
    if only_prepares {
        return Err(
            "--prepare fills the folder alone: a PostgreSQL database is filled by its first start".into()
        );
    }
    Ok(())
}

/// The demo decides where things are; all else may be set as for a server.
pub(super) fn sources(
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
            // No balancer has to see first that it ends.
            ("farewell_s", "1", "CLIENTBANK_FAREWELL_S"),
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
pub(super) fn serve_media(configuration: &mut Configuration, addresses: &Addresses) {
    let own = |setting: &&Setting| setting.name == "media_host";
    let default = SETTINGS.iter().find(own).map(|setting| setting.default);
    if default == Some(configuration.media_host.to_string().as_str())
        && let Ok(own) = addresses.identity.parse()
    {
        configuration.media_host = own;
        configuration.serves_demo_media = true;
    }
}
