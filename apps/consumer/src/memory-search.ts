import { type AgentId, type MemoryAsk, memoryAnswerSchema } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Asker } from '@salience/queues';
import type { Recall, RecallHit, RecallQuestion } from '@salience/recall';
import type { Logger } from '@salience/telemetry';

/** A question of a person to memory, as another process can be asked it too. */
export type MemoryQuestion = Pick<
  RecallQuestion,
  'agentId' | 'asOf' | 'at' | 'kinds' | 'limit' | 'text' | 'threadId' | 'zone'
>;

/** Searches memory, here or where it is held. */
export interface MemorySearch {
  /** Hits, best first. Rejects as a search of this process does. */
  search(question: MemoryQuestion): Promise<readonly RecallHit[]>;
}

/** What searching needs. */
export interface MemorySearchParts {
  readonly recall: Pick<Recall, 'holds' | 'isShared' | 'recall'>;
  readonly asker: Pick<Asker, 'ask'>;
  /** The live worker that most likely holds an agent's memory; null for none. */
  readonly holderOf: (agentId: AgentId) => Promise<string | null>;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
}

/** A worker that holds a memory has long answered then. */
const answerMs = 250;

/**
 * Makes the search of memory. What this process holds, or shares with the app that does, it searches itself; else it asks the worker that holds
 * the agent, so that not every consumer holds every agent too. Whatever is wrong with the answer, it searches itself.
 */
export function createMemorySearch({ asker, holderOf, log, recall }: MemorySearchParts): MemorySearch {
  const askHolder = async (question: MemoryQuestion): Promise<readonly RecallHit[] | undefined> => {
    const { agentId, asOf, at, kinds, ...rest } = question;
    try {
      const holder = await holderOf(agentId);
      if (holder === null) return undefined;
      const body: MemoryAsk = {
        ...rest,
        agentId,
        at: at.toISOString(),
        asOf: asOf?.toISOString(),
        kinds: kinds === undefined ? undefined : [...kinds],
      };
      const text = await asker.ask(holder, JSON.stringify(body), answerMs);
      if (text === undefined) return undefined;
      const answer = memoryAnswerSchema.parse(JSON.parse(text));
      if (answer.agentId !== agentId) throw new Error('the answer is about another agent');
      log.debug({ agentId, holder }, 'memory was searched where it is held');
      return answer.hits;
    } catch (error) {
      log.warn(
        { agentId, cause: messageOf(error) },
        'memory is searched here, because its holder could not be asked',
      );
      return undefined;
    }
  };
  return {
    async search(question) {
      const isNear = recall.isShared() || recall.holds(question.agentId);
      const hits = isNear ? undefined : await askHolder(question);
      return hits ?? (await recall.recall(question)).hits;
    },
  };
}
