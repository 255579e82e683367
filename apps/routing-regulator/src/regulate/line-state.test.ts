import { freshRegulatorState } from '@salience/regulation';
import { shippedPolicy } from '@salience/router';
import { expect, it } from 'vitest';
import { readLineState } from './line-state.ts';

const live = { ...shippedPolicy, name: 'fleet', version: 3 };
const change = {
  parameter: 'act.base',
  before: 0.3,
  after: 0.32,
  publishedAt: 5,
  version: 3,
  parent: { ...live, version: 2 },
  pressure: 'missed_act',
  expected: {},
};
const rests = { cooldowns: { 'act.base': 9 }, steps: { 'act.base': 0.01 }, publishedAt: 5 };
const changeId = `chg_${'1'.repeat(32)}`;

function headWith(policy: object) {
  const regulator = { ...freshRegulatorState(live), ...rests, policy, live: change, watched: [change] };
  const state = { regulator, changeId };
  return { name: live.name, liveVersion: 3, pinnedVersion: null, state } as never;
}

it('what was kept for the version that decides is used', () => {
  expect(readLineState(headWith(live), live)).toMatchObject({
    changeId,
    regulator: { policy: live, live: { version: 3 }, watched: [{ version: 3 }] },
  });
});

it.each([
  ['version', { ...live, version: 4, weights: { 'act.base': 9 } }],
  ['policy', { ...live, name: 'fleet:agt_1', weights: { 'act.base': 9 } }],
])(
  'what was kept for another %s is not: no change is open, and weights that rest go on resting',
  (_, policy) => {
    expect(readLineState(headWith(policy), live)).toEqual({
      changeId: null,
      standing: null,
      regulator: { ...freshRegulatorState(live), ...rests },
    });
  },
);
