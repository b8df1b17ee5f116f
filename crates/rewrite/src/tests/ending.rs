//! What is proved to end does end.

use mapwright_core::{BuildCx, MapRng};

use super::random::program;
use super::shapes;
use crate::board::SymbolGrid;
use crate::check::prove;
use crate::compile::Program;
use crate::meter::Meter;
use crate::node::{Action, Node};
use crate::run::Run;

fn without_limits(nodes: &mut [Node]) {
    for node in nodes {
        node.steps = None;
        if let Action::Nodes(_, nodes) = &mut node.action {
            without_limits(nodes);
        }
    }
}

#[test]
fn proved_programs_end() {
    let mut rng = MapRng::new(21);
    let (mut proved, mut refused) = (0, 0);
    while proved < 600 {
        let mut source = program(&mut rng);
        without_limits(&mut source.program);
        let program = Program::compile(&source).unwrap();
        if prove(&program).is_err() {
            refused += 1;
            continue;
        }
        proved += 1;
        for shape in shapes().filter(|shape| shape.area() <= 40) {
            let cells = (0..shape.area()).map(|_| rng.below(program.alphabet.used().len() as u32) as u8).collect();
            let mut cx = BuildCx::new(proved, "rewrite", 0);
            let ran =
                Run::new(&program, SymbolGrid::new(shape, cells), &[], (Meter::new(shape, 0), 200_000), &mut cx).run();
            assert!(ran.is_ok(), "{ran:?}: {source:?}");
        }
    }
    assert!(refused > 100, "{refused}");
}
