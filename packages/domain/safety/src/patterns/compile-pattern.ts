import { parsePattern, type State } from './parse-pattern.ts';

/** A compiled pattern. */
export interface Pattern {
  /**
   * True when it occurs anywhere in the text, whatever the case of letters. `count` is told how many states were looked
   * at: at most the length of the text times the number of states.
   */
  readonly finds: (text: string, count?: (looked: number) => void) => boolean;
  /** States of its machine, at most 400. */
  readonly states: number;
}

/**
 * Compiles a pattern of the usual notation: text, `.`, `[…]`, `\d \w \s \b`, groups, `|`, `* + ? {m,n}`, `^`, `$`. It runs on
 * a machine that looks at each character once, so no pattern can make it run away; look-around and back references are
 * refused. `\b` is read as nothing, which finds more, never less. Throws `safety.pattern_invalid` (terminal).
 */
export function compilePattern(pattern: string): Pattern {
  const states = parsePattern(pattern);
  return { states: states.length, finds: (text, count) => run(states, text.toLowerCase(), count) };
}

function run(states: readonly State[], text: string, count?: (looked: number) => void): boolean {
  const marks = new Uint32Array(states.length);
  let looked = 0;
  let generation = 0;
  let current: State[] = [];
  const stack: number[] = [];
  /** Enters a state and all that it leads to for nothing; true when the match is among them. */
  const enter = (first: number, pos: number, into: State[]): boolean => {
    stack.push(first);
    while (stack.length > 0) {
      const n = stack.pop() ?? 0;
      const state = states[n];
      if (state === undefined || marks[n] === generation) continue;
      marks[n] = generation;
      looked += 1;
      if (state.kind === 'match') {
        stack.length = 0;
        return true;
      }
      if (state.kind === 'take') into.push(state);
      else if (state.kind === 'split') stack.push(state.next, state.other);
      else if ((state.kind === 'start' && pos === 0) || (state.kind === 'end' && pos === text.length))
        stack.push(state.next);
    }
    return false;
  };
  for (let pos = 0; pos <= text.length; pos += 1) {
    const code = pos === 0 ? -1 : text.charCodeAt(pos - 1);
    generation += 1;
    const next: State[] = [];
    for (const state of current) {
      if (state.takes?.(code) === true && enter(state.next, pos, next)) return done(true);
    }
    // The pattern may begin at any place.
    if (enter(states.length - 1, pos, next)) return done(true);
    current = next;
  }
  return done(false);

  function done(found: boolean): boolean {
    count?.(looked);
    return found;
  }
}
