//! A demo and a person who has logged in to it at the command line.

use std::path::{Path, PathBuf};
use std::process::Output;

use sdk::Tokens;
use serde_json::json;
use tempfile::TempDir;

use crate::browser::{IVANOVA, settings, tokens};
use crate::program::{Server, clientbank, folder, text};

/// A demo with the tokens of ivanova, as `login` keeps them, and the commands of one area.
pub(crate) struct Terminal {
    area: &'static str,
    folder: TempDir,
    pub(crate) server: Server,
    pub(crate) tokens: Tokens,
}

impl Terminal {
    /// Starts the demo and logs in; `area` is the command, such as `payroll`.
    pub(crate) fn new(area: &'static str) -> Self {
        let folder = folder();
        let server = Server::demo(&folder.path().join("demo"), &[]);
        let tokens = tokens(&settings(&server), IVANOVA);
        let terminal = Self { area, folder, server, tokens };
        terminal.keep(&terminal.tokens);
        terminal
    }

    /// Keeps tokens of the demo's client as `login` does: the next command uses them.
    pub(crate) fn keep(&self, tokens: &Tokens) {
        let settings = settings(&self.server);
        let kept = json!({
            "identity": settings.identity.as_str(), "api": settings.api.as_str(), "client_id": settings.client_id,
            "client_secret": settings.client_secret, "redirect_uri": settings.redirect_uri.as_str(),
            "tokens": tokens,
        });
        std::fs::write(self.path("tokens.json"), kept.to_string()).expect("a file");
    }

    /// The folder in which the commands run.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A file of the folder in which the commands run.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let mut command = clientbank();
        command.arg(self.area).arg("--tokens").arg(self.path("tokens.json")).args(arguments);
        command.current_dir(self.folder.path()).output().expect("the program starts")
    }

    /// The output of a command that succeeds.
    pub(crate) fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs a command that fails and returns its message.
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
        text(&output.stderr)
    }
}
