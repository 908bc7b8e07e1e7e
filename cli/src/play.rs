//! `wgr play`: a game at the terminal. In: answers and commands, a line each. Out: the map, what is asked, with every
//! option by number and name, what came of the answer, and on demand why. Whatever is typed, there is an answer to it;
//! where the input ends, the game is left. Where nobody types at all, bots play.

use crate::about;
use crate::args::{BotName, MOST, Play};
use crate::bots::{Bots, answers};
use crate::chair::Chair;
use crate::chance;
use crate::exit::{Exit, Failure};
use crate::keep;
use crate::native;
use crate::odds;
use crate::out::{Out, look, room};
use crate::playable::{Playable, Purpose, begun_or_loaded, load_game};
use crate::run::after;
use crate::scenario;
use crate::table::{Answer, Banner, Carried, Given, InOne, Line, Shows, Teller, along, listed, record, sheet, signs};
use crate::tell;
use crate::typed::line;
use crate::why::{Length, told, words};
use std::collections::BTreeSet;
use std::io::stdin;
use std::path::Path;
use wgr_compiler::limits::MOST_STATES_IN_PLAY;
use wgr_runtime::engine::{
    Broken, Engine, Heard, Prompt, Refused, Seated, Sight, Sort, Status, View, Watch, Why, stacks, standing,
};
use wgr_runtime::exec::Fault;
use wgr_runtime::ir::{HEX, TextError};

const HELP: &str = "\
An answer is the number of an option, or its name, or one whole word of it where that says enough (`0404` of
`attack 0404`); several at once, with blanks or commas between them, answer one ask after the other: `RIC1a RIC1b`.
A hex further on does where hex is asked after hex: `march B1 to 0304`, or `0304` on the way.
  why                what was asked of the rules to find these options
  why NAME           what they say about one of them
  why not NAME       what they say against one that is not offered
  why VALUE ARG ..   why a value, fact or permit is what it is; what a state holds
  why ACTION ARG ..  whether an action may begin, and why; `why march B1 to 0304`, whether it leads there
  why whole ..       the same with all that stands behind it
  map                the map, and who stands where; `map HEX` what is around a hex, `map all` the whole
  hex NUMBER         what is printed in a hex and at its sides, and who stands there
  state              where everything stands
  odds, odds NAME    what may come of an answer up to the next question, every outcome with its exact odds
  log                the game told again: each answer, and what came of it
  undo, undo N       take your answers back; never past a die, a draw, a reveal, the other side's answer, or one
                     of which something came that rests on what you may not know
  undo NAME          put one pick back while you choose several; the others stand
  abandon            give the running action up
  save FILE          keep the game as it stands; at the seat of a side its notebook, and the game beside it
  quit               leave it
Where an option is called like a command, `/` before the word makes it the command: `/log`.";

/// So many lines of a terminal are left for what is asked below the map.
const BELOW_THE_MAP: usize = 14;
/// Where fewer stacks than these stand otherwise, what came of an answer says it without a map.
const FEW_STACKS: usize = 6;
/// Questions told at most where all are asked for.
const TOLD: usize = 24;
/// And at most of one option, each with all that stands behind it; a way over many hexes asks about each of them often.
const FIRST: usize = 4;

/// A game at a terminal.
struct Table<'t> {
    playable: &'t Playable,
    engine: Engine,
    bots: Bots<'t>,
    watch: Watch,
    /// What was warned of last.
    warned: Option<Broken>,
    chair: Chair,
    /// A real game: its dice fall when they fall.
    real: bool,
    /// Where everybody stood when the map was last drawn by itself, and whether the game was elsewhere since.
    mapped: Vec<(i64, Vec<String>)>,
    unmapped: bool,
    banner: Banner,
    teller: Teller<'t>,
    carried: Carried<'t>,
    in_one: InOne,
    /// Nobody types: bots answer for every side.
    alone: bool,
}

/// What a line led to.
enum After {
    /// The game stands elsewhere: say where.
    Moved,
    /// It stands where it stood.
    Stays,
    Leave,
}

