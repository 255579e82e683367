import { messageOf } from '@salience/errors';
import fc from 'fast-check';
import type { AttackedRoute } from './attacked-routes.ts';
import { type HostileRequest, hostileRequest } from './hostile-request.ts';
import { judgeAnswer } from './judge-answer.ts';
import { Wire, type WireOutcome } from './wire.ts';

/** A turn that a client was told is there. */
export interface PromisedTurn {
  readonly turnId: string;
  /** The text as it was sent, where that is certain. */
  readonly text: string | undefined;
}

/** What an attack did so far. */
export interface AttackTally {
  requests: number;
  /** Answers by status; `closed` and `silent` where there was none. */
  readonly statuses: Record<string, number>;
  readonly promised: PromisedTurn[];
}

/** Where and how hard to attack. */
export interface AttackOptions {
  /** `http://host:port`. */
  readonly at: string;
  readonly requests: number;
  readonly seed: number;
}

/** Requests that are under way at a time, each on a connection of its own. */
const atOnce = 20;

/** An empty tally. */
export function newTally(): AttackTally {
  return { requests: 0, statuses: {}, promised: [] };
}

/**
 * Sends hostile requests to one route and judges every answer. Throws at the first batch with a wrong
 * one: with the request, the answer and the seed that makes them again. What was promised on the way is in the tally.
 */
export async function attackRoute(
  route: AttackedRoute,
  options: AttackOptions,
  tally: AttackTally,
): Promise<void> {
  const { hostname, port, host } = new URL(options.at);
  const pool = new WirePool({ host: hostname, port: Number(port) });
  const batch = fc.array(hostileRequest(route, host), { minLength: atOnce, maxLength: atOnce });
  try {
    const details = await fc.check(
      fc.asyncProperty(batch, async (requests) => {
        const wrong = await Promise.all(requests.map((request) => send(pool, request, { tally, route })));
        const found = wrong.filter((reason) => reason !== undefined);
        if (found.length > 0) throw new Error(found.join('\n'));
      }),
      // Each finding shows its own request, so there is nothing to shrink.
      { seed: options.seed, numRuns: Math.ceil(options.requests / atOnce), endOnFailure: true },
    );
    if (!details.failed) return;
    const { seed, counterexamplePath, errorInstance } = details;
    const again = `seed ${seed}, path "${counterexamplePath ?? ''}"`;
    throw new Error(`${route.method} ${route.path} (${again}):\n${messageOf(errorInstance)}`);
  } finally {
    pool.close();
  }
}

async function send(
  pool: WirePool,
  request: HostileRequest,
  { tally, route }: { readonly tally: AttackTally; readonly route: AttackedRoute },
): Promise<string | undefined> {
  const wire = pool.take();
  wire.send(request.bytes, request.broken);
  const outcome = await wire.answer(request.method);
  if (request.broken || outcome === 'silent' || outcome === 'closed') wire.close();
  pool.giveBack(wire);
  tally.requests += 1;
  const status = typeof outcome === 'string' ? outcome : String(outcome.status);
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  keepPromise(request, outcome, tally);
  const reason = judgeAnswer(request, outcome, route);
  return reason === undefined
    ? undefined
    : `${reason}\n  to ${JSON.stringify(request.bytes.toString('latin1').slice(0, 600))}`;
}

/** Every 2xx that names a turn is a promise; HEAD and GET name turns that were promised before. */
function keepPromise(request: HostileRequest, outcome: WireOutcome, tally: AttackTally): void {
  if (typeof outcome === 'string' || outcome.status >= 300 || request.method !== 'POST') return;
  const turnId = outcome.headers['x-turn-id'];
  if (turnId === undefined) return;
  const replayed = outcome.headers['idempotent-replayed'] === 'true';
  tally.promised.push({ turnId, text: replayed ? undefined : textOf(request.json) });
}

/** The text of a message as JSON's own rules read it, with half surrogate pairs replaced as the API promises. */
function textOf(json: string | undefined): string | undefined {
  if (json === undefined) return undefined;
  try {
    const { text } = JSON.parse(json) as { text?: unknown };
    return typeof text === 'string' ? text.toWellFormed() : undefined;
  } catch {
    return undefined;
  }
}

/** Connections that can take another request. */
class WirePool {
  readonly #at: { readonly host: string; readonly port: number };
  readonly #free: Wire[] = [];

  constructor(at: { readonly host: string; readonly port: number }) {
    this.#at = at;
  }

  take(): Wire {
    for (let wire = this.#free.pop(); wire !== undefined; wire = this.#free.pop()) if (wire.open) return wire;
    return new Wire(this.#at);
  }

  giveBack(wire: Wire): void {
    if (wire.open) this.#free.push(wire);
  }

  close(): void {
    for (const wire of this.#free) wire.close();
  }
}
