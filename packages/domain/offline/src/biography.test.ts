import type { BiographyPromptItem } from '@salience/context';
import { biographyProposalSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { proposeBiography } from './biography.ts';

function item(
  ref: string,
  kind: string,
  text: string,
  part: Partial<BiographyPromptItem> = {},
): BiographyPromptItem {
  const at = '2030-05-03T10:00:00.000Z';
  return { ref, kind, text, at, day: '2030-05-03', trust: 'user', ...part };
}

const life = {
  now: '2030-06-02T10:00:00.000Z',
  zone: 'Pacific/Auckland',
  items: [
    item('s1', 'concept', 'Porto', { mentions: 4, definition: 'The town where Ana lives.' }),
    item('s2', 'episode', 'Ana moved to Porto. She took her cat.', {
      openLoops: ['send Ana the piano', 'call the plumber'],
      outcome: 'Good luck.',
      intent: 'I want to visit Ana in June.',
    }),
    item('s3', 'episode', 'The plumber came after a call and mended the boiler.', {
      at: '2030-06-01T22:00:00.000Z',
      day: '2030-06-02',
    }),
    item('s4', 'relation', 'Ana part of family'),
    item('s5', 'trait', 'Lisbon', { key: 'lives_in', person: 'user', category: 'core' }),
    item('s6', 'trait', 'Ana', { key: 'sister', person: 'user', category: 'relationship' }),
    item('s7', 'trait', 'blue', { key: 'favourite_colour', person: 'user', category: 'preference' }),
    item('s8', 'trait', 'golf', { key: 'likes', person: 'user', category: 'preference', trust: 'external' }),
    item('s9', 'trait', 'a nurse', { key: 'works_as', person: 'Ana', category: 'core' }),
  ],
  told: [
    { section: 'relationship', text: 'It began on 2030-01-01: They said hello.', refs: ['s2'] },
    { section: 'themes', text: '2029-01-01: The user sold a boat.', refs: ['s99'] },
  ],
};

describe('the offline biographer', () => {
  it('tells of every kind of item in its section, and names it; nothing from outside in identity or values', () => {
    const { identity, patterns, relationship, themes, threads, values } = proposeBiography(life);
    const told = (section: typeof identity) =>
      section.map(({ sources, text }) => `${sources.join()} ${text}`);
    expect(told(identity)).toEqual(['s5 The user lives in Lisbon.']);
    expect(told(relationship)).toEqual([
      "s6 The user's sister is Ana.",
      's9 Ana works as a nurse.',
      's2 It began on 2030-01-01: They said hello.',
    ]);
    expect(told(values)).toEqual([
      "s7 The user's favourite colour is blue.",
      's2 I want to visit Ana in June.',
    ]);
    expect(told(patterns)).toEqual(['s1 The user often comes back to Porto.']);
    // What came later tells that the plumber was called.
    expect(told(threads)).toEqual(['s2 Open since 2030-05-03: send Ana the piano']);
    expect(told(themes)).toEqual([
      's4 Ana part of family.',
      's1 Porto: The town where Ana lives.',
      's2 2030-05-03: Ana moved to Porto.',
      's3 2030-06-02: The plumber came after a call and mended the boiler.',
    ]);
  });

  it('gives an object that fits its role, the same each time', () => {
    const first = proposeBiography(life);
    expect(biographyProposalSchema.parse(first)).toEqual(first);
    expect(proposeBiography(life)).toEqual(first);
    expect(Object.values(proposeBiography({ ...life, items: [], told: [] })).flat()).toEqual([]);
  });
});
