import type { Models } from '@salience/models';
import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createBiographer } from './biography.ts';
import type { ChoreDeps, Quiet } from './chore.ts';
import { createProfiler } from './profiles.ts';

/** What the services that write accounts are composed from. */
export interface BiographyParts {
  readonly models: Pick<Models, 'describe' | 'biography'>;
  readonly quiet: Quiet;
  /** The IANA time zone of the installation. */
  readonly timeZone: string;
  /** From one look for what is due to the next, in milliseconds. */
  readonly lookMs: number;
  /** How long a lease lives without being renewed, in milliseconds. */
  readonly leaseMs: number;
}

/** A model may take its whole time, and then the same for the repair of its answer. In milliseconds. */
const stallMs = 300_000;

/** The loop that writes autobiographies. Any number of replicas may run it. */
export function biographyLoop(runtime: Runtime, parts: BiographyParts): Service {
  const { models, timeZone } = parts;
  const deps = { ...choreDeps(runtime, parts), models, timeZone, metrics: runtime.telemetry.metrics };
  const run = createBiographer(deps);
  return workLoop(runtime, { name: 'autobiography', everyMs: parts.lookMs, run, stallMs });
}

/** The loop that writes the profiles of tools. Any number of replicas may run it. */
export function profileLoop(runtime: Runtime, parts: BiographyParts): Service {
  const run = createProfiler(choreDeps(runtime, parts));
  return workLoop(runtime, { name: 'tool-profiles', everyMs: parts.lookMs, run, stallMs });
}

function choreDeps(runtime: Runtime, { leaseMs, quiet }: BiographyParts): ChoreDeps {
  const { clock, db, fault, log, workerId } = runtime;
  return { clock, db, fault, log, quiet, owner: workerId, leaseMs };
}
