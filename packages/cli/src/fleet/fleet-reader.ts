import { type FleetView, fleetViewSchema, readinessSchema } from '@salience/contracts';
import { isSalienceError, messageOf } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { mayBelong } from '../client/ask-operator.ts';
import type { OwnFleet } from '@salience/supervisor/database';
import type { Context } from '../context.ts';
import type { FleetReading } from './fleet-reading.ts';

const ASK_MS = 3_000;

/** Reads the fleet as often as it is asked to; holds at most one pool of connections meanwhile. */
export interface FleetReader {
  /** Throws what the API said when the database cannot be read either. */
  read(): Promise<FleetReading>;
  close(): Promise<void>;
}

/**
 * Reads the fleet from the API, and where that is away, stopping or asks for a key that this command does not have,
 * from the database of this home.
 */
export async function createFleetReader(context: Context): Promise<FleetReader> {
  const client = await context.operatorClient();
  let own: OwnFleet | undefined;
  const readOwn = async (): Promise<FleetView | undefined> => {
    if (!mayBelong(context, client)) return undefined;
    own ??= (await import('@salience/supervisor/database')).openOwnFleet(context);
    return await own.read();
  };
  return {
    read: async () => {
      const [asked, readiness] = await Promise.all([askFleet(client), askReadiness(client)]);
      const common = { url: client.address.url, ready: readiness?.ready, parts: readiness?.parts ?? {} };
      if ('fleet' in asked) return { ...common, fleet: asked.fleet, source: 'api', instead: undefined };
      const fleet = await readOwn();
      // Nobody answers: what the API said is the better advice.
      if (fleet === undefined) throw asked.error;
      return { ...common, fleet, source: 'database', instead: reasonOf(asked.error) };
    },
    close: async () => await own?.close(),
  };
}

async function askFleet(client: ApiClient): Promise<{ fleet: FleetView } | { error: unknown }> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    return { fleet: await client.ask('/operator/fleet', fleetViewSchema, { signal }) };
  } catch (error) {
    return { error };
  }
}

async function askReadiness(client: ApiClient) {
  const signal = AbortSignal.timeout(ASK_MS);
  return await client.ask('/ready', readinessSchema, { alsoAnswers: 503, signal }).catch(() => undefined);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `the API gave no answer within ${ASK_MS / 1_000} s`;
  if (!isSalienceError(error)) return messageOf(error);
  if (error.code === 'cli.not-running') return 'the API does not answer';
  const { status } = (error.data ?? {}) as { status?: number };
  if (status === 401 || status === 403)
    return 'the API requires an operator key (set SALIENCE_OPERATOR_KEY) or the token of its own home';
  return `the API says: ${error.message}`;
}
