import { SalienceError } from '@salience/errors';

/** A state of a pattern's machine: it takes a character and goes on, or goes on in one or two ways for nothing. */
export interface State {
  readonly kind: 'take' | 'split' | 'start' | 'end' | 'match';
  /** Says whether it takes a character (lower case). */
  readonly takes?: (code: number) => boolean;
  next: number;
  other: number;
}

const patternCharsMax = 200;
const statesMax = 400;
const repeatMax = 32;

const digit = (code: number) => code >= 48 && code <= 57;
const word = (code: number) => digit(code) || (code >= 97 && code <= 122) || code === 95;
const space = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 160;
const classes: Readonly<Record<string, (code: number) => boolean>> = {
  d: digit,
  w: word,
  s: space,
  D: (code) => !digit(code),
  W: (code) => !word(code),
  S: (code) => !space(code),
};
const escapes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13 };

type Node = (next: number) => number;

/** Compiles a pattern into states; see {@link compilePattern} for what it may hold. The first state is the last one. */
export function parsePattern(pattern: string): State[] {
  return new Parser(pattern).states();
}

class Parser {
  readonly #pattern: string;
  readonly #states: State[] = [{ kind: 'match', next: -1, other: -1 }];
  #pos = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    if (pattern.trim() === '' || pattern.length > patternCharsMax)
      this.#refuse(`1 to ${patternCharsMax} characters`);
  }

  states(): State[] {
    const node = this.#either();
    if (this.#pos < this.#pattern.length) this.#refuse('matching brackets');
    const start = node(0);
    // The machine begins at the last state.
    this.#add({ kind: 'split', next: start, other: start });
    return this.#states;
  }

  #refuse(expected: string): never {
    throw new SalienceError(
      'safety.pattern_invalid',
      `Expected ${expected} in the pattern "${this.#pattern.slice(0, 80)}" at character ${this.#pos}. Use plain text, classes, groups, | and repetition; no look-around and no back references.`,
    );
  }

  #add(state: State): number {
    if (this.#states.length >= statesMax) this.#refuse('fewer repetitions');
    return this.#states.push(state) - 1;
  }

  #either(): Node {
    const branches = [this.#sequence()];
    while (this.#pattern[this.#pos] === '|') {
      this.#pos += 1;
      branches.push(this.#sequence());
    }
    return (next) =>
      branches
        .map((branch) => branch(next))
        .reduce((one, other) => this.#add({ kind: 'split', next: one, other }));
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#pos < this.#pattern.length && !'|)'.includes(this.#pattern[this.#pos] ?? ''))
      parts.push(this.#repeated());
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #repeated(): Node {
    const node = this.#single();
    const found = /^(?:[*+?]|\{(\d{1,3})(,?)(\d{0,3})\})/.exec(
      this.#pattern.slice(this.#pos, this.#pos + 10),
    );
    if (found === null) return node;
    const [whole, from, comma, to] = found;
    this.#pos += whole.length;
    // A lazy repetition finds the same texts.
    if (this.#pattern[this.#pos] === '?') this.#pos += 1;
    if ('*+?{'.includes(this.#pattern[this.#pos] ?? ' ')) this.#refuse('one repetition after another thing');
    if (whole === '*') return this.#many(node);
    if (whole === '?') return this.#maybe(node);
    if (whole === '+') return (next) => this.#loop(node, next);
    const [least, most] = [Number(from), to === '' ? Number(comma === '' ? from : -1) : Number(to)];
    if (least > repeatMax || most > repeatMax || (most !== -1 && most < least))
      this.#refuse(`repetitions up to ${repeatMax}`);
    const optional =
      most === -1 ? [this.#many(node)] : Array.from({ length: most - least }, () => this.#maybe(node));
    const parts = [...Array.from({ length: least }, () => node), ...optional];
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #many(node: Node): Node {
    return (next) => {
      const split = this.#add({ kind: 'split', next: -1, other: next });
      const state = this.#states[split];
      if (state !== undefined) state.next = node(split);
      return split;
    };
  }

  #maybe(node: Node): Node {
    return (next) => this.#add({ kind: 'split', next: node(next), other: next });
  }

  #loop(node: Node, next: number): number {
    const split = this.#add({ kind: 'split', next: -1, other: next });
    const start = node(split);
    const state = this.#states[split];
    if (state !== undefined) state.next = start;
    return start;
  }

  #take(takes: (code: number) => boolean): Node {
    return (next) => this.#add({ kind: 'take', takes, next, other: -1 });
  }

  #single(): Node {
    const character = this.#pattern[this.#pos] ?? '';
    this.#pos += 1;
    if (character === '(') return this.#group();
    if (character === '[') return this.#take(this.#set());
    if (character === '.') return this.#take((code) => code !== 10);
    if (character === '^' || character === '$')
      return (next) => this.#add({ kind: character === '^' ? 'start' : 'end', next, other: -1 });
    if (character === '\\') return this.#escape();
    if ('*+?{'.includes(character)) this.#refuse('something to repeat');
    const code = character.toLowerCase().charCodeAt(0);
    return this.#take((other) => other === code);
  }

  #group(): Node {
    if (this.#pattern[this.#pos] === '?') {
      if (this.#pattern[this.#pos + 1] !== ':') this.#refuse('a plain group');
      this.#pos += 2;
    }
    const node = this.#either();
    if (this.#pattern[this.#pos] !== ')') this.#refuse('a closing bracket');
    this.#pos += 1;
    return node;
  }

  #escape(): Node {
    const character = this.#pattern[this.#pos] ?? '';
    this.#pos += 1;
    if (
      character === '' ||
      (/[A-Za-z0-9]/.test(character) &&
        classes[character] === undefined &&
        escapes[character] === undefined &&
        character !== 'b')
    )
      this.#refuse('a known escape');
    // A border between words is taken as a place without letters where it can be; else the pattern finds more, never less.
    if (character === 'b') return (next) => next;
    return this.#take(this.#escaped(character));
  }

  #escaped(character: string): (code: number) => boolean {
    const known = classes[character];
    if (known !== undefined) return known;
    const code = escapes[character] ?? character.toLowerCase().charCodeAt(0);
    return (other) => other === code;
  }

  #set(): (code: number) => boolean {
    const negated = this.#pattern[this.#pos] === '^';
    if (negated) this.#pos += 1;
    const parts: ((code: number) => boolean)[] = [];
    let first = true;
    while (this.#pos < this.#pattern.length && (first || this.#pattern[this.#pos] !== ']')) {
      first = false;
      parts.push(this.#range());
    }
    if (this.#pattern[this.#pos] !== ']') this.#refuse('a closing bracket');
    this.#pos += 1;
    return (code) => parts.some((part) => part(code)) !== negated;
  }

  #range(): (code: number) => boolean {
    const character = this.#pattern[this.#pos] ?? '';
    this.#pos += 1;
    if (character === '\\') {
      this.#pos += 1;
      return this.#escaped(this.#pattern[this.#pos - 1] ?? '\\');
    }
    const from = character.charCodeAt(0);
    const last = this.#pattern[this.#pos + 1];
    if (this.#pattern[this.#pos] !== '-' || last === undefined || last === ']') {
      const lower = character.toLowerCase().charCodeAt(0);
      return (code) => code === lower;
    }
    this.#pos += 2;
    const to = last.charCodeAt(0);
    // Texts are compared in lower case: a range of capitals means their small letters too.
    return (code) =>
      (code >= from && code <= to) || (code >= 97 && code <= 122 && code - 32 >= from && code - 32 <= to);
  }
}
