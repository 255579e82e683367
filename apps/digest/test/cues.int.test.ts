import { memoryChunkJob } from '@salience/contracts';
import type { Embedder } from '@salience/embeddings';
import { courtesies, extractCues, readLikeness, replay, shippedPolicy } from '@salience/router';
import { backends, decisionOf } from '@salience/testing';
import { createThreadStates } from '../src/thread-states.ts';
import type { BoundaryState, SessionState } from '@salience/topics';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

let world: LaneWorld;
/** What was embedded, and how often memory was asked, since the test began. */
const embedded: string[] = [];
let recalls = 0;

beforeAll(async () => {
  world = await laneWorld(backends()[0] ?? 'postgres');
  const { embed } = world.deps.embedder;
  const counted: Embedder['embed'] = (text) => {
    embedded.push(text);
    return embed(text);
  };
  Object.assign(world.deps.embedder, { embed: counted });
  const { recall } = world.deps.recall;
  Object.assign(world.deps.recall, {
    recall: (...asked: Parameters<typeof recall>) => {
      recalls += 1;
      return recall(...asked);
    },
  });
});
beforeEach(() => {
  embedded.length = 0;
  recalls = 0;
});

const inRoom = (key: string) => ({
  say: (speaker: string, text: string) => world.say(text, { threadKey: key, speaker }),
});

async function exchangeOf(turnId: string) {
  const [row] = await world.database.admin<{
    id: string;
    mode: string;
    topic: string | null;
    code: Buffer | null;
  }>(`select exchange_id as id, mode, topic_id as topic, code from salience.turn_ends where turn_id = $1`, [
    turnId,
  ]);
  if (row === undefined) throw new Error(`no exchange of ${turnId}`);
  return row;
}

/** The state of a thread, with the boundary detector's as it was reached. */
async function threadOf(key: string) {
  const [row] = await world.database.admin<{
    id: never;
    session: SessionState;
    heard: number;
    stored: number;
  }>(
    'select id, session, heard_seq::int as heard, boundary_seq::int as stored from salience.threads where key = $1',
    [key],
  );
  if (row === undefined) throw new Error(`expected a thread ${key}`);
  const thread = { heard_seq: row.heard, boundary_seq: row.stored };
  const step = { turn: { agent_id: world.agentId, thread_id: row.id }, snapshot: { thread } };
  const { snapshot } = await createThreadStates(world.deps).restore(step as never);
  return { session: row.session, boundary: snapshot.thread.boundary as BoundaryState };
}

describe('what the text alone decides', () => {
  it('in a room asks neither embedder nor memory; topic and code come later, and recall finds what was overheard', async () => {
    const room = inRoom('overheard');
    await room.say('ana', 'Good morning everybody.');
    await world.deps.overheard.flush();
    embedded.length = 0;
    recalls = 0;
    const { id: turn_id, state } = await room.say(
      'bo',
      'Ana, the spare key hangs behind the blue flowerpot.',
    );

    expect({ state, embedded, recalls }).toEqual({ state: 'ignored', embedded: [], recalls: 0 });
    expect(await exchangeOf(turn_id)).toMatchObject({ mode: 'IGNORE', topic: null, code: null });
    // It is handed on to memory once its vector is made, and not before.
    await world.deps.handOn.flush();
    const hints = async () => (await world.deps.queues.depths([memoryChunkJob.queue]))[0]?.waiting ?? 0;
    const before = await hints();

    await world.deps.overheard.flush();
    await world.deps.handOn.flush();
    expect(embedded).toEqual(['Ana, the spare key hangs behind the blue flowerpot.']);
    expect(await hints()).toBeGreaterThan(before);
    const later = await exchangeOf(turn_id);
    expect(later).toMatchObject({ topic: expect.stringMatching(/^top_/), code: expect.any(Buffer) });

    const question = { agentId: world.agentId, limit: 3, at: await world.clock.now() };
    const { hits } = await world.deps.recall.recall({
      ...question,
      text: 'Where can I find something to open the door?',
    });
    expect(hits.find(({ id }) => id === later.id)?.why).toMatchObject({ meaning: expect.any(Number) });
  });

  it('of a conversation gets a nod without either', async () => {
    const say = (text: string) => world.say(text, { threadKey: 'two' });
    await say('The boiler was repaired on Monday.');
    const { topic } = await exchangeOf((await say('It makes no noise any more.')).id);
    embedded.length = 0;
    recalls = 0;
    const { id: turn_id, reply } = await say('Thanks!');

    expect({ embedded, recalls, answered: reply !== null }).toEqual({
      embedded: [],
      recalls: 0,
      answered: true,
    });
    // It leans on the conversation, so it stays on its topic.
    expect(await exchangeOf(turn_id)).toMatchObject({ mode: 'ACKNOWLEDGE', topic, code: null });
    await world.deps.overheard.flush();
    expect(await exchangeOf(turn_id)).toMatchObject({ topic, code: expect.any(Buffer) });
  });

  it('law 13: says what was not measured, and replays bit for bit', async () => {
    const room = inRoom('replayed');
    await room.say('ana', 'Who has the tickets?');
    const { id: turn_id } = await room.say('bo', 'Ana, the tickets are with Carl.');
    const decision = await decisionOf(world.database, turn_id);
    if (decision === undefined) throw new Error('expected a decision');
    expect(decision.unmeasured).toContain('evidence_score');
    expect(decision.unmeasured).toContain('respond_likeness');
    expect(replay(decision, shippedPolicy)).toMatchObject({ identical: true, differences: [] });
    const { id: asked } = await room.say('bo', 'Salience, who has the tickets?');
    expect(await decisionOf(world.database, asked)).not.toHaveProperty('unmeasured');
  });
});

