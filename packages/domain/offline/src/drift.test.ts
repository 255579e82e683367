import type { DriftPromptInput } from '@salience/context';
import { thoughtProposalSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { proposeThought } from './drift.ts';

const concept = (name: string) => ({ name, kind: 'thing', definition: '', trust: 'user' as const });
const input: DriftPromptInput = {
  now: '2030-01-01T12:00:00Z',
  zone: 'UTC',
  concepts: ['kayak', 'storm', 'boathouse'].map(concept),
  links: [{ from: 'storm', type: 'causes', to: 'kayak', trust: 'user' }],
  episode: {
    at: '2030-01-01T12:00:00Z',
    trust: 'user',
    gist: 'The kayak leaks since the storm. Marta repairs the boathouse roof.',
    intent: '',
    outcome: '',
    openLoops: ['Who pays for the roof?'],
  },
  earlier: [],
};

describe('the offline idle thought', () => {
  it('fits its role, and is the same for the same material', () => {
    const thought = proposeThought(input);
    expect(thoughtProposalSchema.parse(thought)).toEqual(thought);
    expect(proposeThought(input)).toEqual(thought);
  });

  it('names the seed and another concept, ends as its kind does, and takes the rest from the material', () => {
    const { content, type } = proposeThought(input);
    expect(content).toMatch(/kayak/);
    expect(content).toMatch(/storm|boathouse/);
    expect(content.endsWith('?')).toBe(type === 'question');
    expect(content.length).toBeLessThanOrEqual(400);
  });

  it('says something else while it can, by kinds that take turns', () => {
    const earlier: string[] = [];
    const types = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const { content, type } = proposeThought({ ...input, earlier });
      expect(earlier).not.toContain(content);
      types.add(type);
      earlier.unshift(content);
    }
    expect(types.size).toBeGreaterThan(1);
  });

  it.each([
    ['Das Kajak leckt seit dem Sturm und wir warten auf das Harz.', /vielleicht|Vielleicht|Noch offen/],
    ['El kayak tiene una fuga desde la tormenta y no sé qué hacer.', /quizás|Quizás|Sigue abierto/],
  ])('is worded in the language of the episode: %s', (gist, words) => {
    expect(proposeThought({ ...input, episode: { ...input.episode, gist } }).content).toMatch(words);
  });

  it('stays within its length for long texts and one concept alone', () => {
    const gist = `${'very long words about the kayak '.repeat(60)}.`;
    const long = proposeThought({ ...input, episode: { ...input.episode, gist } });
    expect(long.content.length).toBeLessThanOrEqual(400);
    expect(
      thoughtProposalSchema.parse(proposeThought({ ...input, concepts: [concept('kayak')] })),
    ).toBeDefined();
  });
});
