import { durabilities, type ExperienceProposal } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formExperience } from './experience.ts';

const source = {
  id: 'xp_1',
  tool: 'guide__find',
  text: 'The Livraria Lello in Porto opens at 9:30. It was built in 1906 by Xavier Esteves. Tickets cost 10 euros.',
};
const form = (observations: ExperienceProposal['observations'], worth = true) =>
  formExperience(source, { worth, observations }, 'm');

describe('formExperience', () => {
  it('keeps what the answer says, believed no more than text from outside (law 10)', () => {
    const draft = form([
      { text: 'Tickets for the Livraria Lello cost 10 euros.', durability: 'evolving' },
      { text: 'It was built in 1906 by Xavier Esteves.', durability: 'stable' },
    ]);
    expect(draft).toMatchObject({
      gist: 'Tickets for the Livraria Lello cost 10 euros. It was built in 1906 by Xavier Esteves.',
      action: 'guide__find',
      durability: 'stable',
      salience: 0.6,
      trust: 'external',
      refused: 0,
    });
  });

  it('refuses what the answer does not carry and what is said twice, and counts it (law 6)', () => {
    expect(
      form([
        { text: 'Tickets cost 12 euros.', durability: 'stable' },
        { text: 'Tickets cost 10 euros.', durability: 'evolving' },
        { text: 'The tickets cost 10 euros', durability: 'evolving' },
      ]),
    ).toMatchObject({ gist: 'Tickets cost 10 euros.', durability: 'evolving', salience: 0.5, refused: 2 });
    expect(() => form([{ text: 'Dragons eat tourists on Mondays.', durability: 'stable' }])).toThrow(
      expect.objectContaining({ code: 'memory.unsupported-experience' }),
    );
  });

  it('is nothing where the model found nothing', () => {
    expect(form([], true)).toBeUndefined();
    expect(form([{ text: 'Tickets cost 10 euros.', durability: 'stable' }], false)).toBeUndefined();
  });

  it('weighs by what stays true longest, on one scale (law 9)', () => {
    const sentences = source.text.split(/(?<=\.) /);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...durabilities), { minLength: 1, maxLength: 3 }), (given) => {
        const draft = form(given.map((durability, n) => ({ text: sentences[n] ?? '', durability })));
        expect(draft?.durability).toBe(durabilities.find((one) => given.includes(one)));
        expect(draft?.salience).toBeGreaterThanOrEqual(0.4);
        expect(draft?.salience).toBeLessThanOrEqual(0.6);
      }),
    );
  });
});
