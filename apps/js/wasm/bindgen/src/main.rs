//! `wbgen IN.wasm FOLDER`: what `wasm-bindgen --target web` writes, without the rest of that program.

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(input), Some(out)) = (args.next(), args.next()) else { return Err("expected IN.wasm FOLDER".into()) };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).typescript(true).omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true).web(true)?;
    // A call that ended abruptly leaves an instance in doubt; this makes another, and old objects know that they are of the old.
    bindgen.reset_state_function(true);
    Ok(bindgen.generate(out)?)
}
