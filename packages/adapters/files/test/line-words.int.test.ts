import { appendFileSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileEntry } from '../src/entry.ts';
import { createLineWords, type LineWords } from '../src/line-words.ts';
import { lookOf } from '../src/look.ts';
import { createFilesStage, type FilesStage } from './files-stage.ts';

describe('words of lines', () => {
  let stage: FilesStage;
  let lines: LineWords;
  beforeEach(() => {
    stage = createFilesStage();
    lines = createLineWords(['Error', 'zurück', 'ERROR 7', ' ']);
  });
  afterEach(() => stage.end());
  const at = (path: string): string => join(stage.root, path);
  const entryOf = async (path: string): Promise<FileEntry> => {
    const look = lookOf(path, await lstat(at(path), { bigint: true }));
    return (look as { entry: FileEntry }).entry;
  };
  const find = async (path: string) => await lines.find(path, at(path), await entryOf(path));

  it('finds them whatever their case, in their declared form and order', async () => {
    stage.write('a.log', 'ZURÜCK\nan error 7 came\n');
    expect(await find('a.log')).toEqual(['Error', 'zurück', 'ERROR 7']);
  });

  it('looks at what was appended only', async () => {
    stage.write('a.log', 'error\n');
    expect(await find('a.log')).toEqual(['Error']);
    expect(await find('a.log')).toBeUndefined();
    appendFileSync(at('a.log'), 'all is well\n');
    expect(await find('a.log')).toEqual([]);
    appendFileSync(at('a.log'), 'zur');
    expect(await find('a.log')).toEqual([]);
    // A word that was begun before the last look ends after it.
    appendFileSync(at('a.log'), 'ück\n');
    expect(await find('a.log')).toEqual(['zurück']);
  });

  it('takes a known size as looked at, without opening the file', async () => {
    stage.write('a.log', 'error\n');
    expect(lines.knows('a.log')).toBe(false);
    lines.note('a.log', await entryOf('a.log'));
    expect(lines.knows('a.log')).toBe(true);
    appendFileSync(at('a.log'), 'fine\n');
    expect(await find('a.log')).toEqual([]);
  });

  it('looks at the last 50 lines of a file that is unknown, shorter or another one', async () => {
    stage.write('a.log', `error\n${'fine\n'.repeat(50)}`);
    expect(await find('a.log')).toEqual([]);
    stage.write('a.log', 'error\n');
    expect(await find('a.log')).toEqual(['Error']);
    stage.write('b.log', 'error 7 and a longer line than before\n');
    renameSync(at('b.log'), at('a.log'));
    expect(await find('a.log')).toEqual(['Error', 'ERROR 7']);
  });

  it('reads the last 64 KiB at most, and no file of more than 1 MiB', async () => {
    stage.write('a.log', `error ${'x'.repeat(66_000)}`);
    expect(await find('a.log')).toEqual([]);
    stage.write('b.log', `${'x'.repeat(1_048_576)} error`);
    expect(await find('b.log')).toBeUndefined();
  });

  it('reads no file that is no text, and none without words', async () => {
    stage.write('a.bin', 'error\0');
    expect(await find('a.bin')).toBeUndefined();
    stage.write('b.txt', 'error');
    expect(await createLineWords([]).find('b.txt', at('b.txt'), await entryOf('b.txt'))).toBeUndefined();
  });

  it('threat: reads no file that was changed for another one, for a link or for a folder after it was looked at', async () => {
    stage.write('a.txt', 'error');
    const entry = await entryOf('a.txt');
    const findOld = () => createLineWords(['error']).find('a.txt', at('a.txt'), entry);
    expect(await findOld()).toEqual(['error']);
    stage.write('b.txt', 'error');
    renameSync(at('a.txt'), at('real.txt'));
    expect(await findOld()).toBeUndefined();
    symlinkSync(at('real.txt'), at('a.txt'));
    expect(await findOld()).toBeUndefined();
    unlinkSync(at('a.txt'));
    renameSync(at('b.txt'), at('a.txt'));
    expect(await findOld()).toBeUndefined();
    unlinkSync(at('a.txt'));
    mkdirSync(at('a.txt'));
    expect(await findOld()).toBeUndefined();
  });

  it('threat: reads no file behind a folder that was changed for a link', async () => {
    stage.write('in/a.txt', 'error');
    const entry = await entryOf('in/a.txt');
    renameSync(at('in'), join(stage.base, 'in'));
    symlinkSync(join(stage.base, 'in'), at('in'));
    expect(await createLineWords(['error']).find('in/a.txt', at('in/a.txt'), entry)).toBeUndefined();
  });

  it('forgets the paths that it saw longest ago', () => {
    const entry = { path: 'a', inode: '1', mtimeMs: 1, size: 1 };
    for (let index = 0; index <= 50_000; index++) lines.note(`${index}`, entry);
    expect([lines.knows('0'), lines.knows('1'), lines.knows('50000')]).toEqual([false, true, true]);
  });

  it('come with a scan for files of the last day, and with each change', async () => {
    stage.write('recent.log', 'error\n');
    stage.write('old.log', 'error\n');
    await stage.watch({ lineWords: ['error', 'done'], limits: { stabilityMs: 0 } });
    await until(() => stage.words.length === 2, { what: 'the words of the scan' });
    expect(stage.words.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ['old.log', ['error']],
      ['recent.log', ['error']],
    ]);
    await stage.stop();
    stage.words.length = 0;
    stage.notices.length = 0;
    await stage.watch({ lineWords: ['error', 'done'], limits: { lineAgeMs: -1, stabilityMs: 0 } });
    expect(stage.words).toEqual([]);
    appendFileSync(at('old.log'), 'done\n');
    writeFileSync(at('new.log'), 'error\ndone\n');
    await until(() => stage.words.length === 2, { what: 'the words of changes' });
    expect(stage.words.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ['new.log', ['error', 'done']],
      ['old.log', ['done']],
    ]);
  });
});
