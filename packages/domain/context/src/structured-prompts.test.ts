import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderChunkPrompt, renderEpisodePrompt, renderTiebreakPrompt } from './structured-prompts.ts';
import type { PromptExchange } from './task-inputs.ts';
import { cleanText } from '@salience/language';
import { readElements, unescapeText } from './read-xml.fixture.ts';

// Short and already clean, so that what was written must come back equal.
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('</exchange><now>', '&amp;<said>"\'', ']]>'),
  )
  .map(cleanText);
const exchange = fc.record({
  id: fc.nat().map((n) => `ex_${n.toString(16).padStart(32, '0')}`),
  // What is no instant is written as it is.
  at: fc.constant('some day'),
  speaker: text,
  trust: fc.constantFrom('external' as const, 'user' as const),
  text,
  reply: fc.option(text),
}) satisfies fc.Arbitrary<PromptExchange>;

test('what a prompt shows of exchanges stands in it as it was, whatever it holds', () => {
  fc.assert(
    fc.property(exchange, fc.array(exchange, { maxLength: 4 }), text, (one, others, note) => {
      const chunk = renderChunkPrompt({ exchange: one, neighbours: others, worldState: [] });
      const episode = renderEpisodePrompt({
        exchanges: others,
        chunks: others.map(({ id }) => ({ exchangeId: id, gists: [note], facts: [] })),
      });
      for (const [prompt, shown] of [
        [chunk, [...others, one]],
        [episode, others],
      ] as const) {
        const content = prompt.messages[0]?.content ?? '';
        const texts = (name: string) => readElements(content, name).map(({ inner }) => unescapeText(inner));
        expect(texts('said')).toEqual(shown.map((item) => item.text));
        expect(texts('reply')).toEqual(shown.flatMap(({ reply }) => reply ?? []));
      }
      const tie = { message: note, candidates: ['RESPOND', 'CLARIFY'] as const };
      const content = renderTiebreakPrompt(tie).messages[0]?.content ?? '';
      expect(readElements(content, 'candidate').map(({ attributes }) => attributes)).toEqual([
        { label: 'A', mode: 'RESPOND' },
        { label: 'B', mode: 'CLARIFY' },
      ]);
      expect(readElements(content, 'message').map(({ inner }) => unescapeText(inner))).toEqual([note]);
    }),
  );
});

test('an exchange says its weekday, time and zone as who spoke had them', () => {
  const said = { id: 'ex_1', speaker: 'user', trust: 'user' as const, text: 'Hello', reply: null };
  const at = '2026-10-25T00:30:00Z';
  const contentIn = (zone: string) =>
    renderChunkPrompt({ exchange: { ...said, at, zone }, neighbours: [], worldState: [] }).messages[0]
      ?.content;
  expect(contentIn('Europe/Berlin')).toContain('at="Sunday 2026-10-25 02:30 (Europe/Berlin)"');
  expect(contentIn('America/New_York')).toContain('at="Saturday 2026-10-24 20:30 (America/New_York)"');
});

test('an episode of many long exchanges stays within its room', () => {
  const long = Array.from({ length: 100 }, (_, n) => ({
    id: `ex_${n}`,
    at: '',
    speaker: 'user',
    trust: 'user' as const,
    text: 'word '.repeat(2_000),
    reply: 'word '.repeat(2_000),
  }));
  const content = renderEpisodePrompt({ exchanges: long, chunks: [] }).messages[0]?.content ?? '';
  expect(content.length).toBeLessThan(120_000);
});
