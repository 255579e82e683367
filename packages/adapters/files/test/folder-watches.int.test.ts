import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderWatches, type FolderWatches, type WatchFolder } from '../src/folder-watches.ts';
import { createFilesStage, type FilesStage } from './files-stage.ts';

describe('the watches of folders', () => {
  let stage: FilesStage;
  let watches: FolderWatches;
  /** What was opened and closed, in order, and how the last watch tells. */
  let log: string[];
  let told: Parameters<WatchFolder>[1];
  let changed: string[];
  let whileOpening: () => void;
  beforeEach(() => {
    stage = createFilesStage();
    log = [];
    changed = [];
    whileOpening = () => undefined;
    const open: WatchFolder = (absolute, tell) => {
      const id = `${absolute.slice(stage.root.length)}:${log.length}`;
      log.push(`open ${id}`);
      told = tell;
      whileOpening();
      return () => log.push(`close ${id}`);
    };
    watches = createFolderWatches(open, {
      changed: (path) => changed.push(path),
      blurred: () => undefined,
      failed: () => undefined,
    });
    mkdirSync(join(stage.root, 'sub'));
  });
  afterEach(() => stage.end());
  const ensure = (path: string) => watches.ensure(path, join(stage.root, path));

  it('watches a folder once', async () => {
    expect([await ensure('sub'), await ensure('sub'), await ensure('none')]).toEqual([true, true, false]);
    expect(log).toEqual(['open /sub:0']);
    told('a.txt', true);
    expect(changed).toEqual(['sub/a.txt']);
  });

  it('watches one anew that may be another one, before the old watch is closed', async () => {
    await ensure('sub');
    told('sub', false);
    expect(watches.at('sub')?.doubtful).toBe(false);
    told('sub', true);
    expect(watches.at('sub')?.doubtful).toBe(true);
    expect(changed).toEqual(['sub', 'sub/sub', 'sub', 'sub/sub']);
    expect(await ensure('sub')).toBe(true);
    expect(log).toEqual(['open /sub:0', 'open /sub:1', 'close /sub:0']);
    expect(watches.at('sub')?.doubtful).toBe(false);
  });

  it('watches no folder that another one replaced meanwhile', async () => {
    whileOpening = () => {
      renameSync(join(stage.root, 'sub'), join(stage.root, 'old'));
      mkdirSync(join(stage.root, 'sub'));
    };
    expect(await ensure('sub')).toBe(false);
    expect(log).toEqual(['open /sub:0', 'close /sub:0']);
    expect(watches.at('sub')).toBeUndefined();
  });

  it('ends the watches at and below a path, of all others, or all', async () => {
    for (const path of ['sub/a', 'sub2']) mkdirSync(join(stage.root, path));
    for (const path of ['', 'sub', 'sub/a', 'sub2']) await ensure(path);
    expect([watches.drop('sub'), watches.drop('sub')]).toEqual([true, false]);
    expect([watches.at('sub/a'), watches.at('sub2')]).toEqual([undefined, expect.anything()]);
    watches.keepOnly(new Set(['']));
    expect([watches.at(''), watches.at('sub2')]).toEqual([expect.anything(), undefined]);
    watches.stop();
    expect(watches.on).toBe(false);
    expect(log.filter((line) => line.startsWith('close'))).toHaveLength(4);
    // After that nothing is watched, and what is there may be read.
    expect([await ensure('sub'), watches.at('sub')]).toEqual([true, undefined]);
  });
});
