//! The rules for the browser, as a WebAssembly module. How it is asked is said in `x0_wasm_abi`, what
//! it answers in [`answer`]. The typed face is `web/src/rules/abi.ts`.

mod answer;
mod explain;

x0_wasm_abi::module!(answer::answer);
