//! Pictures and files: the media object of spec section 2.6.

use std::str::FromStr;

use kernel::text_enum;
use thiserror::Error;

/// The most characters of a host or path.
const CHARACTERS_MAX: usize = 512;

/// The text is not a host or path of the media server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MediaError {
    #[error(
        "a media host is http:// or https:// and a host, without a path, for example https://media.bank.example"
    )]
    Host,
    #[error("a media path begins with one '/' and has no '..', white space or query")]
    Path,
}

/// The address of the media server from the configuration: scheme, host and perhaps port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaHost(String);

/// The path of a file on the media server, from its `/` on. Percent-encoded where a URL asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaPath(String);

text_enum! {
    /// Kind of a media object.
    pub enum MediaKind {
        Video = "VIDEO",
        Image = "IMAGE",
        Mp4 = "MP4",
        Mp3 = "MP3",
        Pdf = "PDF",
        Ppt = "PPT",
        Pptx = "PPTX",
        Xls = "XLS",
        Xlsx = "XLSX",
        Png = "PNG",
        Jpeg = "JPEG",
    }
}

impl MediaPath {
    /// The address of the file on the server `host`.
    pub fn at(&self, host: &MediaHost) -> String {
        format!("{host}{}", self.0)
    }
}

impl MediaKind {
    /// The kinds an attachment can have.
    pub const ATTACHMENTS: [Self; 6] = [Self::Video, Self::Pdf, Self::Ppt, Self::Pptx, Self::Xls, Self::Xlsx];
}

impl FromStr for MediaHost {
    type Err = MediaError;
    fn from_str(text: &str) -> Result<Self, MediaError> {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
        match host {
            Some(host) if (1..=CHARACTERS_MAX).contains(&host.len()) && host.bytes().all(fits) => {
                Ok(Self(text.to_owned()))
            }
            _ => Err(MediaError::Host),
        }
    }
}

impl FromStr for MediaPath {
    type Err = MediaError;
    fn from_str(text: &str) -> Result<Self, MediaError> {
        // A second slash would make the next part a host for whoever resolves the path on its own.
        let rooted = text.starts_with('/') && !text.starts_with("//");
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~%".contains(&byte);
        let climbs = text.split('/').any(|segment| segment == "..");
        if rooted && !climbs && text.len() <= CHARACTERS_MAX && text.bytes().all(fits) {
            Ok(Self(text.to_owned()))
        } else {
            Err(MediaError::Path)
        }
    }
}

kernel::text_newtype!(MediaHost);
kernel::text_newtype!(MediaPath);
