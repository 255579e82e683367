import { decisionSchema, type Mode, modes } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundLikeness,
  buildSignals,
  coldSnapshot,
  decide,
  decideEarly,
  extractCues,
  freshRouterState,
  type LikenessBounds,
  type Policy,
  readRoom,
  referencePolicy,
  replay,
  shippedPolicy,
  type Signals,
  type Snapshot,
  toEarlyDecision,
} from '../index.ts';
import { anySignals, anyState } from '../../test/arbitraries.ts';
import { shippedVersion1 } from '../../test/shipped-version-1.ts';
import { featuresOf } from '../policy/features.ts';
import { termNames, terms, type UnaskedInput, weightNames } from '../policy/terms.ts';

const modelId = 'use-lite-en.int8.v1';
const unknown: LikenessBounds = boundLikeness({
  text: 'we ship it on friday',
  modelId,
  cues: extractCues('we ship it'),
});
const courtesy: LikenessBounds = boundLikeness({ text: 'Thanks!', modelId, cues: extractCues('Thanks!') });
const none: LikenessBounds = boundLikeness({
  text: 'thanks',
  modelId: undefined,
  cues: extractCues('thanks'),
});

const share = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 0.15, 0.3, 0.4, 0.5, 0.6, 0.7) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
);
const yesNo = fc.constantFrom(0, 1);

/** What embedder and memory could have said of a message; likeness as a place between its bounds. */
const anyAnswer = fc.record({
  world: share,
  fact_count: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 10, 12, 1_000),
  topic_confidence: share,
  is_new_topic: yesNo,
  evidence_score: share,
  evidence_count: fc.constantFrom(0, 1, 7),
  memory_confidence: share,
  readings: fc.constantFrom(0, 1, 2, 1_000),
  act: share,
  respond: share,
  acknowledge: share,
});
type Answer = typeof anyAnswer extends fc.Arbitrary<infer T> ? T : never;

const within = ({ highest, lowest }: { highest: number; lowest: number }, place: number): number =>
  lowest + (highest - lowest) * place;

/** The signals of a message about which the embedder and memory were asked. */
function asked(signals: Signals, likeness: LikenessBounds, answer: Answer): Signals {
  const { act, acknowledge, respond, world, ...rest } = answer;
  return {
    ...signals,
    ...rest,
    context_warmth: Math.min(signals.context_warmth + world / 3, 1),
    act_likeness: within(likeness.act, act),
    respond_likeness: within(likeness.respond, respond),
    acknowledge_likeness: within(likeness.acknowledge, acknowledge),
  };
}

/** The same about which they were not asked. */
const unasked = (signals: Signals): Signals => ({
  ...signals,
  fact_count: 0,
  topic_confidence: 0,
  is_new_topic: 0,
  evidence_score: 0,
  evidence_count: 0,
  memory_confidence: 0,
  readings: 0,
  act_likeness: 0,
  respond_likeness: 0,
  acknowledge_likeness: 0,
});

/** Whatever the regulator may make of the weights, and worse. */
const anyPolicy: fc.Arbitrary<Policy> = fc.oneof(
  fc.constantFrom(shippedPolicy, shippedVersion1, referencePolicy),
  fc
    .tuple(
      fc.constantFrom(shippedPolicy, referencePolicy),
      fc.dictionary(fc.constantFrom(...weightNames), fc.double({ min: 0, max: 10, noNaN: true }), {
        maxKeys: 8,
      }),
    )
    .map(([policy, weights]) => ({ ...policy, name: 'drawn', weights: { ...policy.weights, ...weights } })),
);

/** Signals of a room as often as others, and of courtesies. */
const anyMessage: fc.Arbitrary<Signals> = fc.oneof(
  anySignals,
  anySignals.map((signals) => ({
    ...signals,
    addressed: 0,
    speaker_count: 3,
    is_continuation: 0,
    is_reminder: 0,
  })),
  anySignals.map((signals) => ({
    ...signals,
    content_count: 0,
    greeting: 0,
    positive_feedback: 1,
    char_count: 6,
    token_count: 1,
    interrogative: 0,
    has_question_mark: 0,
    is_continuation: 0,
    is_reminder: 0,
  })),
);

