import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  afterEvents,
  handOf,
  inOrder,
  nameOf,
  type RoomEvent,
  type RoomState,
} from './room-state.ts';

const at = '2030-01-01T00:00:00.000Z';
const member = (kind: 'agent' | 'human', name: string, present = true) => ({
  kind,
  member: name,
  display: name.toUpperCase(),
  present,
  joinedAt: at,
});
const hand = (agentId: string, state: 'raised' | 'lowered') => ({
  agentId,
  state,
  count: 1,
  reason: 'question',
  bid: 0.5,
  version: 1,
  raisedAt: at,
});
const room: RoomState = {
  id: 'hall',
  name: 'Hall',
  kind: 'voice',
  handsMax: 2,
  seq: 4,
  speaker: null,
  members: [member('human', 'owner'), member('agent', 'a'), member('agent', 'b')],
  hands: [],
  queue: [],
  messages: [],
  claims: [],
};
const message = (seq: number): RoomEvent => ({
  seq,
  at,
  kind: 'message',
  message: {
    seq,
    id: `m${seq}`,
    authorKind: 'human',
    author: 'owner',
    display: 'Owner',
    content: 'Hi',
    at,
    turnId: null,
  },
});

describe('a room in a page', () => {
  it('takes each event once and in order', () => {
    expect(afterEvent(room, message(4))).toBe('same');
    expect(afterEvent(room, message(6))).toBe('missing');
    expect(afterEvent(room, { seq: 5, at, kind: 'forgotten' })).toBe('again');
    expect(afterEvents(room, [message(5), message(7), message(6)])).toMatchObject({
      seq: 6,
      messages: [{ id: 'm5' }, { id: 'm6' }],
    });
  });
  it('keeps a place that tells nothing any more', () => {
    expect(afterEvent(room, { seq: 5, at, kind: 'gone' })).toEqual({ ...room, seq: 5 });
  });
  it('shows who wants to speak before others, until the hand is down', () => {
    const up = afterEvents(room, [{ seq: 5, at, kind: 'hand', hand: hand('b', 'raised') }]);
    expect(inOrder(up).map((one) => one.member)).toEqual(['b', 'a', 'owner']);
    expect(handOf(up, { kind: 'agent', member: 'b' })?.state).toBe('raised');
    const down = afterEvents(up, [{ seq: 6, at, kind: 'hand', hand: hand('b', 'lowered') }]);
    expect(down.hands).toEqual([]);
  });
  it('knows who is there, who speaks, who waits and who answers', () => {
    const later = afterEvents(room, [
      { seq: 5, at, kind: 'joined', member: member('human', 'ana') },
      { seq: 6, at, kind: 'presence', memberKind: 'human', who: 'ana', present: false },
      { seq: 7, at, kind: 'left', memberKind: 'agent', who: 'b' },
      { seq: 8, at, kind: 'speaker', speaker: { kind: 'human', member: 'ana', since: at } },
      {
        seq: 9,
        at,
        kind: 'queue',
        queue: [{ member: 'owner', display: 'Owner', tier: 'emergency', interrupted: false, raisedAt: at }],
      },
      { seq: 10, at, kind: 'claim', messageId: 'm1', agentId: 'a' },
    ]);
    expect(later.members.map((one) => [one.member, one.present])).toEqual([
      ['owner', true],
      ['a', true],
      ['ana', false],
    ]);
    expect(later).toMatchObject({
      seq: 10,
      speaker: { member: 'ana' },
      queue: [{ tier: 'emergency' }],
      claims: [{ messageId: 'm1', agentId: 'a' }],
    });
    expect([
      nameOf(later, { kind: 'human', member: 'ana' }),
      nameOf(later, { kind: 'human', member: 'bo' }),
    ]).toEqual(['ANA', 'bo']);
  });
});
