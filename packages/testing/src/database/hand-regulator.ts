import type { AgentId, PolicyStanding } from '@salience/contracts';
import { newId } from '@salience/database';
import { loadPolicy } from '@salience/database/agents';
import {
  type NotedChange,
  noteAdopted,
  pinPolicy,
  policyHead,
  publishPolicy,
  saveCalibration,
  settlePolicyRequest,
} from '@salience/database/learning';
import { beat } from '@salience/database/operations';
import type { TestDatabase } from './test-database.ts';

/** What this one says of how a policy does. */
export const handStanding: PolicyStanding = {
  at: '2026-03-04T09:00:00.000Z',
  outcome: 'published',
  decisions: 420,
  labelled: 61,
  one_to_one: 400,
  tiebreak_share: 0.07,
  shares: { RESPOND: 0.62, CLARIFY: 0.05, ACT: 0.18, ACKNOWLEDGE: 0.12, IGNORE: 0.01 },
  pressures: [
    { name: 'missed_clarify', value: 0.031, threshold: 0.01, excess: 3.1 },
    { name: 'share_act_high', value: 0.18, threshold: 0.15, excess: 1.2 },
    { name: 'miscalibration', value: 0.04, threshold: 0.1, excess: 0.4 },
  ],
};

const start = Date.parse('2026-03-01T09:00:00Z');
const day = (n: number) => new Date(start + n * 86_400_000);
const step = { mean: -0.012, lower: -0.02, upper: -0.004, moved: 34, movedLabelled: 9 };
const estimate = { step, direction: step };
const measured = {
  verdict: 'better',
  effect: { mean: -0.2, lower: -0.31, upper: -0.09, before: 20, after: 22 },
};

/** The rest of what a regulator does, as its role; the regulator itself is tested where it lives. */
export class HandRegulator {
  readonly #database: TestDatabase;
  readonly #db;

  constructor(database: TestDatabase) {
    this.#database = database;
    this.#db = database.connect('salience_routing_regulator');
  }

  /** Publishes so many versions of a policy, each of which moves clarify.base up by .02. Those before the last are adopted and measured. */
  async publish(name = 'fleet', versions = 3): Promise<void> {
    const shipped = await loadPolicy(this.#db, 'shipped');
    if (shipped === undefined) throw new Error('expected the shipped policy in a fresh database');
    const base = { name: shipped.name, version: shipped.version };
    const from = shipped.weights['clarify.base'] ?? 0;
    let earlier: NotedChange['id'] | undefined;
    for (let n = 0; n < versions; n += 1) {
      const value = from + n * 0.02;
      const change: NotedChange = {
        id: newId('policyChange', day(n).getTime()),
        ...(n === 0
          ? { action: 'release', cause: 'the release brings these weights' }
          : {
              action: 'publish',
              parameter: 'clarify.base',
              valueBefore: value - 0.02,
              valueAfter: value,
              pressure: 'missed_clarify',
              estimate,
              cause: 'people asked again where they should have been asked',
            }),
      };
      await publishPolicy(this.#db, {
        name,
        from: n === 0 ? null : { version: n, cycledAt: day(n - 1) },
        parent: n === 0 ? base : { name, version: n },
        base,
        weights: { ...shipped.weights, 'clarify.base': value },
        reason: { pressure: change.pressure ?? null },
        state: { standing: handStanding },
        cycledAt: day(n),
        change,
        now: day(n),
        ...(earlier === undefined || n === 1 ? {} : { settles: { id: earlier, measured } }),
      });
      if (n < versions - 1) await noteAdopted(this.#db, change.id, day(n + 0.1));
      earlier = change.id;
    }
  }

  /** Carries out a pin, as a regulator does that found the request. */
  async pin(request: string, name: string, version: number | null): Promise<void> {
    const live = (await policyHead(this.#db, name))?.liveVersion ?? 0;
    await pinPolicy(this.#db, {
      name,
      from: { version: live },
      version,
      by: 'operator:anna',
      state: { standing: handStanding },
      change: {
        id: newId('policyChange'),
        action: version === null ? 'unpin' : 'pin',
        cause: 'operator:anna asked for it',
      },
      request: { id: request as never, outcome: { live_version: version ?? live } },
      now: new Date(),
    });
  }

  /** Ends a request with what came of it. */
  async settle(request: string, state: 'done' | 'refused', outcome: Record<string, unknown>): Promise<void> {
    await settlePolicyRequest(this.#db, request as never, { state, outcome, now: new Date() });
  }

  /** Says that half of what the router is sure of is right. */
  async calibrate(name: string): Promise<void> {
    await saveCalibration(this.#db, {
      name,
      from: 0,
      at: day(1),
      knots: [
        { confidence: 0, share: 0.5 },
        { confidence: 1, share: 0.5 },
      ],
      figures: {},
      decisions: 120,
    });
  }

  /** Digests that beat, and the version that each decides by. */
  async digests(name: string, ...versions: readonly number[]): Promise<void> {
    const db = this.#database.connect('salience_digest');
    for (const version of versions)
      await beat(db, {
        id: newId('worker'),
        app: 'digest',
        pid: 1,
        host: 'h',
        version: '1',
        state: 'ready',
        capacity: 1,
        running: [],
        jobsDone: 0,
        jobsFailed: 0,
        policies: { [name]: version },
      } as never);
  }

  /** A label of a turn's decision. */
  async label(
    agentId: AgentId,
    turn: { readonly turn_id: string; readonly thread_id: string },
  ): Promise<void> {
    await this.#database.admin(
      `insert into salience.decision_labels (id, agent_id, thread_id, turn_id, kind, wanted, confidence, given_via, reason, given_by, mode,
         policy_name, policy_version, decided_at, at)
       values ($1, $2, $3, $4, 'missed_clarify', 'CLARIFY', 0.9, 'reaction', 'meant-otherwise', 'owner', 'RESPOND', 'fleet', 1, now(), now())`,
      [newId('label'), agentId, turn.thread_id, turn.turn_id],
    );
  }
}
