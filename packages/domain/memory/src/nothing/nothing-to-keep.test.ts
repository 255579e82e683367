import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tellsNothing } from './nothing-to-keep.ts';
import { hardExamples, seenExamples } from './said.fixture.ts';
import { unseenExamples } from './said-unseen.fixture.ts';

const skipped = (message: string): boolean => tellsNothing({ message, source: 'chat' }, null);
const all = [seenExamples, hardExamples, unseenExamples];

describe('what is not worth a model call', () => {
  it('leaves out at most one in a hundred messages that state something', () => {
    const stated = all.flatMap((examples) => examples.stated);
    expect(stated.length).toBeGreaterThan(180);
    expect(stated.filter(skipped).length / stated.length).toBeLessThanOrEqual(0.01);
  });

  it.each([
    ['written beforehand', unseenExamples],
    ['all', { nothing: all.flatMap((examples) => examples.nothing) }],
  ])('leaves out at least 85 of a hundred messages that state nothing: %s', (_name, { nothing }) => {
    expect(nothing.filter(skipped).length / nothing.length).toBeGreaterThanOrEqual(0.85);
  });

  it('keeps what stands in a request', () => {
    expect(skipped('Can you remind me to call the dentist tomorrow?')).toBe(true);
    expect(skipped('Can you remind me to call my sister Ana tomorrow?')).toBe(false);
  });

  it('takes a yes for an answer where the agent asked something', () => {
    const yes = { message: 'Yes, exactly', source: 'chat' };
    expect(tellsNothing(yes, 'Do you still live in Porto?')).toBe(false);
    expect(tellsNothing(yes, 'You live in Porto.')).toBe(true);
    expect(tellsNothing({ message: 'What time is it?', source: 'chat' }, 'Where are you?')).toBe(true);
  });

  it('takes a reminder that fires for what was said before', () => {
    expect(tellsNothing({ message: 'My train leaves at nine', source: 'reminder' }, null)).toBe(true);
  });

  it('keeps what is said in a language that nobody reads here', () => {
    expect(skipped('Mam na imię Zofia')).toBe(false);
    expect(skipped('私は東京に住んでいます')).toBe(false);
    expect(skipped('👍')).toBe(true);
  });

  it('never throws, and says the same of the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (message) => skipped(message) === skipped(message)),
      { numRuns: 200 },
    );
  });
});
