import type { SignalEvent } from '@salience/contracts';
import { takeSignals } from '@salience/database/signals';
import { wallClock } from '@salience/language';
import type { LoopRun } from '@salience/runtime';
import { routesTo } from '@salience/limbic';
import type { AgentModules, Module } from '../modules/module-book.ts';
import type { SenseDeps } from './sense-deps.ts';
import { type Found, signalsOf } from './take-in.ts';

const minuteMs = 60_000;

/**
 * Makes the run in which the clock is sensed: one tick a minute and module, in the active hours of modules that ask for it, whoever of any number of replicas
 * notes it first. Minutes that passed while nobody looked are not made up for: a tick says what time it is.
 */
export function createTicks({ book, clock, db, judge, metrics }: SenseDeps): LoopRun {
  let last = 0;
  return async () => {
    const now = await clock.now();
    const minute = Math.floor(now.getTime() / minuteMs);
    if (minute === last) return 0;
    let taken = 0;
    for (const agent of await book.current()) {
      const found = agent.active.flatMap((module) => tickOf(module, agent, minute * minuteMs));
      const signals = found.flatMap(({ module, ...one }) =>
        // A tick is the one module's whose hours it keeps, though its cluster has others.
        signalsOf({ ...agent, active: [module] }, [one], now),
      );
      if (signals.length === 0) continue;
      const result = await takeSignals(db, { agentId: agent.agentId, now, signals });
      taken += result.taken.length;
      if (result.clusters.length > 0) judge(result.clusters);
    }
    last = minute;
    metrics.signals.inc({ source: 'time' }, taken);
    return taken;
  };
}

function tickOf(module: Module, { zone }: AgentModules, at: number): (Found & { module: Module })[] {
  const { fingerprint, lastWakeAt, name } = module;
  const { time } = fingerprint.signal_priors;
  if (time === undefined) return [];
  const wall = new Date(wallClock(at, fingerprint.time_zone ?? zone));
  const [from, until] = time.active_hours;
  const hour = wall.getUTCHours();
  const isActive = from <= until ? hour >= from && hour <= until : hour >= from || hour <= until;
  const weekday = (wall.getUTCDay() + 6) % 7;
  const event: SignalEvent = {
    source: 'time',
    location: 'tick',
    delta_type: 'tick',
    magnitude: 1,
    timestamp: at / 1_000,
    features: {
      module: name,
      minutes_since_last_activation:
        lastWakeAt === null ? null : Math.max(0, Math.round((at - Date.parse(lastWakeAt)) / minuteMs)),
    },
  };
  if (!isActive || !time.active_days.includes(weekday) || !routesTo(fingerprint, event)) return [];
  return [{ module, event, externalId: `${name}:${new Date(at).toISOString()}` }];
}
