//! Blocks as they are written, and what is refused.

use super::*;

#[test]
fn blocks_are_read_and_written_in_one_form() {
    let check = |text: &str, form: &str| {
        let block: Block = text.parse().unwrap();
        assert_eq!(block.to_string(), form);
        assert_eq!(form.parse(), Ok(block));
    };
    check("stone", "minecraft:stone");
    check(" stone[] ", "minecraft:stone");
    check("minecraft:oak_door[open=true,half=lower]", "minecraft:oak_door[half=lower,open=true]");
    check("repeater[ delay = 4 ]", "minecraft:repeater[delay=4]");
    check("my.mod-2:deep/ore[any=thing]", "my.mod-2:deep/ore[any=thing]");
    check("bell[attachment=floor]", "minecraft:bell[attachment=floor]");
    // A block of a release to come.
    check("unobtainium_lattice[glow=9]", "minecraft:unobtainium_lattice[glow=9]");
}

#[test]
fn what_is_no_block_is_named() {
    let check = |text: &str, message: &str| {
        assert_eq!(text.parse::<Block>().map_err(|error| error.to_string()), Err(message.to_owned()));
    };
    let empty = "a block needs a name, such as `stone_bricks` or `minecraft:oak_door[half=upper]`";
    for text in ["", "  ", ":", "minecraft:", ":stone", "[half=upper]"] {
        check(text, empty);
    }
    check("Stone", "`Stone`: `S` is not allowed in a block's name; expected a-z, 0-9, `_`, `-`, `.` and `/`");
    check(
        "my mod:stone",
        "`my mod:stone`: ` ` is not allowed in a block's namespace; expected a-z, 0-9, `_`, `-` and `.`",
    );
    check("a:b:c", "`a:b:c`: `:` is not allowed in a block's name; expected a-z, 0-9, `_`, `-`, `.` and `/`");
    let form = "states are written as `[half=upper,facing=east]`";
    check("oak_door[half=upper", &format!("`oak_door[half=upper`: the states have no closing bracket; {form}"));
    check("oak_door[half]", &format!("`oak_door[half]`: a state has no `=`; {form}"));
    check("oak_door[half=]", &format!("`oak_door[half=]`: a state has no name or no value; {form}"));
    check(
        "oak_door[half=upper,half=lower]",
        &format!("`oak_door[half=upper,half=lower]`: a state is given twice; {form}"),
    );
}

#[test]
fn json_holds_them_as_texts() {
    let block: Block = serde_json::from_str("\"oak_door[half=upper]\"").unwrap();
    assert_eq!(serde_json::to_string(&block).unwrap(), "\"minecraft:oak_door[half=upper]\"");
    let error = serde_json::from_str::<Block>("\"Stone\"").unwrap_err().to_string();
    assert!(error.starts_with("`Stone`: `S` is not allowed in a block's name; "), "{error}");
}
