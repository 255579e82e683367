import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offeredTools } from './offered-tools.ts';

const tool = (name: string, description = `Works with ${name}.`) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'What it is about.' } } },
});
const forty = Array.from({ length: 40 }, (_, n) => tool(`store__thing_${n}`, 'Does something with a thing.'));
const none = new Set<string>();

it('offers all tools that there is room for, as they are', () => {
  const { left, tokens, tools } = offeredTools(forty, { about: 'x', keep: none, tokensMax: 1e9 });
  expect(tools).toBe(forty);
  expect(left).toEqual([]);
  expect(tokens).toBeGreaterThan(40 * 30);
});

it('offers those that the message speaks of, in their order, and names the others', () => {
  const specs = [...forty, tool('mail__send', 'Sends a letter by mail.')];
  const { left, tools } = offeredTools(specs, { about: 'send Ann a letter', keep: none, tokensMax: 200 });
  expect(tools.at(-1)?.name).toBe('mail__send');
  expect(tools.length + left.length).toBe(41);
  expect(left).not.toContain('mail__send');
});

it('keeps what the run has used before what the message speaks of', () => {
  const specs = [...forty, tool('mail__send', 'Sends a letter by mail.')];
  const keep = new Set(['store__thing_39']);
  const { tools } = offeredTools(specs, { about: 'send a letter', keep, tokensMax: 90 });
  expect(tools.map(({ name }) => name)).toEqual(['store__thing_39']);
});

it('never takes more than its room, whatever the tools', () => {
  const descriptions = fc.array(fc.string({ maxLength: 400 }), { maxLength: 30 });
  fc.assert(
    fc.property(descriptions, fc.nat(2_000), (texts, tokensMax) => {
      const specs = texts.map((text, n) => tool(`tool_${n}`, text));
      const offered = offeredTools(specs, { about: texts[0] ?? '', keep: none, tokensMax });
      expect(offered.tokens).toBeLessThanOrEqual(tokensMax);
      expect(offered.tools.length + offered.left.length).toBe(specs.length);
    }),
  );
});
