import { expect, test } from 'vitest';
import { segmentationErrors } from './segmentation.ts';
import { bestThreshold, newWordShares } from './word-overlap.ts';

const marks = (text: string) => text.split('').map((mark) => mark === '|');

test('the same division has no error, and the first utterance counts for nothing', () => {
  const gold = marks('...|...|....');
  expect(segmentationErrors(gold, gold)).toEqual({ pk: 0, windowDiff: 0 });
  expect(segmentationErrors(gold, marks('|..|...|....'))).toEqual({ pk: 0, windowDiff: 0 });
});

test('errors are shares of the places of a window of half the mean length of a topic', () => {
  // Two topics of four utterances: a window of two, six places, of which those around the missed boundary differ.
  const gold = marks('....|...');
  expect(segmentationErrors(gold, marks('........'))).toEqual({ pk: 2 / 6, windowDiff: 2 / 6 });
  // A boundary that is one late differs on both sides of the right one.
  expect(segmentationErrors(gold, marks('.....|..'))).toEqual({ pk: 2 / 6, windowDiff: 2 / 6 });
  // Pk does not see that a second one lies in the window, WindowDiff does.
  expect(segmentationErrors(gold, marks('....||..'))).toEqual({ pk: 1 / 6, windowDiff: 2 / 6 });
});

test('a dialogue that is no longer than the window has one place, and one utterance none', () => {
  expect(segmentationErrors(marks('..'), marks('.|'))).toEqual({ pk: 1, windowDiff: 1 });
  expect(segmentationErrors(marks('.'), marks('|'))).toEqual({ pk: 0, windowDiff: 0 });
});

test('words are new if none of the last two messages has them', () => {
  const texts = ['the red door', 'a door for winter', 'where is the bakery?', 'red doors', 'so'];
  expect(newWordShares(texts)).toEqual([1, 0.5, 1, 0.5, 0]);
});

test('the best threshold takes equal scores together', () => {
  const gold = [true, false, true, false, false];
  expect(bestThreshold(gold, [0.9, 0.2, 0.7, 0.7, 0.1])).toBe(0.7);
  expect(bestThreshold([false], [0.5])).toBe(Number.POSITIVE_INFINITY);
});
