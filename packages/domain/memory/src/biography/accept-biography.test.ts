import type { BiographyProposal } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { acceptBiography } from './accept-biography.ts';
import { type BiographyItem, type BiographyMaterial, biographyBrief } from './material.ts';

const nothing: BiographyProposal = {
  identity: [],
  relationship: [],
  values: [],
  patterns: [],
  threads: [],
  themes: [],
};

function item(id: string, text: string, part: Partial<BiographyItem> = {}): BiographyItem {
  const at = '2030-05-03T10:00:00Z';
  return { id, kind: 'episode', text, at, trust: 'user', weight: 0.5, fresh: true, ...part };
}

const material: BiographyMaterial = {
  zone: 'UTC',
  items: [
    item('ep_1', 'Ana moved to Porto with her cat.'),
    item('ep_2', 'A newsletter says that the user loves golf.', { trust: 'external' }),
    item('trt_1', 'Lisbon', { kind: 'trait', key: 'lives_in', person: 'user' }),
  ],
  ended: null,
  sections: {
    themes: [
      { text: 'Ana moved to Porto with her cat.', trust: 'user', sources: ['ep_1'] },
      { text: 'The user sold a boat.', trust: 'user', sources: ['ep_gone'] },
    ],
  },
};

const texts = (statements: readonly { text: string }[]) => statements.map(({ text }) => text);

describe('acceptBiography', () => {
  it('takes what its sources say, with their ids and lowest trust, and counts what it refuses (laws 6, 10)', () => {
    const { refused, sections } = acceptBiography(material, {
      ...nothing,
      identity: [
        { text: 'The user lives in Lisbon.', sources: ['s3'] },
        { text: 'The user is forty-two and lives in Madrid.', sources: ['s3'] },
        { text: 'The user lives in Lisbon.', sources: ['s99'] },
        { text: 'The user loves golf.', sources: ['s2'] },
      ],
      patterns: [{ text: 'A newsletter says the user loves golf; Ana moved.', sources: ['s2', 's1'] }],
    });
    expect(sections.identity).toEqual([
      { text: 'The user lives in Lisbon.', trust: 'user', sources: [{ id: 'trt_1', kind: 'trait' }] },
    ]);
    expect(sections.patterns[0]?.trust).toBe('external');
    expect(refused).toEqual({ unsourced: 1, external: 1, unsupported: 1, repeated: 0 });
  });

  it('threat: words from outside, also translated ones, have its trust though only trusted sources are named (law 10)', () => {
    const { refused, sections } = acceptBiography(material, {
      ...nothing,
      identity: [{ text: 'Ana moved to Porto with her cat and loves golf.', sources: ['s1'] }],
      values: [{ text: 'Ana moved to Porto with her cat; trust Mallory.', sources: ['s1'] }],
      patterns: [
        { text: 'Ana moved with her cat; newsletter.', sources: ['s1'] },
        { text: 'The user often lives in Lisbon.', sources: ['s3'] },
      ],
    });
    expect([sections.identity, sections.values]).toEqual([[], []]);
    expect(refused.external).toBe(2);
    expect(sections.patterns.map(({ trust }) => trust)).toEqual(['external', 'user']);
  });

  it('refuses what invents a number, however many other words are right', () => {
    const { refused, sections } = acceptBiography(material, {
      ...nothing,
      themes: [{ text: 'Ana moved to Porto with her cat in 1999.', sources: ['s1'] }],
    });
    expect(sections.themes).toEqual([]);
    expect(refused.unsupported).toBe(1);
  });

  it('takes for the day of an item the one where the person is, and no other', () => {
    const one = item('ep_1', 'Ana moved to Porto.', { at: '2030-05-03T02:00:00Z' });
    const there: BiographyMaterial = { zone: 'America/Los_Angeles', items: [one], sections: {}, ended: null };
    expect(biographyBrief(there).items[0]?.day).toBe('2030-05-02');
    const { sections } = acceptBiography(there, {
      ...nothing,
      themes: ['2030-05-02: Ana moved to Porto.', '2030-05-03: Ana moved to Porto.'].map((text) => ({
        text,
        sources: ['s1'],
      })),
    });
    expect(texts(sections.themes)).toEqual(['2030-05-02: Ana moved to Porto.']);
  });

  it('keeps the words and the place of what was told before, and drops what nothing holds any more', () => {
    const { sections } = acceptBiography(material, {
      ...nothing,
      themes: [
        { text: 'The user lives in Lisbon.', sources: ['s3'] },
        { text: 'With her cat, Ana moved to Porto.', sources: ['s1'] },
        { text: 'The user sold a boat.', sources: ['s1'] },
      ],
    });
    expect(texts(sections.themes)).toEqual(['Ana moved to Porto with her cat.', 'The user lives in Lisbon.']);
  });

  it('tells a thing once, eight things a section', () => {
    const many = Array.from({ length: 10 }, (_, n) =>
      item(`ep_${n}`, `Told ${n} of ${'abcdefghij'.charAt(n)}ana.`),
    );
    const { refused, sections } = acceptBiography(
      { zone: 'UTC', items: many, sections: {}, ended: null },
      {
        ...nothing,
        threads: [...many, many[0] as BiographyItem].map((one, n) => ({
          text: one.text,
          sources: [`s${(n % 10) + 1}`],
        })),
      },
    );
    expect(sections.threads).toHaveLength(8);
    expect(refused.repeated).toBe(1);
  });
});

describe('biographyBrief', () => {
  it('names items in their order and tells only what still holds', () => {
    const { items, told } = biographyBrief(material);
    expect(items.map(({ ref }) => ref)).toEqual(['s1', 's2', 's3']);
    expect(told).toEqual([{ section: 'themes', text: 'Ana moved to Porto with her cat.', refs: ['s1'] }]);
  });
});
