import type { ThreadId, TurnId } from '@salience/contracts';
import { listQuarantined } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';
import { backends } from '@salience/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

describe.each(backends().slice(0, 1))('a turn that throws on %s', (backend) => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backend);
  });
  afterEach(() => Object.assign(world.deps, { fault: () => Promise.resolve() }));

  /** From here on every turn of these threads throws at a point in the middle of its work. */
  function poison(threads: readonly string[], error: () => unknown): { readonly throws: string[] } {
    const throws: string[] = [];
    Object.assign(world.deps, {
      async fault(point: string) {
        if (point !== 'digest.classified') return;
        const [running] = await world.database.admin<{ thread_id: string; text: string }>(
          "select thread_id, text from salience.turns where state = 'running' limit 1",
        );
        if (running === undefined || !threads.includes(running.thread_id) || running.text !== 'poison')
          return;
        throws.push(running.thread_id);
        throw error();
      },
    });
    return { throws };
  }

  const lane = async (threadId: ThreadId) => {
    const rows = await world.database.admin<{ wake_at: Date | null; owner: string | null; cursor: string }>(
      'select wake_at, owner, cursor from salience.lanes where thread_id = $1',
      [threadId],
    );
    return rows[0];
  };
  const letters = async (threadId: ThreadId) =>
    world.database.admin('select id from salience.dead_letters where payload->>$1 = $2', [
      'threadId',
      threadId,
    ]);

  it.each([
    ['TypeError', 'error.unexpected', () => new TypeError('Cannot read properties of undefined')],
    [
      'a range error of the engine',
      'error.unexpected',
      () => new RangeError('Maximum call stack size exceeded'),
    ],
    [
      'a bug that was seen',
      'act.arguments_too_deep',
      () => new SalienceError('act.arguments_too_deep', 'too deep'),
    ],
    ['what is no error', 'error.unexpected', () => 'a word'],
  ])(
    'threat: a turn that throws %s is tried three times, later each time, then set aside, and its lane goes on (law 4)',
    async (name, code, error) => {
      const threadKey = `throws ${name}`;
      const { threadId, turnId } = await world.accept('poison', { threadKey });
      const after = await world.accept('Hello there.', { threadKey });
      const { throws } = poison([threadId], error);
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        await world.run(threadId);
        expect(await world.load(turnId)).toMatchObject({
          state: 'pending',
          attempts: attempt,
          error: { code },
        });
        const now = await world.clock.now();
        const { owner, wake_at: wakeAt } = (await lane(threadId)) ?? {};
        expect(owner).toBeNull();
        waits.push((wakeAt?.getTime() ?? 0) - now.getTime());
        // Nobody may take it before its time, however often the lane is woken.
        for (let again = 0; again < 5; again += 1) await world.run(threadId);
        expect(throws).toHaveLength(attempt);
        await world.clock.advance(waits.at(-1) ?? 0);
      }
      expect(waits[0]).toBeGreaterThan(500);
      expect(waits[1]).toBeGreaterThan(2 * (waits[0] ?? 0));
      await world.run(threadId);
      expect(throws).toHaveLength(3);
      const ended = await world.load(turnId);
      expect(ended).toMatchObject({ state: 'quarantined', attempts: 3, error: { code, recoverable: false } });
      expect(ended.error?.message).toContain('It was set aside; the conversation goes on.');
      expect((await world.heard(turnId)).at(-1)).toEqual({ type: 'ended' });
      await world.run(threadId);
      expect(await world.load(after.turnId)).toMatchObject({ state: 'answered', attempts: 1 });
      const set = await listQuarantined(world.database.connect('salience_operator'), { limit: 100 });
      expect(set.filter(({ id }) => id === turnId)).toHaveLength(1);
      expect(await letters(threadId)).toEqual([]);
    },
  );

  it('counts nothing while the store is away, and answers when it is back', async () => {
    const { threadId, turnId } = await world.accept('poison', { threadKey: 'store away' });
    poison([threadId], () => new SalienceError('database.unavailable', 'away', { kind: 'retryable' }));
    for (let n = 0; n < 5; n += 1) await world.run(threadId);
    expect(await world.load(turnId)).toMatchObject({ state: 'pending', attempts: 0 });
    Object.assign(world.deps, { fault: () => Promise.resolve() });
    await world.run(threadId);
    expect(await world.load(turnId)).toMatchObject({ state: 'answered', attempts: 1 });
  });

  it('a turn that is cancelled while it waits for its next try ends at once, and frees the lane', async () => {
    const { threadId, turnId } = await world.accept('poison', { threadKey: 'cancelled' });
    poison([threadId], () => new TypeError('x'));
    await world.run(threadId);
    await world.database.admin(
      `select salience.cancel_turn('${world.agentId}', '${turnId}', clock_timestamp())`,
    );
    expect(await world.load(turnId)).toMatchObject({ state: 'cancelled' });
    const next = await world.accept('Hello.', { threadKey: 'cancelled' });
    await world.run(threadId);
    expect(await world.load(next.turnId)).toMatchObject({ state: 'answered' });
  });

  it('threat: what is stored for a turn and cannot be read counts as an attempt at the claim too, and blames no other turn', async () => {
    const threadKey = 'unreadable';
    const { threadId, turnId: first } = await world.accept('Hello.', { threadKey });
    const { turnId } = await world.accept('What is next?', { threadKey });
    const { turnId: last } = await world.accept('And then?', { threadKey });
    // The claim itself fails in the database for this one turn, as it does for a row that was damaged.
    await world.database.admin(`create function salience.broken_row() returns trigger language plpgsql as $$
      begin
        if new.state = 'running' and new.id = '${turnId}' then raise exception 'row cannot be read'; end if;
        return new;
      end $$`);
    await world.database.admin(
      'create trigger broken_row before update on salience.turns for each row execute function salience.broken_row()',
    );
    const states = async (): Promise<string[]> =>
      Promise.all([first, turnId, last].map(async (id: TurnId) => (await world.load(id)).state));
    for (let n = 0; n < 12 && (await states()).at(-1) !== 'answered'; n += 1) {
      await world.run(threadId);
      await world.clock.advance(10_000);
    }
    await world.database.admin('drop trigger broken_row on salience.turns');
    expect(await states()).toEqual(['answered', 'quarantined', 'answered']);
    expect(await world.load(turnId)).toMatchObject({ attempts: 3, error: { code: 'database.failed' } });
    expect(await letters(threadId)).toEqual([]);
  });
});
