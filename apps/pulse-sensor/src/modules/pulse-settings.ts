import { wakeLimits } from '@salience/escalation';
import type { Module } from './module-book.ts';

/** What signals may cost an agent in a day. */
export interface PulseSettings {
  readonly wakesPerDay: number;
  readonly tokensPerDay: number;
  /** The line of modules for which none was set or learned, in place of the one that they declare. */
  readonly threshold: number | undefined;
}

/** The settings of an agent, as one of its modules carries them, with what holds where it says nothing. */
export function pulseSettings(module: Pick<Module, 'settings'> | undefined): PulseSettings {
  const { threshold, tokensPerDay, wakesPerDay } = (module?.settings ?? {}) as Partial<
    Record<keyof PulseSettings, unknown>
  >;
  return {
    wakesPerDay: typeof wakesPerDay === 'number' ? wakesPerDay : wakeLimits.wakesPerDay,
    tokensPerDay: typeof tokensPerDay === 'number' ? tokensPerDay : wakeLimits.tokensPerDay,
    threshold: typeof threshold === 'number' ? threshold : undefined,
  };
}
