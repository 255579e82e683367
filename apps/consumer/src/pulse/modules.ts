import { createHash } from 'node:crypto';
import { canonicalArguments } from '@salience/act';
import {
  type AgentId,
  type Fingerprint,
  type LimbicModelView,
  type ModuleView,
  senseSignal,
} from '@salience/contracts';
import { type LimbicModelRow, listModules, type ModuleRow, registerModule } from '@salience/database/signals';
import { isSalienceError } from '@salience/errors';
import { compileModule, createGate } from '@salience/escalation';
import { hint } from '@salience/runtime';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** Modules that an agent may have. */
export const modulesMax = 100;

/** A module as the API shows it. */
export function moduleView(row: ModuleRow): ModuleView {
  return {
    name: row.name,
    cluster: row.cluster,
    version: row.fingerprint.version,
    state: row.state,
    threshold: row.threshold,
    last_wake_at: row.lastWakeAt?.toISOString() ?? null,
    breaker_until: row.breakerUntil?.toISOString() ?? null,
    hash: row.hash,
    fingerprint: row.fingerprint,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A version of a model as the API shows it. */
export function limbicModelView(row: LimbicModelRow): LimbicModelView {
  return {
    cluster: row.cluster,
    version: row.version,
    parent: row.parent,
    active: row.active,
    promoted: row.promoted,
    reason: row.reason,
    metrics: row.metrics,
    thresholds: row.thresholds,
    sha256: row.sha256,
    schema: row.schema,
    made_at: row.madeAt.toISOString(),
  };
}

/** The module of this name. Throws 404 where the agent has none. */
export async function findModule(context: ConsumerContext, caller: Caller, name: string): Promise<ModuleRow> {
  return knownModule((await listModules(context.db, caller.agent.id)).find((row) => row.name === name));
}

/** The same row, where there is one. Throws 404. */
export function knownModule(row: ModuleRow | undefined): ModuleRow {
  if (row !== undefined) return row;
  throw httpProblem(404, 'module.unknown', 'This agent has no module of this name. GET /modules lists them.');
}

/** A module from what its author wrote. Throws 422 with what is wrong with it. */
export function readModule(json: unknown): Fingerprint {
  try {
    return compileModule(json);
  } catch (error) {
    if (isSalienceError(error)) throw httpProblem(422, 'module.invalid', error.message);
    throw error;
  }
}

/** Registers a module from what its author wrote. Throws 422 with what is wrong with it, 409 where the agent has as many as it may. */
export async function registerWritten(
  { clock, db }: Pick<ConsumerContext, 'clock' | 'db'>,
  agentId: AgentId,
  json: unknown,
): ReturnType<typeof registerModule> {
  const fingerprint = readModule(json);
  const before = await listModules(db, agentId);
  if (before.length >= modulesMax && before.every(({ name }) => name !== fingerprint.module_id))
    throw httpProblem(409, 'module.max', `This agent has ${modulesMax} modules. Remove one first.`);
  const now = await clock.now();
  return await registerModule(db, agentId, { fingerprint, hash: fingerprintHash(fingerprint), now });
}

/**
 * Lets pass what the caller may have sensed: an agent's key opens an agent, not the machine, so files and the state of the machine are declared by its person or by
 * who installed it. Throws 403.
 */
export function refuseStrangersOfMachine({ operator, voice }: Caller, written: unknown): void {
  if (voice !== 'key' || operator !== undefined) return;
  const { filesystem, host } = readModule(written).signal_priors;
  if (filesystem === undefined && host === undefined) return;
  throw httpProblem(
    403,
    'module.local',
    'Files and the state of this machine are not declared with the key of an agent. Use the token of the home folder, or put the module as a file into SALIENCE_MODULES_DIR.',
  );
}

/** The same number, where it is a threshold. Throws 422. */
export function readThreshold(threshold: number): number {
  try {
    return createGate(threshold).threshold;
  } catch (error) {
    if (error instanceof RangeError) throw httpProblem(422, 'module.threshold', error.message);
    throw error;
  }
}

/** SHA-256 of a fingerprint, hex: the same for the same one, however its fields are ordered. */
function fingerprintHash(fingerprint: Fingerprint): string {
  return createHash('sha256').update(canonicalArguments(fingerprint)).digest('hex');
}

/** Tells pulse-sensor, after the commit, that something of an agent changed. */
export function hintSenses(context: ConsumerContext, { agent }: Caller): void {
  hint(context, senseSignal, agent.id);
}
