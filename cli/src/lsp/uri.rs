//! Names of files as the protocol has them, `file:///games/river/game.wgr`, and paths. What is no file has no path.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

const SCHEME: &str = "file://";

/// The path of a file on this machine.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix(SCHEME)?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = decoded(rest.starts_with('/').then_some(rest)?)?;
    // `/c:/games`
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { path.get(1..)? } else { &path }))
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// The name of a file; none where its path is no text.
pub(crate) fn of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut uri = SCHEME.to_owned();
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&uri).ok()
}

#[cfg(test)]
mod tests {
    use super::{of, path};
    use lsp_types::Uri;
    use std::path::PathBuf;
    use std::str::FromStr;

    #[test]
    fn names_and_paths_are_the_same_thing() {
        let known = |uri: &str| path(&Uri::from_str(uri).unwrap());
        assert_eq!(known("file:///a/La%20fleur/%C3%A9.wgr"), Some(PathBuf::from("/a/La fleur/é.wgr")));
        assert_eq!(known("file:///c%3A/games/game.wgr"), Some(PathBuf::from("c:/games/game.wgr")));
        assert_eq!(known("untitled:Untitled-1"), None);
        assert_eq!(known("file:///a%FF"), None);
        for one in ["/a/b.wgr", "/a b/é#?%.wgr"] {
            assert_eq!(path(&of(&PathBuf::from(one)).unwrap()), Some(PathBuf::from(one)));
        }
    }
}
