import type { Budget } from './budget.ts';
import { commandHeads, readFor, readTest } from './compound-heads.ts';
import { printedBy } from './printed.ts';
import type { Range, Redirect, Script, SimpleCommand, Word } from './syntax.ts';
import { literal } from './syntax.ts';
import { assign, type Variables } from './variables.ts';
import { type Surroundings, WordReader } from './word-reader.ts';

interface Heredoc {
  readonly delimiter: string;
  readonly strip: boolean;
  readonly fill: (body: Word) => void;
}

/** The openers of groups with their closers. */
const closers: Readonly<Record<string, string>> = {
  '{': '}',
  if: 'fi',
  while: 'done',
  until: 'done',
  for: 'done',
  select: 'done',
};

const allClosers: ReadonlySet<string> = new Set(['}', 'fi', 'done', 'esac']);

/** Reads lists and commands (grammar: read-shell.ts) into a flat list. One pass; text that is read twice is paid from the budget. */
export class ScriptReader {
  readonly #source: string;
  readonly #budget: Budget;
  readonly #variables: Variables;
  readonly #problems: Set<string>;
  readonly #commands: SimpleCommand[];
  readonly #around: Surroundings;
  readonly #heredocs: Heredoc[] = [];
  #pos = 0;
  #within: string | null = null;