describe('the state of a thread', () => {
  it('law 14: what is overheard leaves boundary and topic of the talk with the agent alone, and counts in its session', async () => {
    const room = inRoom('state');
    await room.say('ana', 'Good morning everybody.');
    await room.say('bo', 'Good morning, ana.');
    await room.say('ana', 'Salience, how do I prune the roses in the garden?');
    const before = await threadOf('state');
    await world.clock.advance(60_000);
    await room.say('bo', 'Ana, the train to the airport leaves at noon.');
    const after = await threadOf('state');
    // The reply to the message before it is heard, nothing else.
    expect(after.boundary).toMatchObject({ count: before.boundary.count, lastAt: before.boundary.lastAt });
    expect(after.session).toMatchObject({
      topicId: before.session.topicId,
      sessionCount: before.session.sessionCount + 1,
    });
    const since = (before.session.lastActivityAt ?? 0) + 60_000;
    expect(after.session.lastActivityAt).toBeGreaterThanOrEqual(since);
  });

  it('after a courtesy is that of a conversation that went on', async () => {
    const say = (text: string) => world.say(text, { threadKey: 'courtesy' });
    await say('The ferry to the islands leaves at nine.');
    const before = await threadOf('courtesy');
    await world.clock.advance(30_000);
    await say('Thanks!');
    const after = await threadOf('courtesy');
    expect(after.boundary.count).toBe(before.boundary.count + 1);
    expect(after.boundary.lastAt).toBeGreaterThanOrEqual((before.boundary.lastAt ?? 0) + 30_000);
    expect(after.session).toMatchObject({ topicCount: before.session.topicCount + 1 });
  });
});

it('an exchange that is forgotten before its vector is made gets neither code nor topic', async () => {
  const room = inRoom('forgotten');
  await room.say('ana', 'Good morning everybody.');
  const { id: turn_id } = await room.say('bo', 'Ana, the code of the alarm is written on the fridge.');
  const { id } = await exchangeOf(turn_id);
  await world.database.admin('delete from salience.exchanges where id = $1', [id]);
  await world.deps.overheard.flush();
  const codes = await world.database.admin(
    `select 1 from salience.memory_codes where item_id = $1 union all select 1 from salience.turn_ends where exchange_id = $1`,
    [id],
  );
  expect(codes).toEqual([]);
});

it.each(courtesies)('what is known of the likeness of %j is true of its vector', async (courtesy) => {
  const { embed, modelId } = world.deps.embedder;
  for (const end of ['', '.', '!', '!!', ' !', '...']) {
    for (const text of [
      courtesy,
      courtesy.charAt(0).toUpperCase() + courtesy.slice(1),
      courtesy.toUpperCase(),
    ]) {
      const likeness = readLikeness({
        vector: await embed(text + end),
        modelId,
        cues: extractCues(text + end),
      });
      // 0.04 inside of the bounds, because other kinds of processors round differently.
      expect(likeness.act, text + end).toBeLessThan(0.21);
      expect(likeness.respond, text + end).toBeLessThan(0.26);
      expect(likeness.acknowledge, text + end).toBeGreaterThan(0.64);
    }
  }
});
