import type { AgentId, KeptKind, Trust } from '@salience/contracts';
import { askAll, type Database, query } from '../connect.ts';

/** A stored item with the ids of its sources; more fields by kind. Times are ISO 8601. */
export interface KeptItem extends Readonly<Record<string, unknown>> {
  readonly kind: KeptKind;
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly trust: Trust;
  readonly source: string;
  readonly sources: readonly string[];
}

/** What ids of these kinds begin with; the id alone says what it is of. */
const prefixes: Readonly<Record<string, KeptKind>> = {
  ex: 'exchange',
  gist: 'gist',
  fact: 'fact',
  trt: 'trait',
  ep: 'episode',
  con: 'concept',
  rel: 'relation',
  tht: 'thought',
  bio: 'autobiography',
  sch: 'schedule',
  itm: 'listItem',
};

/** The kind of an id; undefined for one of something else. */
function keptKindOf(id: string): KeptKind | undefined {
  return prefixes[id.slice(0, Math.max(0, id.indexOf('_')))];
}

/** A page of an agent's items of one kind, in the order of ids, after `after`. */
export function listKept(
  db: Database,
  agentId: AgentId,
  page: { readonly kind: KeptKind; readonly after: string; readonly limit: number },
): Promise<KeptItem[]> {
  return askAll(db, 'memory_rows', agentId, page.kind, page.after, page.limit, null);
}

/** One item; undefined when this agent has none with this id. */
export async function findKept(db: Database, agentId: AgentId, id: string): Promise<KeptItem | undefined> {
  const kind = keptKindOf(id);
  if (kind === undefined) return undefined;
  const [item] = await askAll<KeptItem>(db, 'memory_rows', agentId, kind, '', 1, id);
  return item;
}

/** The items derived directly from an item, at most 500. */
export function listDerived(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<{ readonly kind: KeptKind; readonly id: string }[]> {
  return askAll(db, 'memory_derived', agentId, id);
}

/** What is left of an item that was forgotten; undefined when it was not. */
export async function findTombstone(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<{ readonly kind: string; readonly forgottenAt: Date; readonly reason: string } | undefined> {
  const rows = await query<{ kind: string; forgottenAt: Date; reason: string }>(
    db,
    'find_tombstone',
    'select kind, forgotten_at as "forgottenAt", reason from salience.tombstone_of($1, $2)',
    [agentId, id],
  );
  return rows[0];
}
