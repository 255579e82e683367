import { unescaped } from './ansi-quotes.ts';
import type { SimpleCommand } from './syntax.ts';

/** The longest text that is followed out of a substitution. */
const printedMax = 512;

/**
 * What the one command read since `first` prints, when that is known without running it: `echo` and `printf` of plain
 * words, or the name that `which` and `command -v` look up.
 */
export function printedBy(commands: readonly SimpleCommand[], first: number): string | undefined {
  const command = commands[first];
  if (command === undefined || commands.length !== first + 1 || command.redirects.length > 0)
    return undefined;
  return printedText(command);
}

/** The same for one command. */
export function printedText(command: SimpleCommand): string | undefined {
  const [program, ...args] = command.words;
  if (program === undefined || command.words.some((word) => word.dynamic)) return undefined;
  const texts = args.map((word) => word.text);
  const name = program.text.slice(program.text.lastIndexOf('/') + 1);
  let text: string | undefined;
  if (name === 'echo') {
    const options = texts.findIndex((word) => !/^-[neE]+$/.test(word));
    text = unescaped(options === -1 ? '' : texts.slice(options).join(' '));
  } else if (name === 'printf') text = formatted(texts);
  else if (name === 'which' || (name === 'command' && texts[0] === '-v')) text = texts.at(-1);
  return text === undefined || text.length > printedMax ? undefined : text;
}

function formatted(texts: readonly string[]): string {
  const [format = '', ...values] = texts[0] === '--' ? texts.slice(1) : texts;
  let next = 0;
  const once = format.replaceAll(/%[sbdc%]/g, (directive) => {
    if (directive === '%%') return '%';
    next += 1;
    return values[next - 1] ?? '';
  });
  return unescaped(once);
}
