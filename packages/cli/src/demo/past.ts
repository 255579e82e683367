import { createHash } from 'node:crypto';
import { importedMemorySchema, memoryExportVersion } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';
import { life, type LifeThread } from './life.ts';

/** The id of a thread of the example life, the same at each load for the same agent. */
export function threadIdOf(agentId: string, thread: LifeThread): string {
  return `thr_${digest(agentId, thread)}`;
}

/**
 * Takes in what was said in the example life, at times counted back from `now`. Goes the way of `memory import`, so notes, facts and
 * episodes are made from it by the workers, and a second load changes nothing. Answers how many exchanges were new.
 */
export async function loadPast(client: ApiClient, agentId: string, now: Date): Promise<number> {
  const items = life.map(([daysAgo, time, thread, text, reply], n) => ({
    kind: 'exchange',
    id: `ex_${digest(agentId, `exchange ${n}`)}`,
    at: timeOf(now, daysAgo, time).toISOString(),
    text,
    trust: 'user',
    sources: [`turn_${digest(agentId, `turn ${n}`)}`],
    thread_id: threadIdOf(agentId, thread),
    speaker: null,
    reply,
    mode: 'RESPOND',
  }));
  const body = { version: memoryExportVersion, items };
  return (await client.ask('/memory/import', importedMemorySchema, { method: 'POST', body })).imported;
}

/** A time of day so many days before now, in the zone of this machine. */
function timeOf(now: Date, daysAgo: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hours, minutes);
}

/** 32 hexadecimal digits that belong to a name within an agent. */
function digest(agentId: string, name: string): string {
  return createHash('sha256').update(`${agentId}\n${name}`).digest('hex').slice(0, 32);
}
