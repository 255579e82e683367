import type { Life, LifeTurn } from './life.ts';

/** The turn whose message stands last in a text. With `expected`, only that one, and only if it is there. */
export function spokenIn(life: Life, text: string, expected?: string): LifeTurn | undefined {
  const flat = flattened(text);
  const found = life.turns
    .map((turn) => ({ turn, at: flat.lastIndexOf(flattened(turn.text)) }))
    .filter(({ at, turn }) => at >= 0 && (expected === undefined || turn.key === expected))
    .toSorted((a, b) => b.at - a.at)[0];
  return found?.turn;
}

/** A text on one line, however it is broken. */
export function flattened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
