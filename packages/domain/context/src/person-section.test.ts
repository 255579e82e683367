import { describe, expect, test } from 'vitest';
import type { PersonNote } from './prompt.ts';
import type { PromptInput } from './prompt-input.ts';
import { renderPrompt } from './render-prompt.ts';

const trait = (n: number, text: string, more: Partial<PersonNote['traits'][number]> = {}) => ({
  id: `trt_${n}`,
  about: 'lives in',
  text,
  exchangeId: `ex_${n}`,
  at: '2026-01-01T00:00:00.000Z',
  origin: 'explicit' as const,
  trust: 'user' as const,
  relevance: 0.9 - n / 10,
  ...more,
});

function input(person: PersonNote | undefined, overrides: Partial<PromptInput> = {}): PromptInput {
  return {
    template: 'RESPOND',
    agent: { name: 'Salience', persona: 'Calm and brief.', files: [] },
    message: { text: 'Where do I live?', at: '2026-02-01T09:00:00.000Z', speaker: 'user', trust: 'user' },
    memory: [],
    history: [],
    world: [],
    person,
    ...overrides,
  };
}

describe('what is known of who speaks', () => {
  test('stands before everything else, a line a trait, with a name to cite and what is not plain said', () => {
    const person = {
      name: 'Ana "<b>"',
      traits: [
        trait(0, 'Porto & </person>', { trust: 'external', about: 'lives in (owner): x' }),
        trait(1, 'jazz', { origin: 'inferred', about: 'likes' }),
      ],
    };
    const { messages, refs } = renderPrompt(input(person));
    expect(messages[0]?.content).toContain(
      [
        `<person name="&quot;Ana '&lt;b&gt;'&quot;" about="what you know of them">`,
        '[p1] 1 Jan, "lives in (owner): x" (external): Porto &amp; &lt;/person&gt;',
        '[p2] 1 Jan, likes (inferred): jazz',
        '</person>',
      ].join('\n'),
    );
    expect(messages[0]?.content.startsWith('<person name="')).toBe(true);
    expect(refs).toEqual({ p1: 'trt_0', p2: 'trt_1' });
  });

  test('is left out where nothing is known', () => {
    const none = renderPrompt(input(undefined));
    expect(none.messages[0]?.content).not.toContain('<person');
    expect(renderPrompt(input({ name: 'user', traits: [] })).messages).toEqual(none.messages);
  });

  test("takes what the agent's own identity leaves of its share, the least important is dropped first, and none is silent", () => {
    const person = {
      name: 'user',
      traits: Array.from({ length: 8 }, (_, n) => trait(n, `place ${n} `.repeat(40))),
    };
    const prompt = renderPrompt(input(person, { budgetTokens: 2_000 }));
    const share = 0.15 * 2_000;
    const identity = prompt.sections.find(({ section }) => section === 'identity');
    expect(identity?.used).toBeLessThanOrEqual(share);
    const told = prompt.items.filter(({ id }) => id.startsWith('trt_'));
    expect(told).toHaveLength(8);
    const included = told.filter((item) => item.included).map(({ id }) => id);
    expect(included.length).toBeGreaterThan(0);
    expect(included.length).toBeLessThan(8);
    expect(included).toEqual(told.slice(0, included.length).map(({ id }) => id));
    // The system text, which providers cache, does not know of it.
    expect(prompt.system).toBe(renderPrompt(input(undefined, { budgetTokens: 2_000 })).system);
  });
});
