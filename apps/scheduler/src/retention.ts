import type { Deps, Run } from './deps.ts';
import { deleteOldInbound } from '@salience/database/inlets';
import { deleteOldGists } from '@salience/database/keeping';
import { deleteOldStandings } from '@salience/database/learning';
import { deleteOldUsage } from '@salience/database/operations';
import { deleteOldPfc, expireHolds } from '@salience/database/pfc';
import { deleteOldRoomEvents } from '@salience/database/rooms';
import { deleteOldSignals } from '@salience/database/signals';
import { deleteOldOccurrences } from '@salience/database/skills';
import { deleteOldPulseEvents } from '@salience/database/tasks';
import { deleteOldContexts } from '@salience/database/turns';

const dayMs = 86_400_000;
/** Gists in one statement. */
const gistBatch = 500;
/** Contexts in one statement: each may hold a whole prompt. */
const contextBatch = 200;
/** Occurrences in one statement. */
const occurrenceBatch = 1_000;
/** Messages that came in, in one statement. */
const inboundBatch = 1_000;
/** Signals in one statement. */
const signalBatch = 1_000;
/** Actions, thoughts and events of rooms, in one statement. */
const pfcBatch = 1_000;
/** Days after which an evaluated action goes, a thought that was consumed or overheard, and an event of a room. */
const kept = { actions: 90, thoughts: 30, events: 7 };
/** Days of which usage of models and standings of policies are kept. */
const daysKept = 400;
/** Of each schedule so many of its last occurrences stay, however old. */
const occurrencesKept = 20;

/**
 * Makes the run that deletes what an agent's settings keep for a time only: gists after `retention.gistDays`. What an agent does
 * not set is kept for ever; decay deletes nothing.
 */
export function createMemoryRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>): Run {
  return async (signal, alive) => {
    let total = 0;
    const now = await clock.now();
    for (let deleted = gistBatch; deleted === gistBatch && !signal.aborted; ) {
      deleted = await deleteOldGists(db, now, gistBatch);
      total += deleted;
      alive?.();
    }
    return total;
  };
}

/**
 * Makes the run that deletes what models saw longer than `days` days of business time ago, over all agents, and the system texts that
 * nothing refers to any more. 0 days: it is kept for ever.
 */
export function createContextRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>, days: number): Run {
  return olderThan(clock, days, (before) => deleteOldContexts(db, { before, limit: contextBatch }));
}

/**
 * Makes the run that deletes what became of slots longer than `days` days of business time ago, over all schedules, but the last ones of each and
 * what is not settled. 0 days: it is kept for ever.
 */
export function createOccurrenceRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>, days: number): Run {
  const some = { keep: occurrencesKept, limit: occurrenceBatch };
  return olderThan(clock, days, (before) => deleteOldOccurrences(db, { before, ...some }));
}

/**
 * Makes the run that deletes what came in through inlets longer than `days` days of business time ago, but not what an open task came from, and reports of
 * the tick and of inlets as old. 0 days: it is kept for ever.
 */
export function createInboundRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>, days: number): Run {
  return olderThan(
    clock,
    days,
    async (before) =>
      (await deleteOldInbound(db, { before, limit: inboundBatch })) +
      (await deleteOldPulseEvents(db, before)),
  );
}

/**
 * Makes the run that deletes signals that were taken in longer than `days` days of business time ago, with how they were judged, and activations as old that nobody
 * labelled. 0 days: they are kept for ever.
 */
export function createSignalRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>, days: number): Run {
  return olderThan(clock, days, (before) => deleteOldSignals(db, { before, limit: signalBatch }));
}

/**
 * Makes the run that ends the waiting of actions that were to be considered, and deletes evaluated actions after 90 days of business time, thoughts 30 days after they were
 * consumed, and events of rooms after 7 days. Of thoughts that nobody has taken those of the background go after 30 days; of the others the newest 2,000 of an agent and channel stay.
 */
export function createPfcRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>): Run {
  const events = olderThan(clock, kept.events, (before) => deleteOldRoomEvents(db, before, pfcBatch));
  const rows = olderThan(clock, kept.actions, (actions) => {
    const thoughts = new Date(actions.getTime() + (kept.actions - kept.thoughts) * dayMs);
    return deleteOldPfc(db, { actions, thoughts, limit: pfcBatch });
  });
  return async (signal, alive) => {
    const ended = await expireHolds(db, await clock.now());
    return ended + (await rows(signal, alive)) + (await events(signal, alive));
  };
}

/** Makes the run that deletes what models came to, and how policies did, on days longer than 400 days of business time ago. */
export function createDayRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>): Run {
  return olderThan(
    clock,
    daysKept,
    async (before) => (await deleteOldUsage(db, before)) + (await deleteOldStandings(db, before)),
  );
}

/** Repeats `deleteSome` until it finds nothing older than so many days. */
function olderThan(clock: Deps['clock'], days: number, deleteSome: (before: Date) => Promise<number>): Run {
  return async (signal, alive) => {
    if (days === 0) return 0;
    let total = 0;
    const before = new Date((await clock.now()).getTime() - days * dayMs);
    for (let deleted = 1; deleted > 0 && !signal.aborted; ) {
      deleted = await deleteSome(before);
      total += deleted;
      alive?.();
    }
    return total;
  };
}
