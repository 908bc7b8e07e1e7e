//! Links, rights, and what is no ordinary file.

use crate::run::{file, fine, folder, held, refused};
use crate::{names, place};
use std::os::unix::fs::{PermissionsExt, symlink};

#[test]
fn no_link_to_rules_is_a_way_to_overwrite_them() {
    let (folder, path) = place("no_link_to_rules");
    let rules = file(&folder, "rules.wgr", "game \"X\" { }\n");
    let (soft, hard) = (folder.join("soft"), folder.join("hard"));
    symlink(&rules, &soft).unwrap();
    std::fs::hard_link(&rules, &hard).unwrap();
    for link in [&soft, &hard] {
        refused(
            &["run", &path, "--most", "1", "--save", &link.display().to_string()],
            2,
            "is there and stays as it is",
        );
    }
    assert_eq!(held(&rules), "game \"X\" { }\n");
    assert!(soft.is_symlink());
}

#[test]
fn a_link_to_a_save_stays_a_link() {
    let (folder, path) = place("a_link_to_a_save");
    let place = folder.join("elsewhere");
    std::fs::create_dir(&place).unwrap();
    let save = place.join("s").display().to_string();
    fine(&["run", &path, "--most", "1", "--save", &save]);
    let before = held(&save);
    let (soft, hard) = (folder.join("soft"), folder.join("hard"));
    symlink(&save, &soft).unwrap();
    std::fs::hard_link(&save, &hard).unwrap();
    let typed = soft.display().to_string();
    fine(&["run", &path, "--load", &typed, "--most", "1", "--save", &typed]);
    assert!(soft.is_symlink() && held(&save) != before && held(&typed) == held(&save));
    assert_eq!(held(&hard.display().to_string()), before, "another name of the old file still holds it");
    assert_eq!(names(&place), ["s"]);
    let nowhere = folder.join("nowhere");
    symlink(folder.join("none"), &nowhere).unwrap();
    refused(&["run", &path, "--save", &nowhere.display().to_string()], 2, "a link that leads to nothing");
}

#[test]
fn rights_stay_as_they_were() {
    let (folder, path) = place("rights_stay");
    let save = folder.join("s").display().to_string();
    fine(&["run", &path, "--most", "1", "--save", &save]);
    let mode = |of: &str| std::fs::metadata(of).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&save), mode(&path), "a new file is as readable as any other");
    for rights in [0o600, 0o640, 0o666] {
        std::fs::set_permissions(&save, std::fs::Permissions::from_mode(rights)).unwrap();
        fine(&["run", &path, "--most", "2", "--save", &save]);
        assert_eq!(mode(&save), rights);
    }
}

#[test]
fn a_device_is_no_place_for_a_save() {
    let (_, path) = place("a_device");
    refused(&["run", &path, "--save", "/dev/full"], 2, "this is no file but a device or a pipe");
    refused(&["run", &path, "--log", "/dev/null"], 2, "this is no file but a device or a pipe");
}

#[test]
fn a_link_to_rules_is_laid_out_where_they_lie() {
    let folder = folder("a_link_to_rules_is_laid_out");
    let rules = file(&folder, "f.wgr", "fact f otherwise no {\n  1.1 \"A\" yes when a\n}\n");
    let link = folder.join("g.wgr");
    symlink(&rules, &link).unwrap();
    fine(&["fmt", &link.display().to_string()]);
    assert!(link.is_symlink());
    assert_eq!(held(&rules), "fact f otherwise no {\n    1.1  \"A\"  yes   when a\n}\n");
}
