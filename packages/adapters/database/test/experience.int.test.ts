import type { ActStep, ExperienceId, TurnId } from '@salience/contracts';
import { experienceRules } from '@salience/memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import { beginExperience, saveExperience, settleExperience, sweepExperiences } from '../src/doors/acting.ts';
import { save, step } from './acting.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
let episodic: Database;
let scheduler: Database;
beforeAll(async () => {
  world = await createWorld();
  episodic = world.database.connect('salience_episodic');
  scheduler = world.database.connect('salience_scheduler');
});
afterAll(() => world.database.close());

const noon = Date.parse('2030-01-01T12:00:00Z');
const at = (seconds: number): Date => new Date(noon + seconds * 1_000);
const day = 86_400;

/** A finished call of an external tool. */
function answered(runId: TurnId, n: number, text: string, more: Partial<ActStep> = {}): ActStep {
  return step(runId, n, {
    state: 'succeeded',
    call: { id: `call-${n}`, tool: 'guide__find', arguments: { about: 'Porto' } },
    result: { outcome: 'succeeded', text, trust: 'external', transient: false, durationMs: 5 },
    at: at(0).toISOString(),
    ...more,
  });
}

/** A turn in a thread of its own, in hand. */
async function turn(text: string): Promise<Taken> {
  const { threadId } = await world.accept(text, { threadKey: newId('thread') });
  return world.take(threadId);
}

/** An ended turn that used a tool once; the id of what became of it. */
async function experienced(text: string, when = at(0)): Promise<ExperienceId> {
  const taken = await turn('Find it.');
  await save(world, taken, [answered(taken.turn.id, 0, text, { at: when.toISOString() })]);
  await world.commit(taken);
  const [row] = await rowsOf(taken.turn.id);
  if (row === undefined) throw new Error('nothing was noted');
  return row.id;
}

const rowsOf = (runId: TurnId) =>
  world.database.admin<{ id: ExperienceId; tool: string; state: string }>(
    'select id, tool, state from salience.experiences where run_id = $1 order by step_n',
    [runId],
  );
const stateOf = async (id: ExperienceId) =>
  (
    await world.database.admin('select state, error, episode_id from salience.experiences where id = $1', [
      id,
    ])
  )[0];

const begin = (experienceId: ExperienceId, now: Date, rules = {}) =>
  beginExperience(episodic, {
    agentId: world.agentId,
    experienceId,
    now,
    rules: { ...experienceRules, perDay: 1_000, ...rules },
  });

const store = (
  experienceId: ExperienceId,
  now: Date,
  gist = `The bookshop of ${experienceId} opens at nine.`,
) =>
  saveExperience(episodic, {
    id: newId('episode'),
    agentId: world.agentId,
    experienceId,
    gist,
    action: 'guide__find',
    intent: 'Find it.',
    durability: 'evolving',
    salience: 0.5,
    trust: 'external',
    refused: 0,
    model: 'test',
    at: now.toISOString(),
    now,
  });

const long = (mark: string) => `The bookshop ${mark} in Porto opens at half past nine every day of the week.`;

