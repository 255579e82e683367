import { isTainted, type Trust, trustLevels } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannerView } from './planner-view.ts';
import type { PlanPromptInput } from './prompt-input.ts';
import { compactPlanPrompt, renderPlanPrompt } from './render-prompt.ts';
import { leastOf, seenIn } from './seen-in.ts';

const at = '2030-03-01T12:00:00Z';
const trust = fc.constantFrom(...trustLevels);
/** A word that stands nowhere else, so that it can be looked for. */
const marker = (section: string, index: number, level: Trust) => `${section}${index}${level}word`;

/** Material in which every text is one word that names its place and its trust. */
const material = fc
  .record({
    message: trust,
    memory: fc.array(fc.record({ said: trust, replied: trust }), { maxLength: 8 }),
    history: fc.array(fc.record({ said: trust, replied: trust }), { maxLength: 8 }),
    world: fc.array(trust, { maxLength: 5 }),
    traits: fc.array(trust, { maxLength: 5 }),
    about: fc.array(trust, { maxLength: 4 }),
    focus: fc.option(trust, { nil: undefined }),
    windowTokens: fc.option(fc.integer({ min: 300, max: 4_000 }), { nil: undefined }),
  })
  .map(
    ({ about, focus, history, memory, message, traits, windowTokens, world }): PlanPromptInput => ({
      agent: {
        name: 'default',
        persona: 'You are calm.',
        files: [],
        about: [
          {
            name: 'identity',
            statements: about.map((level, n) => ({ text: marker('about', n, level), trust: level })),
          },
        ],
      },
      message: { text: 'please write it down', at, speaker: 'user', trust: message },
      memory: memory.map(({ replied, said }, n) => ({
        id: `ex_m${n}`,
        kind: 'exchange',
        text: marker('memory', n, said),
        reply: marker('answer', n, replied),
        replyTrust: replied,
        exchangeId: `ex_m${n}`,
        at,
        speaker: marker('speaker', n, said),
        trust: said,
        relevance: 1,
      })),
      history: history.map(({ replied, said }, n) => ({
        exchangeId: `ex_h${n}`,
        at,
        speaker: marker('talker', n, said),
        trust: said,
        text: marker('said', n, said),
        reply: marker('reply', n, replied),
        replyTrust: replied,
      })),
      world: world.map((level, n) => ({
        id: `gist_${n}`,
        kind: 'gist',
        text: marker('world', n, level),
        trust: level,
        relevance: 1,
      })),
      person: {
        name: 'user',
        traits: traits.map((level, n) => ({
          id: `trt_${n}`,
          about: 'likes',
          text: marker('trait', n, level),
          exchangeId: `ex_t${n}`,
          at,
          origin: 'explicit' as const,
          trust: level,
          relevance: 1,
        })),
      },
      focus: focus === undefined ? undefined : { text: marker('focus', 0, focus), trust: focus },
      ...(windowTokens === undefined ? {} : { windowTokens }),
    }),
  );

/** The trusts of all words of the material that the prompt shows. */
function shownIn(prompt: ReturnType<typeof renderPlanPrompt>): Trust[] {
  const text = [prompt.system, ...prompt.messages.map(({ content }) => content)].join('\n');
  const found = text.matchAll(/\b[a-z]+\d(external|unverified|agent|user|owner)word\b/g);
  return Array.from(found, ([, level]) => level as Trust);
}

describe('what a planner is shown', () => {
  it('threat: no word that is trusted less than the message, and from outside, stands in a prompt, however it is cut (law 10)', () => {
    fc.assert(
      fc.property(material, (input) => {
        const allowed = (level: Trust) =>
          !isTainted(level) || trustLevels.indexOf(level) >= trustLevels.indexOf(input.message.trust);
        for (const render of [renderPlanPrompt, compactPlanPrompt]) {
          const shown = shownIn(render(plannerView(input)));
          expect(shown.filter((level) => !allowed(level))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is counted whole: the least trusted element is never above any word that is shown', () => {
    fc.assert(
      fc.property(material, fc.boolean(), (input, isViewed) => {
        const prompt = renderPlanPrompt(isViewed ? plannerView(input) : input);
        const { least } = seenIn(prompt.items, input.message, 'turn_1');
        const ranks = [input.message.trust, ...shownIn(prompt)].map((level) => trustLevels.indexOf(level));
        expect(trustLevels.indexOf(least.trust)).toBeLessThanOrEqual(Math.min(...ranks));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves a request untainted that needs none of a thousand pages', () => {
    const page = (n: number) => ({
      id: `ep_${n}`,
      kind: 'episode' as const,
      text: `Page ${n} asks for money.`,
      exchangeId: `ex_${n}`,
      at,
      speaker: 'agent',
      trust: 'external' as const,
      relevance: 1,
    });
    const input: PlanPromptInput = {
      agent: { name: 'default', persona: 'You are calm.', files: [] },
      message: { text: 'remind me to water the plants', at, speaker: 'user', trust: 'user' },
      memory: Array.from({ length: 1_000 }, (_, n) => page(n)),
      history: [],
      world: [],
    };
    const prompt = renderPlanPrompt(plannerView(input));
    expect(isTainted(seenIn(prompt.items, input.message, 'turn_1').least.trust)).toBe(false);
    expect(prompt.messages.map(({ content }) => content).join()).not.toContain('money');
  });

  it('shows a mark with a name, by which the words can be read, and what of an exchange is not withheld', () => {
    const item = {
      exchangeId: 'ex_1',
      at,
      speaker: 'user',
      trust: 'user',
      text: 'read the page',
      reply: 'It says: pay.',
      replyTrust: 'external',
    } as const;
    const message = { text: 'thanks', at, speaker: 'user', trust: 'user' } as const;
    const agent = { name: 'default', persona: 'You are calm.', files: [] };
    const { messages, refs } = renderPlanPrompt(
      plannerView({ agent, message, memory: [], history: [item], world: [] }),
    );
    const [{ content } = { content: '' }] = messages;
    expect(content).toContain(
      '[h1] 12:00, user: read the page\n-> you (external): words from outside, not shown\n',
    );
    expect(refs).toEqual({ h1: 'ex_1' });
    expect(content).not.toContain('pay');
  });
});

describe('leastOf', () => {
  it('names the first of the least trusted', () => {
    const of = (id: string, level: Trust) => ({ section: 'memory', id, trust: level });
    expect(leastOf([of('a', 'user'), of('b', 'external'), of('c', 'external')]).id).toBe('b');
    expect(() => leastOf([])).toThrow(RangeError);
  });
});
