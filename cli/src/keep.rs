//! How everything that wgr writes gets into its file.
//!
//! In: a path, and a text of a known sort. Out: that text in the file, or the old file as it was and a message. Promises:
//! - The text is written beside the file under a name of its own, brought to the disk, and put in the place of the old
//!   one at once. So whoever reads sees one whole text or the other, whatever is killed, full or cut off on the way.
//! - Only a file whose head says that wgr wrote it as the same sort is replaced, and rules that are still what was read.
//! - A link stays a link: what it leads to is looked at and replaced. A second name of the same file (a hard link) keeps
//!   the old text. Who may read and write the file stays as it was.

use crate::exit::Failure;
use crate::files::{self, make_folder};
use std::ffi::OsStr;
use std::fs::{File, Metadata, canonicalize, metadata, read_dir, remove_file, rename, symlink_metadata};
use std::io::{self, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};
use wgr_runtime::engine::{Head, Sort};

/// How the names of texts end that are not in their place yet.
const ENDING: &str = ".wgr-new";
/// So much of a name says whose text it is; names have a length that no system allows to be exceeded.
const NAMED: usize = 40;
/// A head is not longer.
const HEAD: u64 = 1024;
/// Somebody else may put a file there, or clear up, between two looks.
const MOST_TRIES: usize = 100;

/// A mark of encoding, with which some editors begin a text.
const MARK: char = '\u{feff}';

/// Keep a text of a sort that has a head.
pub(crate) fn own(path: &Path, sort: Sort, text: &str) -> Result<(), Failure> {
    for _ in 0..MOST_TRIES {
        let place = place(path, sort)?;
        match put(&place, text) {
            // Somebody was faster, and it may be something else that is there now.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && place.old.is_none() => {}
            done => return done.map_err(|error| not_kept(path, sort.word(), &unwritable(&error))),
        }
    }
    Err(not_kept(path, sort.word(), "something else comes and goes in its place: name another file"))
}

/// May a text of this sort be kept there? Asked before a game is played, so that nothing is played for nothing.
pub(crate) fn may_keep(path: &Path, sort: Sort) -> Result<(), Failure> {
    let place = place(path, sort)?;
    match metadata(folder_of(&place.path)) {
        Ok(_) => Ok(()),
        Err(error) => Err(not_kept(path, sort.word(), &unwritable(&error))),
    }
}

/// A new file; what is there already stays as it is.
pub(crate) fn fresh(path: &Path, sort: &str, text: &str) -> Result<(), Failure> {
    let taken = || not_kept(path, sort, "something is there already and stays as it is: name another file");
    if symlink_metadata(path).is_ok() {
        return Err(taken());
    }
    let done = put(&Place { path: path.to_owned(), old: None }, text);
    done.map_err(|error| match error.kind() == ErrorKind::AlreadyExists {
        true => taken(),
        false => not_kept(path, sort, &unwritable(&error)),
    })
}

/// Put rules in the place of those that were read; a mark of encoding before them stays.
pub(crate) fn rules(path: &Path, read: &str, text: &str) -> Result<(), Failure> {
    const SORT: &str = "file of rules";
    let there = files::read(path, SORT)?;
    let (marked, body) = unmarked(&there);
    if body != unmarked(read).1 {
        return Err(not_kept(path, SORT, "somebody has changed it since it was read: do it again"));
    }
    let refused = |error: Error| not_kept(path, SORT, &unwritable(&error));
    let real = canonicalize(path).map_err(refused)?;
    let old = metadata(&real).map_err(refused)?;
    if old.permissions().readonly() {
        return Err(not_kept(path, SORT, WRITE_PROTECTED));
    }
    let text = if marked { format!("{MARK}{text}") } else { text.to_owned() };
    put(&Place { path: real, old: Some(old) }, &text).map_err(refused)
}

/// A text without the mark of encoding that it may begin with, and whether it had one.
pub(crate) fn unmarked(text: &str) -> (bool, &str) {
    text.strip_prefix(MARK).map_or((false, text), |text| (true, text))
}

/// A new folder with these files: all of it, or nothing is there.
pub(crate) fn folder(path: &Path, texts: &[(&str, String)]) -> Result<(), Failure> {
    let parent = folder_of(path);
    make_folder(parent)?;
    let refused = |error: Error| not_kept(path, "new folder", &unwritable(&error));
    let mut builder = Builder::new();
    let name = beside(path.file_name().unwrap_or_default());
    let made = open_to_all(builder.prefix(&name).suffix(ENDING), 0o777).tempdir_in(parent).map_err(refused)?;
    for (name, text) in texts {
        let file = made.path().join(name);
        make_folder(folder_of(&file))?;
        File::create_new(&file).and_then(|file| brought_to_disk(&file, text)).map_err(refused)?;
    }
    let folders = texts.iter().map(|(name, _)| made.path().join(name));
    folders.clone().try_for_each(|file| sync_folder(folder_of(&file))).map_err(refused)?;
    rename(made.path(), path).map_err(refused)?;
    // It is no longer where it would be removed.
    let _ = made.keep();
    sync_folder(parent).map_err(refused)
}

/// Where a text goes: links followed, with what is there now.
struct Place {
    path: PathBuf,
    old: Option<Metadata>,
}

