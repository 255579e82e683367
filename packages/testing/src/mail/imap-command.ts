/** An argument of a command: an atom or a quoted string, a literal, or a list. */
export type ImapArgument = string | Buffer | readonly ImapArgument[];

/** One command of a client. */
export interface ImapCommand {
  readonly tag: string;
  /** Upper case; `UID FETCH` is one name. */
  readonly name: string;
  readonly args: readonly ImapArgument[];
}

/** Cuts what a client sends into commands. */
export interface CommandReader {
  push(bytes: Buffer): void;
  /** Takes the next line as it is, not as a command. */
  nextLine(take: (line: string) => void): void;
}

/** What a reader does with what it finds. */
export interface CommandTaker {
  readonly command: (command: ImapCommand) => void;
  /** The client waits before it sends a literal. */
  readonly goOn: () => void;
}

const literalEnd = /\{(\d+)(\+?)\}$/;

/** Makes a reader. A literal may have 64 MiB; there is no other bound, since the clients are those of tests. */
export function commandReader(taker: CommandTaker): CommandReader {
  let held = Buffer.alloc(0);
  let parts: (string | Buffer)[] = [];
  let literalBytes: number | undefined;
  let takeLine: ((line: string) => void) | undefined;

  const line = (text: string): void => {
    if (takeLine !== undefined) {
      const take = takeLine;
      takeLine = undefined;
      return take(text);
    }
    const literal = literalEnd.exec(text);
    parts.push(literal === null ? text : text.slice(0, literal.index));
    if (literal !== null) {
      literalBytes = Number(literal[1]);
      if (literal[2] === '') taker.goOn();
      return;
    }
    const whole = parts;
    parts = [];
    if (whole.some((part) => part !== '')) taker.command(commandOf(argumentsIn(whole)));
  };

  return {
    push(bytes) {
      held = Buffer.concat([held, bytes]);
      for (;;) {
        if (literalBytes !== undefined) {
          if (held.length < literalBytes) return;
          parts.push(held.subarray(0, literalBytes));
          held = held.subarray(literalBytes);
          literalBytes = undefined;
        }
        const end = held.indexOf('\r\n');
        if (end < 0) return;
        const text = held.toString('latin1', 0, end);
        held = held.subarray(end + 2);
        line(text);
      }
    },
    nextLine(take) {
      takeLine = take;
    },
  };
}

function commandOf([tag = '', name = '', ...rest]: readonly ImapArgument[]): ImapCommand {
  const upper = String(name).toUpperCase();
  const [second = '', ...args] = rest;
  return upper === 'UID'
    ? { tag: String(tag), name: `UID ${String(second).toUpperCase()}`, args }
    : { tag: String(tag), name: upper, args: rest };
}

/** The arguments in text and literals that follow each other. */
function argumentsIn(parts: readonly (string | Buffer)[]): readonly ImapArgument[] {
  const lists: ImapArgument[][] = [[]];
  for (const part of parts) {
    if (typeof part !== 'string') {
      lists.at(-1)?.push(part);
      continue;
    }
    // A section in brackets belongs to its atom: BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]<0.100>
    for (const [token, quoted] of part.matchAll(/[()]|"((?:[^"\\]|\\.)*)"|(?:[^\s()"[]|\[[^\]]*\])+/g)) {
      if (token === '(') lists.push([]);
      else if (token === ')') {
        const list = lists.length > 1 ? (lists.pop() ?? []) : [];
        lists.at(-1)?.push(list);
      } else lists.at(-1)?.push(quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1'));
    }
  }
  return lists[0] ?? [];
}

/** An argument that is one text, as bytes read as Latin-1. */
export function textOf(argument: ImapArgument | undefined): string {
  if (Buffer.isBuffer(argument)) return argument.toString('latin1');
  return typeof argument === 'string' ? argument : '';
}