  constructor(
    source: string,
    budget: Budget,
    variables: Variables,
    into: SimpleCommand[],
    problems: Set<string>,
  ) {
    this.#source = source;
    this.#budget = budget;
    this.#variables = variables;
    this.#commands = into;
    this.#problems = problems;
    this.#around = {
      variables,
      problems,
      readSubstitution: (start) => this.#substitution(start),
      readAgain: (text) => this.#again(text),
      pay: (characters) => budget.take(characters),
      deeper: (inner) => budget.deeper(inner),
    };
  }

  /** Reads everything. */
  read(): Script {
    if (this.#budget.take(this.#source.length)) {
      while (this.#pos < this.#source.length && this.#budget.exceeded === null) {
        this.#list(null);
        // A closer without an opener: continue after it.
        if (this.#pos < this.#source.length) this.#pos += 1;
      }
    }
    return { commands: this.#commands, problems: [...this.#problems] };
  }

  #substitution(start: number): { end: number; printed: string | undefined } {
    const first = this.#commands.length;
    const outer = this.#pos;
    this.#pos = start;
    this.#budget.deeper(() => this.#list(')'));
    if (this.#budget.exceeded !== null) this.#pos = this.#source.length;
    const end = Math.min(this.#pos + 1, this.#source.length);
    if (this.#source[this.#pos] !== ')') this.#problems.add('unterminated substitution');
    this.#pos = outer;
    return { end, printed: printedBy(this.#commands, first) };
  }

  #again(text: string): string | undefined {
    const first = this.#commands.length;
    this.#budget.deeper(() => {
      new ScriptReader(text, this.#budget, this.#variables, this.#commands, this.#problems).read();
    });
    return printedBy(this.#commands, first);
  }

  /** Reads commands until the closer. A `)` is left for the caller to read; a closing word is consumed. */
  #list(closer: string | null): void {
    let from: Range | null = null;
    while (this.#budget.exceeded === null) {
      this.#blank();
      if (this.#pos >= this.#source.length) return;
      if (this.#source[this.#pos] === ')') return;
      const start = this.#commands.length;
      const before = this.#pos;
      if (this.#command(closer)) return;
      const range = { start, end: this.#commands.length };
      if (from !== null) for (let n = start; n < range.end; n += 1) this.#link(n, from);
      from = this.#separator(range) ? range : null;
      // No rule matched this character. Skip it, so that reading ends.
      if (this.#pos === before) this.#pos += 1;
    }
  }

  #link(n: number, from: Range): void {
    const command = this.#commands[n];
    if (command !== undefined) command.from ??= from;
  }

  /** Reads a separator; true if it was a pipe. */
  #separator(range: Range): boolean {
    this.#blank(false);
    const source = this.#source;
    const [first, second] = [source[this.#pos], source[this.#pos + 1]];
    if (first === '\n') {
      this.#pos += 1;
      this.#bodies();
      return false;
    }
    if (first !== ';' && first !== '&' && first !== '|') return false;
    const pipe = first === '|' && second !== '|';
    const alone = first === '&' && second !== '&';
    this.#pos += second === first || (pipe && second === '&') ? 2 : 1;
    if (pipe || alone)
      for (let n = range.start; n < range.end; n += 1) {
        const command = this.#commands[n];
        if (command !== undefined) command.forked = true;
      }
    return pipe;
  }

  /** Skips blanks, continued lines and comments; newlines too where a command may begin. */
  #blank(lines = true): void {
    const source = this.#source;
    while (this.#pos < source.length) {
      const character = source[this.#pos];
      if (character === ' ' || character === '\t' || character === '\r') this.#pos += 1;
      else if (character === '\\' && source[this.#pos + 1] === '\n') this.#pos += 2;
      else if (character === '#') {
        const end = source.indexOf('\n', this.#pos);
        this.#pos = end === -1 ? source.length : end;
      } else if (character === '\n' && lines) {
        this.#pos += 1;
        this.#bodies();
      } else return;
    }
  }

  /** Reads one command, simple or compound. True if it was the closer instead. */
  #command(closer: string | null): boolean {
    const source = this.#source;
    if (source[this.#pos] === '(') {
      if (source[this.#pos + 1] === '(' && this.#arithmeticCommand()) return false;
      this.#pos += 1;
      this.#budget.deeper(() => this.#list(')'));
      this.#pos += 1;
      this.#simple([]);
      return false;
    }
    const head = commandHeads(source, this.#pos);
    if (head === null) {
      this.#simple(null);
      return false;
    }
    this.#pos += head.length;
    if (head === closer) return true;
    if (head === '[[') this.#emit(literal('[['), readTest(this.#reader()));
    else if (head === 'case') this.#budget.deeper(() => this.#case());
    else if (head === 'function') this.#function();
    else if (closers[head] !== undefined) {
      if (head === 'for' || head === 'select') readFor(this.#reader(), this.#variables);
      this.#budget.deeper(() => this.#list(closers[head] ?? null));
      this.#simple([]);
    } else if (allClosers.has(head) && closer === null) this.#simple([]);
    return false;
  }

  #reader(): {
    readonly source: string;
    readonly around: Surroundings;
    pos: number;
    move: (pos: number) => void;
  } {
    return {
      source: this.#source,
      around: this.#around,
      pos: this.#pos,
      move: (pos) => void (this.#pos = pos),
    };
  }

  /** `((…))` as a command: numbers only. */
  #arithmeticCommand(): boolean {
    const end = this.#source.indexOf('))', this.#pos);
    const inner = end === -1 ? '' : this.#source.slice(this.#pos + 2, end);
    if (end === -1 || !this.#budget.take(inner.length) || !/^[\w\s<>=!+*/%&|^~?:,()[\]$#.-]*$/.test(inner))
      return false;
    if (inner.includes('$(') || /[A-Za-z]\s+-?\w/.test(inner)) return false;
    this.#pos = end + 2;
    return true;
  }

  #case(): void {
    const subject = this.#words(1);
    if (subject.length === 0) return;
    this.#blank();
    if (commandHeads(this.#source, this.#pos) === 'in') this.#pos += 2;
    while (this.#pos < this.#source.length && this.#budget.exceeded === null) {
      this.#blank();
      if (commandHeads(this.#source, this.#pos) === 'esac') {
        this.#pos += 4;
        return;
      }
      while (this.#pos < this.#source.length && this.#source[this.#pos] !== ')') {
        if (this.#words(1).length === 0) this.#pos += 1;
      }
      this.#pos += 1;
      if (this.#branch()) return;
    }
  }

  /** Reads the commands of one branch; true if `esac` ended it. */
  #branch(): boolean {
    while (this.#pos < this.#source.length && this.#budget.exceeded === null) {
      this.#blank();
      const two = this.#source.slice(this.#pos, this.#pos + 2);
      if (two === ';;' || two === ';&') {
        this.#pos += this.#source[this.#pos + 2] === '&' ? 3 : 2;
        return false;
      }
      if (two[0] === ';' || two[0] === '&' || two[0] === ')') this.#pos += 1;
      else {
        const start = this.#commands.length;
        let from: Range | null = null;
        if (this.#command('esac')) return true;
        this.#blank(false);
        while (this.#source[this.#pos] === '|' || this.#source.startsWith('&&', this.#pos)) {
          from = this.#separator({ start, end: this.#commands.length })
            ? { start, end: this.#commands.length }
            : null;
          const next = this.#commands.length;
          this.#blank();
          if (this.#command('esac')) return true;
          if (from !== null) for (let n = next; n < this.#commands.length; n += 1) this.#link(n, from);
          this.#blank(false);
        }
      }
    }
    return true;
  }

  #function(): void {
    const [name] = this.#words(1);
    this.#blank(false);
    if (this.#source.startsWith('()', this.#pos)) this.#pos += 2;
    this.#body(name?.text ?? '');
  }

  #body(name: string): void {
    const outer = this.#within;
    this.#within = name;
    this.#blank();
    this.#budget.deeper(() => this.#command(null));
    this.#within = outer;
  }

  #words(max: number): Word[] {
    const words: Word[] = [];
    while (words.length < max) {
      this.#blank(false);
      const reader = new WordReader(this.#source, this.#pos, this.#around);
      const read = reader.read();
      if (reader.pos === this.#pos) break;
      this.#pos = reader.pos;
      words.push(...read);
    }
    return words;
  }

  #emit(first: Word, rest: readonly Word[]): void {
    this.#push({ words: [first, ...rest], assigned: [], redirects: [], start: this.#commands.length });
  }

  #push(parts: Pick<SimpleCommand, 'words' | 'assigned' | 'redirects'> & { start: number }): void {
    if (!this.#budget.command()) return;
    const { start, ...rest } = parts;
    const nested = { start, end: this.#commands.length };
    this.#commands.push({ ...rest, nested, from: null, forked: false, within: this.#within });
  }

  /** Reads assignments, words and redirects up to a separator. After a group, whose redirects these are, `group` is []. */
  #simple(group: Word[] | null): void {
    const words: Word[] = group ?? [];
    const assigned: { name: string; value: Word }[] = [];
    const redirects: Redirect[] = [];
    const start = this.#commands.length;
    while (this.#budget.exceeded === null) {
      this.#blank(false);
      if (this.#redirect(redirects)) {
        this.#budget.look(1);
        continue;
      }
      if (this.#source[this.#pos] === '&' && this.#source[this.#pos + 1] === '>') {
        this.#pos += 1;
        continue;
      }
      const reader = new WordReader(this.#source, this.#pos, this.#around);
      const read = reader.read();
      if (reader.pos === this.#pos) break;
      this.#pos = reader.pos;
      this.#budget.look(Math.max(1, read.length));
      if (this.#digitsBeforeRedirect(read)) continue;
      if (
        words.length === 0 &&
        group === null &&
        this.#source.startsWith('(', this.#pos) &&
        read.length === 1
      ) {
        if (this.#isFunction(read[0]?.text ?? '')) return;
      }
      for (const word of read) {
        const assignment =
          words.length === 0 ? /^([A-Za-z_]\w{0,63})(?:\[[^\]]{0,64}\])?\+?=/.exec(word.text) : null;
        if (assignment === null || !word.raw.startsWith(assignment[0])) words.push(word);
        else {
          const value = { ...word, text: word.text.slice(assignment[0].length) };
          assigned.push({ name: assignment[1] ?? '', value });
          assign(this.#variables, assignment[1] ?? '', value);
        }
      }
    }
    if (words.length + assigned.length + redirects.length > 0)
      this.#push({ words, assigned, redirects, start });
  }

  #digitsBeforeRedirect(read: readonly Word[]): boolean {
    const next = this.#source[this.#pos];
    return read.length === 1 && (next === '<' || next === '>') && /^\d{1,3}$/.test(read[0]?.raw ?? '');
  }

  #isFunction(name: string): boolean {
    const close = /^\(\s{0,8}\)/.exec(this.#source.slice(this.#pos, this.#pos + 10));
    if (close === null) return false;
    this.#pos += close[0].length;
    this.#body(name);
    return true;
  }

  /** Reads one redirect, if there is one at this position. */
  #redirect(into: Redirect[]): boolean {
    const found = /^(?:<<<|<<-|<<|<>|<&|<|>>|>&|>\||>)/.exec(this.#source.slice(this.#pos, this.#pos + 3));
    const operator = found?.[0];
    if (operator === undefined || this.#source[this.#pos + 1] === '(') return false;
    this.#pos += operator.length;
    const [target] = this.#words(1);
    if (operator.startsWith('<<') && operator !== '<<<') {
      this.#heredocs.push({
        delimiter: target?.text ?? '',
        strip: operator === '<<-',
        fill: (body) => into.push({ operator: '<<', target: body }),
      });
    } else into.push({ operator, target: target ?? literal('') });
    return true;
  }

  /** Reads the bodies of the heredocs of the line that just ended. */
  #bodies(): void {
    const source = this.#source;
    for (const heredoc of this.#heredocs.splice(0)) {
      const start = this.#pos;
      let end = source.length;
      while (this.#pos < source.length) {
        const stop = source.indexOf('\n', this.#pos);
        const line = source.slice(this.#pos, stop === -1 ? source.length : stop);
        const lineStart = this.#pos;
        this.#pos = stop === -1 ? source.length : stop + 1;
        if ((heredoc.strip ? line.replace(/^\t+/, '') : line) === heredoc.delimiter) {
          end = lineStart;
          break;
        }
      }
      heredoc.fill(literal(source.slice(start, end)));
    }
  }
}
