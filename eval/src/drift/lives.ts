import { readFileSync } from 'node:fs';
import { z } from 'zod';

const topicSchema = z.object({
  talk: z.array(z.string()),
  /** Concepts; the first is related to the others. */
  names: z.array(z.string()),
  open: z.string().optional(),
  probes: z.array(z.string()),
});

/** A stretch of talk, what episodic makes of it, and messages on the same that share no content word with it. */
export type Topic = z.infer<typeof topicSchema>;

/** Lives that the line of nearness was chosen on. */
const chosenOn = ['one', 'other'] as const;
/** Lives that were made up when it stood: nothing was ever chosen by what is found on them. */
const later = ['third', 'fourth', 'fifth'] as const;

const lifeNames = [...chosenOn, ...later] as const;
export type LifeName = (typeof lifeNames)[number];

/** True for a life that nothing was chosen on. */
export function isLaterLife(life: LifeName): boolean {
  return (later as readonly string[]).includes(life);
}

/** The lives of five people, made up for this, twelve topics each: one topic a line of eval/drift/lives.jsonl. */
export function readLives(): Readonly<Record<LifeName, readonly Topic[]>> {
  const lives: Record<LifeName, Topic[]> = { one: [], other: [], third: [], fourth: [], fifth: [] };
  const lines = readFileSync(new URL('../../drift/lives.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const rowSchema = topicSchema.extend({ life: z.enum(lifeNames) });
  for (const line of lines) {
    const { life, ...topic } = rowSchema.parse(JSON.parse(line));
    lives[life].push(topic);
  }
  return lives;
}
