//! How modules for browsers are asked and answer, without imports and without a toolchain of
//! bindings.
//!
//! JavaScript writes a [question] to the address that `x0_input` gives, calls `x0_answer` with its
//! length, and reads as many bytes as that returns from the address that `x0_output` gives: [JSON](
//! json). [`module!`] makes the three functions. The typed face is `web/src/rules/module.ts`.

pub mod json;
pub mod question;

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use question::Refusal;

/// More than the longest question: 400 stones of 3 bytes, a header, and what is asked.
const INPUT: usize = 2048;

/// Written by JavaScript between calls, which the type allows for: reading needs no unsafe code.
static QUESTION: [AtomicU8; INPUT] = [const { AtomicU8::new(0) }; INPUT];
static ANSWER: Mutex<String> = Mutex::new(String::new());

/// Where to write a question of up to 2048 bytes. The address does not change.
pub fn input() -> *const u8 {
    QUESTION.as_ptr().cast()
}

/// Lets the question of `length` bytes be answered and returns the length of the answer. What is
/// refused is answered with `{"error": reason, "at": index}`.
pub fn answer(length: usize, by: fn(&mut String, &[u8]) -> Result<(), Refusal>) -> usize {
    let bytes = QUESTION.iter().take(length).map(|byte| byte.load(Ordering::Relaxed));
    let mut out = String::new();
    if let Err(refusal) = by(&mut out, &bytes.collect::<Vec<u8>>()) {
        refuse(&mut out, refusal);
    }
    let mut answer = ANSWER.lock().unwrap_or_else(PoisonError::into_inner);
    *answer = out;
    answer.len()
}

fn refuse(out: &mut String, (reason, at): Refusal) {
    out.clear();
    json::key(out, '{', "error");
    json::text(out, reason);
    json::key(out, ',', "at");
    json::number(out, at);
    out.push('}');
}

/// Where the last answer is, until the next one is asked for.
pub fn output() -> *const u8 {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}

/// Makes a module that answers by this function.
#[macro_export]
macro_rules! module {
    ($answer:path) => {
        /// See [`x0_wasm_abi::input`].
        // SAFETY: the attribute is unsafe because the name could replace that of another function;
        // no library has a function called x0_...
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn x0_input() -> *const u8 {
            $crate::input()
        }

        /// See [`x0_wasm_abi::answer`].
        // SAFETY: as of `x0_input`.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn x0_answer(length: usize) -> usize {
            $crate::answer(length, $answer)
        }

        /// See [`x0_wasm_abi::output`].
        // SAFETY: as of `x0_input`.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn x0_output() -> *const u8 {
            $crate::output()
        }
    };
}
