import { type MemoryAuditView, memoryAuditViewSchema } from '@salience/contracts';
import type { Stores } from '@salience/testing/load';
import { growthPerTurn, tableSizes } from '../soak/table-growth.ts';
import { runCli } from './run-cli.ts';

/** How large the database was when a day ended. */
export interface DayEnd {
  readonly day: number;
  readonly exchanges: number;
  readonly bytes: number;
}

/** What the database gained for each exchange, indexes and outsized values included. Bytes. */
export interface Growth {
  readonly bytesPerExchange: number;
  /** The same without idle thoughts and accounts of the person, which grow with time. */
  readonly withoutIdle: number;
  readonly firstThird: number;
  readonly lastThird: number;
  /** The largest tables. */
  readonly byTable: Readonly<Record<string, { readonly bytesPerExchange: number; readonly rows: number }>>;
}

const tablesShown = 12;
/** Tables that grow with the hours that an agent is idle. */
const idleTables = [
  'autobiographies',
  'autobiography_sources',
  'chores',
  'drift_agents',
  'drift_runs',
  'thought_concepts',
  'thoughts',
];

/** The size of the database and how many exchanges it holds. */
export async function dayEnd({ database }: Stores, day: number): Promise<DayEnd> {
  const [row] = await database.admin<{ bytes: string; exchanges: number }>(
    `select pg_database_size(current_database())::text as bytes, (select count(*)::int from salience.exchanges) as exchanges`,
  );
  return { day, exchanges: row?.exchanges ?? 0, bytes: Number(row?.bytes ?? 0) };
}

/** Growth over a life, from the size before it and that at the end of each day. */
export async function growthOf(
  stores: Stores,
  before: Awaited<ReturnType<typeof tableSizes>>,
  ends: readonly DayEnd[],
): Promise<Growth> {
  const last = ends.at(-1) as DayEnd;
  const third = Math.floor((ends.length - 1) / 3);
  const perExchange = (from: DayEnd, to: DayEnd): number =>
    Math.round((to.bytes - from.bytes) / Math.max(1, to.exchanges - from.exchanges));
  const grown = growthPerTurn(before, await tableSizes(stores), last.exchanges);
  const bytesPerExchange = perExchange(ends[0] as DayEnd, last);
  const idle = idleTables.map((name) => grown[`salience.${name}`]?.bytesPerTurn ?? 0);
  return {
    bytesPerExchange,
    withoutIdle: bytesPerExchange - idle.reduce((sum, bytes) => sum + bytes, 0),
    firstThird: perExchange(ends[0] as DayEnd, ends[third] as DayEnd),
    lastThird: perExchange(ends[ends.length - 1 - third] as DayEnd, last),
    byTable: Object.fromEntries(
      Object.entries(grown)
        .slice(0, tablesShown)
        .map(([name, { bytesPerTurn, rows }]) => [
          name.replace('salience.', ''),
          { bytesPerExchange: bytesPerTurn, rows },
        ]),
    ),
  };
}

/** How many there are of everything that was made of the talk. */
export async function countKinds({ database }: Stores): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await database.admin<{ counts: Record<string, unknown> }>(`select jsonb_build_object(
    'turns', (select jsonb_object_agg(state, n) from (select state, count(*) as n from salience.turns group by 1) s),
    'modes', (select jsonb_object_agg(mode, n) from (select mode, count(*) as n from salience.exchanges group by 1) s),
    'exchanges', (select count(*) from salience.exchanges),
    'citing', (select count(*) from salience.replies where citations <> '[]'),
    'gists', (select count(*) from salience.gists),
    'facts', (select count(*) from salience.facts),
    'traits', (select count(*) from salience.traits),
    'topics', (select count(*) from salience.topics),
    'episodes', (select jsonb_object_agg(source, n) from (select source, count(*) as n from salience.episodes group by 1) s),
    'stretches', (select jsonb_object_agg(reason, n) from (select reason, count(*) as n from salience.episodes
      where reason is not null group by 1) s),
    'concepts', (select count(*) from salience.concepts),
    'relations', (select count(*) from salience.relations),
    'thoughts', (select count(*) from salience.thoughts),
    'thoughtRuns', (select jsonb_object_agg(coalesce(state || ':' || reason, state), n)
      from (select state, reason, count(*) as n from salience.drift_runs group by 1, 2) s),
    'autobiographies', (select count(*) from salience.autobiographies),
    'toolProfiles', (select count(*) from salience.tool_profiles),
    'schedules', (select jsonb_object_agg(state, n) from (select state, count(*) as n from salience.schedules group by 1) s),
    'listItems', (select count(*) from salience.list_items),
    'deadLetters', (select count(*) from salience.dead_letters)) as counts`);
  return row?.counts ?? {};
}

/** The audit as a person gets it: the command line over HTTP. */
export async function auditMemory(url: string): Promise<MemoryAuditView> {
  return memoryAuditViewSchema.parse(
    JSON.parse(await runCli(['memory', 'audit', '--json'], { SALIENCE_URL: url })),
  );
}
