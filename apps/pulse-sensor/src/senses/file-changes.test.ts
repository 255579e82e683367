import { homedir } from 'node:os';
import { join } from 'node:path';
import { signalEventSchema } from '@salience/contracts';
import { expect, it } from 'vitest';
import { type FileDelta, signalsOfFiles } from './file-changes.ts';

const at = 10_000;
const created = (path: string, more: Partial<FileDelta['file']> = {}): FileDelta => ({
  delta: 'created',
  file: { path, inode: path, mtimeMs: 5_000, size: 100, ...more },
});

it('a file is a signal with what its name and size say, and with the words that its lines had, no others', () => {
  const [one] = signalsOfFiles(
    '/in',
    [
      {
        delta: 'created',
        file: { path: 'Logs/Build 7.LOG', inode: '1', mtimeMs: 5_000, size: 100, lineWords: ['failed'] },
      },
    ],
    at,
  );
  expect(signalEventSchema.parse(one?.event)).toEqual({
    source: 'filesystem',
    location: '/in/Logs/Build 7.LOG',
    delta_type: 'created',
    magnitude: 1,
    timestamp: 5,
    features: {
      path: 'Logs/Build 7.LOG',
      extension: '.log',
      directory_depth: 1,
      filename_tokens: ['build', '7'],
      size_bytes: 100,
      text: 'failed',
    },
  });
});

it('a change says how large it is; what has another name says which it had; what is gone has no size', () => {
  const before = { path: 'a', inode: '1', mtimeMs: 1, size: 100 };
  const [small, large, moved, gone] = signalsOfFiles(
    '/in',
    [
      { delta: 'modified', file: { ...before, size: 101, mtimeMs: 2 }, before },
      { delta: 'modified', file: { ...before, path: 'b', size: 1_000_000 }, before },
      { delta: 'renamed', file: { ...before, path: 'c' }, before },
      { delta: 'deleted', file: { ...before, path: 'd' } },
    ],
    at,
  );
  expect(small?.event.magnitude).toBeLessThan(large?.event.magnitude ?? 0);
  expect(small?.event.features['previous_size_bytes']).toBe(100);
  expect(moved?.event.features['previous_path']).toBe('/in/a');
  expect(gone?.event.features['size_bytes']).toBe(0);
  // What has no time of its own is told with that of the look.
  expect([moved, gone].map((one) => one?.event.timestamp)).toEqual([10, 10]);
});

it('a file from the future is told with the time of the look', () => {
  expect(signalsOfFiles('/in', [created('a', { mtimeMs: 99_000 })], at)[0]?.event.timestamp).toBe(10);
});

it('many files of a folder and kind are one signal that counts and accounts for them; others stand alone', () => {
  const many = Array.from({ length: 30 }, (_, n) => created(`scans/${n}.png`));
  const found = signalsOfFiles('/in', [...many, created('scans/essay.pdf'), created('b.png')], at);
  expect(found.map(({ event, files }) => [event.location, event.features['count'], files.length])).toEqual([
    ['/in/scans/30 files.png', 30, 30],
    ['/in/scans/essay.pdf', undefined, 1],
    ['/in/b.png', undefined, 1],
  ]);
  // The same burst again, in whatever order, is the same signal.
  const again = signalsOfFiles('/in', many.toReversed(), at + 5_000);
  expect(again[0]?.externalId).toBe(found[0]?.externalId);
});

it('a file that was unpacked came when its facts were written, however old its content is', () => {
  const [one] = signalsOfFiles('/in', [created('a.pdf', { mtimeMs: 1_000, changedMs: 9_000 })], at);
  expect(one?.event.timestamp).toBe(9);
});

it('law 7: a file below the home folder names that folder, for whoever judges it elsewhere', () => {
  const home = homedir();
  const [one] = signalsOfFiles(join(home, 'in'), [created('a.pdf')], at);
  expect(one?.event.features).toMatchObject({ home });
  const [other] = signalsOfFiles(`${home}-other`, [created('a.pdf')], at);
  expect(other?.event.features).not.toHaveProperty('home');
});

it('many files that got another name together tell the folder that they left, those of each folder apart', () => {
  const renamed = (from: string) =>
    Array.from({ length: 20 }, (_, n): FileDelta => {
      const file = { path: `new/${from}-${n}.pdf`, inode: `${from} ${n}`, mtimeMs: 1, size: 1 };
      return { delta: 'renamed', file, before: { ...file, path: `${from}/${n}.pdf` } };
    });
  const signals = signalsOfFiles('/in', [...renamed('a'), ...renamed('b')], at);
  expect(signals.map(({ event }) => [event.features['count'], event.features['previous_path']])).toEqual([
    [20, '/in/a'],
    [20, '/in/b'],
  ]);
});

it('a file that is again as it was is another change, also if it went in between', () => {
  const file = { path: 'a', inode: '1', mtimeMs: 5_000, size: 100 };
  const idsOf = (deltas: FileDelta[], now: number) =>
    signalsOfFiles('/in', deltas, now).map(({ externalId }) => externalId);
  const came = (changedMs: number) => idsOf([{ delta: 'created', file: { ...file, changedMs } }], at);
  expect(came(6_000)).toEqual(came(6_000));
  expect(came(6_000)).not.toEqual(came(7_000));
  const went = (now: number) => idsOf([{ delta: 'deleted', file }], now);
  expect(went(8_000)).not.toEqual(went(9_000));
});
