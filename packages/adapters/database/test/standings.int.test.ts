import type { PolicyStanding } from '@salience/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deleteOldStandings,
  listStandings,
  listVersions,
  loadRoutedDays,
  noteCycle,
  noteStanding,
  publishPolicy,
} from '../src/doors/learning.ts';
import { findDrifted, listDrifted, turnsShown } from '../src/doors/drift.ts';
import { type Database, newId } from '../src/index.ts';
import { plantLived } from '@salience/testing';
import { changeId, decide, regulatorOf } from './learning.ts';
import { createWorld, type World } from './world.ts';

const start = new Date('2026-03-01T09:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);
const standing = (n: number): PolicyStanding => ({
  at: day(n).toISOString(),
  outcome: 'nothing_presses',
  decisions: 10 + n,
  labelled: 5,
  one_to_one: 9,
  tiebreak_share: 0.1,
  shares: { RESPOND: 0.6 },
  pressures: [],
});

let world: World;
let regulator: Database;
beforeAll(async () => {
  world = await createWorld();
  regulator = regulatorOf(world);
});
afterAll(() => world.database.close());

it('keeps how a policy did day by day with the cycle that found it, once a day, under the version that decided', async () => {
  await noteStanding(regulator, 'fleet', { name: 'shipped', version: 3 }, standing(0));
  const published = {
    name: 'fleet',
    parent: { name: 'shipped', version: 3 },
    base: { name: 'shipped', version: 3 },
    reason: {},
  };
  const change = () => ({ id: changeId(), action: 'publish', cause: 'test' }) as const;
  await publishPolicy(regulator, {
    ...published,
    from: null,
    weights: { 'respond.base': 0.5 },
    state: { standing: standing(1) },
    cycledAt: day(1),
    now: day(1),
    change: change(),
  });
  const quiet = { name: 'fleet', now: day(2) };
  await noteCycle(regulator, {
    ...quiet,
    from: { version: 1, cycledAt: day(1) },
    state: { standing: standing(2) },
    cycledAt: day(2),
  });
  // Whoever knows of an earlier cycle keeps nothing.
  await noteCycle(regulator, {
    ...quiet,
    from: { version: 1, cycledAt: day(1) },
    state: { standing: standing(9) },
    cycledAt: day(9),
  });
  await publishPolicy(regulator, {
    ...published,
    from: { version: 1, cycledAt: day(2) },
    weights: { 'respond.base': 0.52 },
    state: { standing: standing(3) },
    cycledAt: day(3),
    now: day(3),
    change: change(),
  });
  const rows = await listStandings(world.consumer, 'fleet', { from: '2026-03-01', limit: 10 });
  expect(rows.map((row) => [row.day, row.decidedBy, row.decidedVersion, row.standing.decisions])).toEqual([
    ['2026-03-01', 'shipped', 3, 10],
    ['2026-03-02', 'shipped', 3, 11],
    ['2026-03-03', 'fleet', 1, 12],
    ['2026-03-04', 'fleet', 1, 13],
  ]);
  // An older look of the same day changes nothing, a later one does.
  const later = { ...standing(3), at: new Date(day(3).getTime() + 60_000).toISOString(), decisions: 99 };
  for (const seen of [standing(3), later, standing(3)])
    await noteStanding(regulator, 'fleet', { name: 'fleet', version: 2 }, seen);
  const [last] = await listStandings(world.consumer, 'fleet', { from: '2026-03-04', limit: 10 });
  expect(last).toMatchObject({ decidedVersion: 2, standing: { decisions: 99 } });
  expect(await listVersions(world.consumer, 'fleet', [1, 2, 7])).toEqual([
    { version: 1, weights: { 'respond.base': 0.5 } },
    { version: 2, weights: { 'respond.base': 0.52 } },
  ]);
  await expect(
    noteStanding(world.digest, 'fleet', { name: 'fleet', version: 2 }, standing(5)),
  ).rejects.toThrow('permission denied');
  const scheduler = world.database.connect('salience_scheduler');
  expect(await deleteOldStandings(scheduler, day(2))).toBe(2);
});

it('counts decisions of one agent by day and mode, without turns that nobody said, that a stranger said, or that were only overheard', async () => {
  const ended = async (
    mode: string | null,
    source: string,
    at: Date,
    { agentId = world.agentId, trust = 'user' }: { readonly agentId?: string; readonly trust?: string } = {},
  ) =>
    world.database.admin(
      `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, mode, source, trust, exchange_id, policy_name, policy_version, ended_at)
       values ($1, $2, $1, 1, 'answered', 0, $3, $4, $5, $6, 'shipped', 1, $7)`,
      [newId('turn'), agentId, mode, source, trust, newId('exchange'), at],
    );
  await ended('RESPOND', 'chat', day(10));
  await ended('RESPOND', 'chat', day(10));
  await ended('ACT', 'chat', day(11));
  await ended('IGNORE', 'chat', day(11));
  await ended('RESPOND', 'reminder', day(11));
  await ended('RESPOND', 'chat', day(12), { agentId: newId('agent') });
  await ended('RESPOND', 'bridge', day(11), { trust: 'unverified' });
  await ended(null, 'chat', day(11));
  await decide(world, 'Bob, can you send me the budget file?', {
    mode: 'IGNORE',
    overheard: true,
    at: day(11),
  });
  const found = await loadRoutedDays(world.consumer, world.agentId, { from: day(9), to: day(12) });
  expect(found).toEqual([
    { day: '2026-03-11', mode: 'RESPOND', decisions: 2 },
    { day: '2026-03-12', mode: 'ACT', decisions: 1 },
    { day: '2026-03-12', mode: 'IGNORE', decisions: 1 },
  ]);
});

it('lists thoughts with what they rest on, and finds where they were said and shown', async () => {
  const lived = await plantLived(world.database, {
    agentId: world.agentId,
    talk: ['The boat leaks.'],
    names: ['boat', 'harbour'],
    at: day(0),
  });
  const plant = async (n: number) => {
    const id = newId('thought', day(n).getTime());
    await world.database.admin(
      `insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust, source, model, tokens, fatigue, created_at, expires_at)
       values ($1, $2, 'question', $3, $4, 'salient', 0.9, $5, $6, 'agent', 'drift', 'm', 12, 0, $7, $7::timestamptz + interval '7 days')`,
      [id, world.agentId, `Does it leak ${n}?`, lived.conceptIds[0], lived.episodeId, lived.threadId, day(n)],
    );
    for (const [place, concept] of lived.conceptIds.entries())
      await world.database.admin(
        'insert into salience.thought_concepts (thought_id, concept_id, agent_id, energy, is_seed) values ($1, $2, $3, $4, $5)',
        [id, concept, world.agentId, 1 - place / 2, place === 0],
      );
    return id;
  };
  const [older, newer] = [await plant(1), await plant(2)];
  const said = await world.accept('', {
    source: 'thought',
    idempotencyKey: ` thought:${older}`,
    now: day(3),
  });
  const shown = await world.accept('What of the boat?');
  for (const [turnId, included] of [
    [shown.turnId, 1],
    [said.turnId, 0],
  ] as const)
    await world.database.admin(
      `insert into salience.contexts (turn_id, call, agent_id, model, system_hash, body, tokens, created_at) values ($1, 0, $2, 'm', 'h', $3, 1, $4)`,
      [
        turnId,
        world.agentId,
        JSON.stringify({ items: [[older, 'r1', 'memory', 'agent', 4, 0.5, included, 'fits']] }),
        day(4),
      ],
    );
  const page = await listDrifted(world.consumer, world.agentId, { limit: 1 });
  expect(page.map(({ id, said }) => [id, said])).toEqual([[newer, null]]);
  const before = { at: new Date(page[0]?.createdAt ?? 0), id: newer };
  expect(
    await listDrifted(world.consumer, world.agentId, { limit: 5, before, type: 'question' }),
  ).toMatchObject([
    {
      id: older,
      concepts: [
        { name: 'boat', seed: true },
        { name: 'harbour', seed: false },
      ],
      episode: { id: lived.episodeId },
      said: { turnId: said.turnId, outcome: null },
      used: null,
      judged: null,
    },
  ]);
  expect(await turnsShown(world.consumer, world.agentId, older, 10)).toMatchObject([
    { turnId: shown.turnId },
  ]);
  expect(await turnsShown(world.consumer, world.agentId, newer, 10)).toEqual([]);
  expect(await findDrifted(world.consumer, newId('agent'), older)).toBeUndefined();
});
