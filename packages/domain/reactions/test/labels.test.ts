import { labelKindSchema, modes, selfStartedSources, trustLevels } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPersonsTurn, kindOf, labelOfFeedback, mayLabel, readSilence } from '../src/index.ts';

describe('law 10: who may label', () => {
  const owner = { source: 'chat', trust: 'owner', speaker: 'Ana', previousSpeaker: 'Ana' } as const;
  test('the same person', () => {
    expect(mayLabel(owner)).toBe(true);
    expect(mayLabel({ ...owner, trust: 'user', source: 'api' })).toBe(true);
    expect(mayLabel({ ...owner, speaker: null, previousSpeaker: null })).toBe(true);
  });
  test('nobody else: another speaker forges no label', () => {
    expect(mayLabel({ ...owner, speaker: 'Bo' })).toBe(false);
    expect(mayLabel({ ...owner, speaker: null })).toBe(false);
    expect(mayLabel({ ...owner, previousSpeaker: null })).toBe(false);
  });
  test.each(selfStartedSources)('no turn of the agent itself: %s', (source) => {
    expect(mayLabel({ ...owner, source })).toBe(false);
    expect(isPersonsTurn({ source, trust: 'owner' })).toBe(false);
  });
  test.each(trustLevels.filter((trust) => trust !== 'owner' && trust !== 'user'))('no %s text', (trust) => {
    expect(mayLabel({ ...owner, trust })).toBe(false);
  });
});

describe('kinds', () => {
  test.each([
    ['RESPOND', 'RESPOND', 'correct'],
    ['RESPOND', 'ACT', 'missed_act'],
    ['RESPOND', 'CLARIFY', 'missed_clarify'],
    ['ACT', 'CLARIFY', 'missed_clarify'],
    ['IGNORE', 'CLARIFY', 'under_engagement'],
    ['CLARIFY', 'ACT', 'under_engagement'],
    ['ACKNOWLEDGE', 'RESPOND', 'under_engagement'],
    ['ACT', 'RESPOND', 'over_engagement'],
    ['CLARIFY', 'ACKNOWLEDGE', 'over_engagement'],
    ['RESPOND', 'IGNORE', 'over_engagement'],
  ] as const)('%s where %s was wanted is %s', (taken, wanted, kind) => {
    expect(kindOf(taken, wanted)).toBe(kind);
  });
  test('only the mode that was taken is correct', () => {
    for (const taken of modes)
      for (const wanted of modes) expect(kindOf(taken, wanted) === 'correct').toBe(taken === wanted);
  });
});

describe('silence until a thread expires', () => {
  test('is weak, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...modes), fc.boolean(), (message, mode, replyAsked) => {
        const label = readSilence({ message, mode, replyAsked });
        expect(label?.confidence ?? 0).toBeLessThanOrEqual(0.25);
      }),
    );
  });
  test.each([
    ['When does the pool open?', 'RESPOND', false, 'correct', 'RESPOND'],
    ['Book a lane', 'CLARIFY', true, 'under_engagement', null],
    ['When does the pool open?', 'IGNORE', false, 'under_engagement', 'RESPOND'],
    ['Réserve une table', 'ACKNOWLEDGE', false, 'under_engagement', 'ACT'],
    ['Nice weather today', 'IGNORE', false, 'correct', 'IGNORE'],
  ] as const)('"%s" %s asked %s: %s', (message, mode, replyAsked, kind, wanted) => {
    expect(readSilence({ message, mode, replyAsked })).toMatchObject({ reaction: 'silence', kind, wanted });
  });
  test('an answer that ends in a question tells nothing', () => {
    expect(readSilence({ message: 'Any film?', mode: 'RESPOND', replyAsked: true })).toBeNull();
  });
});

describe('feedback', () => {
  test('good is correct, the surer the better', () => {
    expect(labelOfFeedback({ value: 1, mode: 'ACT' })).toMatchObject({
      kind: 'correct',
      wanted: 'ACT',
      confidence: 0.95,
    });
    expect(labelOfFeedback({ value: 0.3, mode: 'ACT' })?.confidence).toBeLessThan(0.65);
  });
  test('bad without a note tells of silence, nods and questions, and not of answers and deeds', () => {
    for (const mode of ['IGNORE', 'ACKNOWLEDGE', 'CLARIFY'] as const)
      expect(labelOfFeedback({ value: -1, mode })).toMatchObject({ kind: 'under_engagement', wanted: null });
    expect(labelOfFeedback({ value: -1, mode: 'RESPOND' })).toBeNull();
    expect(labelOfFeedback({ value: -1, mode: 'ACT', note: 'too slow' })).toBeNull();
  });
  test.each([
    ['RESPOND', 'you should have asked first', 'missed_clarify', 'CLARIFY'],
    ['RESPOND', 'ich wollte, dass du es machst: mach es einfach', 'missed_act', 'ACT'],
    ['ACT', 'je demandais juste', 'over_engagement', 'RESPOND'],
    ['RESPOND', 'no era para ti', 'over_engagement', 'IGNORE'],
    ['RESPOND', 'não era uma pergunta', 'over_engagement', 'ACKNOWLEDGE'],
    ['ACT', 'dovevi chiedere', 'missed_clarify', 'CLARIFY'],
  ] as const)('a note names what was wanted: %s, "%s"', (mode, note, kind, wanted) => {
    expect(labelOfFeedback({ value: -1, mode, note })).toMatchObject({ kind, wanted });
  });
  test('a mode that is named goes before what the words may be read as, and the one that was taken names nothing', () => {
    expect(
      labelOfFeedback({ value: -1, mode: 'RESPOND', note: 'no era para ti', wanted: 'CLARIFY' }),
    ).toMatchObject({
      kind: 'missed_clarify',
      wanted: 'CLARIFY',
      reason: 'rated_bad_named',
    });
    expect(labelOfFeedback({ value: -1, mode: 'RESPOND', wanted: 'RESPOND' })).toBeNull();
    expect(labelOfFeedback({ value: 1, mode: 'RESPOND', wanted: 'ACT' })).toMatchObject({ kind: 'correct' });
  });
  test('is total, and nothing is said of what is nearly nought', () => {
    fc.assert(
      fc.property(fc.double(), fc.constantFrom(...modes), fc.option(fc.string()), (value, mode, note) => {
        const label = labelOfFeedback({ value, mode, note });
        const saysNothing = Number.isNaN(value) || Math.abs(value) < 0.25;
        expect(label === null || !saysNothing).toBe(true);
        if (label === null) return;
        expect(labelKindSchema.options).toContain(label.kind);
        expect(label.confidence).toBeGreaterThan(0);
        expect(label.confidence).toBeLessThanOrEqual(0.95);
      }),
    );
  });
});
