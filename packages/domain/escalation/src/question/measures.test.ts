import { expect, it } from 'vitest';
import { durationInWords, sizeInWords } from './measures.ts';

it('says a size in the largest unit of which there is one', () => {
  expect([0, 1, 1_023, 1_024, 1_536, 204_800, 1_048_576, 5e9, 1e15].map(sizeInWords)).toEqual([
    '0 bytes',
    '1 bytes',
    '1023 bytes',
    '1 KiB',
    '1.5 KiB',
    '200 KiB',
    '1 MiB',
    '4.7 GiB',
    '909 TiB',
  ]);
});

it('says a span in its largest unit', () => {
  expect([0, 119, 120, 7_199, 7_200, 172_800].map(durationInWords)).toEqual([
    '0 s',
    '119 s',
    '2 min',
    '120 min',
    '2 h',
    '2 d',
  ]);
});
