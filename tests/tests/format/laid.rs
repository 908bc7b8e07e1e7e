//! What the layout looks like: a text, and the same laid out.

use wgr_grammar::{WIDTH, format};

/// What is written becomes what is wanted, and that stays.
#[track_caller]
fn laid(written: &str, wanted: &str) {
    assert_eq!(format(written), wanted);
    assert_eq!(format(wanted), wanted, "it does not rest");
}

#[test]
fn titles_verdicts_and_conditions_of_one_block_stand_in_columns() {
    laid(
        "permit may_attack(u:Combatant, h : Hex) otherwise yes {\n\
         \x20 7#a \"There is no enemy\" no when no enemy units of u.side at h\n\
         \x20 // why\n\
         \x20 7.5#b,7.8#f \"Only\" no   when not adjacent( u.hex , h )\n\n\n\
         \x20     7#e \"It has attacked in this phase\" no when u.attacked ruling Q-1\n\
         \x20 \"No case\" no unless x }\n",
        "permit may_attack(u:Combatant, h : Hex) otherwise yes {\n\
         \x20   7#a  \"There is no enemy\"              no   when no enemy units of u.side at h\n\
         \x20   // why\n\
         \x20   7.5#b, 7.8#f  \"Only\"                  no   when not adjacent(u.hex, h)\n\n\
         \x20   7#e  \"It has attacked in this phase\"  no   when u.attacked ruling Q-1\n\
         \x20   \"No case\"                             no   unless x }\n",
    );
}

#[test]
fn columns_that_most_rows_keep_to_stay_where_they_are() {
    let drawn = "value drm: -9..9 {\n\
         \x20   7.2      \"Quality\"          + quality(lead)\n\
         \x20   7.5      \"Forest\"           - 1              when terrain(target) is forest\n\
         \x20   7.6      \"Not pinned\"       - 1              unless pinned(target)\n\
         \x20   7.7      \"Tired\"            - 1              when lead.tired\n}\n";
    laid(drawn, drawn);
    // One that went astray comes back.
    laid(&drawn.replace("\"Forest\"           - 1 ", "\"Forest\" - 1"), drawn);
}

#[test]
fn nested_blocks_step_in_and_braces_step_out() {
    laid(
        "action a {\nstep 1 \"x\" {\nif a { \n b becomes c\n } else { d becomes e }\n\
         for each u in x { if y {\n z becomes 1\n}}\n}\n}\n",
        "action a {\n    step 1 \"x\" {\n        if a {\n            b becomes c\n        } else { d becomes e }\n        \
         for each u in x { if y {\n            z becomes 1\n        } }\n    }\n}\n",
    );
}

#[test]
fn counters_stand_below_the_names_of_their_columns() {
    laid(
        "order French {\n  Infantry formation    arm\n     RIC1 x3 brigade_1    colonial\n     RI120 x3  brigade_87   line\n\
         \x20    BCP9 brigade_87   light // alone\n}\n",
        "order French {\n    Infantry formation    arm\n        RIC1 x3  brigade_1  colonial\n        RI120 x3 brigade_87 line\n\
         \x20       BCP9     brigade_87 light // alone\n}\n",
    );
}

#[test]
fn long_lines_are_broken_before_a_word_that_goes_on() {
    let long = "fact near(u: Unit, h: Hex) otherwise no {\n    1.1  \"It is near to somebody of its own formation\"  yes   when \
         any v in units of u.side: v.formation is u.formation and adjacent(v.hex, h)   ruling Q-1\n}\n";
    let laid_out = format(long);
    assert!(laid_out.lines().all(|line| line.chars().count() <= WIDTH), "{laid_out}");
    assert!(laid_out.contains("\n         when any v"), "below the title: {laid_out}");
    let steps =
        format!("example \"E\" of 1 at s {{\n    expect {}; expect b is 1\n}}\n", "a is 1 and ".repeat(9) + "a is 1");
    assert!(format(&steps).contains("a is 1\n    expect b is 1\n"), "{}", format(&steps));
}

#[test]
fn what_goes_on_with_a_statement_stands_in_its_line_or_under_what_it_says() {
    laid(
        r#"action attack(target: Hex) 7.1 during combat {
    7.2  "Who leads?"  phasing picks 1 unit of phasing where may_attack(it, target)
  as lead
           otherwise { end attack }
    7.3  "Who goes with it?"  phasing picks any number of units of phasing other than lead where joins(it, target)
         as others
         otherwise { end attack }
    7.4  "Who may lose a step?"  defender picks 1 unit of defender at target where it.steps > 1 step as loser otherwise { end attack }
}
"#,
        r#"action attack(target: Hex) 7.1 during combat {
    7.2  "Who leads?"            phasing picks 1 unit of phasing where may_attack(it, target) as lead
                                 otherwise { end attack }
    7.3  "Who goes with it?"     phasing picks any number of units of phasing other than lead where joins(it, target)
                                 as others otherwise { end attack }
    7.4  "Who may lose a step?"  defender picks 1 unit of defender at target where it.steps > 1 step as loser
                                 otherwise { end attack }
}
"#,
    );
    // A comment ends its line.
    let ends = "action a(u: Unit) {\n    phasing picks 1 unit of phasing  // of its own\n        as lead\n}\n";
    laid(ends, ends);
}

#[test]
fn what_cannot_be_read_stays_as_it_is() {
    // The broken line keeps its blanks, those around it are laid out.
    laid(
        "fact f otherwise no {\n  1.1 \"A\" yes when a\n  1.2 \"B\"    yes wehn   b\n  1.3 \"C\" yes when c\n}\n",
        "fact f otherwise no {\n    1.1  \"A\"  yes   when a\n  1.2 \"B\"    yes wehn   b\n    1.3  \"C\"  yes   when c\n}\n",
    );
    // Where a brace is missing nothing can be said about anything in the item.
    let open =
        "fact f otherwise no {\n  1.1 \"A\" yes when a {\n}\nfact g otherwise no {\n    1.1  \"A\"  yes   when a\n}\n";
    laid(open, open);
    for nothing in ["", "((((", "}\n", "no item\n", "\"\n", "fact"] {
        assert_eq!(format(nothing).trim_end(), nothing.trim_end());
    }
}
