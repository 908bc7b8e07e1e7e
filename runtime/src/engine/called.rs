//! Options as people call them: by the whole name, or by the member or the arm alone where that says enough.

use super::prompt::{Offered, Prompt};
use super::refused::Refused;

impl Offered {
    /// `attack` of `attack 0404`.
    pub fn arm(&self) -> &str {
        self.name.split_once(' ').map_or(&self.name, |(arm, _)| arm)
    }

    /// `0404` of `attack 0404`.
    pub fn member(&self) -> Option<&str> {
        self.name.split_once(' ').map(|(_, member)| member)
    }
}

impl Prompt {
    /// The number of the option that is called so: by its whole name, else by its member, else by its arm.
    ///
    /// # Errors
    /// Nothing is called so, or several options are.
    pub fn called(&self, name: &str) -> Result<usize, Refused> {
        let whole = |offered: &Offered| offered.name == name;
        let member = |offered: &Offered| offered.member() == Some(name);
        let arm = |offered: &Offered| offered.arm() == name;
        let ways: [&dyn Fn(&Offered) -> bool; 3] = [&whole, &member, &arm];
        for way in ways {
            let found: Vec<usize> = (0..self.count()).filter(|&at| way(&self.options()[at])).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Ok(*one),
                several => {
                    let options = several.iter().map(|&at| self.options()[at].name.clone()).collect();
                    return Err(Refused::SeveralOptions { name: name.to_owned(), options });
                }
            }
        }
        Err(Refused::no_such_option(name, self.options().iter().map(|o| o.name.as_str())))
    }

    /// What is offered, the members of one arm together: `attack 0404, 0505 | pass`.
    pub fn offered(&self) -> String {
        let mut arms: Vec<(&str, Vec<&str>)> = Vec::new();
        for offered in self.options() {
            match (arms.last_mut(), offered.member()) {
                (Some((arm, members)), Some(member)) if *arm == offered.arm() => members.push(member),
                (_, member) => arms.push((offered.arm(), member.into_iter().collect())),
            }
        }
        let arms = arms.into_iter().map(|(arm, members)| match members.is_empty() {
            true => arm.to_owned(),
            false => format!("{arm} {}", members.join(", ")),
        });
        arms.collect::<Vec<String>>().join(" | ")
    }
}
