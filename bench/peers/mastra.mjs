import { Agent } from '@mastra/core/agent';
import { Memory } from '@mastra/memory';
import { PostgresStore } from '@mastra/pg';
import { instantModel } from './ai-sdk-model.mjs';

/**
 * Mastra: an agent with memory on Postgres, not registered on a Mastra instance, which is the leaner of its setups: a
 * registered one also writes, reads and deletes a workflow snapshot twice a turn.
 */
export async function startMastra({ url, poolSize }) {
  const storage = new PostgresStore({ id: 'bench', connectionString: url, max: poolSize });
  await storage.init();
  const memory = new Memory({
    storage,
    options: {
      lastMessages: 20,
      semanticRecall: false,
      workingMemory: { enabled: false },
      generateTitle: false,
    },
  });
  const agent = new Agent({
    id: 'assistant',
    name: 'Assistant',
    instructions: 'You are a helpful assistant.',
    model: instantModel,
    memory,
    maxRetries: 0,
  });
  return {
    async turn(conversation, text) {
      const { text: reply } = await agent.generate(text, {
        memory: { thread: conversation, resource: `person-${conversation}` },
      });
      return reply;
    },
    stop: () => storage.close?.(),
  };
}