/** Few rules against silence, all of them about what is not asked: where they bend and jump decides. */
const narrowPolicy: fc.Arbitrary<Policy> = fc
  .tuple(
    fc.double({ min: 0, max: 10, noNaN: true }),
    fc.dictionary(
      fc.constantFrom(...termNames.filter((name) => 'reads' in terms[name])),
      fc.double({ min: 1, max: 10, noNaN: true }),
      { minKeys: 1, maxKeys: 3 },
    ),
  )
  .map(([room, weights]) => ({ name: 'narrow', version: 1, weights: { 'ignore.room': room, ...weights } }));

/** Messages in a room that ask and lean on what was said. */
const leaning: fc.Arbitrary<Signals> = fc
  .tuple(anySignals, yesNo, yesNo, yesNo, fc.constantFrom(0, 1, 3))
  .map(([signals, asks, refers, leans, content]) => ({
    ...signals,
    addressed: 0,
    speaker_count: 3,
    is_continuation: 0,
    is_reminder: 0,
    char_count: 9,
    has_question_mark: asks,
    interrogative: asks,
    implicit_reference: refers,
    anaphoric: leans,
    content_count: content,
    act_request: 0,
    second_person: 0,
  }));

const answers = fc.array(anyAnswer, { minLength: 30, maxLength: 30 });
const bounds = fc.constantFrom(unknown, courtesy, none);

test.each([
  ['any policy', anyMessage, anyPolicy, 60],
  ['few rules', leaning, narrowPolicy, 0],
] as const)(
  'law 13: an early decision is the one that the router takes whatever embedder and memory say, under %s',
  (_, message, anyOf, nods) => {
    const seen: Record<string, number> = {};
    const property = fc.property(
      message.map(unasked),
      anyState,
      anyOf,
      bounds,
      answers,
      (signals, state, policy, likeness, told) => {
        const early = decideEarly(signals, likeness, policy, state);
        if (early === null) return;
        seen[early.result.mode] = (seen[early.result.mode] ?? 0) + 1;
        for (const answer of told) {
          const full = decide(asked(signals, likeness, answer), policy, state);
          expect({ mode: full.mode, asks: full.needsTiebreak, unsure: full.confidence < 0.15 }).toEqual({
            mode: early.result.mode,
            asks: false,
            unsure: early.result.confidence < 0.15,
          });
        }
        // Law 13: what is stored of it replays to the same bits.
        const read = decisionSchema.parse(JSON.parse(JSON.stringify(toEarlyDecision(early))));
        expect(replay(read, policy)).toMatchObject({ identical: true, result: early.result });
      },
    );
    fc.assert(property, { numRuns: 2_000, seed: 7 });
    // It was tried often.
    expect(seen['IGNORE'] ?? 0).toBeGreaterThan(150);
    expect(seen['ACKNOWLEDGE'] ?? 0).toBeGreaterThanOrEqual(nods);
  },
);

/** What each input is in the signals. */
const inputs: Readonly<Record<UnaskedInput, (answer: Answer) => Partial<Signals>>> = {
  warmth: ({ world }) => ({ context_warmth: world }),
  facts: ({ fact_count }) => ({ fact_count }),
  memory: ({ memory_confidence }) => ({ memory_confidence }),
  new: ({ is_new_topic }) => ({ is_new_topic }),
  topic: ({ topic_confidence }) => ({ topic_confidence }),
  evidence: ({ evidence_count, evidence_score }) => ({ evidence_count, evidence_score }),
  readings: ({ readings }) => ({ readings }),
  likeness: ({ act, acknowledge, respond }) => ({
    act_likeness: act,
    respond_likeness: respond,
    acknowledge_likeness: acknowledge,
  }),
};

