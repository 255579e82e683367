import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentId } from '@salience/contracts';
import { startPrivatePostgres } from '@salience/embedded';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { signCode } from '@salience/memory';
import {
  databaseHandle,
  prepareDatabase,
  preparedModelCache,
  scratchFolder,
  type TestDatabase,
} from '@salience/testing';
import { pick, postgresSettings } from '@salience/testing/load';
import { type PlantedMemory, plantMemories } from './plant-memories.ts';
import { type SyntheticTalk, syntheticTalk } from './synthetic-talk.ts';

/** An agent that remembers, on a Postgres of its own. */
export interface MemoryWorld {
  readonly agentId: AgentId;
  readonly database: TestDatabase;
  readonly embedder: Embedder;
  readonly postgresPid: number;
  /** After the last memory. */
  readonly at: Date;
  /** A question about something that was said. */
  question(): string;
  stop(): Promise<void>;
}

const sentences = 400;
const askedAboutMax = 2_000;
const speakers = [null, null, null, 'Ana', 'Bo', 'Chen', 'Dara'];
const firstAt = Date.parse('2026-01-01T08:00:00Z');
/** Twenty messages a minute apart, then eight hours of silence. */
const perSitting = 20;
const sittingMs = 8 * 3_600_000;

/** Plants so many memories and resolves when they can be asked about. */
export async function memoryWorld(size: number, random: () => number): Promise<MemoryWorld> {
  const folder = scratchFolder('memory-search');
  const postgres = await startPrivatePostgres({
    dataDir: join(folder, 'postgres'),
    settings: postgresSettings,
    endWithCaller: true,
  });
  await prepareDatabase(postgres.url(), 'salience');
  const database = databaseHandle(postgres.url(), 'salience');
  const embedder = createEmbedder({ cacheDir: await preparedModelCache() });
  const talk = syntheticTalk(random);
  const askedAbout: string[] = [];
  const codes = await sentenceCodes(embedder, talk);
  const memories = memoriesOf(size, random, codes, () => {
    const text = talk.message();
    if (askedAbout.length < askedAboutMax) askedAbout.push(text);
    return text;
  });
  const agentId = await plantMemories(database, embedder.modelId, memories);
  return {
    agentId,
    database,
    embedder,
    postgresPid: postgres.pid,
    at: new Date(firstAt + Math.ceil(size / perSitting) * sittingMs),
    question: () => talk.question(pick(random, askedAbout)),
    async stop() {
      await database.close();
      await embedder.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function sentenceCodes(embedder: Embedder, talk: SyntheticTalk): Promise<Uint8Array[]> {
  const origin = new Float32Array(embedder.dimensions);
  const codes: Uint8Array[] = [];
  for (let n = 0; n < sentences; n += 1) codes.push(signCode(await embedder.embed(talk.message()), origin));
  return codes;
}

function* memoriesOf(
  size: number,
  random: () => number,
  codes: readonly Uint8Array[],
  message: () => string,
): Generator<PlantedMemory> {
  for (let n = 0; n < size; n += 1) {
    const at = new Date(firstAt + Math.floor(n / perSitting) * sittingMs + (n % perSitting) * 60_000);
    yield {
      message: message(),
      speaker: pick(random, speakers),
      at,
      code: turnedOver(pick(random, codes), random),
    };
  }
}

/** A code that differs from another in about a fifth of its bits. */
function turnedOver(code: Uint8Array, random: () => number): Uint8Array {
  return code.map((byte) => {
    let turned = byte;
    for (let bit = 0; bit < 8; bit += 1) if (random() < 0.2) turned ^= 1 << bit;
    return turned;
  });
}
