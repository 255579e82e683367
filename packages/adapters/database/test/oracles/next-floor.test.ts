import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextFloor } from './next-floor.ts';
import { emptyFloor, type FloorEvent, type RoomFloor } from './room-floor.ts';

const raise = (member: string, tier: 'normal' | 'emergency' = 'normal'): FloorEvent => ({
  kind: 'raise',
  member,
  tier,
});
const agent = { kind: 'agent', member: 'agt_1' } as const;
function run(events: readonly FloorEvent[]) {
  let floor: RoomFloor = emptyFloor;
  const told: string[] = [];
  for (const event of events) {
    const step = nextFloor(floor, event);
    floor = step.floor;
    told.push(...step.told.map(({ kind, who }) => `${kind} ${who.member}`));
  }
  return { floor, told, waiting: floor.queue.map(({ member }) => member) };
}

test('normal hands wait first come, first served; raising twice keeps the place', () => {
  const { told, waiting } = run([raise('ana'), raise('bo'), raise('ana')]);
  expect(waiting).toEqual(['ana', 'bo']);
  expect(told).toEqual(['queued ana', 'queued bo']);
});

test('an emergency takes the floor at once; who is interrupted is first among the normal ones', () => {
  const { floor, told, waiting } = run([
    raise('ana'),
    { kind: 'next' },
    raise('bo'),
    raise('cy', 'emergency'),
  ]);
  expect(floor.speaker).toEqual({ kind: 'human', member: 'cy', tier: 'emergency' });
  expect(waiting).toEqual(['ana', 'bo']);
  expect(floor.queue[0]?.interrupted).toBe(true);
  expect(told.slice(-3)).toEqual(['queued cy', 'interrupted ana', 'given cy']);
});

test('an emergency waits for another one, emergencies in their order', () => {
  const { floor, waiting } = run([
    raise('a', 'emergency'),
    raise('n'),
    raise('b', 'emergency'),
    raise('c', 'emergency'),
  ]);
  expect(floor.speaker?.member).toBe('a');
  expect(waiting).toEqual(['b', 'c', 'n']);
});

test('an emergency that waits speaks as soon as the floor is over, a normal hand does not', () => {
  const waits = [raise('a', 'emergency'), raise('b', 'emergency'), raise('c')];
  const ended = run([...waits, { kind: 'end' }]);
  expect([ended.floor.speaker?.member, ended.waiting]).toEqual(['b', ['c']]);
  const left = run([...waits, { kind: 'leave', who: { kind: 'human', member: 'a' } }, { kind: 'end' }]);
  expect([left.floor.speaker, left.waiting]).toEqual([null, ['c']]);
});

test('a normal hand becomes an emergency, an emergency stays one', () => {
  const up = run([raise('a', 'emergency'), raise('b'), raise('c'), raise('c', 'emergency'), raise('c')]);
  expect(up.waiting).toEqual(['c', 'b']);
  expect(up.told).toContain('upgraded c');
});

test('an agent that is interrupted does not wait among people', () => {
  const { floor, told, waiting } = run([{ kind: 'give', to: agent }, raise('ana', 'emergency')]);
  expect(floor.speaker?.member).toBe('ana');
  expect(waiting).toEqual([]);
  expect(told).toEqual(['given agt_1', 'queued ana', 'interrupted agt_1', 'given ana']);
});

test('the moderator gives the floor to anybody, next, and takes it', () => {
  const { floor, told, waiting } = run([
    raise('a'),
    raise('b'),
    { kind: 'give', to: { kind: 'human', member: 'b' } },
    { kind: 'next' },
    { kind: 'end' },
    { kind: 'end' },
  ]);
  expect(told).toEqual(['queued a', 'queued b', 'given b', 'ended b', 'given a', 'ended a']);
  expect([floor.speaker, waiting]).toEqual([null, []]);
});

test('lowering and leaving', () => {
  expect(run([raise('a'), { kind: 'lower', member: 'a' }]).waiting).toEqual([]);
  const left = run([raise('a'), { kind: 'next' }, { kind: 'leave', who: { kind: 'human', member: 'a' } }]);
  expect(left.floor.speaker).toBeNull();
});

const member = fc.constantFrom('a', 'b', 'c');
const anyEvent: fc.Arbitrary<FloorEvent> = fc.oneof(
  fc
    .tuple(member, fc.constantFrom('normal' as const, 'emergency' as const))
    .map(([one, tier]) => raise(one, tier)),
  member.map((one) => ({ kind: 'lower' as const, member: one })),
  fc.constantFrom<FloorEvent>({ kind: 'next' }, { kind: 'end' }, { kind: 'give', to: agent }),
  member.map((one) => ({ kind: 'leave' as const, who: { kind: 'human' as const, member: one } })),
);

test('emergencies wait before normal hands, nobody waits twice or while they speak, and what is told is numbered without a gap', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let floor: RoomFloor = emptyFloor;
      for (const event of events) {
        const step = nextFloor(floor, event);
        expect(step.told.map(({ seq }) => seq)).toEqual(step.told.map((_, n) => floor.seq + n + 1));
        expect(step.floor.seq).toBe(floor.seq + step.told.length);
        floor = step.floor;
        const names = floor.queue.map((one) => one.member);
        expect(new Set(names).size).toBe(names.length);
        expect(names).not.toContain(floor.speaker?.kind === 'human' ? floor.speaker.member : '');
        const tiers = floor.queue.map(({ tier }) => tier);
        expect(tiers).toEqual(tiers.toSorted());
      }
    }),
  );
});
