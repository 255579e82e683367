import { lstat, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { AgentId } from '@salience/contracts';
import { claimRoot, type HeldRoot, noteRoot } from '@salience/database/signals';
import { notePulseEvent } from '@salience/database/tasks';
import { isSalienceError, messageOf } from '@salience/errors';
import { createIgnore, type FileNotice, minimalRoots, watchRoot } from '@salience/files';
import { withHome } from '@salience/limbic';
import type { LoopRun } from '@salience/runtime';
import { holdLease } from '@salience/worker';
import type { AgentModules } from '../modules/module-book.ts';
import { createFileBook } from './file-book.ts';
import { oneByOne } from './one-by-one.ts';
import type { SenseDeps } from './sense-deps.ts';
import { keyOf } from './take-in.ts';

const pauseMs = 2_000;
const pauseMsMax = 300_000;

/** A folder that is to be watched for an agent. */
interface Wanted {
  readonly agentId: AgentId;
  readonly root: string;
  readonly ignore: readonly string[];
  readonly lineWords: readonly string[];
}

/** What watches files, beside the deps of a file book. */
export interface WatchDeps extends SenseDeps {
  /** How long another host may be silent before its folders are taken over, in milliseconds. */
  readonly takeoverMs: number;
}

/**
 * Makes the run that keeps a watch on each declared folder that this process can get the lease of, and ends those that nobody declares any more. Watches go
 * on between the runs and end with `signal`; one that fails is left alone for a while and holds up no other.
 */
export function createFileWatch(deps: WatchDeps): LoopRun {
  const watches = new Map<string, { readonly wanted: string; readonly stop: AbortController }>();
  return async (signal) => {
    const wanted = (await deps.book.current()).flatMap(foldersOf);
    const byKey = new Map(wanted.map((one) => [keyOf(one.agentId, one.root), one]));
    for (const [key, { stop, wanted: before }] of watches)
      if (JSON.stringify(byKey.get(key)) !== before) stop.abort(byKey.has(key) ? 'changed' : 'unwanted');
    return await oneByOne(byKey, signal, async ([key, one]) => {
      const claimed = watches.has(key) ? null : await claim(deps, one);
      if (claimed === null) return 0;
      const stop = new AbortController();
      watches.set(key, { wanted: JSON.stringify(one), stop });
      const ended = AbortSignal.any([signal, stop.signal]);
      void watchHeld(deps, one, claimed, ended, () => stop.signal.reason === 'unwanted').finally(() =>
        watches.delete(key),
      );
      return 1;
    });
  };
}

function foldersOf({ active, agentId }: AgentModules): Wanted[] {
  const priors = active.flatMap(
    ({ fingerprint }) => withHome(fingerprint, homedir()).signal_priors.filesystem ?? [],
  );
  const ignore = [...new Set(priors.flatMap((prior) => prior.ignore))].toSorted();
  const lineWords = [...new Set(priors.flatMap((prior) => prior.relevant_lines))].toSorted();
  const roots = minimalRoots(
    priors.flatMap((prior) => prior.watch_directories),
    createIgnore(ignore),
  );
  return roots.map((root) => ({ agentId, root, ignore, lineWords }));
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimRoot>>>;

async function claim(deps: WatchDeps, { agentId, root }: Wanted): Promise<Claimed | null> {
  const { clock, db, host, leaseMs, takeoverMs, workerId } = deps;
  const inode = await realpath(root)
    .then((path) => lstat(path, { bigint: true }))
    .then((found) => found.ino.toString())
    .catch(() => null);
  return await claimRoot(db, {
    agentId,
    root,
    owner: workerId,
    host,
    inode,
    leaseMs,
    takeoverMs,
    now: await clock.now(),
  });
}

async function watchHeld(
  deps: WatchDeps,
  { agentId, ignore, lineWords, root }: Wanted,
  claimed: Claimed,
  ended: AbortSignal,
  isUnwanted: () => boolean,
): Promise<void> {
  const { clock, db, leaseMs, log } = deps;
  const held: HeldRoot = { agentId, root, fence: claimed.fence };
  const lease = holdLease({
    everyMs: Math.ceil(leaseMs / 4),
    renew: async () =>
      (await noteRoot(db.reserved, { ...held, now: await clock.now(), leaseMs })) ? undefined : 'lost',
    onError: (error) => log.warn({ root, error: messageOf(error) }, 'the lease on a folder was not renewed'),
  });
  const stop = AbortSignal.any([ended, lease.signal]);
  try {
    await deps.fault('pulse.root-claimed');
    const handlers = {
      ...createFileBook(deps, held, claimed.baseline),
      notice: (notice: FileNotice) => tell(deps, agentId, notice),
    };
    await watchRoot({ root, ignore, lineWords }, handlers, stop);
    await lease.end();
    if (!lease.signal.aborted)
      await noteRoot(db, { ...held, now: await clock.now(), release: true, forget: isUnwanted() });
  } catch (error) {
    await lease.end();
    if (!stop.aborted) await noteFailure(deps, held, claimed.failures, error);
  }
}

function tell(
  { log }: WatchDeps,
  agentId: AgentId,
  { error, files, kind, message, path, root }: FileNotice,
): void {
  const line = { agentId, root, notice: kind, files, path, code: error?.code };
  if (kind === 'scanned' || kind === 'root-found') log.debug(line, message);
  else log.warn(line, message);
}

async function noteFailure(deps: WatchDeps, held: HeldRoot, failures: number, error: unknown): Promise<void> {
  const { clock, db, log, metrics } = deps;
  const code = isSalienceError(error) ? error.code : 'error.unexpected';
  if (code === 'senses.lease-lost') return;
  const waitMs = Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures, 10));
  metrics.adapterErrors.inc({ inlet: 'files', code });
  log.warn({ root: held.root, code, error: messageOf(error), waitMs }, 'a folder cannot be watched');
  try {
    const now = await clock.now();
    const retryAt = new Date(now.getTime() + waitMs);
    const noted = await noteRoot(db, { ...held, now, error: code, retryAt, release: true });
    if (!noted || (failures >= 3 && failures % 10 !== 0)) return;
    const report = {
      adapter: `files:${held.root}`,
      code,
      error: messageOf(error),
      failures: failures + 1,
      waitMs,
    };
    await notePulseEvent(db, { agentId: held.agentId, kind: 'adapter_error', at: now, report });
  } catch (again) {
    log.warn(
      { root: held.root, error: messageOf(again) },
      'the failure of a watch was not noted; its lease runs out',
    );
  }
}
