import {
  compactPlanPrompt,
  plannerView,
  type PlanPromptInput,
  renderPlanPrompt,
  seenIn,
} from '@salience/context';
import { type ActStep, isTainted, type Trust, trustLevels } from '@salience/contracts';
import { ruleAction } from '@salience/safety';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sayInRun } from '../src/act/say-in-run.ts';

const at = '2030-03-01T12:00:00.000Z';
const runId = 'turn_1' as ActStep['runId'];

/** One text of a turn's material: its place, its trust, and the trust of the answer beside it. */
interface Drawn {
  readonly place: (typeof places)[number];
  readonly trust: Trust;
  readonly replyTrust: Trust;
  readonly relevance: number;
  readonly words: number;
}

const places = ['memory', 'history', 'world', 'trait', 'skill', 'focus', 'about'] as const;
const trusts = fc.constantFrom(...trustLevels);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  place: fc.constantFrom(...places),
  trust: trusts,
  replyTrust: trusts,
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  words: fc.integer({ min: 1, max: 400 }),
});
const rooms = fc.record(
  {
    budgetTokens: fc.integer({ min: 500, max: 20_000 }),
    windowTokens: fc.integer({ min: 2_000, max: 20_000 }),
  },
  { requiredKeys: [] },
);

/** A word that stands in one text alone, and the text. */
const markOf = (index: number, side: 'name' | 'reply' | 'text'): string => `zq${side}${index}qz`;
const textOf = (index: number, side: 'reply' | 'text', words: number): string =>
  `${`${markOf(index, side)} harbour `.repeat(words)}`;

function materialOf(some: readonly Drawn[], trust: Trust, room: object): PlanPromptInput {
  const numbered = some.map((one, index) => ({ ...one, index, text: textOf(index, 'text', one.words) }));
  const of = (place: Drawn['place']) => numbered.filter((one) => one.place === place);
  const [focus] = of('focus');
  return {
    agent: {
      name: 'Ada',
      persona: 'Calm.',
      files: [],
      about: of('about').map(({ index, text, trust: told }) => ({
        name: markOf(index, 'name'),
        statements: [{ text, trust: told }],
      })),
    },
    message: { text: 'Please book the harbour tour.', at, speaker: 'user', trust },
    memory: of('memory').map(({ index, relevance, replyTrust, text, trust: said, words }) => ({
      id: `ex_${index}`,
      exchangeId: `ex_${index}`,
      kind: 'exchange',
      text,
      reply: textOf(index, 'reply', words),
      replyTrust,
      at,
      speaker: markOf(index, 'name'),
      trust: said,
      relevance,
    })),
    history: of('history').map(({ index, replyTrust, text, trust: said, words }) => ({
      exchangeId: `ex_${index}`,
      at,
      speaker: markOf(index, 'name'),
      trust: said,
      text,
      reply: textOf(index, 'reply', words),
      replyTrust,
    })),
    world: of('world').map(({ index, relevance, text, trust: said }) => ({
      id: `gist_${index}`,
      kind: 'gist intent',
      text,
      trust: said,
      relevance,
    })),
    person: {
      name: 'user',
      traits: of('trait').map(({ index, relevance, text, trust: said }) => ({
        id: `trt_${index}`,
        about: markOf(index, 'name'),
        text,
        exchangeId: `ex_${index}`,
        at,
        origin: 'explicit',
        trust: said,
        relevance,
      })),
    },
    skills: of('skill').map(({ index, text, trust: said }) => ({
      name: markOf(index, 'name'),
      description: text,
      triggers: ['harbour'],
      body: text,
      trust: said,
    })),
    focus: focus && { text: focus.text, trust: focus.trust },
    ...room,
  };
}

/** The marks of everything that would taint what is asked for. */
function taintedMarks(some: readonly Drawn[]): string[] {
  return some.flatMap(({ place, replyTrust, trust }, index) => [
    ...(isTainted(trust) ? [markOf(index, 'name'), markOf(index, 'text')] : []),
    ...(isTainted(replyTrust) && (place === 'memory' || place === 'history') ? [markOf(index, 'reply')] : []),
  ]);
}

type RenderedPlanPrompt = ReturnType<typeof renderPlanPrompt>;

const writers = { whole: renderPlanPrompt, compacted: compactPlanPrompt };
const wordsOf = (prompt: RenderedPlanPrompt): string =>
  [prompt.system, ...prompt.messages.map(({ content }) => content)].join('\n');

/** The ruling on a call of a tier that needs a yes only when it is raised, from a plan of this prompt. */
function ruled(prompt: RenderedPlanPrompt, trust: Trust, tier: 'act' | 'organise' = 'act') {
  const plan = {
    runId,
    n: 0,
    kind: 'plan',
    state: 'done',
    seen: seenIn(prompt.items, { trust }, runId),
    result: null,
    call: null,
    note: null,
  } as unknown as ActStep;
  const { least, own } = sayInRun(
    { book: { runId, steps: [plan] }, origin: { source: 'test', text: '', trust } },
    [],
  );
  const gate = { level: 'safe' as const, reasons: [] };
  return ruleAction({
    gate,
    tier,
    confidence: 1,
    least,
    own,
    outside: `tier ${tier}`,
    selfStarted: false,
    later: null,
    kind: '',
  });
}

describe.each(Object.entries(writers))('a planner’s prompt, %s', (_name, write) => {
  it('threat: holds no word from outside under a message that is trusted, and taints nothing it leads to (law 10)', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 14 }),
        fc.constantFrom<Trust>('agent', 'user', 'owner'),
        rooms,
        (some, trust, room) => {
          const prompt = write(plannerView(materialOf(some, trust, room)));
          const words = wordsOf(prompt);
          expect(taintedMarks(some).filter((mark) => words.includes(mark))).toEqual([]);
          expect(ruled(prompt, trust).path).toBe('run');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('threat: that does hold a word from outside leads to no action of tier act unasked (law 10)', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 1, maxLength: 14 }),
        trusts,
        rooms,
        fc.boolean(),
        (some, trust, room, viewed) => {
          const material = materialOf(some, trust, room);
          // Also where somebody forgot to withhold.
          const prompt = write(viewed ? plannerView(material) : material);
          const words = wordsOf(prompt);
          const holds = isTainted(trust) || taintedMarks(some).some((mark) => words.includes(mark));
          expect(holds && ruled(prompt, trust).path !== 'ask').toBe(false);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is untainted beside a thousand memories from outside, and each of them can be asked for', () => {
    const pages: Drawn[] = Array.from({ length: 1_000 }, (_, index) => ({
      place: 'memory',
      trust: index % 2 === 0 ? 'external' : 'user',
      replyTrust: 'external',
      relevance: 1 - index / 1_000,
      words: 20,
    }));
    const prompt = write(plannerView(materialOf(pages, 'user', {})));
    expect(ruled(prompt, 'user')).toMatchObject({ path: 'run', two: { untrusted: null } });
    expect(ruled(prompt, 'user', 'organise').path).toBe('run');
    const shown = prompt.items.filter(({ id, included }) => included && id.startsWith('ex_'));
    expect(shown.length).toBeGreaterThan(10);
    for (const { id, ref = '' } of shown) {
      expect(prompt.refs[ref]).toBe(id);
      expect(wordsOf(prompt)).toContain(`\n[${ref}] `);
    }
  });
});
