import { policySignal } from '@salience/contracts';
import { hintedBy, type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { Policies } from './policies.ts';

/** The pause between two looks at which versions decide, in milliseconds: with the look itself well within the 5 s of a publication whose hint is lost. */
const lookEveryMs = 3_000;

/** Keeps what is held of policies as it was published: at once when that is told, else at its own pace. Shows by which versions this process decides. */
export function followPolicies(
  runtime: Pick<Runtime, 'decidesBy' | 'env' | 'log' | 'queues' | 'telemetry'>,
  policies: Pick<Policies, 'look'>,
  everyMs = lookEveryMs,
): Service {
  const { decidesBy, telemetry } = runtime;
  const run = async (): Promise<number> => {
    const changed = await policies.look();
    const { policyVersion } = telemetry.metrics;
    policyVersion.clear();
    for (const [name, version] of decidesBy) policyVersion.set({ name }, version);
    return changed;
  };
  const loop = workLoop(runtime, { name: 'policies', everyMs, run });
  return hintedBy(runtime, policySignal, loop);
}
