import { expandBraces } from './braces.ts';
import { decodeAnsi } from './ansi-quotes.ts';
import type { Word } from './syntax.ts';
import { valueOf, type Variables } from './variables.ts';

/** What a word reader needs from the script reader around it. */
export interface Surroundings {
  readonly variables: Variables;
  readonly problems: Set<string>;
  /** Reads commands from `start` to the closing parenthesis. Returns the position after it and the commands' output, if known. */
  readSubstitution(start: number): { readonly end: number; readonly printed: string | undefined };
  /** Reads a separate text of commands. Returns their output, if known. */
  readAgain(text: string): string | undefined;
  /** Pays for characters that are read twice; false if the budget is exceeded. */
  pay(characters: number): boolean;
  /** Runs `inner` one level deeper, unless that is too deep. */
  deeper(inner: () => void): void;
}

// Characters that end a run of plain ones: metacharacters (1), and those that begin an escape, quote or expansion (2).
const marks = new Uint8Array(128);
for (const character of ' \t\n\r;&|<>()') marks[character.charCodeAt(0)] = 1;
for (const character of '\\\'"$`') marks[character.charCodeAt(0)] = 2;

const opening = '('.charCodeAt(0);
const closing = ')'.charCodeAt(0);
const less = '<'.charCodeAt(0);
const greater = '>'.charCodeAt(0);

