import { askedTicks, notePulseEvent, sweepAgendas } from '@salience/database/tasks';
import { isSalienceError, messageOf } from '@salience/errors';
import type { Deps, Run } from '../deps.ts';
import { didSomething, passOver, type PassTerms } from './carry-on.ts';

/** Passes of one run at most: what is left is taken by the next. */
const passesMax = 50;

/** Makes the run that moves tasks on as they become due and as their turns end. It is woken by hints and looks by itself each second. */
export function createTaskPass(deps: Deps, terms: PassTerms): Run {
  return async (signal, alive) => {
    let moved = 0;
    for (let pass = 0; pass < passesMax && !signal.aborted; pass += 1) {
      const report = await passOver(deps, terms);
      alive?.();
      if (!didSomething(report)) break;
      moved += 1;
    }
    return moved;
  };
}

/**
 * Makes the tick: the safety sweep behind the hints. It sets right agendas that do not agree with their tasks, makes a whole pass, and reports what it
 * found: as an event where it did something or somebody asked for it, as a metric always.
 */
export function createTick(deps: Deps, terms: PassTerms): Run {
  return async (signal, alive) => {
    await tick(deps, terms, signal, alive);
    return 1;
  };
}

/** Makes the run that carries out ticks that somebody asked for, each once at least. */
export function createAskedTicks(deps: Deps, terms: PassTerms): Run {
  return async (signal, alive) => {
    const asked = await askedTicks(deps.db, 10);
    for (const { id } of asked) {
      if (signal.aborted) break;
      await tick(deps, terms, signal, alive, id);
    }
    return asked.length;
  };
}

async function tick(
  deps: Deps,
  terms: PassTerms,
  signal: AbortSignal,
  alive: (() => void) | undefined,
  askedId?: Parameters<typeof notePulseEvent>[1]['askedId'],
): Promise<void> {
  const { clock, db, log, metrics } = deps;
  const asked = askedId === undefined ? {} : { askedId };
  const at = await clock.now();
  try {
    const agendas = await sweepAgendas(db);
    if (agendas > 0) log.warn({ agendas }, 'agendas did not agree with their tasks, and were set right');
    let report = await passOver(deps, terms);
    let total = report;
    for (let pass = 1; pass < passesMax && didSomething(report) && !signal.aborted; pass += 1) {
      alive?.();
      report = await passOver(deps, terms);
      total = added(total, report);
    }
    metrics.pulseTicks.inc({ outcome: 'ok' });
    log.debug({ ...total, agendas }, 'pulse.tick');
    if (didSomething(total) || agendas > 0 || total.errors > 0 || askedId !== undefined)
      await notePulseEvent(db, { kind: 'tick', at, report: { ...total, agendas }, ...asked });
  } catch (error) {
    metrics.pulseTicks.inc({ outcome: 'error' });
    // Its words are for the log: whoever sees one agent may read this.
    const code = isSalienceError(error) ? error.code : 'error.unexpected';
    await notePulseEvent(db, { kind: 'tick_error', at, report: { code }, ...asked }).catch((cause: unknown) =>
      log.warn({ error: messageOf(cause) }, 'a tick failed, and could not be noted'),
    );
    throw error;
  }
}

function added<T extends object>(a: T, b: T): T {
  const sum = { ...a } as Record<string, number>;
  for (const [name, value] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + Number(value);
  return sum as T;
}