pub(crate) fn play(args: &Play, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let playable = load_game(&args.game, Purpose::Play, &args.errata, root)?;
    native::engine(&playable.game, args.engine)?;
    scenario::there_is_one(&playable)?;
    let seed = args.seed.map_or_else(chance::fresh, Ok)?;
    let engine = begun_or_loaded(&playable, seed, (args.scenario.as_deref(), &args.options), args.load.as_deref())?;
    let chair = Chair::named(args.side.as_deref(), seed, &playable)?;
    let bots = Bots::new(&[BotName::Random], seed, &engine);
    let trial = args.seed.map_or(String::new(), |seed| format!(", a trial with seed {seed}: its dice can be foreseen"));
    let title = &playable.game.program().title;
    out.line(&format!("{title}{}{trial}; `help` tells what can be typed", tell::under(&playable)));
    tell::provisional(&playable, &args.game).iter().for_each(|line| out.line(line));
    match chair {
        Chair::Side(side) => out.line(&format!("you are {}", playable.game.side_name(side))),
        Chair::Referee => out.line("you are the referee: you see everything and answer for everybody"),
        Chair::Shared if playable.game.hides() => {
            out.line("you are all sides in turn: hand the terminal over before each question, and look away");
        }
        Chair::Shared => {}
    }
    let mut table = Table {
        playable: &playable,
        engine,
        bots,
        watch: Watch::new(&playable.game),
        warned: None,
        chair,
        real: args.seed.is_none(),
        mapped: vec![],
        unmapped: true,
        banner: Banner::default(),
        teller: Teller::new(&playable.game, &playable.looks),
        carried: Carried::of(&playable.sources),
        in_one: InOne::default(),
        alone: false,
    };
    if args.load.is_none() {
        table.tell_beginning(out);
    }
    Ok(table.sit(out))
}

