import { expect, test } from 'vitest';
import { readTranscript } from './rows.ts';

const line = (value: unknown): string => JSON.stringify(value);

test('plain rows keep their order within each thread', () => {
  const { threads, messages } = readTranscript([
    line({ thread: 'a', speaker: 'Ana', text: 'one', at: '2024-05-08T13:56:00+02:00' }),
    line({ thread: 'b', speaker: 'Bo', text: 'two' }),
    '',
    line({ thread: 'a', speaker: null, text: 'three', at: null }),
  ]);
  expect(messages).toBe(3);
  expect(threads.get('a')?.map(({ text, speaker, at }) => [text, speaker, at])).toEqual([
    ['one', 'Ana', '2024-05-08T13:56:00+02:00'],
    ['three', undefined, undefined],
  ]);
});

test('memory rows get the date of their session and go on from there', () => {
  const row = {
    conv: 'c',
    session: 'S1',
    date: '1:56 pm on 8 May, 2023',
    turn: 'D1:1',
    speaker: 'Ana',
    text: 'x',
  };
  const { threads } = readTranscript([
    line(row),
    line({ ...row, turn: 'D1:2' }),
    line({ ...row, session: 'S2', date: '12:05 am on 9 May, 2023' }),
  ]);
  expect(threads.get('c')?.map(({ at }) => at)).toEqual([
    '2023-05-08T13:56:00.000Z',
    '2023-05-08T13:56:20.000Z',
    '2023-05-09T00:05:00.000Z',
  ]);
});

test('memory rows may name each turn by its own time, a session by its day, or a session by its time', () => {
  const row = { conv: 'c', session: 'S1', turn: 'D', speaker: 'Ana', text: 'x' };
  const timesOf = (...dates: { date?: string; session?: string }[]) =>
    readTranscript(dates.map((date) => line({ ...row, ...date })))
      .threads.get('c')
      ?.map(({ at }) => at);
  expect(timesOf({ date: '2024-05-08T13:56:00+02:00' }, { date: '2024-05-08 14:10' })).toEqual([
    '2024-05-08T11:56:00.000Z',
    '2024-05-08T14:10:00.000Z',
  ]);
  const day = '2024-05-08';
  expect(timesOf({ date: day }, { date: day }, { session: 'S2', date: day }, { session: day })).toEqual([
    '2024-05-08T00:00:00.000Z',
    '2024-05-08T00:00:20.000Z',
    '2024-05-08T00:00:40.000Z',
    '2024-05-08T00:01:00.000Z',
  ]);
  // What stands later in a session was said later, however coarse its times are.
  expect(
    timesOf({ date: '2024-05-08T10:00' }, { date: '2024-05-08T10:00' }, { date: '2024-05-08T10:00:05' }),
  ).toEqual(['2024-05-08T10:00:00.000Z', '2024-05-08T10:00:20.000Z', '2024-05-08T10:00:20.001Z']);
  expect(timesOf({ session: 'S1' })).toEqual([undefined]);
});

test('memory rows keep their names, and a picture is what its caption says', () => {
  const row = { conv: 'c', session: 'S1', date: '', turn: 'D1:1', speaker: 'Ana', text: 'Look!' };
  const { threads } = readTranscript([line(row), line({ ...row, turn: 'D1:2', caption: 'a dog on a sofa' })]);
  expect(threads.get('c')?.map(({ name, text }) => [name, text])).toEqual([
    ['D1:1', 'Look!'],
    ['D1:2', 'Look! [photo: a dog on a sofa]'],
  ]);
});

test('channel rows drop notices and roll over midnight', () => {
  const messages = [
    { time: '23:59', speaker: 'bob', text: 'late' },
    { time: null, speaker: null, text: '=== joined', system: true },
    { time: '00:01', speaker: 'eve', text: 'early' },
  ];
  const { threads, skipped } = readTranscript([line({ id: 'irc-2004-11-15_03', messages })]);
  expect(skipped).toBe(1);
  expect(threads.get('irc-2004-11-15_03')?.map(({ at, speaker }) => [at, speaker])).toEqual([
    ['2004-11-15T23:59:00.000Z', 'bob'],
    ['2004-11-16T00:01:00.000Z', 'eve'],
  ]);
});

test('the same transcript gives the same keys, and equal words at two places two keys', () => {
  const rows = [line({ thread: 'a', text: 'ok' }), line({ thread: 'a', text: 'ok' })];
  const keys = (prefix = ''): string[] =>
    [...readTranscript(rows, prefix).threads.values()].flat().map(({ key }) => key);
  expect(keys()).toEqual(keys());
  expect(new Set([...keys(), ...keys('again-')]).size).toBe(4);
});

test('one thread can be picked', () => {
  const rows = [line({ thread: 'a', text: 'x' }), line({ thread: 'b', text: 'y' })];
  expect([...readTranscript(rows, 'p-', 'b').threads.keys()]).toEqual(['p-b']);
});

test.each([
  ['no json', 'not json', /Line 1 is not JSON/],
  ['an unknown row', '{"hello": 1}', /Line 1 is not a transcript row/],
  [
    'a time without zone',
    line({ thread: 'a', text: 'x', at: '2024-05-08T13:56:00' }),
    /Line 1: expected "at"/,
  ],
])('%s is refused with its line', (_name, bad, message) => {
  expect(() => readTranscript([bad])).toThrow(message);
});

test.each([
  [
    'a day in ISO 8601 that there is not',
    { conv: 'c', session: 'S1', date: '2023-02-29', turn: 'D1:1', speaker: 'Ana', text: 'x' },
    '2023-02-29',
  ],
  ['a date', { conv: 'c', session: 'S1', date: '31 Foo', turn: 'D1:1', speaker: 'Ana', text: 'x' }, '31 Foo'],
  [
    'a day that there is not',
    { conv: 'c', session: 'S1', date: '1:00 pm on 31 June, 2023', turn: 'D', speaker: 'A', text: 'x' },
    '31 June',
  ],
  ['a time', { id: 'room-2026-03-01', messages: [{ time: '27:10', speaker: 'bob', text: 'x' }] }, '27:10'],
  [
    'a day',
    { id: 'room-2026-13-41', messages: [{ time: '10:00', speaker: 'bob', text: 'x' }] },
    '2026-13-41',
  ],
])('%s that cannot be read is refused with its line and value', (_what, row, value) => {
  const fine = line({ thread: 't', text: 'fine' });
  expect(() => readTranscript([fine, line(row)])).toThrow(
    expect.objectContaining({
      code: 'cli.usage',
      message: expect.stringMatching(new RegExp(`^Line 2: .*${value}`)) as string,
    }),
  );
});
