import type { LiveEvent } from '@salience/contracts';
import { loadPolicy } from '@salience/database/agents';
import { buildSignals, coldSnapshot, extractCues, parsePolicy, replay } from '@salience/router';
import { type FakeModelServer, backends, createFakeModelServer, decisionOf, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

describe.each(backends())('messages to a busy thread on %s', (backend) => {
  let server: FakeModelServer;
  let world: LaneWorld;
  beforeAll(async () => {
    server = await createFakeModelServer();
    world = await laneWorld(backend, { env: server.env });
  });
  const promptOf = (n: number) => JSON.stringify(server.requests()[n]?.messages);

  it('merged ones are answered by one call that sees them all, kept whole, and replay to the bit (law 13)', async () => {
    server.script([{ text: 'Ana, in Porto.' }]);
    const before = server.requests().length;
    const say = (text: string) => world.accept(text, { threadKey: 'merge', midRun: 'merge' });
    const texts = ['My sister is Ana.', 'She lives in Porto.', 'Where does she live?'];
    const [a, b, c] = [
      await say(texts[0] as string),
      await say(texts[1] as string),
      await say(texts[2] as string),
    ];
    await world.run(a.threadId);

    expect(server.requests().length).toBe(before + 1);
    for (const text of texts) expect(promptOf(before)).toContain(text);
    const answered = await world.load(c.turnId);
    expect(answered).toMatchObject({ state: 'answered', text: texts[2], merged: [a.turnId, b.turnId] });
    for (const { turnId } of [a, b]) {
      expect(await world.load(turnId)).toMatchObject({ state: 'merged', mergedInto: c.turnId });
      const heard: LiveEvent[] = await world.heard(turnId);
      expect(heard.map(({ type }) => type)).toEqual(['ended']);
    }
    const [kept] = await world.database.admin<{ message: string }>(
      'select message from salience.exchanges where turn_id = $1',
      [c.turnId],
    );
    const decision = await decisionOf(world.database, c.turnId);
    expect(kept?.message).toBe(texts.join('\n'));
    const policy = await loadPolicy(world.deps.db, 'shipped');
    expect(replay(decision as never, parsePolicy(policy as never))).toMatchObject({ identical: true });
    // What the decision saw of the words is what the kept message says, not the last message alone.
    const cueSignals = (text: string) => buildSignals(extractCues(text), silence);
    const seen = decision?.signals ?? {};
    const [whole, last] = [cueSignals(kept?.message ?? ''), cueSignals(texts[2] as string)];
    const told = Object.keys(whole).filter((name) => whole[name as never] !== last[name as never]);
    expect(told.length).toBeGreaterThan(0);
    for (const name of told) expect(seen[name]).toBe(whole[name as never]);
  });

  it('an interrupted call is really aborted, without any signal, and the next one knows what was said', async () => {
    server.script((_request, n) =>
      n === 1 ? { pieces: ['Once ', 'upon '], stall: 1 } : { text: 'In Porto.' },
    );
    const before = server.requests().length;
    const thread = { threadKey: 'interrupt' };
    const first = await world.accept('Tell me the long story of the lighthouse.', thread);
    const running = world.run(first.threadId);
    await until(() => server.requests().length === before + 1, { what: 'the first call' });
    const second = await world.accept('Stop. Where does Ana live?', { ...thread, midRun: 'interrupt' });
    // Nobody sent a signal: the renewal of the lease tells the worker.
    await until(() => server.aborted().includes(before + 1), {
      what: 'the end of the connection',
      timeoutMs: 20_000,
    });
    await running;
    expect(await world.load(first.turnId)).toMatchObject({
      state: 'cancelled',
      interruptedBy: second.turnId,
      error: { code: 'turn.interrupted' },
      reply: null,
    });
    expect(await world.load(second.turnId)).toMatchObject({
      state: 'answered',
      reply: { text: 'In Porto.' },
    });
    expect(promptOf(before + 1)).toContain('Tell me the long story of the lighthouse.');
    const ends = await world.database.admin(
      'select kind from salience.terminal_events where turn_id = any($1) order by kind',
      [[first.turnId, second.turnId]],
    );
    expect(ends).toEqual([{ kind: 'answered' }, { kind: 'cancelled' }]);
  });

  it('what ended on the way is counted by its kind', async () => {
    const text = await world.deps.metrics.metricsText();
    expect(text).toMatch(/turns_ended\S*\{[^}]*state="merged"[^}]*\} 2/);
  });
});

/** Signals of everything but the words. */
const silence: Parameters<typeof buildSignals>[1] = { ...coldSnapshot, topicConfidence: 0 };
