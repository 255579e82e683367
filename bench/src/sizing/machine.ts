import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What a machine has done since it started, in milliseconds of one core. */
export interface MachineReading {
  readonly at: number;
  readonly busyMs: number;
  /** What the host gave to others. */
  readonly stolenMs: number;
  /** This process's own processor time, without its children. */
  readonly ownMs: number;
}

/** Reads it. The kernel counts in hundredths of a second. */
export function readMachine(): MachineReading {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').trim().split(/\s+/u);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticks.map(Number);
  const own = process.cpuUsage();
  return {
    at: performance.now(),
    busyMs: 10 * (user + nice + system + irq + softirq),
    stolenMs: 10 * steal,
    ownMs: (own.user + own.system) / 1_000,
  };
}

/** What was left of a machine for a load, between two readings. */
export interface MachineShare {
  /** Cores that the load could have had: all of them without what others and the host took. */
  readonly cores: number;
  /** Cores that others on this machine took. */
  readonly others: number;
  readonly stolen: number;
  readonly ownMs: number;
}

/** `knownMs`: processor time of everything that belongs to the load, beside this process. Never below a tenth of a core. */
export function shareBetween(from: MachineReading, to: MachineReading, knownMs: number): MachineShare {
  const spanMs = Math.max(1, to.at - from.at);
  const ownMs = to.ownMs - from.ownMs;
  const others = Math.max(0, to.busyMs - from.busyMs - knownMs - ownMs) / spanMs;
  const stolen = (to.stolenMs - from.stolenMs) / spanMs;
  return { cores: Math.max(0.1, availableParallelism() - others - stolen), others, stolen, ownMs };
}
