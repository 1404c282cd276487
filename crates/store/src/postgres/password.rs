//! The password of a connection, read from its file anew for each one: it is replaced without a restart.

use std::path::PathBuf;

use crate::private_file::read_private;

/// The most lines of a file of passwords.
const LINES_MAX: usize = 10_000;

/// The folders of sockets with which libpq is built: as PostgreSQL has it, in Debian and Fedora, in Alpine and Arch. A
/// file of passwords has `localhost` for the one of its own.
const BUILT_IN_FOLDERS: [&str; 3] = ["/tmp", "/var/run/postgresql", "/run/postgresql"];

/// The file of a password that the address does not hold.
#[derive(Clone, Debug)]
pub(super) enum PasswordFile {
    /// A file with one password and nothing else; the end of its last line does not count.
    Alone(PathBuf),
    /// A file with a line for each server, database and user, as libpq reads it.
    Many(PathBuf),
}

/// The connection that a password is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account<'a> {
    pub(super) host: &'a str,
    pub(super) port: u16,
    pub(super) database: &'a str,
    pub(super) user: &'a str,
}

impl Account<'_> {
    /// The words for its host: the one of libpq, and the host itself. Another build of libpq has another folder.
    fn hosts(&self) -> [&str; 2] {
        [if BUILT_IN_FOLDERS.contains(&self.host) { "localhost" } else { self.host }, self.host]
    }
}

impl PasswordFile {
    /// Reads the password. Reads a file, so it belongs on a thread that may wait.
    ///
    /// # Errors
    /// The file cannot be read, is open to others, or has no password for this connection.
    pub(super) fn read(&self, account: Account<'_>) -> Result<String, String> {
        let (Self::Alone(path) | Self::Many(path)) = self;
        let (text, place) = (read_private(path)?, path.display());
        let password = match self {
            Self::Alone(_) => {
                let line = text.strip_suffix('\n').unwrap_or(&text);
                line.strip_suffix('\r').unwrap_or(line).to_owned()
            }
            Self::Many(_) => {
                let found = text.lines().take(LINES_MAX).find_map(|line| password_in(line, account));
                let (Account { port, database, user, .. }, [host, _]) = (account, account.hosts());
                found.ok_or_else(|| format!("{place} has no line for {host}:{port}:{database}:{user}"))?
            }
        };
        match password.as_str() {
            "" => Err(format!("{place} holds no password")),
            several if several.contains(['\0', '\n']) => Err(format!("{place} holds more than one line")),
            _ => Ok(password),
        }
    }
}

/// The password of a line `host:port:database:user:password`, when the line fits. A star fits everything, and a
/// backslash takes the meaning from a colon or another backslash.
fn password_in(line: &str, account: Account<'_>) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let (hosts, port) = (account.hosts(), account.port.to_string());
    let mut rest = line;
    for wanted in [&hosts[..], &[port.as_str()], &[account.database], &[account.user]] {
        let (field, tail) = field(rest);
        let tail = tail?;
        if rest.split(':').next() != Some("*") && !wanted.contains(&field.as_str()) {
            return None;
        }
        rest = tail;
    }
    Some(field(rest).0)
}

/// The text up to the first colon, and what is after the colon.
fn field(text: &str) -> (String, Option<&str>) {
    let mut field = String::new();
    let mut letters = text.char_indices();
    while let Some((position, letter)) = letters.next() {
        match letter {
            ':' => return (field, Some(&text[position + 1..])),
            '\\' => field.extend(letters.next().map(|(_, letter)| letter)),
            letter => field.push(letter),
        }
    }
    (field, None)
}

#[cfg(test)]
mod tests;
