//! Rules of the grammar in plain words: what a message says could stand at some place.

use super::pairs::Rule;

/// At most so many are said.
const MOST: usize = 5;
const GOES_ON: u8 = 5;

/// What could stand here, most telling first, each once.
pub(crate) fn spoken(rules: &[Rule]) -> Vec<String> {
    let mut found: Vec<(u8, String)> = Vec::new();
    for rule in rules {
        if let Some(said) = say(*rule)
            && !found.contains(&said)
        {
            found.push(said);
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    // How what stands here could go on is said only where nothing else can be.
    if found.first().is_some_and(|(rank, _)| *rank < GOES_ON) {
        found.retain(|(rank, _)| *rank < GOES_ON);
    }
    found.truncate(MOST);
    found.into_iter().map(|(_, text)| text).collect()
}

/// Rank 0 is what is most often missing.
fn say(rule: Rule) -> Option<(u8, String)> {
    let plain = |rank: u8, text: &str| Some((rank, text.to_owned()));
    match rule {
        Rule::expr | Rule::operand | Rule::tight | Rule::counted | Rule::quantity => {
            plain(0, "a name, a number or a condition")
        }
        Rule::verdict | Rule::v_equals => plain(0, "an answer, such as `= 3`, `+ 1`, `yes` or `no`"),
        Rule::type_of => plain(0, "a type, such as `0..3`, `yes/no` or `Hex`"),
        Rule::name | Rule::new_name => plain(0, "a name"),
        Rule::string | Rule::title => plain(1, "a title in quotes"),
        Rule::case | Rule::cases => plain(1, "a case, such as `6.5` or `6#a`"),
        Rule::number => plain(1, "a number"),
        Rule::dice => plain(1, "dice, such as `2d6`"),
        Rule::ruling_name => plain(1, "the name of a ruling, such as `Q-8`"),
        Rule::doing | Rule::deed => plain(0, "what is done, such as `u.steps loses 1 step`"),
        Rule::becomes => plain(0, "`becomes`, `gains`, `loses`, `goes to`, `picks`, `may` or `chooses`"),
        Rule::parameters | Rule::parameter => plain(2, "what it depends on, in brackets"),
        Rule::EOI => plain(4, "the end of the line"),
        Rule::comma => plain(1, "`,`"),
        Rule::colon => plain(0, "`:`"),
        Rule::open => plain(GOES_ON, "`(`"),
        Rule::close => plain(0, "`)`"),
        Rule::open_list => plain(GOES_ON, "`[`"),
        Rule::close_list => plain(0, "`]`"),
        Rule::equals | Rule::start => plain(0, "`=`"),
        Rule::question => plain(0, "`?`"),
        Rule::slash => plain(GOES_ON, "`/`"),
        Rule::when => plain(2, "`when`"),
        Rule::unless => plain(3, "`unless`"),
        Rule::is => plain(3, "`is`"),
        Rule::range_to => plain(GOES_ON, "`..`"),
        Rule::amend | Rule::amend_word => plain(0, "`amend`"),
        Rule::label_word => plain(0, "a label of the table"),
        Rule::printed_word => plain(0, "what is printed there"),
        Rule::add => plain(0, "`add to`"),
        Rule::take_out => plain(0, "`remove`"),
        Rule::starts => plain(0, "`when`"),
        Rule::answers => plain(0, "`answer`"),
        Rule::goes_on => plain(1, "`on to`"),
        Rule::ends_so => plain(1, "`expect game over:`"),
        Rule::by_side => plain(0, "`by` and a side"),
        Rule::rolls => plain(0, "`roll`"),
        Rule::draws => plain(1, "`draw`"),
        Rule::expects => plain(0, "`expect`"),
        Rule::refused => plain(0, "`refused`"),
        Rule::numbering => plain(0, "how hexes are numbered, such as `CCRR`"),
        Rule::such_bound => plain(0, "`at least`, `at most` or `exactly`"),
        Rule::how_often => plain(0, "how often, such as `once per phase`"),
        _ => keyword(rule),
    }
}

/// `k_when` is `when`; signs and what the grammar makes for itself are not said.
fn keyword(rule: Rule) -> Option<(u8, String)> {
    let name = format!("{rule:?}");
    let word = name.strip_prefix("k_")?;
    let goes_on = matches!(word, "of" | "at" | "among" | "other" | "where" | "rounded");
    let seldom = matches!(word, "hides");
    let rank = if goes_on {
        GOES_ON
    } else if seldom {
        3
    } else {
        2
    };
    Some((rank, format!("`{word}`")))
}
