import { labelKindSchema, modes } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { misrouteCost } from './cost.ts';
import { type Label, possiblyWanted, strongestLabel } from './label.ts';

const anyMode = fc.constantFrom(...modes);
const anyLabel: fc.Arbitrary<Label> = fc.record({
  kind: fc.constantFrom(...labelKindSchema.options),
  wanted: fc.option(anyMode),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  by: fc.constantFrom('feedback', 'reaction', 'reflection'),
  reason: fc.constant('test'),
});
const label = (parts: Partial<Label>): Label => ({
  kind: 'under_engagement',
  wanted: null,
  confidence: 0.9,
  by: 'reaction',
  reason: 'test',
  ...parts,
});

test('what was wanted costs nothing, anything else something, and a missed action most', () => {
  for (const taken of modes)
    for (const wanted of modes) {
      const cost = misrouteCost(taken, wanted);
      expect(cost === 0).toBe(taken === wanted);
      expect(cost).toBeLessThanOrEqual(1);
      expect(misrouteCost(taken, 'ACT')).toBeGreaterThanOrEqual(misrouteCost('ACT', taken));
    }
});

test('a label leaves open which mode was wanted, but always one, and never the one taken unless it was right', () => {
  fc.assert(
    fc.property(anyLabel, anyMode, (drawn, taken) => {
      const wanted = possiblyWanted(drawn, taken);
      expect(wanted.length).toBeGreaterThan(0);
      if (drawn.wanted === null || drawn.kind === 'correct')
        return wanted.includes(taken) === (drawn.kind === 'correct');
      return wanted.length === 1;
    }),
  );
  expect(possiblyWanted(label({ kind: 'missed_act' }), 'RESPOND')).toEqual(['ACT']);
  expect(possiblyWanted(label({ kind: 'over_engagement' }), 'CLARIFY')).toEqual(['ACKNOWLEDGE', 'IGNORE']);
  expect(possiblyWanted(label({}), 'ACKNOWLEDGE')).toEqual(['RESPOND', 'CLARIFY', 'ACT']);
});

test('what a person says comes before what their reaction shows, and both before a review', () => {
  const review = label({ by: 'reflection', confidence: 1 });
  const reaction = label({ confidence: 0.6, kind: 'correct' });
  const said = label({ by: 'feedback', confidence: 0.5 });
  expect(strongestLabel([review, reaction])).toBe(reaction);
  expect(strongestLabel([review, reaction, said])).toBe(said);
  expect(strongestLabel([label({ by: 'reflection', confidence: 0.7 })])).toBeNull();
  expect(strongestLabel([])).toBeNull();
});