test('a rule reads nothing of what is asked beside what it says that it reads', () => {
  const situations = fc.sample(fc.tuple(anySignals, anyAnswer), { numRuns: 1_200, seed: 3 });
  for (const name of termNames) {
    const {
      reads = [],
      value,
    }: { reads?: readonly UnaskedInput[]; value: (typeof terms)[typeof name]['value'] } = terms[name];
    for (const [signals, answer] of situations) {
      const others = Object.entries(inputs).filter(([input]) => !reads.includes(input as UnaskedInput));
      const changed = {
        ...signals,
        ...Object.assign({}, ...others.map(([, read]) => read(answer))),
      } as Signals;
      expect(value(changed, featuresOf(changed)), name).toBe(value(signals, featuresOf(signals)));
    }
  }
});

const told = (text: string, snapshot: Partial<Snapshot> = {}) => {
  const cues = extractCues(text);
  const signals = unasked(buildSignals(cues, { ...coldSnapshot, ...snapshot }));
  return decideEarly(signals, boundLikeness({ text, modelId, cues }), shippedPolicy, freshRouterState);
};

describe('under the shipped policy', () => {
  const room = (text: string): Partial<Snapshot> => ({
    speakerCount: 2,
    room: readRoom({
      agentNames: ['sal'],
      speaker: 'bo',
      text,
      lines: [{ speaker: 'ana', text: 'good morning', own: false }],
    }),
  });

  test.each<[string, Mode | null]>([
    ['did you pay the rent, ana?', 'IGNORE'],
    ['could you please send me the address of the dentist', 'IGNORE'],
    ['thanks', 'IGNORE'],
    ['sal, did ana pay the rent?', null],
    ['does sal know who paid it?', null],
  ])('in a room %j is decided early as %j', (text, mode) => {
    expect(told(text, room(text))?.result.mode ?? null).toBe(mode);
  });

  test.each<[string, Mode | null]>([
    ['Thanks!', 'ACKNOWLEDGE'],
    ['ok', 'ACKNOWLEDGE'],
    ['danke', 'ACKNOWLEDGE'],
    ['gracias', 'ACKNOWLEDGE'],
    ['bye', 'ACKNOWLEDGE'],
    ['', 'IGNORE'],
    // What only the vector says is not guessed, and a greeting may want a name that memory holds.
    ['thanks a bunch, you', null],
    ['hello', null],
    ['hallo', null],
    ['ok, do it', null],
    ['my sister lives in Leeds', null],
    ['who is my dentist?', null],
  ])('between two %j is decided early as %j', (text, mode) => {
    expect(told(text)?.result.mode ?? null).toBe(mode);
  });

  test('after a question of the agent a courtesy is still a courtesy, and "yes" is its answer', () => {
    const state = { previousMode: 'CLARIFY', lastConfidences: [] } as const;
    const after = (text: string) => {
      const cues = extractCues(text);
      const likeness = boundLikeness({ text, modelId, cues });
      return decideEarly(unasked(buildSignals(cues, coldSnapshot)), likeness, shippedPolicy, state);
    };
    expect(after('thanks')?.result.mode).toBe('ACKNOWLEDGE');
    expect(after('yes')).toBeNull();
  });

  test('says which signals were not measured', () => {
    expect(told('Thanks!')?.unmeasured).toEqual([
      'context_warmth',
      'fact_count',
      'topic_confidence',
      'is_new_topic',
      'evidence_score',
      'evidence_count',
      'memory_confidence',
      'readings',
      'act_likeness',
      'respond_likeness',
      'acknowledge_likeness',
    ]);
    // A text in another language has no likeness: that is known, and measured.
    expect(told('danke')?.unmeasured).not.toContain('act_likeness');
  });
});

test('a mode that may not win, and one that a draw decides, is never decided early', () => {
  const signals = unasked(buildSignals(extractCues('thanks'), coldSnapshot));
  const exclude = modes.filter((mode) => mode === 'IGNORE');
  expect(decideEarly(signals, none, shippedPolicy, freshRouterState)).not.toBeNull();
  expect(decideEarly(signals, none, shippedPolicy, { ...freshRouterState, exclude })).toBeNull();
  const equal = { ...shippedPolicy, weights: { 'respond.base': 1, 'acknowledge.base': 1 } } as Policy;
  expect(decideEarly(signals, none, equal, freshRouterState)).toBeNull();
});