impl Table<'_> {
    fn sit(&mut self, out: &mut Out) -> Exit {
        let mut input = stdin().lock();
        let (mut after, mut typed) = (After::Moved, false);
        loop {
            if matches!(after, After::Moved) {
                self.let_bots_answer(out);
                self.tell_broken(out);
                self.tell_status(out);
            }
            out.wait("> ");
            let Some(line) = line(&mut input) else {
                if typed || out.is_terminal() {
                    out.line("the input has ended: the game is left where it stands");
                    return Exit::Fine;
                }
                return self.nobody_types(out);
            };
            typed = true;
            after = self.typed(line.trim(), out);
            if matches!(after, After::Leave) {
                return Exit::Fine;
            }
        }
    }

    /// What fell and came about before anybody was asked.
    fn tell_beginning(&mut self, out: &mut Out) {
        let (engine, seat) = (&self.engine, self.chair.hears());
        let given = Given::beginning(engine, seat);
        let (before, heard) = (given.view(engine.game(), seat), self.heard(0));
        let after = engine.from_seat(seat);
        let came = self.teller.came(&before, &after, &heard, &given, (&mut self.banner, &self.carried));
        self.tell_lines(came, out);
    }

    /// Bots play to the end, as far as any game goes.
    fn nobody_types(&mut self, out: &mut Out) -> Exit {
        out.line("nobody types: bots play");
        self.alone = true;
        self.let_bots_answer(out);
        self.tell_broken(out);
        let given = answers(&self.engine);
        if given >= MOST && self.engine.prompt().is_some() {
            out.line(&format!("not over {}: the bots stop here", after(given)));
            return Exit::Fine;
        }
        self.tell_status(out);
        if matches!(self.engine.status(), Status::Stopped(_)) { Exit::Wrong } else { Exit::Fine }
    }

    fn let_bots_answer(&mut self, out: &mut Out) {
        self.bots_answer(out);
        self.tell_rest(out);
    }

    fn bots_answer(&mut self, out: &mut Out) {
        let is_bots = |table: &Self| {
            let asked = table.engine.prompt();
            asked.is_some_and(|prompt| table.alone || !table.chair.answers_for(prompt.side))
        };
        while is_bots(self) && answers(&self.engine) < MOST {
            self.tell_banner(out);
            let Some(prompt) = self.engine.prompt() else { return };
            self.bots.stand_by(&self.engine);
            let option = self.bots.pick(prompt);
            let is_told = self.engine.from_seat(self.chair.hears()).answer_is_told();
            let named = prompt.options().get(option).filter(|_| is_told);
            let named = named.map(|named| named.name.clone());
            let answer = Line::Answer(Answer::new(ask(self.playable, prompt), named));
            self.tell_lines([answer], out);
            let before = self.heard_view();
            let logged = self.engine.log().len();
            let stirred = self.stir();
            if let Err(failure) = stirred {
                out.line(&failure.to_string());
                return;
            }
            let stood = self.engine.fork();
            match self.engine.answer(option) {
                Ok(None) => self.tell_came(&before, &stood, logged, out),
                Ok(Some(fault)) => {
                    self.tell_fault(&fault, out);
                    return;
                }
                Err(refused) => {
                    out.line(&refused.to_string());
                    return;
                }
            }
        }
    }

    /// What is wrong where the rules take for granted what is not so; once for as long as it stays.
    fn tell_broken(&mut self, out: &mut Out) {
        let is_told = |broken: &Broken| self.chair == Chair::Referee || broken.is_open(&self.playable.game);
        let broken = self.watch.look(&self.engine).filter(is_told);
        if broken != self.warned
            && let Some(broken) = &broken
        {
            out.line(&format!("wrong: {}", tell::broken(self.playable, broken)));
        }
        self.warned = broken;
    }

    /// Is somebody asked for whom nobody at the terminal answers? So it stands where a bot's answer led to a fault.
    fn is_anothers(&self) -> bool {
        self.engine.prompt().is_some_and(|prompt| !self.chair.answers_for(prompt.side))
    }

    /// Turn, phase and score, where they are other than they were.
    fn tell_banner(&mut self, out: &mut Out) {
        let view = self.heard_view();
        let lines = self.banner.at_an_ask(&self.engine, (&self.playable.looks, &self.carried), &view);
        self.unmapped |= !lines.is_empty();
        self.tell_lines(lines, out);
    }

    /// At a terminal the map is drawn where an action may begin, as a phase begins or much is otherwise than it was.
    fn map_anew(&mut self, prompt: &Prompt, out: &mut Out) {
        if !out.is_terminal() || !prompt.start {
            return;
        }
        let now = stacks(&self.playable.game, self.view().state());
        let changed: BTreeSet<i64> =
            differing(&self.mapped, &now).union(&differing(&now, &self.mapped)).copied().collect();
        if changed.is_empty() || !self.unmapped && changed.len() < FEW_STACKS {
            return;
        }
        let (mapped, many) = (!self.mapped.is_empty(), changed.len());
        let changed = if mapped { changed } else { BTreeSet::new() };
        // What changed everywhere is looked for where somebody may act.
        let about = if mapped && many < 2 * FEW_STACKS { changed.clone() } else { self.where_acted(prompt) };
        self.tell_map(Shows { room: None, about, changed }, false, out);
        out.line("");
        (self.mapped, self.unmapped) = (now, false);
    }

    fn tell_status(&mut self, out: &mut Out) {
        match &self.engine.status().clone() {
            Status::Ask(prompt) => {
                self.tell_banner(out);
                self.tell_rest(out);
                out.line("");
                self.map_anew(prompt, out);
                out.line(&ask(self.playable, prompt));
                match scenario::choice(&self.engine, self.playable) {
                    _ if self.is_anothers() => out.line("a bot answers there: an empty line lets it answer again"),
                    Some(scenarios) => tell_names(&scenarios.shown(), out),
                    None => self.tell_options(prompt, out),
                }
            }
            Status::Over(value) => out.line(&format!("over: {}", self.playable.game.result_told(*value))),
            Status::Stopped(fault) => self.tell_fault(fault, out),
            Status::AwaitingChance { wants } => out.line(&format!("the game waits for {wants}, and nobody rolls")),
        }
    }

    /// One line from the table.
    fn typed(&mut self, line: &str, out: &mut Out) -> After {
        if line.is_empty() {
            return if self.is_anothers() { After::Moved } else { After::Stays };
        }
        let line = &self.numbered(line);
        let (command, forced) = match line.strip_prefix('/') {
            Some(command) => (command, true),
            None => (line.as_str(), false),
        };
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        let option = !forced && self.shown().prompt().is_some_and(|prompt| prompt.called(line).is_ok());
        if option {
            return self.answer(line, out);
        }
        match (word, rest.is_empty()) {
            ("help" | "?", true) => out.lines(HELP),
            ("quit" | "exit", true) => return After::Leave,
            ("state", true) => self.tell_state(out),
            ("map", _) => self.map(rest, out),
            ("hex", false) => match about::about(&self.playable.game, self.view().state(), rest) {
                Ok(lines) => lines.iter().for_each(|line| out.line(&format!("  {line}"))),
                Err(what) => out.line(&what),
            },
            ("odds", _) => self.odds(rest, out),
            ("log", true) => self.tell_log(out),
            ("abandon", true) => return self.abandon(out),
            ("undo", _) => return self.undo(rest, out),
            ("save", false) => self.save(Path::new(rest), out),
            ("save", true) => out.line("say where: `save FILE`"),
            ("why", _) => self.why(rest, out),
            (_, _) if forced => out.line(&format!("there is no command `{word}`; `help` tells them")),
            (_, _) => return self.answer(line, out),
        }
        After::Stays
    }

    /// The line with the numbers of hexes in the place of their names; a file may be called like a place.
    fn numbered(&self, line: &str) -> String {
        if line.trim_start_matches('/').starts_with("save") {
            return line.to_owned();
        }
        let is_sign = |sign: char| " ,()\t".contains(sign);
        let words = line.split_inclusive(is_sign).map(|part| {
            let word = part.trim_end_matches(is_sign);
            let hex = self.playable.game.hex_of_place(word);
            hex.map_or_else(|| part.to_owned(), |hex| format!("{hex}{}", &part[word.len()..]))
        });
        words.collect()
    }

    /// A number, a name, or several.
    fn answer(&mut self, line: &str, out: &mut Out) -> After {
        let before = self.heard_view();
        let logged = self.engine.log().len();
        let line = match self.scenario(line) {
            Ok(line) => line,
            Err(what) => {
                out.line(&what);
                return After::Stays;
            }
        };
        if let Err(failure) = self.stir() {
            out.line(&failure.to_string());
            return After::Stays;
        }
        let stood = self.engine.fork();
        match self.take(&line) {
            Ok(None) => {
                self.tell_came(&before, &stood, logged, out);
                self.tell_rest(out);
                After::Moved
            }
            Ok(Some(fault)) => {
                self.tell_fault(&fault, out);
                After::Moved
            }
            Err(refused) => {
                if let Some(names) = self.leads(&line) {
                    return self.answer(&names.join(" "), out);
                }
                let typed = self.leads_nowhere(&line);
                let typed = typed.unwrap_or_else(|| format!("{refused}; `help` tells what can be typed"));
                out.line(if self.engine.prompt().is_some() {
                    &typed
                } else {
                    "the game is over: `log`, `state`, `save FILE`, `undo` or `quit`"
                });
                // A die within a long answer may have led on.
                if self.engine.log().len() == logged { After::Stays } else { After::Moved }
            }
        }
    }

    /// Where the game asks which scenario, the name of the one that is meant by its case or its title.
    fn scenario(&self, line: &str) -> Result<String, String> {
        let Some(scenarios) = scenario::choice(&self.engine, self.playable) else { return Ok(line.to_owned()) };
        // Several answers at once begin with one that is offered.
        let first = line.split([' ', ',']).next().unwrap_or(line);
        let is_option = |prompt: &&Prompt| named(prompt, line).is_ok() || prompt.called(first).is_ok();
        let Some(prompt) = self.engine.prompt().filter(|prompt| !is_option(prompt)) else { return Ok(line.to_owned()) };
        let meant = scenarios.meant(line)?;
        Ok(prompt.options().get(meant).map_or_else(|| line.to_owned(), |offered| offered.name.clone()))
    }

    fn take(&mut self, line: &str) -> Result<Option<Fault>, Refused> {
        let prompt = self.engine.prompt().ok_or(Refused::NotAsking)?;
        let speaker = self.chair.speaker(&self.engine);
        if speaker.is_some_and(|speaker| speaker != prompt.side) {
            return Err(Refused::AskedOfAnother { by: self.playable.game.side_name(prompt.side) });
        }
        match named(prompt, line) {
            Ok(option) => return self.engine.answer(option),
            Err(several @ Refused::SeveralOptions { .. }) => return Err(several),
            Err(_) => {}
        }
        let words = words_of(line);
        match speaker {
            Some(side) => self.engine.pick_all_own(&words, side),
            None => self.engine.pick_all(&words),
        }
    }

    fn abandon(&mut self, out: &mut Out) -> After {
        let given_up = match self.chair {
            Chair::Side(side) => self.engine.abandon_own(side),
            Chair::Referee | Chair::Shared => self.engine.abandon(),
        };
        // Where none runs, none stands.
        let runs = self.engine.prompt().is_some_and(|prompt| !prompt.start);
        self.led_back(given_up, runs, out)
    }

    /// So many answers, or the pick of this name.
    fn undo(&mut self, what: &str, out: &mut Out) -> After {
        let count = if what.is_empty() { Ok(1) } else { what.parse() };
        // Only who is asked has picked at this question. A hex that was picked looks like a number.
        let put_back =
            if what.is_empty() || self.is_anothers() { Err(Refused::NotAsking) } else { self.engine.put_back(what) };
        let undone = match (put_back, count, self.chair) {
            (Ok(()), _, _) => Ok(()),
            (Err(_), Ok(count), Chair::Side(side)) => self.engine.undo_own(count, side),
            (Err(_), Ok(count), Chair::Referee | Chair::Shared) => self.engine.undo(count),
            (Err(refused), Err(_), _) => Err(refused),
        };
        self.led_back(undone, true, out)
    }

    /// Where the game stands after it was led back, or why it was not; `stands`: an answer that stands may be why.
    fn led_back(&self, back: Result<(), Refused>, stands: bool, out: &mut Out) -> After {
        let Err(refused) = back else { return After::Moved };
        out.line(&refused.to_string());
        if let Some(rests) = self.engine.stands().filter(|_| stands) {
            out.line(&rests.told_of_answer(&self.playable.game));
        }
        After::Stays
    }

    /// A side keeps its notebook, and beside it the referee keeps the game.
    fn save(&self, path: &Path, out: &mut Out) {
        let kept = match self.chair {
            Chair::Side(_) => {
                let mut beside = path.as_os_str().to_owned();
                beside.push(".referee");
                let beside = Path::new(&beside);
                let may = keep::may_keep(path, Sort::Notebook);
                let kept = may.and_then(|()| self.keep_game(beside));
                let kept = kept.and_then(|()| keep_as(path, Sort::Notebook, self.shown().notebook()));
                kept.map(|()| {
                    let (path, beside) = (path.display(), beside.display());
                    format!("your notebook is kept in {path}; the game goes on from the referee's save, {beside}")
                })
            }
            Chair::Referee | Chair::Shared => self.keep_game(path).map(|()| format!("kept in {}", path.display())),
        };
        out.line(&kept.unwrap_or_else(|failure| failure.to_string()));
    }

    fn keep_game(&self, path: &Path) -> Result<(), Failure> {
        keep_as(path, Sort::Save, self.engine.save())
    }

    /// Dice of a real game depend on the moment in which they fall: nobody foresees them, and a save tells nothing of them.
    fn stir(&mut self) -> Result<(), Failure> {
        if self.real {
            self.engine.stir(chance::fresh()?);
        }
        Ok(())
    }

    fn shown(&self) -> Seated<'_> {
        self.engine.from_seat(self.chair.looks(&self.engine))
    }

    /// What is asked about is what whoever sits here may see.
    fn view(&self) -> View {
        self.shown().view()
    }

    /// What comes of an answer is told to all who read it.
    fn heard_view(&self) -> View {
        self.engine.from_seat(self.chair.hears()).view()
    }

    fn heard(&self, since: usize) -> Vec<Heard> {
        self.engine.from_seat(self.chair.hears()).heard(since)
    }

    fn tell_state(&self, out: &mut Out) {
        standing(&self.playable.game, &self.view()).iter().for_each(|line| out.line(&format!("  {line}")));
    }

    /// Hexes that are offered, and where those are who are.
    fn where_acted(&self, prompt: &Prompt) -> BTreeSet<i64> {
        let game = &self.playable.game;
        let stacks = stacks(game, self.view().state());
        let at = |member: &str| {
            let stands = stacks.iter().find(|(_, names)| names.iter().any(|name| name == member)).map(|(hex, _)| *hex);
            stands.or_else(|| game.board().and_then(|_| game.member_named(HEX, member)))
        };
        prompt.options().iter().filter_map(|offered| at(offered.member()?)).collect()
    }

    /// `map`, `map 1226`, `map all`
    fn map(&self, what: &str, out: &mut Out) {
        let game = &self.playable.game;
        if what.is_empty() || what == "all" {
            return self.tell_map(Shows::default(), what == "all", out);
        }
        match game.board().and_then(|_| game.member_named(HEX, what)) {
            Some(hex) => self.tell_map(Shows { about: BTreeSet::from([hex]), ..Shows::default() }, false, out),
            None => out.line(&format!("no hex is called `{what}`: `map` alone shows the map")),
        }
    }

    /// What has room, unless all is wanted.
    fn tell_map(&self, shows: Shows, all: bool, out: &mut Out) {
        let Playable { game, looks, .. } = self.playable;
        let high = |room: crate::table::Room| room.high.saturating_sub(BELOW_THE_MAP);
        let room = room().filter(|_| !all).map(|room| crate::table::Room { wide: room.wide - 1, high: high(room) });
        let lines = sheet(game, looks, &self.view(), &Shows { room, ..shows });
        if lines.is_empty() {
            out.line("the game has no map; `state` tells where everything stands");
        }
        lines.iter().for_each(|line| out.signs(&[&signs(" ", None, false), line.as_slice()].concat()));
    }

    fn tell_options(&self, prompt: &Prompt, out: &mut Out) {
        let Playable { game, looks, .. } = self.playable;
        listed(game, looks, &self.view(), prompt, look().width).iter().for_each(|line| out.line(line));
    }

    /// The answers on the way to a hex that is not offered at once, where all of them are this side's.
    fn leads(&self, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = words_of(line);
        let speaker = self.chair.speaker(&self.engine);
        let own = self.engine.prompt().is_some_and(|prompt| speaker.is_none_or(|speaker| speaker == prompt.side));
        if own { along(&self.engine, self.chair.looks(&self.engine), &words) } else { None }
    }

    /// `march RIC3a to 0101`, where `march RIC3a` is offered and comes nowhere near: a hex that no answer leads to.
    fn leads_nowhere(&self, line: &str) -> Option<String> {
        let (begins, goal) = line.rsplit_once(" to ")?;
        let goal = goal.trim();
        self.playable.game.member_named(HEX, goal)?;
        let prompt = self
            .engine
            .prompt()
            .filter(|prompt| self.chair.speaker(&self.engine).is_none_or(|speaker| speaker == prompt.side))?;
        let begins = &prompt.options().get(named(prompt, begins.trim()).ok()?)?.name;
        Some(match self.engine.from_seat(self.chair.looks(&self.engine)).may_count() {
            Ok(()) => format!("`{begins}` does not lead to {goal}: `why {begins} to {goal}` tells what is in the way"),
            Err(_) => format!(
                "where something is hidden from you no way is looked for: type its hexes one after the other, like `{begins}, .., {goal}`"
            ),
        })
    }

    /// Every outcome of an answer, up to the next question; without a name, of the only die that comes either way.
    fn odds(&self, name: &str, out: &mut Out) {
        let game = &self.playable.game;
        let Some(prompt) = self.shown().prompt() else { return out.line("nobody is asked anything") };
        if let Err(rests) = self.shown().may_count() {
            return out.line(&rests.told(game));
        }
        let options: Vec<usize> = match (name.is_empty(), named(prompt, name)) {
            (true, _) => (0..prompt.count()).collect(),
            (false, Ok(option)) => vec![option],
            (false, Err(refused)) => return out.line(&refused.to_string()),
        };
        for option in options.iter().take(FIRST) {
            out.line(&format!("  {}", prompt.options().get(*option).map_or("", |offered| &offered.name)));
            match odds::after_answer(self.playable, self.engine.state(), *option, MOST_STATES_IN_PLAY) {
                Ok(lines) => lines.iter().for_each(|line| out.line(&format!("    {line}"))),
                Err(what) => out.line(&format!("    {what}")),
            }
        }
        if options.len() > FIRST {
            out.line(&format!("  {} more answers: `odds NAME` tells of one", options.len() - FIRST));
        }
    }

    fn tell_log(&self, out: &mut Out) {
        if let Some(lines) = record(&self.teller, &self.carried, &self.engine, self.chair.hears()) {
            return lines.iter().for_each(|line| tell_line(line, out));
        }
        let mut number = 0;
        for heard in self.shown().log() {
            if matches!(heard, Heard::Saw(_)) {
                out.line(&format!("      {heard}"));
                continue;
            }
            number += 1;
            out.line(&format!("  {number}. {heard}"));
        }
    }

    fn why(&self, rest: &str, out: &mut Out) {
        match words(rest).as_slice() {
            [] => self.why_ask(out),
            words => {
                let length = match words {
                    ["whole", ..] => Length::Whole,
                    _ => Length::Short("`why whole ..`"),
                };
                let words = words.strip_prefix(&["whole"]).unwrap_or(words);
                match told(&self.engine, self.chair.looks(&self.engine), words, length) {
                    Ok(lines) => lines.iter().for_each(|line| out.line(line)),
                    Err(what) => out.line(&what),
                }
            }
        }
    }

    /// The questions behind the options, each with its own rows only.
    fn why_ask(&self, out: &mut Out) {
        let trees = match self.shown().why_ask() {
            Ok(trees) => trees,
            Err(rests) => return out.line(&rests.told(&self.playable.game)),
        };
        if trees.is_empty() {
            out.line("no rule was asked anything to find these options");
        }
        for tree in trees.iter().take(TOLD) {
            tell_tree(&tree.alone(), out);
        }
        if trees.len() > TOLD {
            out.line(&format!("{} more; `why NAME` tells those about one option", trees.len() - TOLD));
        }
    }

    fn tell_came(&mut self, before: &View, stood: &Engine, logged: usize, out: &mut Out) {
        let (seat, entries) = (self.chair.hears(), self.engine.log().get(logged..).unwrap_or_default());
        let (given, heard) = (Given::of(stood, seat, entries), self.heard(logged));
        let after = self.engine.from_seat(seat);
        let came = self.teller.came(before, &after, &heard, &given, (&mut self.banner, &self.carried));
        self.unmapped = self.unmapped || came.iter().any(|line| matches!(line, Line::Heading(_)));
        self.tell_lines(came, out);
    }

    fn tell_lines(&mut self, lines: impl IntoIterator<Item = Line>, out: &mut Out) {
        lines.into_iter().flat_map(|line| self.in_one.tell(line)).for_each(|line| tell_line(&line, out));
    }

    /// Before anything else is told.
    fn tell_rest(&mut self, out: &mut Out) {
        self.in_one.rest().iter().for_each(|line| tell_line(line, out));
    }

    fn tell_fault(&mut self, fault: &Fault, out: &mut Out) {
        self.tell_rest(out);
        out.line(&format!("FAULT {}", tell::fault(self.playable, fault)));
        out.line("the game goes back to where something last fell or was seen; what fell falls again");
    }
}

