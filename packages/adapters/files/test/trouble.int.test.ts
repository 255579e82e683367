import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { SalienceError } from '@salience/errors';
import { until } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WatchFolder, watchFolder } from '../src/folder-watches.ts';
import { createFilesStage, type FilesStage } from './files-stage.ts';

const root = 0;
const nobody = 65_534;

/** Acts as this user; where somebody else than root runs the tests, rights hold for them anyway. */
function actAs(user: number): void {
  if (process.getuid?.() === 0) process.seteuid?.(user);
}

/** Runs as a user who is not root, for whom rights hold. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  actAs(nobody);
  try {
    await work();
  } finally {
    actAs(root);
  }
}

/** The watches of the system, until the machine says no. */
function scarceWatches(
  allowed: () => number,
  code = 'ENOSPC',
): { readonly open: WatchFolder; inUse: number } {
  const watches = {
    inUse: 0,
    open: ((absolute, changed, failed) => {
      if (watches.inUse >= allowed()) throw Object.assign(new Error(`${code}: no watches left`), { code });
      const close = watchFolder(absolute, changed, failed);
      watches.inUse++;
      return () => {
        watches.inUse--;
        close();
      };
    }) satisfies WatchFolder,
  };
  return watches;
}

describe('a watched folder in trouble', () => {
  let stage: FilesStage;
  beforeEach(() => {
    stage = createFilesStage();
  });
  afterEach(() => stage.end());
  const at = (path: string): string => join(stage.root, path);
  const untilFile = (path: string) => until(() => stage.files.has(path), { what: path });

  it.each([
    ['the top of the disk', '/'],
    ['no absolute path', 'documents'],
  ])('threat: refuses %s', async (_name, root) => {
    await stage.watch({ root, wait: false });
    await expect(stage.stop()).rejects.toMatchObject({ code: 'files.root-refused', kind: 'terminal' });
  });

  it('threat: refuses a link to the top of the disk', async () => {
    symlinkSync('/', join(stage.base, 'top'));
    await stage.watch({ root: join(stage.base, 'top'), wait: false });
    await expect(stage.stop()).rejects.toMatchObject({ code: 'files.root-refused' });
  });

  it('follows the link that a root is, also when it leads elsewhere', async () => {
    mkdirSync(join(stage.base, 'one'));
    mkdirSync(join(stage.base, 'two'));
    writeFileSync(join(stage.base, 'one/a.txt'), 'x');
    writeFileSync(join(stage.base, 'two/b.txt'), 'x');
    const link = join(stage.base, 'link');
    symlinkSync(join(stage.base, 'one'), link);
    await stage.watch({ root: link, limits: { scanEveryMs: 200 } });
    await untilFile('a.txt');
    expect(stage.notices[0]?.root).toBe(link);
    unlinkSync(link);
    symlinkSync(join(stage.base, 'two'), link);
    await until(() => stage.files.has('b.txt') && !stage.files.has('a.txt'), { what: 'the other folder' });
    expect(stage.notices.map(({ kind }) => kind)).toContain('lost');
  });

  it('waits for a root that is missing, and says so once', async () => {
    rmSync(stage.root, { recursive: true });
    await stage.watch({ wait: false });
    const { error, message } = await stage.untilNotice('root-missing');
    expect(error).toMatchObject({ code: 'files.root-missing', kind: 'retryable' });
    expect(message).toContain(stage.root);
    writeFileSync(stage.root, 'a file is no root');
    unlinkSync(stage.root);
    stage.write('later.txt');
    await stage.untilNotice('root-found');
    await untilFile('later.txt');
    expect(stage.notices.filter(({ kind }) => kind === 'root-missing')).toHaveLength(1);
    expect(stage.scans[0]).toMatchObject({ scan: 1, reason: 'start' });
  });

  it('takes a file at its place for a missing root', async () => {
    await stage.watch({ root: join(stage.base, 'file'), wait: false });
    writeFileSync(join(stage.base, 'file'), 'x');
    await stage.untilNotice('root-missing');
    await stage.stop();
    expect(stage.scans).toEqual([]);
  });

  it('reads all again when the root was deleted and made anew, and tells nothing before', async () => {
    stage.write('old.txt');
    await stage.watch();
    await untilFile('old.txt');
    rmSync(stage.root, { recursive: true });
    stage.write('new.txt');
    await until(() => stage.files.has('new.txt') && !stage.files.has('old.txt'), { what: 'the new root' });
    await stage.untilScan('lost');
    stage.write('later.txt');
    await untilFile('later.txt');
  });

  it('turns to another root at its place at once, however long a path must be quiet', async () => {
    await stage.watch({ limits: { quietMs: 60_000, quietMsMax: 60_000 } });
    const next = join(stage.base, 'next');
    mkdirSync(next);
    writeFileSync(join(next, 'settled.txt'), 'x');
    utimesSync(join(next, 'settled.txt'), 1_000, 1_000);
    renameSync(stage.root, `${stage.root}-away`);
    renameSync(next, stage.root);
    await untilFile('settled.txt');
    await stage.untilScan('lost');
  });

  it('tells no file as gone that is gone with its root, also where no event says that the root is', async () => {
    const open: WatchFolder = (absolute, changed, failed) =>
      watchFolder(
        absolute,
        (name, cameOrWent) => void (name !== 'root' && changed(name, cameOrWent)),
        failed,
      );
    stage.write('kept.txt');
    await stage.watch({ open });
    await untilFile('kept.txt');
    stage.events.length = 0;
    rmSync(stage.root, { recursive: true });
    await stage.untilNotice('root-missing');
    expect(stage.events).toEqual([]);
    expect(stage.files.has('kept.txt')).toBe(true);
  });

  it('reads all again when a folder tells that it went, and nothing says that it is the same', async () => {
    const tell = new Map<string, (name: string | null, cameOrWent: boolean) => void>();
    const open: WatchFolder = (absolute, changed) => {
      tell.set(absolute, changed);
      return () => undefined;
    };
    // Nothing became of it since it was made: its inode may be that of one that is gone.
    mkdirSync(at('fresh'));
    await stage.watch({ open });
    tell.get(at('fresh'))!('fresh', true);
    await stage.untilScan('lost');
  });

  it('keeps what is known while the root is away, and reads it again when it is back', async () => {
    stage.write('kept.txt');
    await stage.watch();
    await untilFile('kept.txt');
    stage.events.length = 0;
    renameSync(stage.root, `${stage.root}-away`);
    await stage.untilNotice('root-missing');
    writeFileSync(`${stage.root}-away/while.txt`, 'x');
    renameSync(`${stage.root}-away`, stage.root);
    await stage.untilEvents('created while.txt');
    expect(stage.files.has('kept.txt')).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'reports a folder that it may not read, keeps what is known in it, and goes on with the others',
    async () => {
      stage.write('shut/known.txt');
      stage.write('open/a.txt');
      chmodSync(stage.base, 0o777);
      await stage.watch();
      await until(() => stage.files.size === 2, { what: 'the files' });
      await stage.stop();
      chmodSync(at('shut'), 0o000);
      stage.notices.length = 0;
      await asNobody(async () => {
        await stage.watch();
        const { error, path } = await stage.untilNotice('unreadable');
        expect({ path, code: error?.code }).toEqual({ path: 'shut', code: 'files.unreadable' });
        expect(stage.scans.at(-1)).toMatchObject({ last: true, unread: ['shut'] });
        expect([...stage.files.keys()].toSorted()).toEqual(['open/a.txt', 'shut/known.txt']);
        actAs(root);
        stage.write('open/b.txt');
        // A folder that is made readable is watched from then on, and one that comes unreadable is reported.
        chmodSync(at('shut'), 0o755);
        mkdirSync(at('locked'), { mode: 0o000 });
        actAs(nobody);
        await untilFile('open/b.txt');
        await until(() => stage.notices.some((notice) => notice.path === 'locked'), {
          what: 'the locked folder',
        });
        actAs(root);
        stage.write('shut/new.txt');
        await untilFile('shut/new.txt');
        await stage.stop();
        // So that whoever made it can take it away.
        chmodSync(at('locked'), 0o755);
      });
    },
  );

  it('scans from time to time where the machine has no watches left, says so, and watches again when it has', async () => {
    let allowed = 2;
    const watches = scarceWatches(() => allowed);
    for (const folder of ['a', 'b', 'c', 'd']) stage.write(`${folder}/1.txt`);
    await stage.watch({ open: watches.open, limits: { unwatchedScanMs: 100, scanEveryMs: 1_500 } });
    const { error, message } = await stage.untilNotice('no-watches');
    expect(error).toMatchObject({ code: 'files.no-watches' });
    expect(message).toContain('max_user_watches');
    expect(watches.inUse).toBe(0);
    stage.write('a/2.txt');
    await untilFile('a/2.txt');
    await stage.untilScan('unwatched');
    allowed = 100;
    await until(() => watches.inUse === 5, { what: 'watches again' });
    stage.write('d/3.txt');
    await untilFile('d/3.txt');
    // A folder that takes the last watch ends them all.
    allowed = 5;
    stage.write('e/1.txt');
    await stage.untilNotice('no-watches', 2);
    await untilFile('e/1.txt');
    expect(watches.inUse).toBe(0);
  });

  it('reads all again when a watch ends by itself', async () => {
    const fail = new Map<string, (error: unknown) => void>();
    const open: WatchFolder = (absolute, changed, failed) => {
      fail.set(absolute, failed);
      return watchFolder(absolute, changed, failed);
    };
    stage.write('sub/a.txt');
    await stage.watch({ open });
    for (const folder of [at('sub'), stage.root]) {
      stage.scans.length = 0;
      fail.get(folder)!(new Error('EIO'));
      await stage.untilScan('error');
    }
    const notice = stage.notices.find(({ kind }) => kind === 'error');
    expect(notice?.error).toMatchObject({ code: 'files.watch-failed', kind: 'retryable' });
    stage.write('sub/b.txt');
    await untilFile('sub/b.txt');
  });

  it.each([
    ['the system cannot say what changed', (changed: (name: string | null) => void) => changed(null)],
    [
      'more events come at once than the system may have kept',
      (changed: (name: string | null) => void) => {
        for (let index = 0; index < 9_000; index++) changed('a.txt');
      },
    ],
  ])('reads all again when %s', async (_name, tell) => {
    let changed: ((name: string | null, cameOrWent: boolean) => void) | undefined;
    const open: WatchFolder = (_absolute, told) => {
      changed = told;
      return () => undefined;
    };
    await stage.watch({ open });
    stage.write('unheard.txt');
    tell((name) => changed!(name, false));
    await untilFile('unheard.txt');
    expect(stage.scans.at(-1)).toMatchObject({ reason: 'overflow' });
  });

  it('finds by a scan from time to time what no event told', async () => {
    await stage.watch({ open: () => () => undefined, limits: { scanEveryMs: 200 } });
    stage.write('unheard.txt');
    await untilFile('unheard.txt');
    await stage.untilScan('interval');
  });

  it('collects what changes while a handler works, and gives a batch again that was not taken', async () => {
    const gate = Promise.withResolvers<void>();
    const batches: string[][] = [];
    let failures = 2;
    await stage.watch({
      handlers: {
        async changed(batch) {
          batches.push(batch.map(({ path }) => path));
          if (failures-- > 0) throw new SalienceError('database.unavailable', 'away', { kind: 'retryable' });
          if (batches.length === 3) await gate.promise;
        },
      },
    });
    stage.write('first.txt');
    await until(() => batches.length === 3, { what: 'the third try' });
    expect(batches).toEqual([['first.txt'], ['first.txt'], ['first.txt']]);
    expect(stage.notices.filter(({ kind }) => kind === 'handler-failed')).toHaveLength(2);
    stage.write('second.txt');
    stage.write('third.txt');
    gate.resolve();
    await until(() => batches.slice(3).flat().length === 2, { what: 'the others' });
    expect(batches.slice(3).flat()).toEqual(['second.txt', 'third.txt']);
  });

  it.each(['seen', 'changed'] as const)('ends with an error of %s that no repetition mends', async (name) => {
    await stage.watch({
      handlers: {
        [name]: async () => {
          throw new SalienceError('files.broken', 'no');
        },
      },
      wait: name === 'changed',
    });
    stage.write('a.txt');
    await expect(stage.outcome()).rejects.toMatchObject({ code: 'files.broken' });
  });

  it('ends when the caller goes, also while a batch is given again', async () => {
    const broken = async (): Promise<void> => {
      throw new SalienceError('database.unavailable', 'away', { kind: 'retryable' });
    };
    await stage.watch({ handlers: { seen: broken }, wait: false });
    await stage.untilNotice('handler-failed');
    await expect(stage.stop()).resolves.toBeUndefined();
    await stage.watch({ handlers: { changed: broken } });
    stage.write('a.txt');
    await stage.untilNotice('handler-failed', 2);
    await expect(stage.stop()).resolves.toBeUndefined();
  });
});
