import type { Mode } from '@salience/contracts';
import { expect, it } from 'vitest';
import { forPrompt, type Recalled } from '../src/recall.ts';

const hit = (id: string, why: Recalled['hits'][number]['why']) => ({ id, why }) as Recalled['hits'][number];
const recalled: Recalled = {
  hits: [hit('ex_1', { words: 0.3 }), hit('ex_2', { recent: 1 })],
  score: 0,
  count: 0,
  traits: [],
  world: null,
  period: null,
  ended: [],
};
const ids = (mode: Mode, signals: Record<string, number>) =>
  forPrompt(recalled, { mode, decision: { signals } }).hits.map(({ id }) => id);

it.each(['has_question_mark', 'interrogative', 'answer_request', 'implicit_reference'])(
  'the latest tellings stand in for an answer where the message asks: %s',
  (signal) => {
    expect(ids('RESPOND', { [signal]: 1 })).toEqual(['ex_1', 'ex_2']);
    expect(ids('CLARIFY', { [signal]: 1 })).toEqual(['ex_1', 'ex_2']);
  },
);

it('what asks for nothing, and a planner, which can look for itself, get only what was found', () => {
  expect(ids('RESPOND', { has_question_mark: 0, declarative: 1 })).toEqual(['ex_1']);
  expect(ids('ACKNOWLEDGE', { has_question_mark: 1 })).toEqual(['ex_1']);
  expect(ids('ACT', { has_question_mark: 1 })).toEqual(['ex_1']);
});
