/** Characters and milliseconds after which lines are written. */
const HELD_CHARS_MAX = 4_096;
const HELD_MS_MAX = 100;
/** Lines of this level and above are written at once: pino's number for `error`. */
const URGENT = 50;

/** Where text goes. */
interface Output {
  write(text: string): void;
}

/** A destination to which pino tells the level of each line. */
interface BufferedLines extends Output {
  lastLevel: number;
  readonly flush: () => void;
}

/**
 * Gathers lines and writes them together: each write wakes whoever reads them. An error is written at once, with what came before it.
 * The process must call `flush` when it ends; SIGKILL loses what is held.
 */
export function bufferedLines(out: Output): BufferedLines {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = '';
    if (text !== '') out.write(text);
  };
  const lines = {
    // Asks pino to set `lastLevel`.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    flush,
    write(line: string): void {
      held += line;
      if (held.length >= HELD_CHARS_MAX || lines.lastLevel >= URGENT) flush();
      else timer ??= setTimeout(flush, HELD_MS_MAX).unref();
    },
  };
  return lines;
}
