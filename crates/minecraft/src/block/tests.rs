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
    check("stnoe", "Minecraft has no block `stnoe`; did you mean `stone`?");
    check("grass", "Minecraft has no block `grass`; did you mean `glass`?");
    check("unobtainium_lattice_thing", "Minecraft has no block `unobtainium_lattice_thing`");
    check("stone[half=upper]", "`stone` has no state `half`; it has none");
    check("oak_slab[half=upper]", "`oak_slab` has no state `half`; it has type, waterlogged");
    check("oak_door[half=top]", "`half` of `oak_door` cannot be `top`; expected upper, lower");
    check("repeater[delay=5]", "`delay` of `repeater` cannot be `5`; expected 1 to 4");
    check("repeater[delay=04]", "`delay` of `repeater` cannot be `04`; expected 1 to 4");
}

#[test]
fn blocks_belong_to_versions() {
    let check = |text: &str, asked: Version, message: &str| {
        let block: Block = text.parse().unwrap();
        assert_eq!(block.check_in(asked).map_err(|error| error.to_string()), Err(message.to_owned()));
    };
    let fits = |text: &str, asked| assert_eq!(text.parse::<Block>().unwrap().check_in(asked), Ok(()));
    fits("stone", Version::V1_20_4);
    fits("tuff_bricks", Version::V1_21);
    fits("other:tuff_bricks", Version::V1_20_4);
    fits("chain", Version::V1_21_8);
    check("tuff_bricks", Version::V1_20_4, "`tuff_bricks` was added in Minecraft 1.21; the target is 1.20.4");
    check("sulfur", Version::V26_1, "`sulfur` was added in Minecraft 26.2; the target is 26.1");
    let renamed = "`chain` was renamed to `iron_chain` in Minecraft 1.21.9; the target is 1.21.11";
    check("chain", Version::V1_21_11, renamed);
}

#[test]
fn json_holds_them_as_texts() {
    let block: Block = serde_json::from_str("\"oak_door[half=upper]\"").unwrap();
    assert_eq!(serde_json::to_string(&block).unwrap(), "\"minecraft:oak_door[half=upper]\"");
    let error = serde_json::from_str::<Block>("\"stnoe\"").unwrap_err().to_string();
    assert!(error.starts_with("Minecraft has no block `stnoe`; did you mean `stone`?"), "{error}");
}
