/** Short messages over the page: what failed, what happened elsewhere. */
import { Problem } from '../api/problem';
import { t } from '../i18n/index.svelte';
import { say } from './announce.svelte';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'error';
  readonly action?: { readonly label: string; run(): void } | undefined;
}

/** Long enough to read and to reach a button. */
const SHOWN = 8_000;

class Notices {
  list = $state.raw<readonly Notice[]>([]);
  #next = 0;

  add(text: string, kind: Notice['kind'] = 'info', action?: Notice['action']): () => void {
    const id = this.#next++;
    const drop = () => {
      this.list = this.list.filter((notice) => notice.id !== id);
    };
    this.list = [...this.list.slice(-2), { id, text, kind, action }];
    say(text);
    setTimeout(drop, SHOWN);
    return drop;
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();

/** The words for a refusal. */
export function words(error: unknown): string {
  const problem = Problem.from(error);
  return t.common.problem({ reason: problem.reason, detail: problem.message });
}

/** Runs an action of a person and says what was wrong if it fails; gives whether it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notices.add(words(error), 'error');
    return false;
  }
}
