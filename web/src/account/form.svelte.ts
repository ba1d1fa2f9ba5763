/** What a form of fields and one request has in common with the next. */
import { Problem } from '../api/problem';
import { words } from '../app/notices.svelte';
import { t } from '../i18n/index.svelte';
import type { Fault } from './Summary.svelte';

export class Form {
  busy = $state(false);
  faults = $state.raw<readonly Fault[]>([]);
  /** Fields that were left once: what is missing in them may be said. */
  left = $state.raw<ReadonlySet<string>>(new Set());

  leave(field: string): void {
    this.left = new Set([...this.left, field]);
  }

  /** Of a field, from the last answer. */
  of(field: string): string {
    return this.faults.find((fault) => fault.field === field)?.text ?? '';
  }

  /** Something was typed: what the last answer said of this field is past. */
  forget(field: string): void {
    if (!this.faults.length) return;
    this.faults = this.faults.filter((fault) => fault.field && fault.field !== field);
  }

  /** `fieldOf` gives the field that a reason is about. */
  async send(work: () => Promise<unknown>, fieldOf: (reason: string) => string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.faults = [];
    try {
      await work();
      return true;
    } catch (error) {
      const problem = Problem.from(error);
      const wait = Math.ceil(problem.retryAfterSeconds / 60);
      const later =
        wait > 0 && problem.status === 429 ? ` ${t.account.again({ minutes: wait })}` : '';
      this.faults = [{ field: fieldOf(problem.reason), text: words(problem) + later }];
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export function reasonWords(reason: string): string {
  return reason ? t.common.problem({ reason, detail: reason }) : '';
}
