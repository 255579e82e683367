import { z } from 'zod';

/** A dialogue with people's marks, one for each utterance. */
export interface DialogueRow {
  readonly id?: string | undefined;
  readonly set: string;
  readonly utterances: readonly { readonly text: string }[];
  /** 1: this utterance opens a topic; null: nobody has said so or otherwise, and it is not counted. */
  readonly boundary: readonly (0 | 1 | null)[];
}

const named = { id: z.string().optional(), set: z.string().default('all') };

const dialogueSchema = z
  .object({
    ...named,
    utterances: z.array(z.object({ text: z.string() })).min(1),
    boundary: z.array(z.union([z.literal(0), z.literal(1), z.null()])),
  })
  .refine((row) => row.boundary.length === row.utterances.length, {
    error: 'expected as many entries in boundary as in utterances',
  });

const messageSchema = z.object({
  i: z.number().int().optional(),
  text: z.string(),
  /** A notice of the channel, which nobody said. */
  system: z.boolean().default(false),
  /** Whether people have marked what it goes on with. */
  annotated: z.boolean().default(true),
  /** The messages that it goes on with; itself, or none, where it begins something. */
  parents: z.array(z.number().int()).default([]),
});

/** Several conversations in one channel, as one dialogue: a message that goes on with no other opens a topic, and notices are left out. */
const roomSchema = z
  .object({ ...named, messages: z.array(messageSchema).min(1) })
  .transform(({ id, messages, set }): DialogueRow => {
    const said = messages.filter(({ system, text }) => !system && text.trim() !== '');
    return {
      id,
      set,
      utterances: said.map(({ text }) => ({ text })),
      boundary: said.map(({ annotated, i, parents }) =>
        annotated ? (parents.every((parent) => parent === i) ? 1 : 0) : null,
      ),
    };
  });

/** `{utterances, boundary}` or, for a room, `{messages}`; read as dialogues. */
export const dialogueRowSchema = z.unknown().transform((value, context): DialogueRow => {
  const isRoom = typeof value === 'object' && value !== null && 'messages' in value;
  const read = (isRoom ? roomSchema : dialogueSchema).safeParse(value);
  if (read.success) return read.data;
  for (const { message, path } of read.error.issues)
    context.addIssue({ code: 'custom', message, path: [...path] });
  return z.NEVER;
});
