import { type MemoryAnswer, memoryAskSchema } from '@salience/contracts';
import type { Recall } from '@salience/recall';
import type { Logger } from '@salience/telemetry';

/**
 * Makes what answers other processes' searches of memories that this one holds. It refuses (undefined) what it does not hold: to read an
 * agent's memory costs the asker no more, and here turns wait.
 */
export function createMemoryAnswers(
  recall: Pick<Recall, 'holds' | 'recall'>,
  log: Pick<Logger, 'debug'>,
): (body: string) => Promise<string | undefined> {
  return async (body) => {
    const asked = memoryAskSchema.safeParse(readJson(body));
    if (!asked.success || !recall.holds(asked.data.agentId)) return undefined;
    const { agentId, asOf, at, ...question } = asked.data;
    const { hits } = await recall.recall({
      ...question,
      agentId,
      at: new Date(at),
      asOf: asOf === undefined ? undefined : new Date(asOf),
    });
    log.debug({ agentId, hits: hits.length }, 'searched memory for another process');
    return JSON.stringify({ agentId, hits: [...hits] } satisfies MemoryAnswer);
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
