import { type AgentId, decodeDecision, type TurnId } from '@salience/contracts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '@salience/testing';
import { giveFeedback } from '../src/doors/feedback.ts';
import {
  type FollowUp,
  labelledAgents,
  countDecisions,
  learningMark,
  listLabels,
  loadDecisions,
  loadFollowUps,
  loadJudgedTurns,
  loadReflections,
  loadReviewed,
  loadReviewPool,
  loadSilences,
  saveLabels,
  saveReflections,
  takeLearning,
  releaseLearning,
} from '../src/doors/learning.ts';
import { type Database, newId } from '../src/index.ts';
import { decide, keptLabels, labelOf, regulatorOf } from './learning.ts';
import { asRole } from './planted.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let regulator: Database;
const start = new Date('2026-03-01T09:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

const fresh = async () => {
  world = await createWorld();
  regulator = regulatorOf(world);
};

/** Reads on until a message was looked at, and moves the mark: any transaction on the server, of other tests too, holds it back. */
async function readUpTo(turnId: string, limit = 100): Promise<FollowUp[]> {
  const found: FollowUp[] = [];
  const [row] = await world.database.admin<{ last: string }>(
    "select written_xid || ':' || exchange_id as last from salience.turn_ends where turn_id = $1",
    [turnId],
  );
  await until(
    async () => {
      const read = await loadFollowUps(regulator, limit);
      found.push(...read.found);
      const { from, upto } = read;
      if (upto !== from)
        await saveLabels(regulator, { labels: [], mark: { job: 'labels', from, upto, now: start } });
      return upto === row?.last;
    },
    { what: 'the message to be looked at' },
  );
  return found;
}

const pairs = (found: readonly FollowUp[]) => found.map(({ before, next }) => [before.message, next.message]);

describe('what was said next (labels come from outside of the loop)', () => {
  beforeEach(fresh);
  afterEach(() => world.database.close());

  it('comes with the decision before it, whose it is and how long after it, once', async () => {
    await decide(world, 'Book a table.', { threadKey: 't', at: start });
    const next = await decide(world, 'No, I meant book it!', { threadKey: 't', at: later(2) });
    const found = await readUpTo(next.turnId);
    expect(found).toMatchObject([
      {
        agentId: world.agentId,
        threadId: next.threadId,
        givenBy: 'owner',
        secondsBetween: 120,
        similarity: null,
        before: { message: 'Book a table.', reply: 're: Book a table.', mode: 'RESPOND', trust: 'user' },
        next: { turnId: next.turnId, message: 'No, I meant book it!', saidAt: later(2) },
      },
    ]);
    const again = await loadFollowUps(regulator, 100);
    expect([again.found, again.upto]).toEqual([[], again.from]);
  });

  it('threat: what the agent began itself, what is tainted, what another says and what failed neither labels nor is labelled', async () => {
    const said = (text: string, more: Parameters<typeof decide>[2] = {}) =>
      decide(world, text, { threadKey: more.threadKey ?? 't', ...more });
    await said('one');
    await said('of a tool', { trust: 'external' });
    await said('two');
    await said('of nobody known', { trust: 'unverified' });
    await said('three');
    await said('It is time.', { source: 'reminder' });
    await said('four');
    const failed = await world.accept('five', { threadKey: 't' });
    await world.commit(await world.take(failed.threadId), { state: 'failed', reply: null, exchange: null });
    await said('of another', { speaker: 'Eve' });
    await said('six');
    await said('elsewhere', { threadKey: 'u' });
    const last = await said('seven');
    expect(pairs(await readUpTo(last.turnId))).toEqual([['six', 'seven']]);
  });

  it('what was merged into a message does not come between', async () => {
    await decide(world, 'one', { threadKey: 't' });
    await world.accept('two', { threadKey: 't', midRun: 'merge' });
    const last = await decide(world, 'three', { threadKey: 't', midRun: 'merge' });
    const ended = await world.database.admin('select kind from salience.turn_ends order by seq');
    expect(ended).toEqual([{ kind: 'answered' }, { kind: 'merged' }, { kind: 'answered' }]);
    expect(pairs(await readUpTo(last.turnId))).toEqual([['one', 'two\nthree']]);
  });

  it('names no one: a person by their id, a mere name by a hash, the same name of two agents by two', async () => {
    await decide(world, 'one', { threadKey: 't', speaker: 'Ana' });
    const last = await decide(world, 'two', { threadKey: 't', speaker: 'ana ' });
    const [found] = await readUpTo(last.turnId);
    expect(found?.givenBy).toMatch(/^name:[0-9a-f]{16}$/);
    await world.database.admin(
      `insert into salience.people (id, agent_id, name, created_at, updated_at) values ('per_ana', $1, 'Ana', now(), now())`,
      [world.agentId],
    );
    await world.database.admin(
      `insert into salience.person_names (agent_id, kind, value, person_id, created_at) values ($1, 'name', 'ana', 'per_ana', now())`,
      [world.agentId],
    );
    const givers = await world.database.admin<{ giver: string }>(
      `select salience.giver_of(a, s) as giver from (values ($1, 'ANA'), ($1, null), ('other', 'Ana'), ('another', 'Ana')) x(a, s)`,
      [world.agentId],
    );
    expect(givers.slice(0, 2).map(({ giver }) => giver)).toEqual(['per_ana', 'owner']);
    expect(givers[2]?.giver).not.toBe(givers[3]?.giver);
  });

  it('is missed by no order of commits: whatever was committed is read once (law 8)', async () => {
    await world.database.admin('create table public.held (n integer)');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ held: fc.boolean(), read: fc.boolean() }), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, limit) => {
          await world.database.admin(
            "delete from salience.learning_marks where job = 'labels'; delete from salience.turn_ends",
          );
          const seen: string[] = [];
          const look = async () => {
            const { found, from, upto } = await loadFollowUps(regulator, limit);
            seen.push(...found.map(({ next }) => next.turnId));
            if (upto !== from)
              await saveLabels(regulator, { labels: [], mark: { job: 'labels', from, upto, now: start } });
            return upto !== from;
          };
          const open: (() => Promise<void>)[] = [];
          const row = (n: number) =>
            `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, exchange_id, message, mode, trust, source, said_at, decision)
             values ('a${n}', '${world.agentId}', 't${n}', 1, 'answered', 1, now(), 'x${n}', 'a', 'ACT', 'user', 'api', now(), '\\x01'),
               ('b${n}', '${world.agentId}', 't${n}', 2, 'answered', 1, now(), 'y${n}', 'b', 'ACT', 'user', 'api', now(), '\\x01')`;
          for (const [n, { held, read }] of steps.entries()) {
            if (held) {
              // Its transaction has a number now, and ends after what begins later.
              await new Promise<void>((began, failed) => {
                const ended = asRole(world.database.adminUrl, async (client) => {
                  await client.query('begin');
                  await client.query(row(n));
                  await new Promise<void>((commit) => {
                    open.push(async () => {
                      commit();
                      await ended;
                    });
                    began();
                  });
                  await client.query('commit');
                });
                ended.catch(failed);
              });
            } else await world.database.admin(row(n));
            if (read) await look();
          }
          for (const commit of open.toReversed()) {
            await commit();
            await look();
          }
          await until(
            async () => {
              await look();
              return seen.length >= steps.length;
            },
            { what: 'all of them to be read' },
          );
          expect(seen.toSorted()).toEqual(steps.map((_, n) => `b${n}`));
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe('labels', () => {
  beforeEach(fresh);
  afterEach(() => world.database.close());

  it('law 4: are kept once each, and whoever reads from a mark that was moved keeps nothing', async () => {
    const { turnId } = await decide(world, 'one', { at: start });
    const mark = { job: 'labels' as const, from: null, upto: '5:x', now: start };
    const both = await Promise.all([
      saveLabels(regulator, { labels: [labelOf(turnId)], mark }),
      saveLabels(regulator, { labels: [labelOf(turnId, { kind: 'missed_act' })], mark }),
    ]);
    expect(both).toEqual(expect.arrayContaining([1, null]));
    expect(await saveLabels(regulator, { labels: [labelOf(turnId)] })).toBe(0);
    expect(await saveLabels(regulator, { labels: [], mark: { ...mark, from: '4:x' } })).toBeNull();
    const kept = await keptLabels(world);
    expect(kept).toMatchObject([{ turn_id: turnId, given_via: 'reaction', given_by: 'owner' }]);
    const [row] = await listLabels(world.consumer, world.agentId, { limit: 10 });
    // What a label says of its decision is read of the decision.
    expect(row).toMatchObject({
      agentId: world.agentId,
      mode: 'RESPOND',
      policyName: 'shipped',
      policyVersion: 1,
      decidedAt: start,
    });
  });

  it('of feedback the latest counts, and one that says nothing takes it back', async () => {
    const { turnId } = await decide(world, 'one');
    const given = labelOf(turnId, { givenVia: 'feedback', givenBy: 'local', at: later(2) });
    const save = (more: Partial<typeof given>) => saveLabels(regulator, { labels: [{ ...given, ...more }] });
    await save({});
    await save({ kind: 'missed_act', at: later(3), id: newId('label') });
    await save({ kind: 'correct', at: later(1) });
    expect((await keptLabels(world)).map(({ kind }) => kind)).toEqual(['missed_act']);
    await saveLabels(regulator, { labels: [], withdrawn: [{ turnId, givenBy: 'local' }] });
    expect(await keptLabels(world)).toEqual([]);
  });

  it('hold no words, and none are of a decision that was forgotten or never made', async () => {
    const { turnId } = await decide(world, 'one');
    expect(() =>
      saveLabels(regulator, { labels: [labelOf(turnId, { reason: 'She said: Ana lives here.' })] }),
    ).toThrow('a short code');
    await world.database.admin('update salience.turn_ends set decision = null, exchange_id = null');
    expect(await saveLabels(regulator, { labels: [labelOf(turnId), labelOf(newId('turn') as TurnId)] })).toBe(
      0,
    );
  });

  it('law 12: are seen by their own agent only', async () => {
    const { turnId } = await decide(world, 'one');
    await saveLabels(regulator, { labels: [labelOf(turnId)] });
    expect(await listLabels(world.consumer, world.agentId, { limit: 5, turnId })).toHaveLength(1);
    expect(await listLabels(world.consumer, newId('agent') as AgentId, { limit: 5 })).toEqual([]);
    expect((await world.consumer.pool.query('select 1 from salience.decision_labels')).rows).toEqual([]);
  });

  it('feedback on a turn is read when it is given and when it changes', async () => {
    const { turnId } = await decide(world, 'one');
    const give = (value: number) =>
      giveFeedback(world.consumer, world.agentId, {
        target: turnId as TurnId,
        value,
        givenBy: 'local',
        now: start,
      });
    for (const value of [-1, 0.5]) {
      await give(value);
      await until(
        async () => {
          const { found, from, upto } = await loadJudgedTurns(regulator, 10);
          if (upto === from) return false;
          expect(found).toMatchObject([{ turnId, mode: 'RESPOND', value, givenBy: 'local', at: start }]);
          // As the digest stored it: what the turn saw of itself before it ended is in there.
          expect(found.map(({ decision }) => decodeDecision(decision).modeInitial)).toEqual(['RESPOND']);
          await saveLabels(regulator, { labels: [], mark: { job: 'feedback', from, upto, now: start } });
          return true;
        },
        { what: 'the feedback to be read' },
      );
    }
  });

  it('feedback that is committed late is read as well: nothing that began after it is read before (law 8)', async () => {
    const [{ turnId: late }, { turnId: soon }] = [await decide(world, 'one'), await decide(world, 'two')];
    const give = (
      turnId: string,
    ) => `insert into salience.feedback (id, agent_id, target, value, given_by, created_at)
      values ('${newId('feedback')}', '${world.agentId}', '${turnId}', 1, 'local', now())`;
    const read: string[] = [];
    const look = async () => {
      const { found, from, upto } = await loadJudgedTurns(regulator, 10);
      read.push(...found.map(({ turnId }) => turnId));
      if (upto !== from)
        await saveLabels(regulator, { labels: [], mark: { job: 'feedback', from, upto, now: start } });
    };
    await asRole(world.database.adminUrl, async (client) => {
      await client.query('begin');
      await client.query(give(late));
      await world.database.admin(give(soon));
      await look();
      expect(read).toEqual([]);
      await client.query('commit');
    });
    await until(
      async () => {
        await look();
        return read.length === 2;
      },
      { what: 'both to be read' },
    );
    expect(read).toEqual([late, soon]);
  });

  it('a thread in which nothing more was said is found once its time is over, once, and not while it works', async () => {
    const quiet = await decide(world, 'one', { threadKey: 'quiet', at: start });
    const busy = await decide(world, 'two', { threadKey: 'busy', at: start });
    await world.accept('three', { threadKey: 'busy', now: later(1) });
    const look = (now: Date) => loadSilences(regulator, { now, expiryMs: 600_000, limit: 1 });
    expect((await look(later(9))).found).toEqual([]);
    const found: unknown[] = [];
    for (let read = await look(later(11)); read.upto !== read.from; read = await look(later(11))) {
      found.push(...read.found.map(({ at, givenBy, turnId }) => ({ at, givenBy, turnId })));
      await saveLabels(regulator, {
        labels: [],
        mark: { job: 'silences', from: read.from, upto: read.upto, now: later(11) },
      });
    }
    expect(found).toEqual([{ at: later(10), givenBy: 'owner', turnId: quiet.turnId }]);
    expect(busy.turnId).not.toBe(quiet.turnId);
  });
});

describe('decisions of a window', () => {
  beforeAll(fresh);
  afterAll(() => world.database.close());

  it('come in pages, labelled or not, with the bits that they were made of', async () => {
    const made = [];
    for (const [n, mode] of (['ACT', 'RESPOND', 'CLARIFY', 'RESPOND', 'ACT'] as const).entries())
      made.push(
        await decide(world, `m${n}`, { at: later(n), mode, confidence: n / 5, threadKey: `t${n % 2}` }),
      );
    await decide(world, 'of a tool', { at: later(2), trust: 'external' });
    const ids = made.map(({ turnId }) => turnId);
    await saveLabels(regulator, {
      labels: [
        labelOf(ids[1] as TurnId, { kind: 'missed_act', wanted: 'ACT', fromTurnId: ids[3] as TurnId }),
        labelOf(ids[1] as TurnId, { givenVia: 'silence', at: later(9) }),
      ],
    });
    const pages = [];
    const page = (after?: { readonly endedAt: Date; readonly turnId: TurnId }) =>
      loadDecisions(regulator, { from: start, to: later(4), limit: 2, after });
    for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1))) pages.push(rows);
    expect(pages.map((rows) => rows.map(({ turnId }) => turnId))).toEqual([
      [ids[0], ids[1]],
      [ids[2], ids[3]],
    ]);
    expect(pages[0]?.[1]).toMatchObject({
      person: 'owner',
      mode: 'RESPOND',
      confidence: 0.2,
      policyName: 'shipped',
      decision: { signals: { token_count: 3 }, modeTerminal: 'RESPOND' },
      labels: [
        { kind: 'correct', givenVia: 'silence', at: later(9) },
        { kind: 'missed_act', wanted: 'ACT', givenVia: 'reaction' },
      ],
    });
    expect(
      await loadDecisions(regulator, {
        from: start,
        to: later(9),
        limit: 9,
        agentId: newId('agent') as AgentId,
      }),
    ).toEqual([]);
    expect(await labelledAgents(regulator, start, 1)).toEqual([{ agentId: world.agentId, decisions: 1 }]);
    expect(await labelledAgents(regulator, start, 2)).toEqual([]);
    expect(await countDecisions(regulator, start, new Date())).toBe(5);
  });

  it('are drawn for a review by strata, the same by the same seed, and each is reviewed once', async () => {
    const draw = (seed: string) =>
      loadReviewPool(regulator, { from: start, to: later(9), low: 0.3, high: 0.6, seed, each: 2 });
    const pool = await draw('a');
    expect(pool.map(({ stratum }) => stratum)).toEqual(['high', 'high', 'low', 'low', 'middle']);
    expect((await draw('a')).map(({ turnId }) => turnId)).toEqual(pool.map(({ turnId }) => turnId));
    const turnId = (pool[4]?.turnId ?? '') as TurnId;
    expect(await loadReviewed(regulator, [turnId])).toMatchObject([
      { turnId, message: 'm2', reply: 're: m2', nextMessage: 'm4', labels: [] },
    ]);
    const review = {
      turnId,
      at: later(9),
      agrees: false,
      wanted: 'ACT' as const,
      confidence: 0.9,
      ambiguity: 0.1,
      dimensions: { clarity: 0.25 },
      model: 'm',
      stratum: 'middle',
    };
    const label = labelOf(turnId, {
      kind: 'missed_act',
      givenVia: 'reflection',
      givenBy: 'm',
      reason: 'review',
    });
    const save = () => saveReflections(regulator, { reflections: [review], labels: [label] });
    expect([await save(), await save()]).toEqual([1, 0]);
    expect((await draw('a')).map(({ stratum }) => stratum)).not.toContain('middle');
    expect(await loadReflections(regulator, later(9), later(10), 9)).toMatchObject([
      { turnId, agentId: world.agentId, agrees: false, wanted: 'ACT', dimensions: { clarity: 0.25 } },
    ]);
    expect(await loadReflections(regulator, start, later(9), 9)).toEqual([]);
    expect((await keptLabels(world)).filter(({ given_via }) => given_via === 'reflection')).toHaveLength(1);
    // A label that a review gave is shown with what it is founded on, and no other of the same turn.
    const silence = labelOf(turnId, { givenVia: 'silence', givenBy: 'silence', reason: 'expired' });
    await saveLabels(regulator, { labels: [silence] });
    const listed = await listLabels(world.consumer, world.agentId, { limit: 5, turnId });
    const { ambiguity, dimensions } = review;
    expect(new Map(listed.map((one) => [one.givenVia, one.review]))).toEqual(
      new Map([
        ['reflection', { ambiguity: expect.closeTo(ambiguity, 6) as number, dimensions }],
        ['silence', null],
      ]),
    );
  });
});

describe('a loop of learning', () => {
  beforeAll(fresh);
  afterAll(() => world.database.close());

  it('is run by one at a time, and by another when its lease is over', async () => {
    expect(await takeLearning(regulator, 'regulate', 'one', 60_000)).toBe(1);
    expect(await takeLearning(regulator, 'regulate', 'two', 60_000)).toBeNull();
    expect(await takeLearning(regulator, 'regulate', 'one', 60_000)).toBe(1);
    await world.database.admin(
      "update salience.learning_marks set lease_until = clock_timestamp() - interval '1 second'",
    );
    expect(await takeLearning(regulator, 'regulate', 'two', 60_000)).toBe(2);
    expect(await releaseLearning(regulator, 'regulate', 1)).toBe(false);
    expect(await releaseLearning(regulator, 'regulate', 2)).toBe(true);
    expect(await takeLearning(regulator, 'regulate', 'one', 60_000)).toBe(3);
    expect(await learningMark(regulator, 'regulate')).toEqual({ readTo: null, movedAt: null });
    await saveLabels(regulator, {
      labels: [],
      mark: { job: 'labels', from: null, upto: '1:x', now: later(5) },
    });
    expect((await learningMark(regulator, 'labels')).movedAt).toEqual(later(5));
  });
});
