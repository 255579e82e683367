import { terminalText } from '../terminal-text.ts';

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const END_OF_LINE = '\u001b[K';
const END_OF_SCREEN = '\u001b[J';
const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';

/** An alternate screen of the terminal that is redrawn in place. The earlier content returns at the end. */
export interface LiveScreen {
  /** Draws lines, cut to the size of the terminal. */
  draw(lines: readonly string[]): void;
  /** Gives the terminal back as it was. Idempotent. */
  leave(): void;
}

const ESCAPE = '\u001b';
/** A colour, or any one character. */
const COLOUR_OR_ONE = new RegExp(`${ESCAPE}\\[[0-9;]*m|[^${ESCAPE}]`, 'gu');

/** Callbacks of the screen. */
export interface ScreenEvents {
  /** q, Escape or Ctrl-C. */
  readonly onQuit: () => void;
  /** The size changed, or the terminal came back: draw again. */
  readonly onRedraw: () => void;
}

/** Takes over the terminal. The caller has to leave it on every way out. */
export function enterScreen(
  output: NodeJS.WriteStream,
  input: NodeJS.ReadStream,
  events: ScreenEvents,
): LiveScreen {
  const keys = input.isTTY;
  let entered = false;
  const enter = (): void => {
    if (keys) input.setRawMode(true);
    output.write(ENTER);
    entered = true;
  };
  const giveBack = (): void => {
    if (!entered) return;
    entered = false;
    output.write(LEAVE);
    if (keys) input.setRawMode(false);
  };
  const onKey = (data: Buffer | string): void => {
    const key = String(data);
    if (key === 'q' || key === 'Q' || key === CTRL_C || key === ESCAPE) events.onQuit();
    else if (key === CTRL_Z) {
      giveBack();
      process.kill(process.pid, 'SIGSTOP');
    }
  };
  const onContinue = (): void => {
    enter();
    events.onRedraw();
  };
  const leave = (): void => {
    giveBack();
    output.off('resize', events.onRedraw);
    process.off('SIGCONT', onContinue);
    process.off('exit', giveBack);
    if (!keys) return;
    input.off('data', onKey);
    input.pause();
  };
  enter();
  output.on('resize', events.onRedraw);
  process.on('SIGCONT', onContinue);
  // The last way out: whatever ends the process, the terminal is usable again.
  process.on('exit', giveBack);
  if (keys) {
    input.on('data', onKey);
    input.resume();
  }
  return {
    draw: (lines) => {
      if (!entered) return;
      const rows = output.rows > 0 ? output.rows : 24;
      const shown = lines
        .slice(0, rows)
        .map((line) => `${clip(terminalText(line), output.columns)}${END_OF_LINE}`);
      output.write(`${HOME}${shown.join('\r\n')}${END_OF_SCREEN}`);
    },
    leave,
  };
}

/** Cuts a line of terminal text to a width; colours take no room and are always closed. */
export function clip(line: string, columns: number): string {
  const width = columns > 0 ? columns : 80;
  let [shown, room] = ['', width];
  for (const [piece] of line.matchAll(COLOUR_OR_ONE)) {
    if (piece.startsWith(ESCAPE)) shown += piece;
    else if (room > 0) {
      shown += piece;
      room -= 1;
    }
  }
  return shown;
}

/** Breaks a plain sentence into lines of at most `columns` characters, between words where there are any. */
export function wrap(text: string, columns: number): string[] {
  const width = columns > 0 ? columns : 80;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