const nameStart = /[A-Za-z_]/;
const nameRun = /[A-Za-z0-9_]*/y;
const special = /[0-9@*#?$!_-]/;

/** Reads one word of shell text (grammar: read-shell.ts) from a position on. One pass; the surroundings read substitutions. */
export class WordReader {
  pos: number;
  readonly #source: string;
  readonly #around: Surroundings;
  #text = '';
  #dynamic = false;
  #any = false;
  #start = 0;
  #words: Word[] = [];

  constructor(source: string, start: number, around: Surroundings) {
    this.#source = source;
    this.pos = start;
    this.#around = around;
  }

  /** Reads the word and returns what it expands to: none for an empty expansion, several for one with spaces or braces. */
  read(): Word[] {
    this.#begin();
    this.#words = [];
    const source = this.#source;
    while (this.pos < source.length) {
      const code = source.charCodeAt(this.pos);
      const mark = code < 128 ? marks[code] : 0;
      if (mark === 0) this.#run();
      else if (mark === 2) this.#special(false);
      else if (!this.#embedded(code)) break;
    }
    this.#finish();
    return this.#words;
  }

  #begin(): void {
    this.#text = '';
    this.#dynamic = false;
    this.#any = false;
    this.#start = this.pos;
  }

  #finish(): void {
    if (!this.#any) return;
    const raw = this.#source.slice(this.#start, this.pos);
    const word = { text: this.#text, raw, dynamic: this.#dynamic };
    if (raw.includes('{') && raw.includes(',')) this.#words.push(...expandBraces(word));
    else this.#words.push(word);
  }

  #add(text: string): void {
    this.#text += text;
    this.#any = true;
  }

  #unknown(text: string): void {
    this.#add(text);
    this.#dynamic = true;
  }

  /** Adds an expanded value, which the shell splits at spaces. */
  #split(value: string): void {
    if (value === '') return;
    const parts = value.split(/[ \t\n]+/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        this.#finish();
        this.#begin();
      }
      if (part !== '') this.#add(part);
    }
  }

  #run(): void {
    const source = this.#source;
    let end = this.pos + 1;
    while (end < source.length) {
      const code = source.charCodeAt(end);
      if (code < 128 && marks[code] !== 0) break;
      end += 1;
    }
    this.#add(source.slice(this.pos, end));
    this.pos = end;
  }

  /** Reads a metacharacter that belongs to the word: process substitution, extended glob or array value. False for any other. */
  #embedded(code: number): boolean {
    const source = this.#source;
    const next = source[this.pos + 1];
    if ((code === less || code === greater) && next === '(') {
      this.pos = this.#around.readSubstitution(this.pos + 2).end;
      this.#unknown('<()');
      return true;
    }
    if (code !== opening || this.pos === this.#start) return false;
    const before = source[this.pos - 1] ?? '';
    if (before === '=' && /^\w+\+?=$/.test(source.slice(Math.max(this.#start, this.pos - 64), this.pos))) {
      this.#array();
      return true;
    }
    if (!'?*+@!'.includes(before) || next === ')') return false;
    this.#pattern();
    return true;
  }

  /** The values of `name=( … )`: words, not commands. */
  #array(): void {
    let pos = this.pos + 1;
    while (pos < this.#source.length && this.#source[pos] !== ')') {
      const reader = new WordReader(this.#source, pos, this.#around);
      this.#around.deeper(() => void reader.read());
      pos = reader.pos === pos ? pos + 1 : reader.pos;
    }
    this.pos = Math.min(pos + 1, this.#source.length);
    this.#unknown('()');
  }

  #pattern(): void {
    let depth = 0;
    const start = this.pos;
    while (this.pos < this.#source.length) {
      const character = this.#source[this.pos];
      if (character === '(') depth += 1;
      else if (character === ')') depth -= 1;
      else if (character === '\n') break;
      this.pos += 1;
      if (depth === 0) break;
    }
    this.#add(this.#source.slice(start, this.pos));
  }

  #special(quoted: boolean): void {
    const source = this.#source;
    const character = source[this.pos];
    if (character === '\\') this.#escape(quoted);
    else if (character === "'") this.#single();
    else if (character === '"') this.#double();
    else if (character === '`') this.#backticks(quoted);
    else this.#dollar(quoted);
  }

  #escape(quoted: boolean): void {
    const next = this.#source[this.pos + 1];
    this.pos = Math.min(this.pos + 2, this.#source.length);
    if (next === '\n') return;
    if (next === undefined) this.#add('\\');
    else this.#add(quoted && !'$`"\\'.includes(next) ? `\\${next}` : next);
  }

  #single(): void {
    const end = this.#source.indexOf("'", this.pos + 1);
    if (end === -1) this.#around.problems.add('unterminated quote');
    const stop = end === -1 ? this.#source.length : end;
    this.#add(this.#source.slice(this.pos + 1, stop));
    this.pos = Math.min(stop + 1, this.#source.length);
  }

  #double(): void {
    const source = this.#source;
    this.pos += 1;
    this.#add('');
    while (this.pos < source.length) {
      const character = source[this.pos];
      if (character === '"') {
        this.pos += 1;
        return;
      }
      if (character === '\\' || character === '$' || character === '`') this.#special(true);
      else {
        let end = this.pos + 1;
        while (end < source.length && !'"\\$`'.includes(source[end] ?? '')) end += 1;
        this.#add(source.slice(this.pos, end));
        this.pos = end;
      }
    }
    this.#around.problems.add('unterminated quote');
  }

  #backticks(quoted: boolean): void {
    const source = this.#source;
    let inner = '';
    let from = this.pos + 1;
    this.pos = from;
    while (this.pos < source.length && source[this.pos] !== '`') {
      if (source[this.pos] === '\\' && '$`\\'.includes(source[this.pos + 1] ?? ' ')) {
        inner += source.slice(from, this.pos);
        from = this.pos + 1;
        this.pos += 1;
      }
      this.pos += 1;
    }
    if (this.pos >= source.length) this.#around.problems.add('unterminated backtick');
    inner += source.slice(from, this.pos);
    this.pos = Math.min(this.pos + 1, source.length);
    this.#result(this.#around.readAgain(inner), quoted);
  }

  #result(printed: string | undefined, quoted: boolean): void {
    if (printed === undefined) this.#unknown('$()');
    else if (quoted) this.#add(printed);
    else this.#split(printed);
  }

  #dollar(quoted: boolean): void {
    const source = this.#source;
    const next = source[this.pos + 1] ?? '';
    if (next === '(') {
      if (source[this.pos + 2] === '(' && this.#arithmetic()) return;
      const { end, printed } = this.#around.readSubstitution(this.pos + 2);
      this.pos = end;
      this.#result(printed, quoted);
    } else if (next === '{') this.#braced(quoted);
    else if (next === "'" && !quoted) this.#ansi();
    else if (next === '"' && !quoted) this.pos += 1;
    else this.#named(next, quoted);
  }

  #named(next: string, quoted: boolean): void {
    let name = special.test(next) ? next : '';
    if (nameStart.test(next)) {
      nameRun.lastIndex = this.pos + 1;
      name = nameRun.exec(this.#source)?.[0] ?? '';
    }
    this.pos += 1 + name.length;
    if (name === '') this.#add('$');
    else this.#expand(name, '', quoted, `$${name}`);
  }

  #expand(name: string, rest: string, quoted: boolean, written: string): void {
    // Inside quotes the value of IFS does not separate words.
    const value = valueOf(this.#around.variables, name, rest);
    if (value === undefined) this.#unknown(written);
    else if (quoted) this.#add(value);
    else if (name === 'IFS') {
      this.#finish();
      this.#begin();
    } else this.#split(value);
  }

  #ansi(): void {
    const { text, end } = decodeAnsi(this.#source, this.pos + 2);
    if (end > this.#source.length) this.#around.problems.add('unterminated quote');
    this.#add(text);
    this.pos = Math.min(end, this.#source.length);
  }

  /** Reads `${name…}` and the substitutions inside. */
  #braced(quoted: boolean): void {
    const source = this.#source;
    const start = this.pos;
    nameRun.lastIndex = start + 2;
    const name =
      nameRun.exec(source)?.[0] || (special.test(source[start + 2] ?? '') ? (source[start + 2] ?? '') : '');
    this.pos = start + 2 + name.length;
    const restStart = this.pos;
    const [text, dynamic, any] = [this.#text, this.#dynamic, this.#any];
    let depth = 1;
    while (this.pos < source.length) {
      const character = source[this.pos] ?? '';
      if (character === '}') depth -= 1;
      else if (character === '{') depth += 1;
      if (depth === 0) break;
      if (character === '\\') this.pos += 2;
      else if (character === '`' || (character === '$' && source[this.pos + 1] === '(')) this.#special(true);
      else this.pos += 1;
    }
    if (this.pos >= source.length) this.#around.problems.add('unterminated brace');
    [this.#text, this.#dynamic, this.#any] = [text, dynamic, any];
    const rest = source.slice(restStart, this.pos);
    this.pos = Math.min(this.pos + 1, source.length);
    this.#expand(name, rest, quoted, source.slice(start, Math.min(this.pos, start + 64)));
  }

  /** Reads `$((…))`. False if the parentheses do not close as a pair, which makes it a substitution of a group. */
  #arithmetic(): boolean {
    const source = this.#source;
    let depth = 0;
    let end = this.pos + 1;
    for (; end < source.length; end += 1) {
      const code = source.charCodeAt(end);
      if (code === opening) depth += 1;
      else if (code === closing) depth -= 1;
      if (depth === 1 && code === closing) break;
      if (depth === 0) break;
    }
    if (!this.#around.pay(end - this.pos) || source[end] !== ')' || source[end + 1] !== ')') return false;
    const inner = source.slice(this.pos + 3, end);
    this.pos = end + 2;
    if (inner.includes('$(') || inner.includes('`'))
      this.#around.readAgain(`: "${inner.replaceAll('"', '')}"`);
    this.#unknown('$(())');
    return true;
  }
}
