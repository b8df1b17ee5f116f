//! Nothing but benches: `cargo bench -p mapwright-benches --bench costs`.
