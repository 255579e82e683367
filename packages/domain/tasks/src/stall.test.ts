import { describe, expect, it } from 'vitest';
import { rowWith, turnWith } from '../test/rows.ts';
import { isStalled } from './stall.ts';
import type { TaskStepFacts } from './task-facts.ts';

const said = (result: string, more: Partial<TaskStepFacts> = {}): TaskStepFacts =>
  rowWith('a', { state: 'done', result, ...more });
const acting = { turn: turnWith({ acted: 1 }) };
const changing = { turn: turnWith({ effects: 1 }) };

describe('isStalled', () => {
  it.each<readonly [boolean, string, readonly TaskStepFacts[]]>([
    [false, 'nothing', []],
    [false, 'one empty answer', [said('')]],
    [true, 'two empty answers', [said('a'), said(''), said(' \n')]],
    [false, 'an answer that was given once before', [said('a'), said('a')]],
    [true, 'two answers that were given before', [said('a'), said('a'), said('a')]],
    [true, 'answers that take turns', [said('a'), said('b'), said('a'), said('b')]],
    [
      true,
      'answers that differ in case and spaces alone',
      [said('I Looked.'), said('i looked.'), said(' I  looked.\n')],
    ],
    [false, 'answers that differ in a sign', [said('3.5'), said('35'), said('3-5')]],
    [false, 'something new between', [said('a'), said('a'), said('b'), said('a')]],
    [false, 'something new at last', [said('a'), said('a'), said('b')]],
    [false, 'an action', [said('a'), said('a'), said('a', acting)]],
    [false, 'an action of which nobody knows the end', [said('a'), said('a', changing), said('a')]],
    [false, 'a turn that is gone', [said('a'), said('a'), said('a', { turn: null })]],
    [true, 'a person between', [said('a'), said('a'), said('a', { kind: 'person', turn: null }), said('a')]],
  ])('is %s for %s', (expected, _, done) => {
    expect(isStalled(done)).toBe(expected);
  });
});
