import { setImmediate as aside } from 'node:timers/promises';
import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { firstMemoryPlace, inOneSession, loadMemoryImage, saveMemoryImage } from '@salience/database/recall';
import { decodeMemoryImage, encodeMemoryImage } from '@salience/memory';
import { AgentMemory, readMemory } from './read-memory.ts';

/** The model that codes are of. */
export interface ModelOfCodes {
  readonly modelId: string;
  readonly dimensions: number;
}

/** Whose memory, and the model of its codes; undefined: it has none. */
export interface MemoryOf {
  readonly agentId: AgentId;
  readonly model: ModelOfCodes | undefined;
}

/** The codes of an agent without a model: none. */
const noDimensions = 32;
/** An image is made anew when a tenth more was written, and at least so much: to read that is no more work than to read an image. */
const tail = { share: 0.1, least: 1_000 } as const;

/** The model of an embedder. Codes are made of whole words of 32 bits: with a model of another size there are none. */
export function modelOfCodes(embedder: ModelOfCodes | undefined): ModelOfCodes | undefined {
  return embedder !== undefined && embedder.dimensions % 32 === 0 ? embedder : undefined;
}

/** The dimensions of codes of a model. */
export function dimensionsOf(model: ModelOfCodes | undefined): number {
  return model?.dimensions ?? noDimensions;
}

/** True once for a memory of which much was read that no image holds: one is to be made. Never for one that is held in part. */
export function outgrewImage(memory: AgentMemory): boolean {
  const { imaged, size, unheld } = memory;
  if (unheld !== undefined || size - imaged < Math.max(tail.least, tail.share * imaged)) return false;
  memory.imaged = size;
  return true;
}

/** How long the process is kept from everything else, about. */
const turnMs = 8;

/** Goes through all steps of some work, and lets others have their turn between them. */
async function inTurns<R>(steps: Generator<void, R>): Promise<R> {
  let begun = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - begun < turnMs) continue;
    await aside();
    begun = performance.now();
  }
}

/** Takes an agent's memory from its image; one that is not there, or cannot be read, is empty. The rest is to be read then. */
export async function openMemory(db: Database, { agentId, model }: MemoryOf): Promise<AgentMemory> {
  const dimensions = dimensionsOf(model);
  const image = await loadMemoryImage(db, { agentId, modelId: model?.modelId ?? '' });
  const held = image && (await inTurns(decodeMemoryImage(image.bytes, dimensions)));
  return new AgentMemory(dimensions, image && held && { held, from: image.from });
}

/**
 * Makes the image of an agent's memory anew if much was written since. Resolves with false if that was not due, if something was
 * forgotten meanwhile, or if no process need hold all of it. Takes some time of the processor: for background apps.
 */
export function renewMemoryImage(db: Database, { agentId, model }: MemoryOf): Promise<boolean> {
  const modelId = model?.modelId;
  return inOneSession(db, async (session) => {
    const memory = await openMemory(session, { agentId, model });
    const begun = memory.from;
    // One that no process need hold whole stays as it is.
    await readMemory(memory, { db: session, agentId, modelId, texts: [] });
    if (!outgrewImage(memory)) return false;
    const since = begun === firstMemoryPlace.from ? memory.from : begun;
    const bytes = encodeMemoryImage(memory, dimensionsOf(model));
    return saveMemoryImage(session, { agentId, modelId: modelId ?? '', bytes, from: memory.from, since });
  });
}
