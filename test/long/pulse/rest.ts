import { until } from '@salience/testing';
import { readTree } from '@salience/testing/pulse';
import type { Stage } from './stage.ts';

/** What is not done yet, by kind. */
export type Left = Readonly<Record<string, number>>;

/** From one look to the next, in business time: past the pause of every module, the next poll and the next tick. */
const stepMs = 31_000;

/**
 * Resolves when nothing more happens unless the world changes: files and pages are known as they are, everything is judged and asked, every turn and task has ended. Moves business
 * time on, so that what waits for it comes. Throws with what is left.
 */
export async function untilAtRest(stage: Stage, timeoutMs: number): Promise<void> {
  let left: Left = {};
  let quiet = 0;
  const atRest = async (): Promise<boolean> => {
    left = await whatIsLeft(stage);
    const isQuiet = Object.values(left).every((count) => count === 0);
    // What was sensed last may be on its way to its row.
    quiet = isQuiet ? quiet + 1 : 0;
    if ((left['open'] ?? 0) > 0 || (left['pages'] ?? 0) > 0 || (left['unread rows'] ?? 0) > 0)
      await stage.clock.advance(stepMs);
    return quiet >= 3;
  };
  await until(atRest, { what: 'rest', timeoutMs, everyMs: 400 }).catch((cause: unknown) => {
    throw new Error(`it does not come to rest: ${JSON.stringify(left)}`, { cause });
  });
}

async function whatIsLeft({ pages, roots, stores }: Stage): Promise<Left> {
  const { database } = stores;
  const [rows] = await database.admin<Record<string, number>>(`select
    (select count(*)::int from salience.clusters where tail > judged or owner is not null) as clusters,
    (select count(*)::int from salience.activations where state = 'open') as open,
    (select count(*)::int from salience.turns where state in ('pending', 'running')) as turns,
    (select count(*)::int from salience.lanes where tail > cursor or owner is not null) as lanes,
    (select count(*)::int from salience.tasks where ended_at is null) as tasks,
    (select count(*)::int from salience.activations a join salience.turn_ends e on e.turn_id = a.turn_id
      where a.state = 'asked' and a.heard_at is null and e.kind = 'answered') as unheard,
    (select count(*)::int from salience.clusters where labels >= trained + 5) as untrained,
    (select count(*)::int from salience.inbound i where i.sender = 'builds' and not exists (select 1 from salience.signals s where s.source = 'hook' and s.external_id = i.id))
      + (select count(*)::int from salience.tasks t where t.state in ('completed', 'failed', 'dead') and not exists (select 1 from salience.signals s where s.source = 'task' and s.external_id = t.id)) as "unread rows"`);
  const hashes = pages.hashes();
  const known = await database.admin<{ endpoint: string; hash: string | null }>(
    'select endpoint, hash from salience.pages',
  );
  return {
    ...rows,
    pages: known.filter(({ endpoint, hash }) => hashes[endpoint] !== hash).length,
    files: await unlikeFiles(database, roots),
  };
}

/** How many files are not as their rows say, on either side. */
async function unlikeFiles(database: Stage['stores']['database'], roots: readonly string[]): Promise<number> {
  const rows = await database.admin<{ file: string }>(
    "select root || '/' || path || ' ' || inode || ' ' || mtime_ms::bigint || ' ' || size as file from salience.watched_files",
  );
  const known = new Set(rows.map(({ file }) => file));
  const tree = roots
    .flatMap(readTree)
    .map(({ inode, mtimeMs, path, root, size }) => `${root}/${path} ${inode} ${mtimeMs} ${size}`);
  return tree.filter((file) => !known.has(file)).length + Math.max(0, known.size - tree.length);
}
