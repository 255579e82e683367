import { describe, expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { type LoadKind, type LoadMessage, talkerOf } from './conversation.ts';

/** What so many clients say, 40 messages each. */
function said(kind: LoadKind, clients: number): LoadMessage[][] {
  return Array.from({ length: clients }, (_, index) => {
    const next = talkerOf(kind, seededRandom(index + 1));
    return Array.from({ length: 40 }, (__, n) => next(n * clients + index));
  });
}
const share = (of: readonly LoadMessage[], test: (message: LoadMessage) => boolean) =>
  of.filter(test).length / of.length;

describe('talk', () => {
  const all = said('talk', 400);
  const rooms = all.filter(([first]) => first?.speaker !== undefined);
  const two = all.filter(([first]) => first?.speaker === undefined).flat();

  test('a seed decides it', () => {
    expect(said('talk', 3)).toEqual(said('talk', 3));
  });

  test('mixes questions and courtesies as people do, between two and in rooms', () => {
    expect(share(two, ({ text }) => text.includes('?'))).toBeCloseTo(0.215, 1);
    expect(share(two, ({ text }) => !/\d/.test(text))).toBeCloseTo(0.295, 1);
    expect(share(rooms.flat(), ({ text }) => text.includes('?'))).toBeCloseTo(0.27, 1);
    expect(rooms.length / all.length).toBeCloseTo(0.25, 1);
  });

  test('a room has several speakers, who call each other and sometimes the agent', () => {
    const speakers = rooms.map((room) => new Set(room.map(({ speaker }) => speaker)).size);
    expect(Math.min(...speakers)).toBeGreaterThan(3);
    expect(share(rooms.flat(), ({ text }) => /^\w+: /.test(text))).toBeCloseTo(0.4, 1);
    expect(share(rooms.flat(), ({ text }) => text.startsWith('salience, '))).toBeCloseTo(0.05, 1);
  });

  test('comes in bursts, with pauses between them', () => {
    expect(share(all.flat(), ({ pauseMs }) => pauseMs === 0)).toBeCloseTo(0.78, 1);
    expect(Math.max(...all.flat().map(({ pauseMs }) => pauseMs))).toBe(2_500);
  });
});

test('what is overheard never calls the agent', () => {
  const all = said('overheard', 60).flat();
  expect(share(all, ({ speaker }) => speaker !== undefined)).toBe(1);
  expect(share(all, ({ text }) => text.includes('salience'))).toBe(0);
});
