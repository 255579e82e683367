import { type Label, labelSchema, type LabelVia, type TurnId } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import {
  type LabelJob,
  loadFollowUps,
  loadJudgedTurns,
  loadSilences,
  type MarkMove,
  moveMark,
  type ReadPart,
  saveLabels,
} from '@salience/database/learning';
import { isSalienceError, messageOf } from '@salience/errors';
import type { LoopRun } from '@salience/runtime';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import { labelOfFollowUp, labelOfJudged, labelOfSilence } from './label-of.ts';

/** Dependencies of the labeller. */
export interface LabelDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'labels' | 'labelsSkipped'>;
  /** How long a thread is silent before its last decision is labelled by that, in milliseconds of business time. */
  readonly expiryMs: number;
  /** Rows of one read; default 200. */
  readonly pageMax?: number;
}

/** What one kind of row tells. */
interface Source<T> {
  readonly job: LabelJob;
  readonly via: LabelVia;
  read(): Promise<ReadPart<T>>;
  labelOf(row: T): Label | null;
  /** What is known of a row that cannot be read. */
  about(row: T): { readonly turnId: TurnId; readonly givenBy: string };
}

/** What a part of a source came to. */
interface Found {
  readonly labels: readonly Label[];
  readonly withdrawn: readonly { readonly turnId: TurnId; readonly givenBy: string }[];
}

/**
 * Makes the run that labels decisions by what people said next, by their silence, and by their feedback. Safe on every replica: a mark
 * moves together with what it passes, so each row is read once. A row that cannot be read is logged, counted, and passed over. Resolves with the
 * number of labels kept.
 */
export function createLabeller(deps: LabelDeps): LoopRun {
  const { clock, db, expiryMs, pageMax: limit = 200 } = deps;
  const followUps = {
    job: 'labels',
    via: 'reaction',
    read: () => loadFollowUps(db, limit),
    labelOf: labelOfFollowUp,
    about: ({ before, givenBy }) => ({ turnId: before.turnId, givenBy }),
  } satisfies Source<Awaited<ReturnType<typeof loadFollowUps>>['found'][number]>;
  const silences = {
    job: 'silences',
    via: 'silence',
    read: async () => loadSilences(db, { now: await clock.now(), expiryMs, limit }),
    labelOf: labelOfSilence,
    about: ({ givenBy, turnId }) => ({ turnId, givenBy }),
  } satisfies Source<Awaited<ReturnType<typeof loadSilences>>['found'][number]>;
  const judged = {
    job: 'feedback',
    via: 'feedback',
    read: () => loadJudgedTurns(db, limit),
    labelOf: labelOfJudged,
    about: ({ givenBy, turnId }) => ({ turnId, givenBy }),
  } satisfies Source<Awaited<ReturnType<typeof loadJudgedTurns>>['found'][number]>;
  return async (signal, alive) =>
    (await readOn(deps, followUps, signal, alive)) +
    (await readOn(deps, judged, signal, alive)) +
    (await readOn(deps, silences, signal, alive));
}

/** Reads a source on until there is nothing new, or somebody else reads it. */
async function readOn<T>(
  deps: LabelDeps,
  source: Source<T>,
  signal: AbortSignal,
  alive: () => void,
): Promise<number> {
  let all = 0;
  while (!signal.aborted) {
    const { found, from, upto } = await source.read();
    if (upto === from) break;
    await deps.fault('labels.read');
    const mark = { job: source.job, from, upto, now: await deps.clock.now() };
    const told = labelsOf(deps, source, found);
    const kept = await keep(deps, source.via, told, mark);
    if (kept === null) break;
    all += kept;
    alive();
  }
  return all;
}

function labelsOf<T>(deps: LabelDeps, source: Source<T>, rows: readonly T[]): Found {
  const labels: Label[] = [];
  const withdrawn: { readonly turnId: TurnId; readonly givenBy: string }[] = [];
  for (const row of rows) {
    try {
      const label = source.labelOf(row);
      if (label !== null) labels.push(labelSchema.parse(label));
      else if (source.via === 'feedback') withdrawn.push(source.about(row));
    } catch (error) {
      passOver(deps, source.via, source.about(row).turnId, error);
    }
  }
  return { labels, withdrawn };
}

/** Keeps what was told and moves the mark. Where the database refuses a label, the others are kept one by one. */
async function keep(
  deps: LabelDeps,
  via: LabelVia,
  { labels, withdrawn }: Found,
  mark: MarkMove,
): Promise<number | null> {
  const { db } = deps;
  try {
    const kept = await saveLabels(db, { labels, withdrawn, mark });
    if (kept !== null) count(deps, via, labels);
    return kept;
  } catch (error) {
    if (isSalienceError(error) && error.kind === 'retryable') throw error;
    let kept = 0;
    for (const label of labels) {
      try {
        kept += (await saveLabels(db, { labels: [label] })) ?? 0;
        count(deps, via, [label]);
      } catch (refused) {
        if (isSalienceError(refused) && refused.kind === 'retryable') throw refused;
        passOver(deps, via, label.turnId, refused);
      }
    }
    await saveLabels(db, { labels: [], withdrawn });
    return (await moveMark(db, mark)) ? kept : null;
  }
}

function count({ metrics }: LabelDeps, via: LabelVia, labels: readonly Label[]): void {
  for (const { kind } of labels) metrics.labels.inc({ kind, via });
}

/** Its message may hold what somebody said: only the code of a known error is told. */
function passOver({ log, metrics }: LabelDeps, via: LabelVia, turnId: TurnId, error: unknown): void {
  metrics.labelsSkipped.inc({ via });
  const code = isSalienceError(error) ? error.code : error instanceof Error ? error.name : messageOf(error);
  log.error({ turnId, via, code }, 'no label could be read of a row; it is passed over');
}
