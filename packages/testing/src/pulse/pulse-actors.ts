import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { AgentId, Fingerprint, FingerprintInput, Id } from '@salience/contracts';
import { fingerprintSchema } from '@salience/contracts';
import { newId } from '@salience/database';
import { takeIn } from '@salience/database/inlets';
import { labelActivation, registerModule, takeSignals } from '@salience/database/signals';
import type { TestDatabase } from '../database/test-database.ts';

/** A new file, as it is taken in. */
export interface NewFile {
  /** An absolute path. */
  readonly path: string;
  readonly clusters: readonly string[];
}

/** A message of a hook. */
export interface HookMessage {
  readonly hook: string;
  readonly n: number;
  readonly text: string;
  readonly now: Date;
}

/** What consumer does for an agent, done by whoever runs a test. */
export interface PulseActors {
  readonly agentId: AgentId;
  /** Registers a module; resolves with it as it is stored. */
  register(module: FingerprintInput): Promise<Fingerprint>;
  /** Takes in a message of a hook with its task. The same number again is the same message. */
  takeHook(message: HookMessage): Promise<void>;
  /** Takes in signals of new files, as a sense does. Resolves with how many were new. */
  takeFiles(files: readonly NewFile[], now: Date): Promise<number>;
  /** Labels an activation (−1 to 1); whether the label was kept. */
  label(label: {
    readonly id: Id<'activation'>;
    readonly value: number;
    readonly by: string;
    readonly now: Date;
  }): Promise<boolean>;
  /** Sets how often signals may wake the agent in a day. */
  limitWakes(wakesPerDay: number): Promise<void>;
}

/** Makes them for the default agent of a database. */
export async function pulseActors(database: TestDatabase): Promise<PulseActors> {
  const [agent] = await database.admin<{ id: AgentId }>(
    "select id from salience.agents where name = 'default'",
  );
  const agentId = (agent as { id: AgentId }).id;
  const db = database.connect('salience_consumer');
  const sensor = database.connect('salience_pulse_sensor');
  return {
    agentId,
    async register(module) {
      const fingerprint = fingerprintSchema.parse(module);
      const hash = createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex');
      await registerModule(db, agentId, { fingerprint, hash, now: new Date() });
      return fingerprint;
    },
    async takeHook({ hook, n, now, text }) {
      const result = await takeIn(db, messageOf(agentId, { hook, n, now, text }));
      if (result.status !== 'taken' && result.status !== 'duplicate')
        throw new Error(`expected message ${n} of ${hook} to be taken in, got ${result.status}`);
    },
    async takeFiles(files, now) {
      const { taken } = await takeSignals(sensor, {
        agentId,
        now,
        signals: files.map(({ clusters, path }) => ({
          id: newId('signal', now.getTime()),
          externalId: path,
          source: 'filesystem',
          location: path,
          deltaType: 'created',
          magnitude: 1,
          features: { path, extension: extname(path), size_bytes: 1_000, directory_depth: 0 },
          own: false,
          at: now,
          clusters,
        })),
      });
      return taken.length;
    },
    async label({ by, id, now, value }) {
      return (await labelActivation(db, { agentId, id, value, givenBy: by, read: false, now })) !== null;
    },
    async limitWakes(wakesPerDay) {
      await database.admin(
        `update salience.agents set settings = settings || jsonb_build_object('pulse', jsonb_build_object('wakesPerDay', $1::integer, 'tokensPerDay', 1000000000))`,
        [wakesPerDay],
      );
    },
  };
}

/** What an inlet hands on of a message of a hook. */
function messageOf(agentId: AgentId, { hook, n, now, text }: HookMessage): Parameters<typeof takeIn>[1] {
  return {
    agentId,
    now,
    inbound: {
      source: `hook:hk_${hook}`,
      externalId: `message ${n}`,
      replayKey: null,
      sentKey: null,
      contentHash: `${hook} ${n}`,
      sender: hook,
      subject: '',
      evidence: {
        kind: 'hook',
        hookId: `hk_${hook}`,
        name: hook,
        secret: 'current',
        sentAt: now.toISOString(),
        bytes: text.length,
      },
      authority: 'external_verified',
      actionClass: 'read_public',
      authorisation: 'allow',
      reason: 'policy',
      messageId: null,
    },
    task: {
      id: newId('task', now.getTime()),
      source: 'hook',
      title: text,
      text,
      fromName: hook,
      trust: 'external',
      grant: { authority: 'external_verified', allowed: [], until: null, by: null },
      plan: { steps: [{ kind: 'agent', name: 'step-1', text }], turns_max: 4, hours_max: 4 },
      zone: 'UTC',
      traceparent: undefined,
    },
    rate: { max: 10_000, seconds: 60, refuse: true },
    openMax: 1_000,
  };
}
