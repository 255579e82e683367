import { describe, expect, it } from 'vitest';
import { fileLimits } from './config.ts';
import { createDirtyPaths } from './dirty-paths.ts';

const limits = { ...fileLimits, quietMs: 300, quietMsMax: 1_000, stabilityMs: 500, queueMax: 3 };
const dirtyPaths = () => createDirtyPaths(limits);

describe('createDirtyPaths', () => {
  it('waits until a path is quiet', () => {
    const queue = dirtyPaths();
    queue.add('a', 0);
    queue.add('a', 200);
    expect(queue.nextAt()).toBe(500);
    expect(queue.due(499)).toEqual([]);
    expect(queue.due(500)).toMatchObject([{ path: 'a', firstAt: 0, events: 2, mark: undefined }]);
  });

  it('waits no longer than its limit for a path that is never quiet', () => {
    const queue = dirtyPaths();
    for (let now = 0; now <= 990; now += 10) queue.add('a', now);
    expect(queue.nextAt()).toBe(1_000);
  });

  it('looks again after a while, whatever events come', () => {
    const queue = dirtyPaths();
    queue.add('a', 0);
    queue.looked('a', '1', 300);
    queue.add('a', 700);
    expect(queue.nextAt()).toBe(800);
    expect(queue.due(800)).toMatchObject([{ mark: '1', events: 2 }]);
  });

  it('gives what changed first at the front', () => {
    const queue = dirtyPaths();
    queue.add('a', 0);
    queue.add('b', 1);
    queue.looked('a', '1', 200);
    expect(queue.due(2_000).map(({ path }) => path)).toEqual(['a', 'b']);
  });

  it('keeps a path of which an event came after its last look began', () => {
    const queue = dirtyPaths();
    queue.add('a', 0);
    const [told] = queue.due(300);
    queue.add('a', 310);
    queue.done(told!, 320);
    expect(queue.due(619)).toEqual([]);
    expect(queue.due(620)).toMatchObject([{ path: 'a', firstAt: 320, events: 1 }]);
    const [again] = queue.due(620);
    queue.done(again!, 630);
    expect(queue.nextAt()).toBe(Number.POSITIVE_INFINITY);
  });

  it('drops all of a queue that is full, and says so', () => {
    const queue = dirtyPaths();
    expect(['a', 'b', 'c', 'b'].map((path) => queue.add(path, 0))).toEqual([true, true, true, true]);
    const [since] = queue.due(300);
    expect(queue.found('d', '1', since!, 0)).toBe(false);
    expect(queue.due(9_999)).toEqual([]);
    // What was told of a path that was dropped concerns nobody.
    queue.looked('a', '1', 0);
    queue.done(since!, 0);
    expect(queue.nextAt()).toBe(Number.POSITIVE_INFINITY);
    expect(queue.add('d', 0)).toBe(true);
  });

  it('takes the look of a walk as the first one, unless the path waits', () => {
    const queue = dirtyPaths();
    queue.add('folder', 0);
    const [since] = queue.due(300);
    expect(queue.found('folder/a', '1', since!, 300)).toBe(true);
    expect(queue.found('folder', '1', since!, 300)).toBe(true);
    expect(queue.due(800)).toMatchObject([
      { path: 'folder', mark: undefined },
      { path: 'folder/a', firstAt: 0, mark: '1' },
    ]);
    queue.clear();
    expect(queue.due(9_999)).toEqual([]);
  });
});
