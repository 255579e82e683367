import type { Models } from '@salience/models';
import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createBiographer } from './biography.ts';
import type { ChoreDeps, Quiet } from './chore.ts';
import { createProfiler } from './profiles.ts';

/** Dependencies of the services that write autobiographies and tool profiles. */
export interface BiographyParts {
  readonly models: Pick<Models, 'describe' | 'biography'>;
  readonly quiet: Quiet;
  /** The IANA time zone of the installation. */
  readonly timeZone: string;
  /** The pause between two checks for due work, in milliseconds. */
  readonly lookMs: number;
  /** How long a lease lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
}

/** Timeout of a model call and of one repair of its answer, in milliseconds. */
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
