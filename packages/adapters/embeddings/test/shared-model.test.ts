import { expect, it } from 'vitest';
import type { SentenceModel } from '../src/sentence-model.ts';
import { useModel } from '../src/shared-model.ts';

function countingModel() {
  const counts = { loads: 0, releases: 0 };
  const load = (): Promise<SentenceModel> => {
    counts.loads += 1;
    return Promise.resolve({
      embed: () => Promise.resolve(new Float32Array(1)),
      release: () => {
        counts.releases += 1;
        return Promise.resolve();
      },
    });
  };
  return { counts, load };
}

it('is loaded once for all who use it, and freed when the last of them ends', async () => {
  const { counts, load } = countingModel();
  const [one, two] = [useModel('shared', load), useModel('shared', load)];
  await Promise.all([one.run(() => 1), two.run(() => 2)]);
  expect(counts).toEqual({ loads: 1, releases: 0 });
  await one.end();
  await one.end();
  expect(await two.run(() => 'still there')).toBe('still there');
  expect(counts).toEqual({ loads: 1, releases: 0 });
  await two.end();
  expect(counts).toEqual({ loads: 1, releases: 1 });
  const again = useModel('shared', load);
  await again.run(() => 3);
  expect(counts.loads).toBe(2);
  await again.end();
});

it('serves the calls of all its users one after another', async () => {
  const { load } = countingModel();
  const [one, two] = [useModel('ordered', load), useModel('ordered', load)];
  const order: string[] = [];
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = one.run(async () => {
    await held;
    order.push('first');
  });
  const second = two.run(() => order.push('second'));
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  await Promise.all([one.end(), two.end()]);
});

it('tries again after a model that could not be loaded, and keeps models of other files apart', async () => {
  const { counts, load } = countingModel();
  let broken = true;
  const one = useModel('repaired', () => (broken ? Promise.reject(new Error('damaged')) : load()));
  await expect(one.run(() => 1)).rejects.toThrow('damaged');
  broken = false;
  expect(await one.run(() => 1)).toBe(1);
  const other = useModel('another', load);
  await other.run(() => 1);
  expect(counts.loads).toBe(2);
  await Promise.all([one.end(), other.end()]);
});