describe('what becomes an experience', () => {
  it('is the accepted answer of an external tool, in the transaction that saves its step, once (law 4)', async () => {
    const taken = await turn('Find a bookshop.');
    const run = taken.turn.id;
    const call = (tool: string) => ({ id: 'c', tool, arguments: {} });
    const steps = [
      answered(run, 0, long('A')),
      answered(run, 1, long('B'), { call: call('recall') }),
      answered(run, 2, long('C'), { call: call('introspect') }),
      answered(run, 3, 'ok'),
      answered(run, 4, long('D'), { verdict: { verdict: 'correct', rule: 'x', reason: 'y' } }),
      answered(run, 5, long('E'), { state: 'failed' }),
      answered(run, 6, long('F'), { state: 'started', result: null }),
    ];
    await save(world, taken, steps);
    await save(world, taken, [answered(run, 0, long('A')), answered(run, 6, long('F'))]);
    expect(await rowsOf(run)).toEqual([
      { id: expect.stringMatching(/^xp_[0-9a-f]{32}$/), tool: 'guide__find', state: 'pending' },
      { id: expect.stringMatching(/^xp_[0-9a-f]{32}$/), tool: 'guide__find', state: 'pending' },
    ]);
  });

  it('waits once, however often the same answer comes', async () => {
    const taken = await turn('Find it twice.');
    await save(world, taken, [
      answered(taken.turn.id, 0, long('twice')),
      answered(taken.turn.id, 1, ` ${long('twice')}\n`),
    ]);
    expect(await rowsOf(taken.turn.id)).toHaveLength(1);
  });

  it('is sent when its turn has ended, and again only after a pause (law 1)', async () => {
    const taken = await turn('Find it slowly.');
    await save(world, taken, [answered(taken.turn.id, 0, long('slow'))]);
    const [{ id } = { id: '' }] = await rowsOf(taken.turn.id);
    const sent = async (now: Date) =>
      (await sweepExperiences(scheduler, 100, now)).due.some(({ experienceId }) => experienceId === id);
    expect(await sent(at(1))).toBe(false);
    await world.commit(taken);
    expect(await sent(at(-1))).toBe(false);
    expect(await sent(at(1))).toBe(true);
    expect(await sent(at(1))).toBe(false);
    await world.database.admin("update salience.experiences set swept_at = now() - interval '6 seconds'");
    expect(await sent(at(1))).toBe(true);
  });
});

describe('when an experience is looked at', () => {
  it('is once per topic in each cooldown, the others later, each in a place of its own', async () => {
    const taken = await turn('Three at once.');
    const run = taken.turn.id;
    await save(
      world,
      taken,
      [0, 1, 2].map((n) => answered(run, n, long(`place ${n}`))),
    );
    await world.commit(taken);
    const [a, b, c] = (await rowsOf(run)).map(({ id }) => id) as [ExperienceId, ExperienceId, ExperienceId];
    const begun = await Promise.all([a, b, c].map((id) => begin(id, at(0))));
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['later', 'later', 'ready']);
    const times = begun.flatMap((one) => (one.status === 'later' ? [Date.parse(one.dueAt)] : []));
    expect(times.toSorted((a, b) => a - b)).toEqual([at(300).getTime(), at(600).getTime()]);
    // Who was let through stays so: a second try of the same job is the same look.
    const first = [a, b, c][begun.findIndex(({ status }) => status === 'ready')] as ExperienceId;
    expect((await begin(first, at(10))).status).toBe('ready');
    expect((await begin(first === a ? b : a, at(301))).status).toBe('ready');
    expect(
      await world.database.admin('select 1 from salience.experiences where run_id = $1', [run]),
    ).toHaveLength(3);
  });

  it('is so often a day for an agent, and on the next day for the others: put off, never dropped', async () => {
    const ids = [
      await experienced(long('day 1')),
      await experienced(long('day 2')),
      await experienced(long('day 3')),
    ];
    const spent = await world.database.admin<{ n: number }>(
      "select count(*)::int as n from salience.experiences where asked_at >= '2030-01-01'",
    );
    const perDay = (spent[0]?.n ?? 0) + 2;
    const begun = [];
    for (const id of ids) begun.push(await begin(id, at(900), { perDay }));
    expect(begun.map(({ status }) => status)).toEqual(['ready', 'ready', 'later']);
    expect(begun[2]).toMatchObject({ dueAt: expect.stringMatching(/^2030-01-02T00:00:00/) });
    expect((await begin(ids[2] as ExperienceId, at(day), { perDay })).status).toBe('ready');
  });

  it('is not where the same answer was kept before, which confirms its episode; a failed look suppresses nothing', async () => {
    const when = (days: number) => at(days * day);
    const failed = await experienced(long('same'), when(10));
    const settled = { agentId: world.agentId, experienceId: failed, now: when(10) };
    expect((await begin(failed, when(10))).status).toBe('ready');
    await settleExperience(episodic, { ...settled, state: 'failed', code: 'llm.invalid-output' });
    const kept = await experienced(long('same'), when(10.1));
    expect((await begin(kept, when(10.1))).status).toBe('ready');
    expect(await store(kept, when(10.1))).toEqual({ status: 'stored' });
    for (const days of [10.5, 40]) {
      const again = await experienced(long('same'), when(days));
      expect((await begin(again, when(days))).status).toBe('known');
      expect(await stateOf(again)).toEqual({ state: 'skipped', error: 'experience.known', episode_id: null });
    }
    const [episode] = await world.database.admin(
      'select started_at, ended_at from salience.episodes where experience_id = $1',
      [kept],
    );
    expect(episode).toEqual({ started_at: when(10.1), ended_at: when(40) });
  });

  it('is not for a day where it was worth nothing', async () => {
    const empty = await experienced(long('empty'), at(50 * day));
    const settled = { agentId: world.agentId, experienceId: empty, now: at(50 * day) };
    await settleExperience(episodic, { ...settled, state: 'skipped', code: 'experience.not-worth' });
    const soon = await experienced(long('empty'), at(50.9 * day));
    expect((await begin(soon, at(50.9 * day))).status).toBe('known');
    const later = await experienced(long('empty'), at(51.1 * day));
    expect((await begin(later, at(51.1 * day))).status).toBe('ready');
  });

  it('comes to an end: what found no place for a week is given up, visibly', async () => {
    const id = await experienced(long('week'));
    expect((await sweepExperiences(scheduler, 500, at(7 * day + 1))).expired).toBeGreaterThan(0);
    expect(await stateOf(id)).toMatchObject({ state: 'skipped', error: 'experience.too-old' });
  });
});

