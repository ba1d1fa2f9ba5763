/** The engine's judge of moves, on this device (`engine-rs/wasm-solver`). */
import type { Point, Position } from '../rules/abi';
import { encode, read } from '../rules/module';
import type { Answer, Question } from './solver.worker';

/** What a move is. */
export interface Judged {
  /** `undecided`: a limit was reached first. */
  verdict: 'right' | 'wrong' | 'foul' | 'undecided';
  /** Of a right move the longest resistance up to the five, of a wrong one what refutes it. */
  follows: Point[];
  /** Of a right move: from it up to and including the five. */
  halfMoves: number | null;
}

/** Gives the answer to a question, both as `rules/module.ts` has them. */
export type Ask = (question: Uint8Array) => Promise<string>;

/** Positions that may be looked at; the same as on the server, so that both judge alike. */
const NODES = 400_000;
const JUDGE = 0;
const CONTINUATION = 1;

interface Line {
  line: Point[];
}

interface Ruling extends Line {
  verdict: Judged['verdict'];
  halfMoves: number | null;
}

export class Solver {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Whether the side to move still wins after this move. Throws `RulesError` if it is none. */
  async judge(position: Position, point: Point, nodes = NODES): Promise<Judged> {
    const answer = await this.#answer(JUDGE, position, nodes, point);
    const { verdict, line, halfMoves } = answer as Ruling;
    return { verdict, follows: line, halfMoves };
  }

  /**
   * How the side to move goes on: a shortest win by fours and threes, up to the five, or only its
   * first move where a limit was reached; where a four of the other side must be stopped first,
   * that stop alone, if one stone does it; else nothing.
   */
  async continuation(position: Position, nodes = NODES): Promise<Point[]> {
    return ((await this.#answer(CONTINUATION, position, nodes)) as Line).line;
  }

  async #answer(kind: number, position: Position, nodes: number, ...point: Point[]) {
    const limit = [0, 8, 16, 24].map((shift) => (nodes >>> shift) & 255);
    const question = encode(kind, position, [...limit, ...point.flat()]);
    return read(await this.#ask(question));
  }
}

let loading: Promise<Solver> | undefined;

/** The solver, fetched when something first asks for it. */
export function loadSolver(): Promise<Solver> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Solver> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  const ask = askOf(worker);
  try {
    // An empty question is refused; to be told so it takes the module, which is fetched now.
    await ask(new Uint8Array());
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return new Solver(ask);
}

/** Questions to a worker. */
function askOf(worker: Worker): Ask {
  const waiting = new Map<number, { resolve(answer: string): void; reject(why: Error): void }>();
  let last = 0;
  worker.addEventListener('message', ({ data: { id, answer } }: MessageEvent<Answer>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (answer === null) asked?.reject(new Error('the solver could not be loaded'));
    else asked?.resolve(answer);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('the solver could not be started'));
    waiting.clear();
  });
  return (question) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, question } satisfies Question);
    });
}