fn tell_line(line: &Line, out: &mut Out) {
    match line {
        Line::Heading(line) => {
            out.line("");
            out.signs(&signs(line, None, true));
        }
        Line::Answer(_) | Line::Went(_) | Line::So(_) | Line::Event(_) => out.line(&line.told()),
    }
}

fn keep_as(path: &Path, sort: Sort, text: Result<String, TextError>) -> Result<(), Failure> {
    keep::own(path, sort, &text.map_err(|error| Failure::bad_use(error.to_string()))?)
}

/// The option of this number, or called so.
fn named(prompt: &Prompt, name: &str) -> Result<usize, Refused> {
    let numbered = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match (prompt.called(name), numbered.filter(|option| *option < prompt.count())) {
        (Ok(option), _) | (Err(_), Some(option)) => Ok(option),
        (Err(refused), None) => Err(refused),
    }
}

/// Who is asked, by which rule.
fn ask(playable: &Playable, prompt: &Prompt) -> String {
    tell::asked(&playable.game, prompt)
}

/// Words between blanks or commas.
fn words_of(line: &str) -> Vec<&str> {
    line.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|word| !word.is_empty()).collect()
}

/// Hexes where somebody else stands than in the other list.
fn differing(stacks: &[(i64, Vec<String>)], other: &[(i64, Vec<String>)]) -> BTreeSet<i64> {
    stacks.iter().filter(|stack| !other.contains(stack)).map(|(hex, _)| *hex).collect()
}

/// By number.
fn tell_names(names: &[String], out: &mut Out) {
    names.iter().enumerate().for_each(|(at, name)| out.line(&format!(" {:>3} {name}", at + 1)));
}

fn tell_tree(tree: &Why, out: &mut Out) {
    tree.in_short().iter().for_each(|line| out.line(&format!("  {line}")));
}