describe('what an experience becomes', () => {
  it('is one episode that stands on its step and on the exchange of its turn (law 4)', async () => {
    const id = await experienced(long('kept'), at(20 * day));
    const results = await Promise.all(Array.from({ length: 4 }, () => store(id, at(20 * day))));
    expect(results.filter(({ status }) => status === 'stored')).toHaveLength(1);
    const [episode] = await world.database.admin(
      `select p.source, p.trust, p.salience, p.durability, p.first_seq, x.run_id = e.turn_id as stands
       from salience.episodes p join salience.experiences x on x.episode_id = p.id and x.id = p.experience_id
       join salience.episode_exchanges l on l.episode_id = p.id join salience.exchanges e on e.id = l.exchange_id
       where x.id = $1`,
      [id],
    );
    expect(episode).toEqual({
      source: 'experience',
      trust: 'external',
      salience: 0.5,
      durability: 'evolving',
      first_seq: null,
      stands: true,
    });
    expect((await begin(id, at(20 * day))).status).toBe('settled');
  });

  it('is none of its own where the same was observed before, at the same time even', async () => {
    const ids = [await experienced(long('x'), at(60 * day)), await experienced(long('y'), at(61 * day))];
    const results = await Promise.all(ids.map((id) => store(id, at(61 * day), 'Both teach this.')));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['known', 'stored']);
    const episodes = await world.database.admin(
      "select 1 from salience.episodes where gist = 'Both teach this.'",
    );
    expect(episodes).toHaveLength(1);
  });

  it('is nothing once the words are forgotten', async () => {
    const id = await experienced(long('forgotten'), at(21 * day));
    expect((await begin(id, at(21 * day))).status).toBe('ready');
    await world.database.admin(
      'update salience.act_steps s set result = null from salience.experiences x where x.id = $1 and s.run_id = x.run_id',
      [id],
    );
    expect(await store(id, at(21 * day))).toEqual({ status: 'known' });
    expect((await begin(id, at(21 * day))).status).toBe('settled');
    expect(await stateOf(id)).toMatchObject({ state: 'skipped', error: 'experience.gone' });
  });

  it('belongs to its agent alone (law 12)', async () => {
    const id = await experienced(long('other'), at(22 * day));
    const begun = await beginExperience(episodic, {
      agentId: newId('agent'),
      experienceId: id,
      now: at(22 * day),
      rules: experienceRules,
    });
    expect(begun.status).toBe('settled');
    expect(await stateOf(id)).toMatchObject({ state: 'pending' });
  });
});
