/** Whether a call failed because there is no way to the server: then the device judges by itself. */
import { Problem } from '../api/problem';

const NO_WAY = [502, 503, 504];

export function isAway(error: unknown): boolean {
  const problem = Problem.from(error);
  // That one answers, and has nothing to give.
  if (problem.reason === 'no_puzzles') return false;
  return problem.offline || NO_WAY.includes(problem.status);
}
