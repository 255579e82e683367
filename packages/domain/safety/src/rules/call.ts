import type { SimpleCommand, Word } from '../shell/syntax.ts';
import type { Finding } from './finding.ts';

/** A program and its arguments, as a rule sees them. */
export interface Call {
  /** The name without folder, suffix `.exe` and letter case. */
  readonly program: string;
  readonly words: readonly Word[];
  /** The texts of `words`: the arguments without the program. */
  readonly args: readonly string[];
  /** True when it runs with all rights. */
  readonly elevated: boolean;
  /** Text that it reads from standard input, when that is known. */
  readonly stdin: string | undefined;
  /** True when it reads what another program prints. */
  readonly piped: boolean;
  /** The commands whose output it reads or carries in its arguments. */
  readonly sources: readonly SimpleCommand[];
  /** True when what it says of errors is thrown away. */
  readonly quiet: boolean;
  /** Judges a text of commands that it runs. */
  readonly script: (text: string) => Finding;
  /** Judges a program that it runs. */
  readonly run: (words: readonly Word[], elevated?: boolean) => Finding;
}

/** Judges one program's calls. */
export type Rule = (call: Call) => Finding;

/** Rules by name of program. */
export type Rules = Readonly<Record<string, Rule>>;

/** The same rule for several programs, named in one line. */
export function each(names: string, rule: Rule): Rules {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

/** True when one of the options is given: long ones whole or with a value, short ones alone or in a cluster. */
export function has(args: readonly string[], ...options: readonly string[]): boolean {
  for (const arg of args) {
    if (arg === '--') return false;
    if (arg.charCodeAt(0) !== 45) continue;
    for (const option of options) {
      if (arg === option || arg.startsWith(`${option}=`)) return true;
      if (
        option.length === 2 &&
        arg.charCodeAt(1) !== 45 &&
        arg.length <= 12 &&
        arg.includes(option[1] ?? '', 1)
      )
        return true;
    }
  }
  return false;
}

/** The value of an option: the next argument, or what is glued to it. */
export function valueAfter(args: readonly string[], ...options: readonly string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    for (const option of options) {
      if (arg === option) return args[index + 1];
      if (
        arg.startsWith(option) &&
        (option.startsWith('--') ? arg[option.length] === '=' : option.length === 2)
      )
        return arg.slice(option.startsWith('--') ? option.length + 1 : 2);
    }
  }
  return undefined;
}

const none: ReadonlySet<string> = new Set();

/** Arguments that are neither options nor values of those options that are named as taking one. */
export function operands(args: readonly string[], valued: ReadonlySet<string> = none): string[] {
  const found: string[] = [];
  let plain = false;
  for (let n = 0; n < args.length; n += 1) {
    const arg = args[n] ?? '';
    if (!plain && arg === '--') plain = true;
    else if (!plain && arg.length > 1 && arg.charCodeAt(0) === 45) {
      if (valued.has(arg)) n += 1;
    } else found.push(arg);
  }
  return found;
}

/** Where the inner program begins behind the options of a wrapper. */
export function skipOptions(args: readonly string[], valued: ReadonlySet<string>, positionals = 0): number {
  let n = 0;
  for (; n < args.length; n += 1) {
    const arg = args[n] ?? '';
    if (arg === '--') {
      n += 1;
      break;
    }
    if (arg.length < 2 || arg.charCodeAt(0) !== 45) break;
    if (valued.has(arg)) n += 1;
  }
  return n + positionals;
}

/** A set of words written in one line. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
