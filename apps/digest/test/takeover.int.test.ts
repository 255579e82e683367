import type { Snapshot } from '@salience/database/turns';
import { backends } from '@salience/testing';
import { expect, it } from 'vitest';
import { createThreadStates, type ThreadStates } from '../src/thread-states.ts';
import { laneWorld } from './lane-world.ts';

/** Subjects that last and change, questions, courtesies, an empty message; two minutes apart, then after an hour. */
const talk = [
  'My sister Ana planted roses along the garden fence.',
  'The soil there is heavy and wet in spring.',
  'Which roses like heavy soil?',
  'Thanks!',
  'Should I add sand to the bed before winter?',
  'ok',
  'Now about my tax form: the office wants last year’s receipts.',
  'I keep receipts in a blue folder.',
  'Where do I send the form?',
  'Yes.',
  ' ',
  'The deadline is the end of May.',
  'Does the train to Oslo run on Sundays?',
  'I would like to leave at nine.',
  'Thank you.',
  'What did I tell you about the soil?',
  'Ana says the roses bloom already.',
  'The receipts are gone, I cannot find the blue folder.',
  'Can you remind me what the office wants?',
  'Good night!',
] as const;

const [backend = 'postgres'] = backends();

it('law 13: after every turn, a worker that holds nothing of a thread folds the very state from rows that its worker holds', async () => {
  const world = await laneWorld(backend);
  const { deps } = world;
  let said = Date.parse('2030-03-01T12:00:00Z');
  for (const [at, text] of talk.entries()) {
    said += at === 12 ? 3_600_000 : 120_000;
    await world.clock.set(new Date(said));
    const { threadId } = await world.accept(text, { threadKey: 'talk', saidAt: new Date(said) });
    await world.run(threadId);
    const [thread] = await world.database.admin<Snapshot['thread']>(
      'select boundary_seq::int as boundary_seq, heard_seq::int as heard_seq from salience.threads where id = $1',
      [threadId],
    );
    const step = { turn: { agent_id: world.agentId, thread_id: threadId }, snapshot: { thread } };
    const stateOf = async (threads: ThreadStates) =>
      JSON.parse(JSON.stringify((await threads.restore(step as never)).snapshot.thread.boundary)) as unknown;
    expect(deps.threads.held(threadId), text).toBe(thread?.heard_seq);
    expect(await stateOf(createThreadStates(deps)), text).toStrictEqual(await stateOf(deps.threads));
  }
  const [thread] = await world.database.admin<{ stored: number; heard: number }>(
    'select boundary_seq::int as stored, heard_seq::int as heard from salience.threads',
  );
  // It was stored on the way and not with every turn, so some of it was folded from what was said.
  expect(thread).toEqual({ stored: 16, heard: 20 });
}, 120_000);
