import type { SignalEvent } from '@salience/contracts';

/** Names that say nothing by themselves. */
const charsMin = 4;

/**
 * Whether the agent changed a file itself: a call of a tool that it made lately names it. A call that wrote a file without naming it is not recognised; its
 * signal is judged like any other.
 */
export function isOwnFile(event: SignalEvent, calls: readonly string[]): boolean {
  const name = event.location.split('/').at(-1) ?? '';
  if (name.length < charsMin) return false;
  // As it stands in the JSON of a call.
  const written = JSON.stringify(name).slice(1, -1);
  return calls.some((call) => call.includes(written));
}
