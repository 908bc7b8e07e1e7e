//! `wgr drive`: a game played from another program. In: JSON objects, a line each, with one thing to do. Out: one line for
//! each: where the game stands, what fell and changed; or what is wrong with the line, and then nothing was done. Promises:
//! whatever comes in, something goes out for it, and the game is where it was or where it says; a seat is told what it may
//! know. The page that tells of it is `docs/driving.md`.

use crate::args::{BotName, Dice, Drive};
use crate::at::{self, Falls, Stands, Texts, at_named, at_position};
use crate::bots::Bots;
use crate::eval::Asker;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::Purpose;
use crate::scenario;
use crate::shape;
use crate::typed::whole_line;
use crate::why::{self, Length};
use serde_json::{Map, Value, json};
use std::io::stdin;
use std::path::Path;
use wgr_runtime::engine::{Engine, Heard, Only, Position, Refused, Seat, Status, View, Watch, changed};
use wgr_runtime::exec::Fault;

/// What may be asked for, and how it is said.
const VERBS: [(&str, &str); 10] = [
    (
        "answer",
        r#"`{"answer": "march B1"}`, `{"answer": {"kind": "march", "member": "B1"}}`, or a list of such answers"#,
    ),
    ("roll", r#"`{"roll": 3}`, or `{"roll": [3, 4]}`"#),
    ("draw", r#"`{"draw": "B1"}`, or `{"draw": ["B1", "B2"]}`"#),
    ("undo", r#"`{"undo": 1}`"#),
    ("abandon", r#"`{"abandon": true}`"#),
    ("eval", r#"`{"eval": ["reaches(B1, 0304)", "strength(*)"]}`"#),
    ("why", r#"`{"why": "march B1 to 0304"}`"#),
    ("position", r#"`{"position": true}`"#),
    ("ask", r#"`{"ask": true}`"#),
    ("begin", r#"`{"begin": "SCENE"}`, an example, a step of it, a file, or a position"#),
];
/// So many bots' answers at most in a row.
const BOTS: usize = 10_000;

/// A game that is driven.
struct Driven<'d> {
    args: &'d Drive,
    texts: &'d Texts<'d>,
    stands: Stands,
    seat: Seat,
    watch: Watch,
    exit: Exit,
}

/// What came of a line: more keys of the reply.
type Came = Result<Map<String, Value>, String>;

pub(crate) fn drive(args: &Drive, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let texts = Texts::new(&args.stands, root);
    let falls = falls(args);
    scenario::there_is_one(&*texts.load(Purpose::Play)?)?;
    let stands = at::stands_in(&texts, &args.stands, Some(falls))?;
    let seat = stands.seat(args.stands.side.as_deref())?;
    let watch = Watch::new(&stands.playable.game);
    let mut driven = Driven { args, texts: &texts, stands, seat, watch, exit: Exit::Fine };
    out.line(&Value::Object(driven.opened()).to_string());
    let mut input = stdin().lock();
    let mut number = 0;
    while let Some(line) = whole_line(&mut input) {
        number += 1;
        if line.trim().is_empty() {
            continue;
        }
        out.line(&Value::Object(driven.line(&line, number)).to_string());
    }
    Ok(driven.exit)
}

fn falls(args: &Drive) -> Falls {
    match args.dice {
        Dice::Seed => Falls::Seed(args.seed),
        Dice::Hand => Falls::ByHand,
    }
}

impl Driven<'_> {
    /// What goes out before anything comes in.
    fn opened(&mut self) -> Map<String, Value> {
        let playable = &self.stands.playable;
        let game = &playable.game;
        let sides = game.program().sides.map(|sides| game.program().domain(sides).members.clone());
        let scenarios: Vec<&String> = playable.scenarios.iter().map(|scenario| &scenario.name).collect();
        let mut told = Map::new();
        told.insert("wgr".to_owned(), Value::from("drive 1"));
        told.insert("game".to_owned(), Value::from(game.program().title.clone()));
        told.insert("sides".to_owned(), Value::from(sides.unwrap_or_default()));
        told.insert("scenarios".to_owned(), json!(scenarios));
        told.extend(self.on(|engine| Ok((None, engine.automatic()))).unwrap_or_else(error));
        told
    }

    /// The reply to a line.
    fn line(&mut self, line: &str, number: usize) -> Map<String, Value> {
        let (id, came) = match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(mut said)) => {
                let id = said.remove("id");
                (id, self.said(&said))
            }
            Ok(_) => (None, Err(format!("a line is an object, like {}", sample("answer")))),
            Err(wrong) => {
                (None, Err(format!("this is no JSON: {wrong}; a line is an object, like {}", sample("answer"))))
            }
        };
        let mut reply = came.unwrap_or_else(|what| {
            let mut told = error(what);
            told.insert("line".to_owned(), Value::from(number));
            told
        });
        reply.extend(id.map(|id| ("id".to_owned(), id)));
        reply
    }

    fn said(&mut self, said: &Map<String, Value>) -> Came {
        let verbs: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
        if let Some(unknown) = said.keys().find(|key| !verbs.contains(&key.as_str())) {
            return Err(format!("there is no `{unknown}`; there are {}", verbs.join(", ")));
        }
        let mut keys = said.iter();
        let (Some((verb, held)), None) = (keys.next(), keys.next()) else {
            let what = if said.is_empty() { "nothing is said" } else { "several things are said at once" };
            return Err(format!("{what}: a line has one of {}, like {}", verbs.join(", "), sample("answer")));
        };
        let wrong = || format!("`{verb}` is not said so: write {}", sample(verb));
        match verb.as_str() {
            "answer" => {
                let names = list(held, shape::option_named).ok_or_else(wrong)?;
                self.answer(&names)
            }
            "roll" => {
                let faces = list(held, Value::as_i64).ok_or_else(wrong)?;
                self.fall(&faces, |engine, fell| engine.roll(*fell))
            }
            "draw" => {
                let names = list(held, |name| name.as_str().map(str::to_owned)).ok_or_else(wrong)?;
                self.fall(&names, |engine, drew| engine.draw(drew))
            }
            "undo" => {
                let count = held.as_u64().and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0);
                let count = count.ok_or_else(wrong)?;
                self.back(|engine, seat| match seat {
                    Seat::Side(side) => engine.undo_own(count, side),
                    Seat::Referee | Seat::Everybody => engine.undo(count),
                })
            }
            "begin" => self.begin(held, &wrong),
            "eval" => {
                let typed = list(held, |query| query.as_str().map(str::to_owned)).ok_or_else(wrong)?;
                let view = self.view();
                let mut asker = Asker::new(&self.stands.playable, &self.stands.engine, (self.seat, &view), None);
                Ok(Map::from_iter([("eval".to_owned(), typed.iter().map(|query| asker.answer(query)).collect())]))
            }
            "why" => {
                let typed = held.as_str().ok_or_else(wrong)?;
                let words = why::words(typed);
                let lines = why::told(&self.stands.engine, self.seat, &words, Length::Whole)?;
                Ok(Map::from_iter([("why".to_owned(), Value::from(lines))]))
            }
            _ if *held != Value::Bool(true) => Err(wrong()),
            "abandon" => self.back(|engine, seat| match seat {
                Seat::Side(side) => engine.abandon_own(side),
                Seat::Referee | Seat::Everybody => engine.abandon(),
            }),
            "position" => {
                let position = self.stands.position(self.seat)?;
                Ok(Map::from_iter([("position".to_owned(), json!(position))]))
            }
            _ => Ok(self.stood()),
        }
    }

    /// One answer or several, all or none as long as nothing was sealed.
    fn answer(&mut self, names: &[String]) -> Came {
        let seat = self.seat;
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let own = match seat {
            Seat::Side(side) => Some(side),
            Seat::Referee | Seat::Everybody => None,
        };
        self.on(|engine| {
            let fault = match own {
                Some(side) => engine.pick_all_own(&words, side),
                None => engine.pick_all(&words),
            };
            let fault = fault.map_err(|refused| refused.to_string())?;
            Ok((fault, engine.automatic()))
        })
    }

    /// What falls, one after the other: all of it or nothing.
    fn fall<T>(&mut self, all: &[T], fall: impl Fn(&mut Engine, &T) -> Result<Option<Fault>, Refused>) -> Came {
        let by_hand = self.args.dice == Dice::Hand;
        self.on(|engine| {
            let before = engine.fork();
            let mut automatic = Vec::new();
            for one in all {
                match fall(engine, one) {
                    Ok(None) => automatic.extend(engine.automatic()),
                    Ok(fault) => return Ok((fault, automatic)),
                    Err(refused) => {
                        *engine = before;
                        let how = if by_hand { "" } else { ": dice fall by themselves; begin with `--dice hand`" };
                        return Err(format!("{refused}{how}"));
                    }
                }
            }
            Ok((None, automatic))
        })
    }

    fn back(&mut self, back: impl Fn(&mut Engine, Seat) -> Result<(), Refused>) -> Came {
        let seat = self.seat;
        self.on(|engine| back(engine, seat).map(|()| (None, vec![])).map_err(|refused| refused.to_string()))
    }

    /// Another game, or the same from elsewhere.
    fn begin(&mut self, held: &Value, wrong: &dyn Fn() -> String) -> Came {
        let falls = Some(falls(self.args));
        let told = |failure: Failure| failure.bare();
        let (stands, seat) = match held {
            Value::String(at) => {
                let stands = at_named(self.texts, at, &self.args.stands.options, falls).map_err(told)?;
                let seat = stands.seat(self.args.stands.side.as_deref()).map_err(told)?;
                (stands, seat)
            }
            Value::Object(_) => {
                let position: Position =
                    serde_json::from_value(held.clone()).map_err(|error| format!("`begin` is no position: {error}"))?;
                // Whoever gives a position has it already.
                (at_position(self.texts, &position, falls).map_err(told)??, self.seat)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => return Err(wrong()),
        };
        self.seat = seat;
        self.watch = Watch::new(&stands.playable.game);
        self.stands = stands;
        self.on(|engine| Ok((None, engine.automatic())))
    }

    /// Does something to the game, lets bots answer for others, and tells what came of it.
    fn on(&mut self, act: impl FnOnce(&mut Engine) -> Result<(Option<Fault>, Vec<Only>), String>) -> Came {
        let before = self.view();
        let logged = self.stands.engine.log().len();
        let (mut refused, mut fault, mut automatic) = (None, None, vec![]);
        match act(&mut self.stands.engine) {
            Ok(came) => (fault, automatic) = came,
            // Of several answers the first may stand, for something fell behind it.
            Err(what) if self.stands.engine.log().len() > logged => refused = Some(what),
            Err(what) => return Err(what),
        }
        if fault.is_none() && refused.is_none() {
            fault = self.let_bots_answer(&mut automatic);
        }
        let mut told = self.stood();
        told.extend(refused.into_iter().flat_map(error));
        let game = &self.stands.playable.game;
        let heard: Vec<Heard> = self.stands.engine.from_seat(self.seat).heard(logged);
        let changes = changed(game, &before, &self.view());
        for (key, value) in [
            ("log", shape::heard(&heard)),
            ("automatic", shape::automatic(game, self.seat, &automatic)),
            ("changes", json!(changes)),
        ] {
            if value.as_array().is_some_and(|all| !all.is_empty()) {
                told.insert(key.to_owned(), value);
            }
        }
        if let Some(fault) = fault {
            self.exit = Exit::Wrong;
            told.insert("fault".to_owned(), shape::fault(&self.stands.playable, &fault));
        }
        Ok(told)
    }

    /// At the seat of a side a bot answers for the others.
    fn let_bots_answer(&mut self, automatic: &mut Vec<Only>) -> Option<Fault> {
        let Seat::Side(own) = self.seat else { return None };
        for _ in 0..BOTS {
            let engine = &mut self.stands.engine;
            let prompt = engine.prompt().filter(|prompt| prompt.side != own)?;
            let option = Bots::new(&[BotName::Random], self.args.seed, engine).pick(prompt);
            match engine.answer(option) {
                Ok(None) => automatic.extend(engine.automatic()),
                Ok(fault) => return fault,
                Err(_) => return None,
            }
        }
        None
    }

    /// Where the game stands, and what the rules take for granted and is not so.
    fn stood(&mut self) -> Map<String, Value> {
        let (playable, engine) = (&self.stands.playable, &self.stands.engine);
        let mut told = shape::stands(playable, engine, self.seat);
        let is_told = |seat: Seat| seat == Seat::Referee || !playable.game.hides();
        if let Some(broken) = self.watch.look(engine)
            && (is_told(self.seat) || broken.is_open(&playable.game))
        {
            self.exit = Exit::Wrong;
            told.insert("broken".to_owned(), shape::broken(playable, &broken));
        }
        if matches!(engine.status(), Status::Stopped(_)) {
            self.exit = Exit::Wrong;
        }
        told
    }

    fn view(&self) -> View {
        self.stands.engine.from_seat(self.seat).view()
    }
}

/// `{"error": ..}`
fn error(what: String) -> Map<String, Value> {
    Map::from_iter([("error".to_owned(), Value::from(what))])
}

/// One, or a list of some.
fn list<T>(held: &Value, one: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    match held {
        Value::Array(all) if !all.is_empty() => all.iter().map(one).collect(),
        Value::Array(_) => None,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => Some(vec![one(held)?]),
    }
}

/// How a verb is said.
fn sample(verb: &str) -> &'static str {
    VERBS.iter().find(|(known, _)| *known == verb).map_or("", |(_, said)| said)
}
