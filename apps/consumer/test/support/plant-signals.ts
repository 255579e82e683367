import { createHash } from 'node:crypto';
import type { AgentId, Fingerprint, Id, SignalEvent } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  claimClusters,
  commitJudgements,
  type Judged,
  type NewSignal,
  type OpenedActivation,
  registerModule,
  takeSignals,
} from '@salience/database/signals';
import { compileModule } from '@salience/escalation';
import type { Fixture } from './fixture.ts';

/** A module that watches a folder, as its author writes it. */
export const watchesFolder = {
  module_id: 'reports',
  cluster: 'papers',
  version: '1',
  question_template: 'A file came: {location}. Is it a report?',
  default_threshold: 0.65,
  signal_priors: {
    filesystem: { watch_directories: ['/srv/papers'], relevant_extensions: ['.pdf'] },
  },
};

type Sensed = Partial<Omit<NewSignal, 'clusters' | 'id'>>;

/** Registers a module as the API does. */
export async function plantModule(
  { db }: Pick<Fixture, 'db'>,
  agentId: AgentId,
  written: object = watchesFolder,
): Promise<Fingerprint> {
  const fingerprint = compileModule(written);
  const hash = createHash('sha256').update(JSON.stringify(written)).digest('hex');
  await registerModule(db, agentId, { fingerprint, hash, now: new Date() });
  return fingerprint;
}

/** Takes in files that came, as a sense does; each belongs to the clusters. */
export async function plantSignals(
  { database }: Pick<Fixture, 'database'>,
  agentId: AgentId,
  sensed: readonly Sensed[],
  { clusters = ['papers'], now = new Date() }: { clusters?: readonly string[]; now?: Date } = {},
): Promise<Id<'signal'>[]> {
  const signals = sensed.map((one): NewSignal => {
    const id = newId('signal', now.getTime());
    const location = one.location ?? '/srv/papers/may.pdf';
    return {
      source: 'filesystem',
      deltaType: 'created',
      magnitude: 1,
      features: { path: location, extension: location.replace(/^.*\./, '.'), size_bytes: 2_048 },
      own: false,
      at: now,
      externalId: id,
      ...one,
      location,
      id,
      clusters,
    };
  });
  await takeSignals(database.connect('salience_pulse_sensor'), { agentId, now, signals });
  return signals.map(({ id }) => id);
}

/** A judgement of a module as it is committed. */
export type PlantedJudgement = Judged['judged'][number]['judged'][number];

/** A judgement that says no. */
export const tooLow: PlantedJudgement = {
  module: 'reports',
  reason: 'below_threshold',
  score: 0.42,
  rule: 0.42,
  learned: null,
  threshold: 0.65,
  version: 0,
};

/** An activation of one module to be opened. */
export function opens(
  signals: readonly Id<'signal'>[],
  more: Partial<OpenedActivation> = {},
): OpenedActivation {
  const event: SignalEvent = {
    source: 'filesystem',
    location: '/srv/papers/may.pdf',
    delta_type: 'created',
    magnitude: 1,
    timestamp: Math.floor(Date.now() / 1_000),
    features: { extension: '.pdf' },
  };
  return {
    id: newId('activation'),
    module: 'reports',
    candidates: ['reports'],
    kind: 'wake',
    state: 'open',
    reason: 'woke',
    dueAt: new Date(),
    score: 0.9,
    threshold: 0.65,
    version: 0,
    count: signals.length,
    signals,
    window: { events: [{ event, burst: 0, surprise: 0 }], activatedAt: null },
    // The last row of ten: its first feature is 1, its last −0.5.
    matrix: Buffer.from(
      Float32Array.from({ length: 160 }, (_, n) => (n === 144 ? 1 : n === 159 ? -0.5 : 0)).buffer,
    ).toString('base64'),
    latest: [event],
    ...more,
  };
}

/** Judges all that waits in the clusters of an agent, each signal in the same way, as pulse-sensor does. */
export async function plantJudgements(
  { database }: Pick<Fixture, 'database'>,
  agentId: AgentId,
  judged: readonly PlantedJudgement[],
  activations: readonly OpenedActivation[] = [],
): Promise<readonly Id<'activation'>[]> {
  const db = database.connect('salience_pulse_sensor');
  const now = new Date();
  const claim = { owner: newId('worker'), leaseMs: 60_000, limit: 10, signals: 100, now, held: {} };
  const ids: Id<'activation'>[] = [];
  for (const held of await claimClusters(db, claim)) {
    const { cluster, fence, signals } = held;
    if (held.agentId !== agentId) continue;
    const committed = await commitJudgements(db, {
      agentId,
      cluster,
      fence,
      now,
      upto: signals.at(-1)?.seq ?? 0,
      state: null,
      judged: signals.map(({ seq }) => ({ seq, judged })),
      activations,
      release: true,
    });
    ids.push(...committed.ids);
  }
  return ids;
}

/** A trained model of a cluster, which scores from now on if it is promoted. */
export async function plantModel(
  { database }: Pick<Fixture, 'database'>,
  agentId: AgentId,
  version: number,
  cluster = 'papers',
): Promise<void> {
  await database.admin(
    `insert into salience.limbic_models (agent_id, cluster, version, parent, sha256, schema, weights, heads, metrics, promoted, reason, made_at)
     values ($1, $2, $3, $4, $5, 'limbic-features.v1', '\\x00', '{}', '{"auc": 0.9}', true, 'better', now())`,
    [agentId, cluster, version, version - 1, 'a'.repeat(64)],
  );
  await database.admin(
    `insert into salience.clusters (agent_id, cluster, version) values ($1, $2, $3)
     on conflict (agent_id, cluster) do update set version = excluded.version`,
    [agentId, cluster, version],
  );
}
