import { generateText } from 'ai';
import { instantModel } from './ai-sdk-model.mjs';
import { startHistory } from './history.mjs';

/** The AI SDK's generateText with a history written by hand. */
export async function startAiSdk(stores) {
  const history = await startHistory(stores);
  return {
    async turn(conversation, text) {
      const earlier = await history.load(conversation);
      const { text: reply } = await generateText({
        model: instantModel,
        system: 'You are a helpful assistant.',
        messages: [...earlier, { role: 'user', content: text }],
        maxRetries: 0,
      });
      await history.save(conversation, text, reply);
      return reply;
    },
    stop: () => history.stop(),
  };
}
