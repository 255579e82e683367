/** One argument as the shell would hand it over, as far as that is known without running anything. */
export interface Word {
  /** Quotes and escapes removed; what only running would tell stays as it was written (`$NAME`, `$()`). */
  readonly text: string;
  /** As it was written. */
  readonly raw: string;
  /** True when a part of it is known only at run time. */
  readonly dynamic: boolean;
}

/** Where a command reads from or writes to. */
export interface Redirect {
  /** `>`, `>>`, `<`, `<<`, `<<<`, `>&`, `&>`, …, without the number in front. */
  readonly operator: string;
  /** The file, or the text of a heredoc or here-string. */
  readonly target: Word;
}

/** A range of positions in the list of all commands of a script. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One program with its arguments, out of any list, pipe, group, loop, function or substitution. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  /** Variables set in front of it, or by it. */
  readonly assigned: readonly { readonly name: string; readonly value: Word }[];
  readonly redirects: readonly Redirect[];
  /** Commands inside of its own words: `$( )`, backticks, `<( )`. */
  readonly nested: Range;
  /** The commands whose output it reads through a pipe. */
  from: Range | null;
  /** True when its output goes into a pipe, or it runs beside what follows. */
  forked: boolean;
  /** The function in whose body it stands. */
  readonly within: string | null;
}

/** All commands of a text, flat, in order of reading. */
export interface Script {
  readonly commands: readonly SimpleCommand[];
  /** What could not be read as a shell would: `unterminated quote`, … */
  readonly problems: readonly string[];
}

/** A word of known text. */
export function literal(text: string): Word {
  return { text, raw: text, dynamic: false };
}
