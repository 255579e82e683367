import pg from 'pg';
import { type Rule, rules as turnRules } from '../checker/rules.ts';
import { pulseRules } from './pulse-rules.ts';
import { routingViolations } from './routing-violations.ts';
import { rowViolations } from './row-violations.ts';
import { readPulseRows } from './rows.ts';
import { treeViolations } from './tree-violations.ts';
import type { PulseWitnesses } from './witnesses.ts';

/** What the checker found. */
export interface PulseResult {
  /** Empty when every change was taken in, judged and asked about once; each string names the rule and what broke it. */
  readonly violations: readonly string[];
  readonly stats: PulseStats;
}

type Counts = Readonly<Record<string, number>>;

/** Numbers for the report; none of them is judged here. */
export interface PulseStats {
  /** Signals by source and change, judgements by reason, activations by state, turns of signals by state. */
  readonly signals: Counts;
  readonly judgements: Counts;
  readonly activations: Counts;
  readonly wakes: Counts;
  readonly files: number;
  readonly labels: number;
  readonly models: number;
  readonly promoted: number;
  /** Wakes that tell more than one signal, and turns that were begun more than once. */
  readonly joined: number;
  readonly repeated: number;
}

/** Rules that need the workers of memory: a run without them leaves its exchanges as they are. */
const ofMemory =
  /^(?:one chunk per exchange|watermark at|nothing set aside|every exchange|an episode tells|no episode of)/;

const rules: readonly Rule[] = [...turnRules.filter(({ name }) => !ofMemory.test(name)), ...pulseRules];

/**
 * Judges a run in which signals are sensed, judged and asked about, from the world as it is and from the tables, read with plain SQL: it uses none of the
 * functions that the apps use, so it shares no mistake with them. Call it when all is quiet.
 */
export async function checkPulse({
  ownerUrl,
  witnesses,
}: {
  readonly ownerUrl: string;
  readonly witnesses: PulseWitnesses;
}): Promise<PulseResult> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'salience-checker' });
  await client.connect();
  try {
    // One snapshot for all rules: nothing may look broken because it moved between two of them.
    await client.query('begin isolation level repeatable read read only');
    const found: string[] = [];
    for (const { name, sql } of rules) {
      const { rows } = await client.query<{ v: string }>(sql);
      found.push(...rows.map(({ v }) => `${name}: ${v}`));
    }
    const rows = await readPulseRows(client);
    return {
      violations: [
        ...found,
        ...routingViolations(rows, witnesses),
        ...treeViolations(rows, witnesses),
        ...rowViolations(rows, witnesses),
      ],
      stats: await statsOf(client),
    };
  } finally {
    await client.end();
  }
}

async function statsOf(client: pg.Client): Promise<PulseStats> {
  const counted = (what: string, from: string): string =>
    `(select coalesce(jsonb_object_agg(k, c), '{}') from (select ${what} as k, count(*) as c from ${from} group by 1) x)`;
  const { rows } = await client.query<{ stats: PulseStats }>(`
    select jsonb_build_object(
      'signals', ${counted("source || ' ' || delta_type", 'salience.signals')},
      'judgements', ${counted("j->>'reason'", "salience.cluster_signals c, jsonb_array_elements(coalesce(c.judged, '[]')) j")},
      'activations', ${counted("kind || ' ' || state", 'salience.activations')},
      'wakes', ${counted('state', "salience.turns where source = 'pulse'")},
      'files', (select count(*) from salience.watched_files),
      'labels', (select count(*) from salience.activations where label is not null),
      'models', (select count(*) from salience.limbic_models),
      'promoted', (select count(*) from salience.limbic_models where promoted),
      'joined', (select count(*) from salience.activations where state = 'asked' and count > 1),
      'repeated', (select count(*) from salience.turns where attempts > 1)
    ) as stats`);
  return (rows[0] as { stats: PulseStats }).stats;
}
