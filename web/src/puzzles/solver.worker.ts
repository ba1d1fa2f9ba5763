/** The solver, beside the page: a hard move takes it as long as several frames. */
import { ask, instantiate } from '../rules/module';
import url from './gen/solver.wasm?url';

export interface Question {
  id: number;
  question: Uint8Array;
}
/** Without an answer the module could not be had, or failed. */
export interface Answer {
  id: number;
  answer: string | null;
}

let solver: Promise<WebAssembly.Instance> | undefined;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void answer(data).then((answer) => postMessage({ id: data.id, answer } satisfies Answer));
});

async function answer({ question }: Question): Promise<string | null> {
  try {
    solver ??= instantiate(url);
    return ask(await solver, question);
  } catch {
    // Next time it is made anew: there may be a connection then.
    solver = undefined;
    return null;
  }
}
