import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { until } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesStage, type FilesStage } from './files-stage.ts';

describe('a watched folder', () => {
  let stage: FilesStage;
  beforeEach(() => {
    stage = createFilesStage();
  });
  afterEach(() => stage.end());
  const at = (path: string): string => join(stage.root, path);
  /** Told after all that came before it. */
  const mark = async (): Promise<void> => {
    stage.write('mark');
    await until(() => stage.files.has('mark'), { what: 'the mark' });
  };

  it('gives what is there in a scan, in batches that say where they stand', async () => {
    for (let index = 0; index < 25; index++) stage.write(`in/${index % 3}/${index}.txt`);
    await stage.watch({ limits: { batchSize: 10, stabilityMs: 0 } });
    expect(stage.scans).toEqual([
      { scan: 1, reason: 'start', first: true, last: false, unread: [], entries: 10 },
      { scan: 1, reason: 'start', first: false, last: false, unread: [], entries: 10 },
      { scan: 1, reason: 'start', first: false, last: true, unread: [], entries: 5 },
    ]);
    expect(stage.files.get('in/1/4.txt')).toMatchObject({ size: 10, inode: expect.stringMatching(/^\d+$/) });
    expect(stage.notices).toMatchObject([{ kind: 'scanned', files: 25, root: stage.root }]);
  });

  it('gives one empty batch of an empty folder', async () => {
    await stage.watch();
    expect(stage.scans).toMatchObject([{ first: true, last: true, entries: 0 }]);
  });

  it('tells a file that is written in pieces once, after the last of them', async () => {
    await stage.watch({ limits: { quietMs: 40, quietMsMax: 80, stabilityMs: 600 } });
    stage.write('a.log', 'one\n');
    let pieces = 0;
    const writing = setInterval(() => {
      appendFileSync(at('a.log'), 'more\n');
      pieces++;
    }, 40);
    try {
      await until(() => pieces >= 20, { what: 'the last piece' });
    } finally {
      clearInterval(writing);
    }
    await stage.untilEvents('created a.log');
    expect(stage.files.get('a.log')?.size).toBe(4 + pieces * 5);
    await mark();
    expect(stage.events).toEqual(['created a.log', 'created mark']);
  });

  it('tells a file that is never quiet at last, and again when it is', async () => {
    await stage.watch({ limits: { quietMsMax: 100, stabilityMs: 50, unsettledMsMax: 300 } });
    const writing = setInterval(() => appendFileSync(at('busy.log'), 'x'), 10);
    try {
      await until(() => stage.files.has('busy.log'), { what: 'the busy file' });
    } finally {
      clearInterval(writing);
    }
    appendFileSync(at('busy.log'), 'the end');
    await until(() => stage.events.includes('modified busy.log'), { what: 'its end' });
  });

  it('tells a download once, by its final name', async () => {
    await stage.watch();
    for (const name of ['a.pdf.part', 'b.crdownload', '.goutputstream-X1', 'c.tmp', 'd.txt~', '.d.swp'])
      stage.write(name, 'half');
    renameSync(at('a.pdf.part'), at('a.pdf'));
    renameSync(at('.goutputstream-X1'), at('letter.odt'));
    await stage.untilEvents('created a.pdf', 'created letter.odt');
    await mark();
    expect([...stage.files.keys()].toSorted()).toEqual(['a.pdf', 'letter.odt', 'mark']);
  });

  it('tells a new name in the batch in which the old one is gone', async () => {
    stage.write('old.txt', 'same');
    await stage.watch();
    await until(() => stage.files.has('old.txt'), { what: 'the file' });
    stage.events.length = 0;
    mkdirSync(at('deep'));
    renameSync(at('old.txt'), at('deep/new.txt'));
    await stage.untilEvents('renamed old.txt deep/new.txt');
  });

  it('tells a change, a deletion, and a deletion that was taken back as a change', async () => {
    for (const name of ['a', 'b', 'c']) stage.write(name);
    await stage.watch({ limits: { stabilityMs: 20 } });
    await until(() => stage.files.size === 3, { what: 'the files' });
    stage.events.length = 0;
    stage.write('a', 'changed');
    unlinkSync(at('b'));
    unlinkSync(at('c'));
    stage.write('c', 'saved anew');
    await stage.untilEvents('modified a', 'deleted b', 'modified c');
  });

  it('watches folders that are made, moved and filled', async () => {
    mkdirSync(join(stage.base, 'other'));
    writeFileSync(join(stage.base, 'other/brought.txt'), 'x');
    await stage.watch();
    stage.write('a/b/c/d/deep.txt');
    renameSync(join(stage.base, 'other'), at('other'));
    await stage.untilEvents('created a/b/c/d/deep.txt', 'created other/brought.txt');
    stage.write('a/b/c/d/later.txt');
    stage.write('other/later.txt');
    await until(() => stage.files.size === 4, { what: 'both' });
    stage.events.length = 0;
    renameSync(at('a/b'), at('moved'));
    await stage.untilEvents(
      'renamed a/b/c/d/deep.txt moved/c/d/deep.txt',
      'renamed a/b/c/d/later.txt moved/c/d/later.txt',
    );
    stage.write('moved/c/d/last.txt');
    await until(() => stage.files.has('moved/c/d/last.txt'), { what: 'the last' });
    stage.events.length = 0;
    renameSync(at('moved'), join(stage.base, 'away'));
    await stage.untilEvents(...['deep', 'later', 'last'].map((name) => `deleted moved/c/d/${name}.txt`));
  });

  it('reads all again when a folder is moved that holds more files than a batch', async () => {
    for (let index = 0; index < 25; index++) stage.write(`many/${index}`);
    await stage.watch({ limits: { batchSize: 10 } });
    await until(() => stage.files.size === 25, { what: 'the files' });
    stage.events.length = 0;
    renameSync(at('many'), at('moved'));
    await stage.untilEvents(
      ...Array.from({ length: 25 }, (_, index) => `renamed many/${index} moved/${index}`),
    );
    await stage.untilScan('overflow');
  });

  it.each([
    ['deleted', (path: string) => rmSync(path, { recursive: true })],
    ['moved away', (path: string) => renameSync(path, `${path}-away`)],
  ])('reads all again when a folder is %s and another one takes its place at once', async (_name, remove) => {
    stage.write('sub/sub', 'a file that is called like its folder');
    stage.write('sub/inner/kept.txt', 'old');
    await stage.watch();
    await until(() => stage.files.size === 2, { what: 'the files' });
    remove(at('sub'));
    stage.write('sub/inner/new.txt');
    await until(() => stage.files.has('sub/inner/new.txt') && !stage.files.has('sub/sub'), {
      what: 'the new folder',
    });
    stage.write('sub/inner/later.txt');
    await until(() => stage.files.has('sub/inner/later.txt'), { what: 'a later file' });
    expect(stage.files.has('sub/inner/kept.txt')).toBe(false);
  });

  it('finds every file of a burst that the queue cannot hold', async () => {
    await stage.watch({ limits: { queueMax: 100 } });
    for (let index = 0; index < 5_000; index++) stage.write(`burst/${index % 10}/${index}`, 'x');
    await until(() => stage.files.size === 5_000, { what: 'all files', timeoutMs: 30_000 });
    expect(stage.notices.map(({ kind }) => kind)).toContain('overflow');
    expect(stage.events).toHaveLength(5_000);
    // The watch goes on.
    await mark();
  });

  it('threat: a link is never followed, neither in the tree nor where a folder was', async () => {
    mkdirSync(join(stage.base, 'secret'));
    writeFileSync(join(stage.base, 'secret/key.txt'), 'x');
    symlinkSync(join(stage.base, 'secret'), at('before'));
    stage.write('folder/mine.txt');
    await stage.watch();
    await until(() => stage.files.has('folder/mine.txt'), { what: 'the file' });
    symlinkSync(join(stage.base, 'secret'), at('link'));
    symlinkSync(join(stage.base, 'secret/key.txt'), at('link.txt'));
    rmSync(at('folder'), { recursive: true });
    symlinkSync(join(stage.base, 'secret'), at('folder'));
    writeFileSync(join(stage.base, 'secret/new.txt'), 'x');
    await until(() => !stage.files.has('folder/mine.txt'), { what: 'the deletion' });
    await mark();
    expect([...stage.files.keys()]).toEqual(['mark']);
  });

  it('leaves out what is ignored, and what is below it', async () => {
    stage.write('node_modules/a/index.js');
    stage.write('Build/out.bin');
    await stage.watch({ ignore: ['build', '*.bak', 'docs/draft*'] });
    stage.write('.git/objects/ab/cd');
    stage.write('BUILD/new.bin');
    stage.write('docs/draft-1/a.md');
    stage.write('docs/final.md');
    stage.write('x.BAK');
    await stage.untilEvents('created docs/final.md');
    await mark();
    expect([...stage.files.keys()]).toEqual(['docs/final.md', 'mark']);
  });
});
