import type { TestDatabase } from '../database/test-database.ts';
import { expectedSlots, type RowTimes } from './expected-slots.ts';

interface ScheduleFacts extends RowTimes {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: Date;
}
interface OccurrenceFacts {
  readonly scheduleId: string;
  readonly slot: Date;
  readonly fate: string;
  readonly reason: string | null;
  readonly standsFor: number | null;
  readonly lateMs: number;
  readonly turnId: string | null;
}
interface TurnFacts {
  readonly id: string;
  readonly source: string;
  readonly dueAt: Date | null;
  readonly standsFor: number | null;
  readonly notices: number;
}

/** What a run of schedulers made of its schedules. */
export interface OccurrencesReport {
  readonly violations: readonly string[];
  readonly schedules: number;
  /** Occurrences by fate; skipped ones with their reason. */
  readonly fates: Readonly<Record<string, number>>;
  readonly turns: number;
  /** Slots that should have a fate and have none, and turns too many for their slot. */
  readonly missed: number;
  readonly doubled: number;
}

/**
 * Judges occurrences, turns and notices by what the rows of the schedules promise; nothing of the product computes what is expected. `until`: the
 * latest business time at which schedulers had nothing due left.
 */
export async function checkOccurrences(database: TestDatabase, until: Date): Promise<OccurrencesReport> {
  const schedules = await database.admin<ScheduleFacts & Record<string, unknown>>(
    `select id, kind, rule, first_wall as "firstWall", zone, created_at as "createdAt" from salience.schedules order by id`,
  );
  const occurrences = await database.admin<OccurrenceFacts & Record<string, unknown>>(
    `select schedule_id as "scheduleId", slot, fate, reason, stands_for as "standsFor", late_ms as "lateMs", turn_id as "turnId"
     from salience.occurrences order by schedule_id, slot`,
  );
  const turns = await database.admin<TurnFacts & Record<string, unknown>>(
    `select t.id, t.source, t.due_at as "dueAt", t.stands_for as "standsFor",
       (select count(*)::int from salience.notices n where n.turn_id = t.id) as notices
     from salience.turns t where t.source in ('reminder', 'schedule')`,
  );
  const violations: string[] = [];
  const ofIt = Map.groupBy(occurrences, ({ scheduleId }) => scheduleId);
  let missed = 0;
  for (const schedule of schedules) {
    const own = ofIt.get(schedule.id) ?? [];
    const wanted = expectedSlots(schedule, until.getTime()).filter(
      (at) => schedule.rule === null || at > schedule.createdAt.getTime(),
    );
    const kept = new Set(own.filter(({ reason }) => reason !== 'asked').map(({ slot }) => slot.getTime()));
    const name = `${schedule.id} (${schedule.rule ?? 'once'}, ${schedule.firstWall} ${schedule.zone})`;
    for (const at of wanted)
      if (!kept.delete(at)) {
        missed += 1;
        violations.push(`${name} has no fate for ${new Date(at).toISOString()}`);
      }
    for (const at of kept)
      violations.push(`${name} has a fate for ${new Date(at).toISOString()}, which is no time of it`);
    violations.push(...judgeFates(name, schedule, own));
  }
  const { doubled, found } = judgeTurns(occurrences, turns);
  const fates: Record<string, number> = {};
  for (const { fate, reason } of occurrences) {
    const key = reason === null ? fate : `${fate} ${reason}`;
    fates[key] = (fates[key] ?? 0) + 1;
  }
  return {
    violations: [...violations, ...found],
    schedules: schedules.length,
    fates,
    turns: turns.length,
    missed,
    doubled,
  };
}

/** On time, late and catch-up are what they say; what comes once is not skipped; what was skipped is stood for. */
function judgeFates(name: string, { rule }: ScheduleFacts, own: readonly OccurrenceFacts[]): string[] {
  const found: string[] = [];
  let skipped = 0;
  for (const { fate, lateMs, reason, slot, standsFor } of own) {
    const at = `${name} at ${slot.toISOString()}: ${fate}`;
    if (lateMs < 0) found.push(`${at} before its time`);
    if (fate === 'skipped' && rule === null) found.push(`${at}, and it comes once`);
    if (fate === 'skipped' && reason !== 'paused') skipped += 1;
    if (reason === 'asked' || fate === 'skipped') continue;
    if (fate === 'fired' && lateMs > 60_000) found.push(`${at}, ${lateMs} ms late`);
    if (fate === 'late' && rule !== null && (lateMs <= 60_000 || lateMs > 7_200_000))
      found.push(`${at}, ${lateMs} ms late`);
    if (fate === 'catch-up' && standsFor !== skipped + 1)
      found.push(`${at} stands for ${String(standsFor)}, not ${skipped + 1}`);
    skipped = 0;
  }
  return found;
}

/** Every occurrence that fired has its turn and every turn its occurrence, each once, and is told to somebody. */
function judgeTurns(
  occurrences: readonly OccurrenceFacts[],
  turns: readonly TurnFacts[],
): { readonly doubled: number; readonly found: string[] } {
  const found: string[] = [];
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  for (const { slot, standsFor, turnId } of occurrences) {
    if (turnId === null) continue;
    const turn = byId.get(turnId);
    byId.delete(turnId);
    if (turn === undefined)
      found.push(`the turn ${turnId} of an occurrence does not exist, or is that of two`);
    else if (turn.dueAt?.getTime() !== slot.getTime() || turn.standsFor !== standsFor || turn.notices !== 1)
      found.push(
        `the turn ${turnId} is due at ${String(turn.dueAt?.toISOString())}, with ${turn.notices} notices`,
      );
  }
  for (const id of byId.keys()) found.push(`the turn ${id} has no occurrence`);
  return { doubled: byId.size, found };
}
