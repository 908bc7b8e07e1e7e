//! A game played by script, written down as a person would see it: who is asked what by which rule, what was
//! picked, what fell, why a value is what it is. What a snapshot of it shows can be held against the rulebook.

use wgr_runtime::engine::{Engine, Entry, Game, Status, Why, why};
use wgr_runtime::ir::{Type, What};

pub struct Transcript {
    pub engine: Engine,
    game: Game,
    text: String,
}

impl Transcript {
    pub fn new(game: &Game) -> Transcript {
        Transcript { engine: Engine::new(game, 1), game: game.clone(), text: String::new() }
    }

    /// A line of our own.
    pub fn say(&mut self, line: &str) -> &mut Self {
        self.text.push_str(line);
        self.text.push('\n');
        self
    }

    /// These dice fall next, in this order, each where a die of such faces is rolled.
    pub fn dice(&mut self, die: &str, faces: &[i64]) -> &mut Self {
        for &fell in faces {
            self.engine.deal(Entry::Roll { at: String::new(), die: die.to_owned(), fell });
        }
        self
    }

    /// This is drawn next.
    pub fn drawn(&mut self, members: &[&str]) -> &mut Self {
        for drew in members {
            self.engine.deal(Entry::Draw { drew: (*drew).to_owned() });
        }
        self
    }

    /// Write down the ask, answer it by name, write down what fell.
    pub fn pick(&mut self, name: &str) -> &mut Self {
        self.ask();
        let before = self.engine.log().len();
        let outcome = self.engine.pick(name);
        self.say(&format!("    > {name}"));
        match outcome {
            Ok(None) => {
                let fell: Vec<String> =
                    self.engine.log()[before..].iter().filter(|e| !e.is_answer()).map(ToString::to_string).collect();
                fell.iter().for_each(|line| {
                    self.say(&format!("      {line}"));
                });
            }
            Ok(Some(fault)) => {
                let place = fault.site.map(|site| self.game.program().site(site));
                let rule =
                    place.map_or(String::new(), |site| format!(" by {} \"{}\"", site.cases.join(","), site.title));
                let func = &self.game.program().func(fault.func).name;
                self.say(&format!("      FAULT {} in {func}{rule}", fault.code.name()));
            }
            Err(refused) => {
                self.say(&format!("      refused: {refused}"));
            }
        }
        self
    }

    pub fn picks(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            self.pick(name);
        }
        self
    }

    /// Write down where the game stands.
    pub fn ask(&mut self) -> &mut Self {
        let line = match self.engine.status() {
            Status::Ask(prompt) => {
                let site = self.game.program().site(prompt.site);
                let options: Vec<&str> = prompt.options().iter().map(|o| o.name.as_str()).collect();
                let side = self.game.side_name(prompt.side);
                format!("{side}, {} \"{}\": {}", site.cases.join(","), site.title, options.join(" | "))
            }
            Status::Over(value) => format!("over: {value}"),
            Status::Stopped(fault) => format!("stopped: {}", fault.code.name()),
            Status::AwaitingChance { wants } => format!("stands before {wants}"),
        };
        self.say(&line)
    }

    /// Why a query answers what it answers; arguments by name or number.
    ///
    /// # Panics
    /// If there is no such query or argument.
    pub fn why(&mut self, query: &str, args: &[&str]) -> &mut Self {
        let tree = self.reasons(query, args);
        self.write_why(&tree)
    }

    /// The same without the questions behind it: where these are asked of every hex there would be no end of them.
    ///
    /// # Panics
    /// If there is no such query or argument.
    pub fn why_at_first(&mut self, query: &str, args: &[&str]) -> &mut Self {
        let mut tree = self.reasons(query, args);
        tree.because.clear();
        self.write_why(&tree)
    }

    fn write_why(&mut self, tree: &Why) -> &mut Self {
        let text = tree.to_string();
        let indented: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
        self.say(&indented.join("\n"))
    }

    fn reasons(&self, query: &str, args: &[&str]) -> Why {
        let id = self.game.program().func_named(query).unwrap_or_else(|| panic!("no query `{query}`"));
        let func = self.game.program().func(id);
        let values: Vec<i64> = args
            .iter()
            .zip(func.param_types())
            .map(|(arg, ty)| match ty {
                Type::Scalar(scalar) => match scalar.what {
                    What::Id(domain) => {
                        self.game.member_named(domain, arg).unwrap_or_else(|| panic!("`{arg}` is no member"))
                    }
                    What::Int { .. } | What::Bool => arg.parse().unwrap_or_else(|_| panic!("`{arg}` is no number")),
                },
                Type::Set(_) => panic!("`{query}` takes a set"),
            })
            .collect();
        why(&self.game, self.engine.state(), id, &values)
    }

    /// What a cell holds where it is not zero.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn cell(&mut self, name: &str) -> &mut Self {
        let id = self.game.program().cell_named(name).unwrap_or_else(|| panic!("no cell `{name}`"));
        let line = self.game.cell_text(self.engine.state(), id);
        self.say(&format!("  {name}: {line}"))
    }

    pub fn cells(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            self.cell(name);
        }
        self
    }

    /// Everything written so far.
    pub fn text(&self) -> &str {
        &self.text
    }
}
