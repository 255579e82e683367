import { estimateTokens, renderPrompt } from '@salience/context';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createModels } from '../src/index.ts';

const models = createModels({ default: { kind: 'offline' } });

function promptOf(told: readonly string[], message: string) {
  return renderPrompt({
    template: 'RESPOND',
    agent: { name: 'Ada', persona: 'Calm.', files: [] },
    message: { text: message, at: '2026-04-01T08:00:00.000Z', speaker: 'user', trust: 'user' },
    memory: told.map((text, n) => {
      const id = `ex_${n.toString(16).padStart(32, '0')}`;
      return {
        id,
        exchangeId: id,
        kind: 'exchange' as const,
        text,
        at: '',
        speaker: 'user',
        trust: 'user' as const,
        relevance: 0.5,
      };
    }),
    history: [],
    world: [],
  });
}

const sister = promptOf(['My sister Ana lives in Porto.'], 'Where does my sister live?');

describe('the offline responder answers as a language model does', () => {
  test('several pieces, joined the same text; tokens are counted four characters each and cost nothing', async () => {
    const deltas: string[] = [];
    const reply = await models.reply({ prompt: sister, onDelta: (text) => deltas.push(text) });
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.join('')).toBe(reply.text);
    expect(reply).toMatchObject({
      provider: 'offline',
      model: 'salience-offline-5',
      attempts: 1,
      finishReason: 'stop',
    });
    expect(reply.usage).toEqual({
      inputTokens: estimateTokens(sister.system) + estimateTokens(sister.messages[0]?.content ?? ''),
      outputTokens: estimateTokens(reply.text),
    });
    expect(reply.costUsd).toBe(0);
  });

  test('same prompt, same bytes, whatever the texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('Where do I live?', 'I live in Rome.', 'who is Ana'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), text, async (told, message) => {
        const prompt = promptOf(told, message);
        const first = await models.reply({ prompt });
        const second = await models.reply({ prompt });
        expect(second.text).toBe(first.text);
        expect(first.text.trim()).not.toBe('');
      }),
      { numRuns: 100 },
    );
  });

  test('an abort ends it', async () => {
    const controller = new AbortController();
    const call = models.reply({
      prompt: sister,
      signal: controller.signal,
      onDelta: () => controller.abort(),
    });
    await expect(call).rejects.toMatchObject({ code: 'llm.aborted', kind: 'terminal' });
    await expect(models.reply({ prompt: sister, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'llm.aborted',
    });
  });
});
