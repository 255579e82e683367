import { type FleetView, fleetViewSchema, readinessSchema } from '@salience/contracts';
import { type Database, fleetView, listWorkers, loadFleet } from '@salience/database';
import { isSalienceError, messageOf } from '@salience/errors';
import { openOperatorDatabase } from '../agents/operator-database.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../context.ts';
import { readRun } from '../home/run-file.ts';
import type { FleetReading } from './fleet-reading.ts';
import { queueDepths } from './queue-depths.ts';

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
  const database = new OwnDatabase(context, client);
  return {
    read: async () => {
      const [asked, readiness] = await Promise.all([askFleet(client), askReadiness(client)]);
      const common = { url: client.address.url, ready: readiness?.ready, parts: readiness?.parts ?? {} };
      if ('fleet' in asked) {
        return { ...common, fleet: asked.fleet, source: 'api', instead: undefined };
      }
      const db = await database.get();
      if (db === undefined) throw asked.error;
      try {
        const fleet = await fleetFrom(db, context);
        return { ...common, fleet, source: 'database', instead: reasonOf(asked.error) };
      } catch {
        // Nobody answers: what the API said is the better advice.
        throw asked.error;
      }
    },
    close: () => database.close(),
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
    return 'the API asks for an operator key (set SALIENCE_OPERATOR_KEY), or for the token of its own home';
  return `the API says: ${error.message}`;
}

/** The database of this home, or of DATABASE_URL, kept open between two readings. */
class OwnDatabase {
  readonly #context: Context;
  readonly #mayBelong: boolean;
  #open: Database | undefined;

  constructor(context: Context, client: ApiClient) {
    this.#context = context;
    // Numbers of another Salience than the one that is asked would be worse than none.
    this.#mayBelong =
      context.env.databaseUrl !== undefined ||
      !context.namesUrl ||
      readRun(context.home.runFile)?.url === client.address.url;
  }

  /** Undefined where there is none or it does not run now. */
  async get(): Promise<Database | undefined> {
    if (!this.#mayBelong) return undefined;
    try {
      this.#open ??= await openOperatorDatabase(this.#context);
      await this.#open.pool.query('select 1');
      return this.#open;
    } catch {
      // It may come back on another port after a restart: the next reading looks afresh.
      await this.close();
      return undefined;
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.close();
  }
}

async function fleetFrom(db: Database, context: Context): Promise<FleetView> {
  const at = new Date();
  const [workers, numbers, depths] = await Promise.all([
    listWorkers(db),
    loadFleet(db, at),
    queueDepths(context),
  ]);
  return fleetView({ at, workers, numbers, ...depths });
}
