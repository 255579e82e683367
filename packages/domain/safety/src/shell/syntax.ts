/** One argument as the shell would pass it, as far as that is known without running anything. */
export interface Word {
  /** The text without quotes and escapes. What is only known at run time stays as written (`$NAME`, `$()`). */
  readonly text: string;
  /** As it was written. */
  readonly raw: string;
  /** True if a part is only known at run time. */
  readonly dynamic: boolean;
}

/** A redirect of a command's input or output. */
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

/** One program with its arguments, from any list, pipe, group, loop, function or substitution. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  /** Variables assigned before or by the command. */
  readonly assigned: readonly { readonly name: string; readonly value: Word }[];
  readonly redirects: readonly Redirect[];
  /** Commands inside its own words: `$( )`, backticks, `<( )`. */
  readonly nested: Range;
  /** The commands whose output it reads through a pipe. */
  from: Range | null;
  /** True if its output goes into a pipe, or it runs in the background. */
  forked: boolean;
  /** The function whose body contains it. */
  readonly within: string | null;
}

/** All commands of a text, flat, in order of reading. */
export interface Script {
  readonly commands: readonly SimpleCommand[];
  /** Syntax errors: `unterminated quote`, … */
  readonly problems: readonly string[];
}

/** A word of known text. */
export function literal(text: string): Word {
  return { text, raw: text, dynamic: false };
}
