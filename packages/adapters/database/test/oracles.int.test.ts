import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endFloor, giveFloor, leaveRoom, lowerHuman, raiseHuman, roomState } from '../src/doors/rooms.ts';
import { nextFloor } from './oracles/next-floor.ts';
import { type HandEvent, type HandOf, nextHand, restingHand } from './oracles/next-hand.ts';
import { emptyFloor, type FloorEvent, type RoomFloor } from './oracles/room-floor.ts';
import { roomOf, start } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const rules = { threshold: 3, immediateTypes: ['disagreement', 'question', 'insight'] };
/** What a float of four bytes holds exactly. */
const bid = fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8);
const handEvent: fc.Arbitrary<HandEvent> = fc.oneof(
  fc
    .constantFrom(
      'own-message' as const,
      'floor-given' as const,
      'floor-over' as const,
      'lowered' as const,
      'cleared' as const,
    )
    .map((kind) => ({ kind })),
  fc.record({ kind: fc.constant('asked' as const), bid, place: fc.boolean() }),
  fc.record({
    kind: fc.constant('thought' as const),
    type: fc.constantFrom('reaction', 'question', 'background', 'custom'),
    focus: fc.constantFrom('full' as const, 'background' as const),
    bid,
    place: fc.boolean(),
  }),
);

/** Steps of a hand as the oracle takes them. */
function stepsOf(events: readonly HandEvent[]) {
  let hand = restingHand;
  return events.map((event) => {
    const before = hand;
    hand = nextHand(hand, event, rules).hand;
    return { before, event, after: hand };
  });
}

it('a hand moves as its oracle says, by any event in any state', async () => {
  const walks = fc.sample(fc.array(handEvent, { minLength: 20, maxLength: 30 }), { numRuns: 150, seed: 3 });
  const steps = walks.flatMap(stepsOf);
  const given = steps.map(({ before, event: { kind, ...more } }) => ({
    before: { ...before, raised_at: before.state === 'lowered' ? null : start },
    place: 'place' in more && more.place,
    event: { event: kind, ...rules, ...more },
  }));
  const rows = await world.database.admin<HandOf>(
    `select h.state, h.count, h.reason, h.bid::float8 as bid, h.version::int as version
     from jsonb_array_elements($1::jsonb) with ordinality as e(step, n),
       salience.next_hand(jsonb_populate_record(null::salience.pfc_hands, step->'before'), step->'event', (step->'place')::boolean, $2) h
     order by n`,
    [JSON.stringify(given), start],
  );
  expect(rows.length).toBeGreaterThan(1_000);
  for (const [at, { after, ...step }] of steps.entries())
    expect({ ...step, after: rows[at] }).toEqual({ ...step, after });
});

const people = ['ada', 'bob', 'cid'] as const;
const person = fc.constantFrom(...people);
const floorEvent: fc.Arbitrary<FloorEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('raise' as const),
      member: person,
      tier: fc.constantFrom('normal' as const, 'emergency' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lower' as const), member: person }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<FloorEvent>({ kind: 'next' }, { kind: 'end' }),
  },
  {
    weight: 1,
    arbitrary: person.map((member) => ({ kind: 'give' as const, to: { kind: 'human' as const, member } })),
  },
);

describe('a floor', () => {
  let room: string;
  let rooms = 0;
  beforeEach(async () => {
    rooms += 1;
    room = await roomOf(world, { id: `hall-${rooms}`, people });
  });

  const happens = async (event: FloorEvent): Promise<unknown> => {
    const at = { room, now: start };
    switch (event.kind) {
      case 'raise':
        return raiseHuman(world.consumer, { ...at, member: event.member, tier: event.tier });
      case 'lower':
        return lowerHuman(world.consumer, { ...at, member: event.member });
      case 'next':
        return giveFloor(world.consumer, { ...at, to: null });
      case 'give':
        return giveFloor(world.consumer, { ...at, to: event.to });
      case 'end':
        return endFloor(world.consumer, at);
      case 'leave':
        return leaveRoom(world.consumer, { ...at, kind: 'human', member: event.who.member });
    }
  };
  const seen = async () => {
    const state = await roomState(world.consumer, room);
    return {
      speaker: state?.speaker?.member ?? null,
      queue: state?.queue.map(({ interrupted, member, tier }) => ({ member, tier, interrupted })),
    };
  };

  it.each([1, 2, 3, 4, 5, 6])(
    'goes as its oracle says, whatever people and moderators do (%i)',
    async (seed) => {
      const [events = []] = fc.sample(fc.array(floorEvent, { minLength: 40, maxLength: 40 }), {
        numRuns: 1,
        seed,
      });
      let floor: RoomFloor = emptyFloor;
      for (const [at, event] of events.entries()) {
        await happens(event);
        floor = nextFloor(floor, event).floor;
        const { queue, speaker } = floor;
        expect([at, event, await seen()]).toEqual([at, event, { speaker: speaker?.member ?? null, queue }]);
      }
    },
  );
});
