import {
  type ForgetPreview,
  type ForgetScope,
  findKept,
  type PreviewedTurn,
  previewForgetting,
  requestForgetting,
  turnBefore,
} from '@salience/database/keeping';
import { instantIn } from '@salience/language';
import { z } from 'zod';
import { defineSkill, refused, type SkillContext } from './skill.ts';

const time = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine(
    (text) => instantIn(text, 'UTC') !== undefined,
    'expected a day and a time, such as 2030-05-01T09:00',
  );

const schema = z.strictObject({
  person: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .optional()
    .describe('Whom: a name ("Ana"), "my sister", or "my sister Ana"; "user" for who speaks.'),
  statement: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'What the user said, in their words: a statement ("I live in Lisbon") or a matter ("my salary").',
    ),
  from: time.optional().describe('What was said from then on, on the clock of the user.'),
  to: time.optional().describe('With "from": until then; default now.'),
  last: z.literal(true).optional().describe('What was said just before this message.'),
  id: z.string().trim().min(1).max(64).optional().describe('The id of one memory.'),
});
type Arguments = z.output<typeof schema>;

/** Asks that something be forgotten: the request is kept, and the scheduler carries it out. Digest itself deletes nothing. */
export const forget = defineSkill({
  name: 'forget',
  description:
    'Forgets for good: a person, a statement ("forget that I live in Lisbon") or what was said about a matter, what was said in a period, the ' +
    'exchange before this message, or one memory by id. Name one of them.',
  schema,
  tier: 'commit',
  cost: 0.5,
  idempotent: true,
  timeoutMs: 20_000,
  private: false,
  async preview(args, context) {
    const wish = await wishOf(args, context);
    const preview = await previewForgetting(context.db, {
      ...wish,
      speaker: context.step.turn.speaker,
      askedIn: context.runId,
      now: context.now,
    });
    if (preview.isEmpty) throw refused(nothingText(args));
    return previewText(preview);
  },
  async run(args, context) {
    const { db, idempotencyKey, now, runId, step } = context;
    const wish = await wishOf(args, context);
    const { counts } = await previewForgetting(db, {
      ...wish,
      speaker: step.turn.speaker,
      askedIn: runId,
      now,
    });
    const id = await requestForgetting(db, {
      ...wish,
      reason: 'asked',
      by: 'chat',
      now,
      askedIn: step.turn.id,
      idempotencyKey,
    });
    // Without a word of what goes: this answer stays.
    return {
      text: `I am forgetting it now: ${listed(counts)} and what repeats them. See how far it is: salience memory forget --status ${id}`,
    };
  },
});

interface Wish {
  readonly agentId: SkillContext['step']['turn']['agent_id'];
  readonly scope: ForgetScope;
  readonly target: string;
}

async function wishOf(args: Arguments, { db, now, runId, step: { turn } }: SkillContext): Promise<Wish> {
  const agentId = turn.agent_id;
  const { from, id, last, person, statement, to } = args;
  if ([from, id, last, person, statement].filter((one) => one !== undefined).length !== 1)
    throw refused(
      'Name one thing to forget: a person, a statement, a period by "from" and "to", the last exchange by "last", or a memory by its "id".',
    );
  if (person !== undefined) return { agentId, scope: 'person', target: person };
  if (statement !== undefined) return { agentId, scope: 'statement', target: statement };
  if (from !== undefined) {
    const [begin, end] = [
      instantIn(from, turn.zone),
      to === undefined ? now.getTime() : instantIn(to, turn.zone),
    ];
    if (begin === undefined || end === undefined || begin >= end)
      throw refused(`"from" must lie before "to"; you said ${from} and ${to ?? 'now'}.`);
    return {
      agentId,
      scope: 'period',
      target: `${new Date(begin).toISOString()}/${new Date(end).toISOString()}`,
    };
  }
  if (id !== undefined) {
    if ((await findKept(db, agentId, id)) === undefined) throw refused('There is no memory with this id.');
    return { agentId, scope: 'item', target: id };
  }
  const target = await turnBefore(db, agentId, runId);
  if (target === undefined)
    throw refused('Nothing was said before this message that is not forgotten already.');
  return { agentId, scope: 'item', target };
}

const shown = 3;

function nothingText({ person, statement }: Arguments): string {
  if (person !== undefined) return 'nothing that I know is about this person, so there is nothing to forget.';
  return statement === undefined
    ? 'nothing was said then that is not forgotten already.'
    : 'nothing that I know says this, so there is nothing to forget.';
}

function previewText({ counts, examples, names, shared, unsure }: ForgetPreview): string {
  const said = examples
    .slice(0, shown)
    .map(({ text }: PreviewedTurn) => `“${text.replace(/\s+/gu, ' ').slice(0, 80)}”`);
  const turns = counts['turn'] ?? 0;
  const more = turns > said.length ? ` and ${turns - said.length} more` : '';
  const stays =
    unsure.count === 0
      ? ''
      : `; ${unsure.count} ${unsure.count === 1 ? 'stays' : 'stay'}, because nothing tells who is meant` +
        (shared.length === 0 ? '' : ` (more than one ${shared.join(', ')})`);
  const called = names.length > 1 ? `, looked for as ${names.join(', ')}` : '';
  return `for good: ${listed(counts)}${called}${said.length === 0 ? '' : `: ${said.join(', ')}${more}`}${stays}`;
}

const words: Readonly<Record<string, readonly [one: string, more: string]>> = {
  turn: ['message', 'messages'],
  gist: ['note', 'notes'],
  fact: ['fact', 'facts'],
  trait: ['trait', 'traits'],
  episode: ['episode', 'episodes'],
  concept: ['concept', 'concepts'],
  relation: ['relation', 'relations'],
  thought: ['thought', 'thoughts'],
  schedule: ['reminder or prompt', 'reminders and prompts'],
  listItem: ['list item', 'list items'],
  focus: ['focus', 'focuses'],
  person: ['person', 'persons'],
  task: ['task', 'tasks'],
  inbound: ['message that came in', 'messages that came in'],
  letter: ['mail that I wrote', 'mails that I wrote'],
  senderSession: ['session of a sender', 'sessions of senders'],
};

function listed(counts: ForgetPreview['counts']): string {
  const parts = Object.entries(words).flatMap(([kind, [one, more]]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
  });
  return parts.length === 0 ? 'nothing that is stored' : parts.join(', ');
}
