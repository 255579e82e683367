import type { Embedder } from '@salience/embeddings';
import { SalienceError } from '@salience/errors';
import { type FakeModelServer, backends, createFakeModelServer, decisionOf, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

/** An embedder that is down, as when its model file is damaged. */
const brokenEmbedder: Embedder = {
  modelId: 'broken',
  dimensions: 4,
  calibration: { sameTopicCosine: 0.6, newTopicCosine: 0.45, boundaryCosine: 0.38 },
  embed: () => Promise.reject(new SalienceError('embeddings.model-damaged', 'expected a model, got noise')),
  warm: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

describe('classification', () => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backends()[0] ?? 'postgres', { embedder: brokenEmbedder });
  });

  it('falls back to topic "general" with low confidence when the embedder is down, and the turn goes on', async () => {
    const turn = await world.say('My sister Ana lives in Porto.', { threadKey: 'a' });
    expect(turn).toMatchObject({ state: 'answered', reply: { topic: 'general' } });
    const again = await world.say('Where does my sister live?', { threadKey: 'a' });
    expect(again.reply).toMatchObject({ topic: 'general' });
    expect(again.reply?.text).toContain('Porto');
    const topics = await world.database.admin(
      'select distinct t.name, e.vector from salience.topics t left join salience.turn_ends e on e.topic_id = t.id',
    );
    expect(topics).toEqual([{ name: 'general', vector: null }]);
    const threads = await world.database.admin<{ confidence: number }>(
      "select confidence from salience.threads where key = 'a'",
    );
    expect(threads[0]?.confidence).toBeLessThan(0.3);
  });
});

describe.each(backends().slice(0, 1))('generation on %s', (backend) => {
  let server: FakeModelServer;
  let world: LaneWorld;
  beforeAll(async () => {
    server = await createFakeModelServer();
    const times = { SALIENCE_MODEL_TIMEOUT_MS: '3000', SALIENCE_MODEL_STALL_MS: '300' };
    world = await laneWorld(backend, { env: { ...server.env, ...times } });
  });
  const question = 'What is a good name for a boat?';

  it('streams the reply of a real provider', async () => {
    server.script([{ text: 'Call it Marguerite.' }]);
    expect(await world.say(question, { threadKey: 'ok' })).toMatchObject({
      state: 'answered',
      reply: { text: 'Call it Marguerite.' },
    });
  });

  it('retries once, and the stream is told to forget what it heard', async () => {
    server.script([{ text: 'Call it Marg', dropAfter: 1 }, { text: 'Call it Otter.' }]);
    const { turnId, threadId } = await world.accept(question, { threadKey: 'retry' });
    await world.run(threadId);
    expect(await world.load(turnId)).toMatchObject({ state: 'answered', reply: { text: 'Call it Otter.' } });
    const events = await world.heard(turnId);
    const since = events.slice(events.findLastIndex((event) => event.type === 'reset') + 1);
    expect(since.map((event) => (event.type === 'delta' ? event.text : '')).join('')).toBe('Call it Otter.');
  });

  it.each([
    ['server errors', [{ status: 500 }], 'llm.provider-error'],
    ['a stall', [{ stall: 'head' as const }], 'llm.stalled'],
    ['an empty answer', [{ text: '' }], 'llm.malformed'],
  ])(
    '%s end in one honest, visible failure with the turn id, and the lane goes on',
    async (_name, script, code) => {
      server.script(script);
      const failed = await world.say(question, { threadKey: `fail-${code}` });
      expect(failed).toMatchObject({ state: 'failed', reply: null });
      expect(failed.error?.code).toContain(code);
      expect(failed.error?.message).toContain('I had trouble thinking');
      expect(failed.error?.message).toContain(failed.id);
      const kept = await world.database.admin(
        'select message, reply from salience.exchanges where turn_id = $1',
        [failed.id],
      );
      expect(kept).toEqual([{ message: question, reply: null }]);
      server.script([{ text: 'Better now.' }]);
      expect(await world.say(question, { threadKey: `fail-${code}` })).toMatchObject({ state: 'answered' });
    },
  );

  it('a cancelled turn really aborts the model call and ends as cancelled', async () => {
    server.script([{ stall: 1, text: 'never to be finished' }]);
    const before = server.aborted().length;
    const asked = server.requests().length;
    const { turnId, threadId } = await world.accept('Tell me a long story about boats.', {
      threadKey: 'cancel',
    });
    const running = world.run(threadId);
    await until(() => server.requests().length > asked, { what: 'the model call' });
    world.deps.cancels.get(turnId)?.();
    await running;
    expect(await world.load(turnId)).toMatchObject({ state: 'cancelled', reply: null });
    await until(() => server.aborted().length > before, { what: 'the aborted request' });
    expect(world.deps.cancels.size).toBe(0);
  });

  it.each(['before the turn began', 'while the model writes'])(
    'a worker that is told to stop %s gives the turn back uncounted, and the next run answers it (law 4)',
    async (moment) => {
      server.script([{ stall: 1, text: 'never to be finished' }, { text: 'Here it is.' }]);
      const asked = server.requests().length;
      const stop = new AbortController();
      if (moment === 'before the turn began') {
        stop.abort();
        server.script([{ text: 'Here it is.' }]);
      }
      const { turnId, threadId } = await world.accept(question, {
        threadKey: `drain ${moment}`.replaceAll(' ', '-'),
      });
      const running = world.run(threadId, stop.signal);
      if (!stop.signal.aborted) {
        await until(() => server.requests().length > asked, { what: 'the model call' });
        stop.abort();
      }
      await running;
      expect(await world.load(turnId)).toMatchObject({ state: 'pending', attempts: 0 });
      await world.run(threadId);
      expect(await world.load(turnId)).toMatchObject({ state: 'answered', attempts: 1 });
    },
  );

  it('a turn that takes longer than its job may counts as an attempt each time, so that it ends (law 4)', async () => {
    server.script([{ stall: 1, text: 'never to be finished' }]);
    const asked = server.requests().length;
    const stop = new AbortController();
    const { turnId, threadId } = await world.accept(question, { threadKey: 'overdue' });
    const running = world.run(threadId, stop.signal);
    await until(() => server.requests().length > asked, { what: 'the model call' });
    stop.abort(new SalienceError('queues.timeout', 'too long', { kind: 'retryable' }));
    await running;
    const ended = await world.load(turnId);
    expect(ended).toMatchObject({ state: 'pending', attempts: 1, error: { code: 'queues.timeout' } });
  });

  it('a broken tie-breaker leaves the scores to decide (law 6)', async () => {
    server.script((request) =>
      request.stream ? { text: 'A swimmer I am not.' } : { text: 'neither A nor B', brokenJson: true },
    );
    const turn = await world.say('report', { threadKey: 'tie' });
    expect(turn.state).toBe('answered');
    const decision = await decisionOf(world.database, turn.id);
    expect(decision?.tiebreak).toMatchObject({ choice: null, reason: 'failed' });
  });
});

it('without a model nobody chooses between two scores, and the decision says so', async () => {
  const world = await laneWorld(backends()[0] ?? 'postgres', {});
  const turn = await world.say('report', { threadKey: 'tie' });
  const decision = await decisionOf(world.database, turn.id);
  expect(decision?.tiebreak).toMatchObject({ choice: null, reason: 'offline' });
  expect(decision?.modeInitial).toBe(decision?.tiebreak?.candidates[0]);
});
