//! The solver for the browser, as a WebAssembly module of its own: most pages need no more than the
//! rules. How it is asked is said in `x0_wasm_abi`, what it answers in [`answer`]. The typed face is
//! `web/src/puzzles/solver.ts`.

mod answer;

x0_wasm_abi::module!(answer::answer);
