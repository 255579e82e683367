import { describe, expect, test } from 'vitest';
import { acceptChunk } from './accept-chunk.ts';
import { collectWorldState, countWorld, toldWorld, type WorldRows, worldSources } from './world-state.ts';

const now = new Date('2026-03-02T09:00:00Z');
const rows: WorldRows = {
  schedules: [{ id: 'sch_1', text: 'water the plants', dueAt: now, trust: 'user' }],
  actions: [
    { id: 'apr_1', tool: 'mail', state: 'asked', text: 'send the contract to Bo', at: now, trust: 'user' },
    { id: 'turn_1.2', tool: 'fetch', state: 'waiting', text: 'look up trains', at: null, trust: 'user' },
  ],
  goals: [{ id: 'itm_1', list: 'todo', text: 'paint the fence', at: now, trust: 'user', listTrust: 'user' }],
  ahead: [
    {
      id: 'ex_1',
      message: 'All is well. I will see Ana tomorrow. Bye!',
      at: new Date('2026-03-03T00:00:00Z'),
      saidAt: now,
      asked: false,
      trust: 'user',
      times: [{ half: 'message', start: 28, end: 36, from: '2026-03-03T00:00:00.000Z' }],
    },
  ],
  over: [],
  focus: { text: 'the move', setAt: now, trust: 'user' },
};
const nothing: WorldRows = { schedules: [], actions: [], goals: [], ahead: [], over: [], focus: null };

test('the state of the world is what is due, what waits, what is wanted, what lies ahead and what is in focus, the most relevant first', () => {
  const world = collectWorldState(worldSources(rows), now);
  expect(world.map(({ kind, text }) => [kind, text])).toEqual([
    ['reminder', 'water the plants'],
    ['action', 'mail waits for approval: send the contract to Bo'],
    ['focus', 'the move'],
    ['action', 'fetch will be tried again: look up trains'],
    ['goal', 'paint the fence (on the list todo)'],
    ['ahead', 'I will see Ana tomorrow.'],
  ]);
  expect(collectWorldState(worldSources(nothing), now)).toEqual([]);
});

test('threat: an item is told with the name of its list, and is trusted no more than who named that', () => {
  const [goal] = rows.goals;
  const world = (more: object): WorldRows => ({
    ...nothing,
    goals: [{ ...(goal as typeof goal & object), ...more }],
  });
  const trustOf = (more: object) => collectWorldState(worldSources(world(more)), now)[0]?.trust;
  expect(trustOf({})).toBe('user');
  expect(trustOf({ listTrust: 'external' })).toBe('external');
  expect(trustOf({ trust: 'unverified' })).toBe('unverified');
});

describe('a gist beside the state of the world', () => {
  const confidenceOf = (content: string, world = rows) =>
    acceptChunk(
      { gists: [{ type: 'fact', content, confidence: 0.8 }], facts: [], entities: [], traits: [], times: [] },
      {
        message: content,
        reply: null,
        speaker: null,
        trust: 'user',
        replyTrust: null,
        beside: [],
        saidAt: now,
        world: collectWorldState(worldSources(world), now),
      },
    ).gists.map(({ confidence }) => confidence);

  test.each([
    'The reminder to water the plants is done.',
    'The fence is already painted, paint is finished.',
    'The contract was sent to Bo already.',
  ])('is half as sure where it says that something is over which is open: %s', (content) => {
    expect(confidenceOf(content)).toEqual([0.4]);
    // The very same words where nothing is open.
    expect(confidenceOf(content, nothing)).toEqual([0.8]);
  });

  test.each([
    'The plants are not done yet, I still have to water them.',
    'I will water the plants tomorrow.',
    'The tax return is done.',
    'The move is done.',
  ])('is as sure as it was: %s', (content) => {
    expect(confidenceOf(content)).toEqual([0.8]);
  });
});

test('what the agent pursues is told to a model after what goes on, and counts for nothing that goes on', () => {
  const pursued = [{ id: 7, goal: 'Ship the release', priority: 80 }];
  expect(toldWorld({ ...nothing, pursued }, now)).toEqual([
    {
      id: 'goal:7',
      kind: 'pursued',
      text: 'Ship the release',
      subject: 'Ship the release',
      trust: 'owner',
      relevance: 0.8,
    },
  ]);
  expect(toldWorld({ ...rows, pursued }, now).at(-1)?.id).toBe('goal:7');
  expect(countWorld({ ...nothing, pursued }, now)).toBe(0);
});
