//! The rules for the browser, as a WebAssembly module without imports and without a toolchain of
//! bindings.
//!
//! JavaScript writes a [question](request) to the address that [`x0_input`] gives, calls
//! [`x0_answer`] with its length, and reads as many bytes as that returns from the address that
//! [`x0_output`] gives: JSON, made in [`answer`]. The typed face is `web/src/rules/abi.ts`.

mod answer;
mod explain;
mod json;
mod request;

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// More than the longest question: 400 stones of 3 bytes and a header.
const INPUT: usize = 2048;

/// Written by JavaScript between calls, which the type allows for: reading needs no unsafe code.
static QUESTION: [AtomicU8; INPUT] = [const { AtomicU8::new(0) }; INPUT];
static ANSWER: Mutex<String> = Mutex::new(String::new());

/// Where to write a question of up to 2048 bytes. The address does not change.
// SAFETY: the attribute is unsafe because the name could replace that of another function; no
// library has a function called x0_...
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn x0_input() -> *const u8 {
    QUESTION.as_ptr().cast()
}

/// Answers the question of `length` bytes and returns the length of the answer.
// SAFETY: as of `x0_input`.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn x0_answer(length: usize) -> usize {
    let bytes = QUESTION.iter().take(length).map(|byte| byte.load(Ordering::Relaxed));
    let text = answer::answer(&bytes.collect::<Vec<u8>>());
    let mut answer = ANSWER.lock().unwrap_or_else(PoisonError::into_inner);
    *answer = text;
    answer.len()
}

/// Where the last answer is, until the next one is asked for.
// SAFETY: as of `x0_input`.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn x0_output() -> *const u8 {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}
