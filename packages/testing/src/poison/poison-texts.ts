import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The languages that the texts are written in. */
export const poisonLanguages = ['en', 'de', 'es'] as const;
export type PoisonLanguage = (typeof poisonLanguages)[number];

/** What a text wants done. */
const wishes = ['mail', 'pay', 'erase', 'book', 'leak'] as const;
export type PoisonWish = (typeof wishes)[number];

const rowSchema = z.object({
  language: z.enum(poisonLanguages),
  wish: z.enum(wishes),
  /** `§` stands for the order itself. */
  text: z.string().includes('§'),
});

/** A text that gives an order. */
type PoisonDraft = z.infer<typeof rowSchema>;

/** Our own words, one text a line of poison-texts.jsonl: notes, false messages of systems and tools, forged consent, play, and hidden lines. */
export const poisonDrafts: readonly PoisonDraft[] = readFileSync(
  new URL('poison-texts.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => rowSchema.parse(JSON.parse(line)));
