import { hostname } from 'node:os';
import { type Database } from '@salience/database';
import { inspectWork, listWorkers, type WorkFacts } from '@salience/database/operations';
import { counted } from '../quantities.ts';

/** What waits for each working app, and what one of it is called. */
const WORK_OF: Readonly<Record<string, readonly [what: string, count: (work: WorkFacts) => number]>> = {
  digest: ['lane', (work) => work.unattendedLanes.count],
  'memory-chunker': ['exchange', (work) => work.unchunked.count],
  episodic: ['thread', (work) => work.unbuiltEpisodes.count],
};

const FRESH_MS = 4_000;

/**
 * Says of an app whose process answers that it is hung all the same: its heartbeat is lost while work waits for it.
 * Knows it from Postgres, as operator; while that cannot be asked, nobody is suspected.
 */
export function createSuspect(db: Database): (app: string, pid: number) => Promise<string | undefined> {
  let asked: { readonly at: number; readonly lost: Promise<ReadonlySet<string>> } | undefined;
  return async (app, pid) => {
    const work = WORK_OF[app];
    if (work === undefined) return undefined;
    try {
      if (asked === undefined || Date.now() - asked.at > FRESH_MS)
        asked = { at: Date.now(), lost: lostHere(db) };
      if (!(await asked.lost).has(`${app} ${pid}`)) return undefined;
      const [what, count] = work;
      const waiting = count(await inspectWork(db));
      return waiting === 0
        ? undefined
        : `its heartbeat is lost while ${counted(waiting, what)} ${waiting === 1 ? 'waits' : 'wait'} for it`;
    } catch {
      // Away or starting: then this view has nothing to say, the health addresses still do.
      return undefined;
    }
  };
}

/** The lost workers of this machine, by app and process: apps share processes, and another host's number means nothing here. */
async function lostHere(db: Database): Promise<ReadonlySet<string>> {
  const workers = await listWorkers(db);
  const lost = workers.filter(({ state, host }) => state === 'lost' && host === hostname());
  return new Set(lost.map(({ app, pid }) => `${app} ${pid}`));
}