const WRITE_PROTECTED: &str = "it is write-protected: name another file, or allow writing";

/// The place of a text of this sort, unless what is there is something else.
fn place(path: &Path, sort: Sort) -> Result<Place, Failure> {
    let refused = |what: &str| not_kept(path, sort.word(), what);
    let told = |error: Error| refused(&unwritable(&error));
    let link = match symlink_metadata(path) {
        Ok(there) => there.is_symlink(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place { path: path.to_owned(), old: None }),
        Err(error) => return Err(told(error)),
    };
    let path = if link {
        canonicalize(path).map_err(|_| refused("this is a link that leads to nothing: name the file itself"))?
    } else {
        path.to_owned()
    };
    let old = metadata(&path).map_err(told)?;
    if old.is_dir() {
        return Err(told(Error::from(ErrorKind::IsADirectory)));
    }
    if !old.is_file() {
        return Err(refused("this is no file but a device or a pipe: name a file"));
    }
    if old.permissions().readonly() {
        return Err(refused(WRITE_PROTECTED));
    }
    // An empty file holds nothing that could be lost.
    if old.len() > 0 {
        let head = beginning(&path).map_err(told)?;
        if Head::of(&head).is_none_or(|head| head.sort != sort) {
            let what = called(&path, Head::of(&head), sort);
            return Err(refused(&format!("{what} is there and stays as it is: name another file, or remove it first")));
        }
    }
    Ok(Place { path, old: Some(old) })
}

/// What lies there, in a word or two.
fn called(path: &Path, head: Option<Head>, sort: Sort) -> String {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match (head, ending) {
        (Some(head), _) => format!("a {}", head.sort),
        (None, "wgr") => "a file of rules".to_owned(),
        (None, _) => format!("a file that wgr did not write as a {sort}"),
    }
}

fn beginning(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Write beside, bring to the disk, put in its place.
fn put(place: &Place, text: &str) -> io::Result<()> {
    let folder = folder_of(&place.path);
    let name = beside(place.path.file_name().unwrap_or_default());
    clear_up(folder, &name);
    let new = locked(folder, &name)?;
    if let Some(old) = &place.old {
        keep_owner(new.as_file(), old);
        new.as_file().set_permissions(old.permissions())?;
    }
    brought_to_disk(new.as_file(), text)?;
    // Until it is in its place it is locked; who finds it unlocked finds the work of somebody who was killed.
    let _held = match &place.old {
        Some(_) => new.persist(&place.path)?,
        None => new.persist_noclobber(&place.path)?,
    };
    sync_folder(folder)
}

fn brought_to_disk(mut file: &File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A file of our own beside the other, locked for as long as it is written.
fn locked(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    for _ in 0..MOST_TRIES {
        let mut builder = Builder::new();
        let new = open_to_all(builder.prefix(name).suffix(ENDING), 0o666).tempfile_in(folder)?;
        // A system without locks has nobody who would clear up either.
        let taken = matches!(new.as_file().try_lock(), Err(std::fs::TryLockError::WouldBlock));
        // Somebody who clears up may have seen it before it was locked.
        if !taken && new.path().exists() {
            return Ok(new);
        }
    }
    Err(Error::other("somebody clears away what is written"))
}

/// What somebody left behind who was killed while writing: nobody holds it locked.
fn clear_up(folder: &Path, name: &str) {
    for entry in read_dir(folder).into_iter().flatten().flatten() {
        let left = entry.file_name();
        let left = left.to_string_lossy();
        if !left.starts_with(name) || !left.ends_with(ENDING) || !entry.file_type().is_ok_and(|of| of.is_file()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            // If it cannot go, the next one will try.
            let _ = remove_file(entry.path());
        }
    }
}

/// How the names of texts for this file begin, until they are in its place.
fn beside(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    let short: String = name.chars().take(NAMED).collect();
    format!(".{short}.")
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// As the umask of whoever runs wgr allows, like every other new file.
#[cfg(unix)]
fn open_to_all<'b, 'a, 'c>(builder: &'b mut Builder<'a, 'c>, mode: u32) -> &'b mut Builder<'a, 'c> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn open_to_all<'b, 'a, 'c>(builder: &'b mut Builder<'a, 'c>, _mode: u32) -> &'b mut Builder<'a, 'c> {
    builder
}

/// Where the system allows it; where not, the file is of whoever writes it.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(new, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_new: &File, _old: &Metadata) {}

/// The new name outlives a power cut only if its folder is on the disk, too.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems know no such thing.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn not_kept(path: &Path, sort: &str, what: &str) -> Failure {
    Failure::bad_use(format!("{}: the {sort} is not kept: {what}", path.display()))
}

fn unwritable(error: &Error) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the kinds are not ours, and there will be more")]
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder: make it, or name another".to_owned(),
        ErrorKind::IsADirectory => "this is a folder: name a file in it".to_owned(),
        ErrorKind::PermissionDenied => "the folder may not be written: name another file".to_owned(),
        ErrorKind::StorageFull => "the disk is full, and what was there is untouched: make room, or name another file".to_owned(),
        ErrorKind::FileTooLarge => {
            "it is longer than files may be here, and what was there is untouched: raise the limit, or name another file"
                .to_owned()
        }
        _ => format!("it cannot be written ({error}): name another file"),
    }
}
