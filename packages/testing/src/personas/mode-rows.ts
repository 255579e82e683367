import { readFileSync } from 'node:fs';
import { modeSchema } from '@salience/contracts';
import { z } from 'zod';
import type { Message } from './message.ts';

/** A row of a set of messages with the modes that suit each, as `salience eval mode` reads it. */
const rowSchema = z.object({
  id: z.string().min(1),
  text: z.string(),
  gold: z.array(modeSchema).min(1),
  /** What the set itself calls it. */
  source_label: z.string().optional(),
});

/**
 * The messages of rows, one JSON object a line; empty lines and empty texts are left out. What a message wants is its row's `gold`, and
 * nothing else is known of it. Throws an Error that names the line where one is not such a row.
 */
export function messagesOfRows(lines: Iterable<string>): Message[] {
  const messages: Message[] = [];
  let number = 0;
  for (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const row = rowSchema.safeParse(parsed(line));
    if (!row.success)
      throw new Error(`Line ${number} is no row with id, text and gold: ${row.error.message}`);
    const { gold, id, source_label, text } = row.data;
    if (text.trim() === '') continue;
    messages.push({ id, text, wanted: gold, again: [], meant: [], place: placeOf(source_label ?? '', text) });
  }
  return messages;
}

/** The messages of a file of such rows. */
export function readModeRows(path: string): Message[] {
  return messagesOfRows(readFileSync(path, 'utf8').split('\n'));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whoever thanks in the middle of a talk says something about the reply before; that is for reactions to say. */
function placeOf(label: string, text: string): Message['place'] {
  if (/thank/i.test(label) || /\bth(?:an)?[kx]/i.test(text)) return 'first';
  if (/closing|goodbye/i.test(label)) return 'last';
  return /greeting/i.test(label) ? 'first' : 'any';
}
