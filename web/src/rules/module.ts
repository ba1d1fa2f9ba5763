/** How the engine's modules are asked and answer (`engine-rs/wasm-abi`). */
import type { Colour, Point, Position, Ruleset, Shape } from './abi';

/** The engine refused a question: `off_board`, `occupied`, `game_over`, `no_such_board`... */
export class RulesError extends Error {
  override name = 'RulesError';
  readonly reason: string;
  /** The index of the stone or move that is not possible. */
  readonly at: number;
  constructor(reason: string, at: number) {
    super(`${reason} at ${at}`);
    this.reason = reason;
    this.at = at;
  }
}

interface Exports {
  memory: WebAssembly.Memory;
  x0_input(): number;
  x0_answer(length: number): number;
  x0_output(): number;
}

const RULESETS: Ruleset[] = ['renju', 'exact_five', 'freestyle'];
const SHAPES: Shape[] = ['square', 'octagon', 'cross'];
const COLOURS: Colour[] = ['black', 'white'];

/** A question of this kind about a position; `more`: what else the kind needs. */
export function encode(kind: number, position: Position, more: readonly number[]): Uint8Array {
  const { ruleset, size, shape, stones, toMove, moves = [] } = position;
  const count = (n: number) => [n & 255, n >> 8];
  return Uint8Array.from([
    kind,
    RULESETS.indexOf(ruleset),
    size,
    SHAPES.indexOf(shape),
    COLOURS.indexOf(toMove),
    ...count(stones.length),
    ...stones.flatMap(({ point, colour }) => [...point, COLOURS.indexOf(colour)]),
    ...count(moves.length),
    ...moves.flatMap((move: Point | 'pass') => (move === 'pass' ? [255, 255] : [...move])),
    ...more,
  ]);
}

/** Lets a module answer; the answer is JSON. */
export function ask(instance: WebAssembly.Instance, question: Uint8Array): string {
  const { memory, x0_input, x0_answer, x0_output } = instance.exports as unknown as Exports;
  new Uint8Array(memory.buffer, x0_input(), question.length).set(question);
  const length = x0_answer(question.length);
  return new TextDecoder().decode(new Uint8Array(memory.buffer, x0_output(), length));
}

/** What an answer says; throws a `RulesError` for what was refused. */
export function read(text: string): unknown {
  const answer: unknown = JSON.parse(text);
  if (isRefusal(answer)) throw new RulesError(answer.error, answer.at);
  return answer;
}

/** Fetches a module and makes it ready. */
export async function instantiate(url: string): Promise<WebAssembly.Instance> {
  const answer = fetch(url);
  try {
    return (await WebAssembly.instantiateStreaming(answer)).instance;
  } catch (error) {
    // A host that does not know the type application/wasm.
    const found = await answer;
    if (!found.ok || found.bodyUsed) throw error;
    return (await WebAssembly.instantiate(await found.arrayBuffer())).instance;
  }
}

function isRefusal(answer: unknown): answer is { error: string; at: number } {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}
