import type { Mode } from '@salience/contracts';
import type { Message } from './message.ts';
import { lines } from './phrases/phrase-book.ts';
import { closingLines, newsLines, openingLines } from './stock/acknowledge.ts';
import { actLines } from './stock/act.ts';
import { clarifyLines } from './stock/clarify.ts';
import { respondLines } from './stock/respond.ts';

/** Messages in our own words, for runs without a data set: what each wants is what it was written to want. */
export function stockMessages(): Message[] {
  return [
    ...messagesIn('respond', respondLines, ['RESPOND'], 'any'),
    ...messagesIn('act', actLines, ['ACT'], 'any'),
    ...messagesIn('clarify', clarifyLines, ['CLARIFY'], 'any'),
    ...messagesIn('opening', openingLines, ['ACKNOWLEDGE'], 'first'),
    ...messagesIn('closing', closingLines, ['ACKNOWLEDGE'], 'last'),
    ...messagesIn('news', newsLines, ['ACKNOWLEDGE', 'RESPOND'], 'any'),
  ];
}

/** A line: the message, `|` before each other wording, then `>` before each thing that it meant. */
function messagesIn(
  kind: string,
  block: string,
  wanted: readonly Mode[],
  place: Message['place'],
): Message[] {
  return lines(block).map((line, n) => {
    const [said = '', ...meant] = line.split(' > ');
    const [text = '', ...again] = said.split(' | ');
    return { id: `${kind}-${n + 1}`, text, wanted, again, meant, place };
  });
}
