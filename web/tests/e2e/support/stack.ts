// The running system under test, and ways to hurt it.
//
//   stack().urls                  one for each gateway; page.goto('/') goes to the first
//   await kill('gateway-1')       -9; comes back by itself within seconds: `await ready(...)`
//   await killed('game-1')        kills it and waits until it is back
//   await down('gateway-1')       stops it, and it stays down until `await up('gateway-1')`
//
// Names: gateway-1, gateway-2, game-1, game-2, account-1, rating-1, store, log. Whoever takes
// something down brings it up again (`try … finally`): the system is everybody's.
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';

export interface Stack {
  urls: string[];
  /** Where browser_stack.py takes commands; null for a system that somebody else runs. */
  control: number | null;
}

export function stack(): Stack {
  const url = process.env.X0_E2E_URL;
  if (url) return { urls: [url.replace(/\/$/, '')], control: null };
  const made = process.env.X0_E2E_STACK;
  // Nothing runs yet when the configuration is read for the first time.
  return made ? (JSON.parse(made) as Stack) : { urls: [], control: null };
}

export interface OwnStack {
  /** Stops it; the worker is at the common system again. */
  stop(): Promise<void>;
}

/** Starts another system and makes it the one that this worker uses. */
export async function ownStack(): Promise<OwnStack> {
  const before = process.env.X0_E2E_STACK;
  const root = path.resolve(import.meta.dirname, '../../../..');
  const python = path.join(root, '.venv/bin/python');
  const child = spawn(python, [path.join(root, 'tests/browser_stack.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const made = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      const found = /X0_E2E_STACK=(\{.*\})/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`another system did not start: ${code}`)));
  });
  process.env.X0_E2E_STACK = made;
  return {
    stop: async () => {
      if (before === undefined) delete process.env.X0_E2E_STACK;
      else process.env.X0_E2E_STACK = before;
      child.stdin.end();
      await ended;
    },
  };
}

export const kill = (name: string): Promise<void> => command(`kill ${name}`);
export const ready = (name: string): Promise<void> => command(`ready ${name}`);
export const down = (name: string): Promise<void> => command(`down ${name}`);
export const up = (name: string): Promise<void> => command(`up ${name}`);

export async function killed(name: string): Promise<void> {
  await kill(name);
  await ready(name);
}

/** Whether processes can be killed here; `test.skip(!mayKill(), …)` where they cannot. */
export const mayKill = (): boolean => stack().control !== null;

function command(line: string): Promise<void> {
  const port = stack().control;
  if (port === null) throw new Error(`${line}: only possible in a system of the tests' own`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`${line}\n`));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      answer += part;
      if (answer.endsWith('\n')) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      if (answer.trim() === 'ok') resolve();
      else reject(new Error(`${line}: ${answer.trim() || 'no answer'}`));
    });
  });
}
