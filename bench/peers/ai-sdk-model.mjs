import { replyTo } from './reply.mjs';

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 50, text: 50, reasoning: 0 },
};
const finishReason = { unified: 'stop', raw: 'stop' };

/** A model of the AI SDK's interface that answers at once, for generateText and for Mastra. It keeps nothing. */
export const instantModel = {
  specificationVersion: 'v4',
  provider: 'instant',
  modelId: 'instant',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    return { content: [{ type: 'text', text: answer(prompt) }], finishReason, usage, warnings: [] };
  },
  async doStream({ prompt }) {
    const parts = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: answer(prompt) },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason, usage },
    ];
    return { stream: ReadableStream.from(parts) };
  },
};

function answer(prompt) {
  const said = prompt.filter(({ role }) => role === 'user' || role === 'assistant');
  const last = said.at(-1);
  const text = last.content.map((part) => part.text ?? '').join('');
  return replyTo(text, said.length - 1);
}
