/** Hears of one command: its words, the first in capitals. */
export type CommandHeard = (words: readonly string[]) => void;

/** Reads the commands that a client sends to Redis. They come as arrays of strings with their lengths. */
export function redisListener(heard: CommandHeard): (piece: Buffer) => void {
  let rest = '';
  return (piece) => {
    // One character per byte, so that lengths in bytes are positions.
    rest += piece.toString('latin1');
    for (let command = readCommand(rest); command !== undefined; command = readCommand(rest)) {
      rest = rest.slice(command.end);
      heard([(command.words[0] ?? '').toUpperCase(), ...command.words.slice(1)]);
    }
  };
}

/** Undefined while a part of it is still on its way. */
function readCommand(text: string): { words: string[]; end: number } | undefined {
  const countEnd = text.indexOf('\r\n');
  if (countEnd < 0) return undefined;
  if (!text.startsWith('*')) throw new Error(`Expected a Redis command, got ${text.slice(0, 40)}`);
  const words: string[] = [];
  let at = countEnd + 2;
  for (let left = Number(text.slice(1, countEnd)); left > 0; left -= 1) {
    const lengthEnd = text.indexOf('\r\n', at);
    if (lengthEnd < 0) return undefined;
    const end = lengthEnd + 2 + Number(text.slice(at + 1, lengthEnd));
    if (text.length < end + 2) return undefined;
    words.push(text.slice(lengthEnd + 2, end));
    at = end + 2;
  }
  return { words, end: at };
}
