import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AgentId, FingerprintInput } from '@salience/contracts';
import type { Database } from '@salience/database';
import { findSignal, listActivations, listSignals, registerModule } from '@salience/database/signals';
import { compileModule } from '@salience/escalation';
import {
  backends,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
} from '@salience/testing';

/** The sources that run: those beside this file. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** An agent whose modules are sensed for by real processes. */
export interface PulseStage {
  readonly database: TestDatabase;
  readonly queues: TestQueues;
  readonly db: Database;
  readonly agentId: AgentId;
  spawn(app: 'digest' | 'pulse-sensor', env?: Record<string, string>): Promise<SpawnedApp>;
  register(module: FingerprintInput): Promise<void>;
  activations(): ReturnType<typeof listActivations>;
  signals(): ReturnType<typeof listSignals>;
  /** Reason codes by location of a signal, oldest first. */
  reasons(): Promise<string[]>;
  /** Turns that a signal began, with how they ended, oldest first. */
  wakes(): Promise<{ id: string; text: string; state: string; reply: string | null; trust: string }[]>;
}

/** Of what did not pass, one in fifty is shown for a look: which, nobody chose. */
export function withoutLooks(reason: string): string {
  return reason === 'explored' ? 'below_threshold' : reason;
}

/** Makes one; everything closes with the test file. */
export async function pulseStage(backend?: 'postgres' | 'redis'): Promise<PulseStage> {
  const database = await testDatabase();
  const queues = await testQueues(backend ?? backends()[0] ?? 'postgres', database);
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  const agentId = agent?.id as AgentId;
  const db = database.connect('salience_consumer');
  const signals = () => listSignals(db, agentId, { limit: 1_000 });
  return {
    database,
    queues,
    db,
    agentId,
    spawn: (app, env = {}) =>
      spawnApp(app, { database, queues, root, env: { SALIENCE_SENSE_LEASE_MS: '1000', ...env } }),
    async register(module) {
      const fingerprint = compileModule(module);
      const hash = createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex');
      await registerModule(db, agentId, { fingerprint, hash, now: new Date() });
    },
    activations: () => listActivations(db, agentId, { limit: 1_000 }),
    signals,
    async reasons() {
      const all = (await signals()).toReversed();
      const found = await Promise.all(all.map(({ id }) => findSignal(db, agentId, id)));
      return found.flatMap((one) =>
        (one?.places ?? []).flatMap(({ judged }) =>
          (judged ?? []).map(
            ({ module, reason }) =>
              `${one?.signal.location.split('/').at(-1) ?? ''} ${module} ${withoutLooks(reason)}`,
          ),
        ),
      );
    },
    wakes: () =>
      database.admin(
        `select t.id, t.text, t.state, e.reply, t.trust from salience.turns t left join salience.turn_ends e on e.turn_id = t.id
         where t.source = 'pulse' order by t.accepted_at, t.id`,
      ),
  };
}

/** A module that waits for documents in a folder. */
export function homework(folder: string, more: Partial<FingerprintInput> = {}): FingerprintInput {
  return {
    module_id: 'homework',
    cluster: 'academic',
    version: '1.0',
    question_template:
      'A new file appeared at {location}. Is this file related to a course assignment or homework?',
    default_threshold: 0.65,
    signal_priors: {
      filesystem: {
        watch_directories: [folder],
        relevant_extensions: ['.pdf', '.docx'],
        irrelevant_extensions: ['.exe', '.zip'],
      },
    },
    ...more,
  };
}
