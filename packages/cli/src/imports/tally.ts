import { type Broken, type LeftOutReason, leftOutWords } from '@salience/imports';
import { counted } from '@salience/supervisor/home';
import type { Item } from './pages.ts';

const shownMax = 10;

/** What an export holds, counted while it is read. */
export class Tally {
  readonly #threads = new Set<string>();
  readonly #speakers = new Map<string | null, number>();
  readonly #leftOut = new Map<LeftOutReason, number>();
  readonly #broken: Broken[] = [];
  #exchanges = 0;
  #from = '';
  #to = '';

  /** Counts what is taken in. */
  add({ at, speaker, thread_id }: Item): void {
    this.#exchanges += 1;
    this.#threads.add(thread_id);
    this.#speakers.set(speaker, (this.#speakers.get(speaker) ?? 0) + 1);
    if (this.#from === '' || at < this.#from) this.#from = at;
    if (at > this.#to) this.#to = at;
  }

  /** Counts what is not. */
  leave(leftOut: ReadonlyMap<LeftOutReason, number>): void {
    for (const [reason, count] of leftOut)
      this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count);
  }

  /** Notes what cannot be read. */
  addBroken(broken: Broken): void {
    this.#broken.push(broken);
  }

  /** All of it, for programs. */
  view() {
    return {
      threads: this.#threads.size,
      exchanges: this.#exchanges,
      from: this.#from === '' ? null : this.#from,
      to: this.#to === '' ? null : this.#to,
      speakers: [...this.#speakers].map(([name, exchanges]) => ({ name, exchanges })),
      left_out: Object.fromEntries(this.#leftOut),
      broken: [...this.#broken],
    };
  }

  /** All of it, for people: a line each. */
  lines(): string[] {
    const speakers = [...this.#speakers].toSorted(([, a], [, b]) => b - a);
    const names = speakers.slice(0, shownMax).map(([name, count]) => `${name ?? 'you'} ${count}`);
    if (speakers.length > shownMax) names.push(`and ${speakers.length - shownMax} more`);
    const left = [...this.#leftOut].map(([reason, count]) => `${leftOutWords[reason]} ${count}`);
    const broken = this.#broken.slice(0, shownMax).map(({ what, why }) => `  ${what}: it ${why}`);
    if (this.#broken.length > shownMax) broken.push(`  and ${this.#broken.length - shownMax} more`);
    return [
      `${counted(this.#exchanges, 'exchange')} in ${counted(this.#threads.size, 'thread')}` +
        (this.#from === '' ? '' : `, from ${this.#from.slice(0, 10)} to ${this.#to.slice(0, 10)}`),
      ...(names.length > 0 ? [`Speakers: ${names.join(', ')}`] : []),
      ...(names.length > 0 && !this.#speakers.has(null)
        ? ['None of them is you; --me NAME says who is']
        : []),
      ...(left.length > 0 ? [`Left out: ${left.join(', ')}`] : []),
      ...(broken.length > 0
        ? [`Not readable, so nothing of it is taken in: ${this.#broken.length}`, ...broken]
        : []),
    ];
  }
}
