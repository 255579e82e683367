import { type ModelRole, modelRoles } from '@salience/contracts';

/** How long the calls of a role may take, in milliseconds. */
export interface RoleTimes {
  /** The whole call: attempts, waits and failover included. */
  readonly timeoutMs: number;
  /** The longest silence. A role that does not stream is silent until it is done. */
  readonly stallMs: number;
}

/**
 * Nobody waits for chunks and episodes; an acknowledgement is one sentence; a second opinion may not hold up the action it
 * is about; and a tie is broken within two seconds, or the scores stand: a model that is slower is given more by name.
 */
const defaultTimeouts: Readonly<Record<ModelRole, number>> = {
  respond: 60_000,
  acknowledge: 30_000,
  tiebreak: 2_000,
  plan: 60_000,
  compact: 30_000,
  critic: 20_000,
  triage: 30_000,
  chunk: 90_000,
  stretch: 120_000,
  episode: 120_000,
  concept: 90_000,
  experience: 90_000,
  biography: 120_000,
  drift: 60_000,
  reflect: 60_000,
};
const defaultStallMs = 20_000;

/** The roles whose answers come piece by piece. */
const streamed: ReadonlySet<ModelRole> = new Set(['respond', 'acknowledge', 'plan']);

/** The times of a role where nothing else is said. */
export function timesOf(role: ModelRole, own: Partial<RoleTimes> | undefined): RoleTimes {
  const timeoutMs = own?.timeoutMs ?? defaultTimeouts[role];
  return { timeoutMs, stallMs: own?.stallMs ?? (streamed.has(role) ? defaultStallMs : timeoutMs) };
}

/** The variables that `readTimes` reads. */
export const timeEnvNames = [
  'SALIENCE_MODEL_TIMEOUT_MS',
  'SALIENCE_MODEL_STALL_MS',
  ...modelRoles.flatMap((role) => [timeoutName(role), stallName(role)]),
] as const;

/** Reads the times of every role; the general stall is for the roles that stream. */
export function readTimes(
  read: (name: string) => string | undefined,
  problems: string[],
): Readonly<Record<ModelRole, RoleTimes>> {
  const number = (name: string): number | undefined => {
    const text = read(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (Number.isInteger(value) && value > 0) return value;
    problems.push(`${name}: expected a positive whole number of milliseconds, got "${text}"`);
    return undefined;
  };
  const timeout = number('SALIENCE_MODEL_TIMEOUT_MS');
  const stall = number('SALIENCE_MODEL_STALL_MS');
  const times = modelRoles.map((role): [ModelRole, RoleTimes] => {
    // A turn waits for the tie-breaker before it does anything else: a general time is not meant for it.
    const timeoutMs = number(timeoutName(role)) ?? (role === 'tiebreak' ? undefined : timeout);
    const stallMs = number(stallName(role)) ?? (streamed.has(role) ? stall : undefined);
    const own = {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(stallMs === undefined ? {} : { stallMs }),
    };
    return [role, timesOf(role, own)];
  });
  return Object.fromEntries(times) as Record<ModelRole, RoleTimes>;
}

function timeoutName(role: ModelRole) {
  return `SALIENCE_MODEL_TIMEOUT_MS_${role.toUpperCase() as Uppercase<ModelRole>}` as const;
}

function stallName(role: ModelRole) {
  return `SALIENCE_MODEL_STALL_MS_${role.toUpperCase() as Uppercase<ModelRole>}` as const;
}
