import { decodeDecision, encodeDecision, modes, storedSignals } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractCues } from '../cues/extract-cues.ts';
import { shippedPolicy } from '../policy/shipped.ts';
import { buildSignals, coldSnapshot } from '../signals/build-signals.ts';
import { neutralSignals, signalNames } from '../signals/signals.ts';
import { decide, freshRouterState } from './decide.ts';
import { replay } from './replay.ts';
import { applyTiebreak, toDecision } from './tiebreak.ts';

const mode = fc.constantFrom(...modes);
const value = fc.oneof(fc.constantFrom(0, 1, -0, 1 / 3, 5e-324, 2 ** 53), fc.double({ noNaN: true }));
const routing = fc.record(
  {
    policyName: fc.string(),
    policyVersion: fc.integer({ min: 1, max: 2 ** 31 }),
    signals: fc.dictionary(
      fc.oneof(
        fc.constantFrom(...signalNames),
        fc.string().filter((name) => name !== '__proto__'),
      ),
      value,
      {
        noNullPrototype: true,
      },
    ),
    scores: fc.record(
      Object.fromEntries(modes.map((name) => [name, value])) as Record<(typeof modes)[number], typeof value>,
      { noNullPrototype: true },
    ),
    modeInitial: mode,
    modeTerminal: mode,
    confidence: value,
    margin: value,
    effectiveMargin: value,
    tiebreak: fc.option(
      fc.record(
        {
          candidates: fc.tuple(mode, mode),
          choice: fc.option(mode),
          reason: fc.string({ unit: 'grapheme' }),
        },
        { noNullPrototype: true },
      ),
    ),
  },
  { noNullPrototype: true },
);

test('law 13: a decision comes out of its bytes as it went in, bit for bit', () => {
  const decision = fc
    .tuple(routing, fc.option(fc.option(routing), { nil: undefined }))
    .map(([first, reroute]) => (reroute === undefined ? first : { ...first, reroute }))
    // Records of the generator have no prototype.
    .map((made) => structuredClone(made));
  fc.assert(
    fc.property(decision, (made) => {
      // toStrictEqual tells -0 from 0.
      expect(decodeDecision(encodeDecision(made))).toStrictEqual(made);
    }),
  );
});

test('what a later version adds to a decision is kept', () => {
  const [made] = fc.sample(routing, { numRuns: 1, seed: 7 }).map((sample) => structuredClone(sample));
  const later = { ...made, unknown: ['topic_confidence'] } as never;
  expect(decodeDecision(encodeDecision(later))).toStrictEqual(later);
});

test('law 17: a signal without a place in the layout costs nothing where it moves no rule, and is neutral when it is missing', () => {
  const later = signalNames.filter((name) => !(storedSignals as readonly string[]).includes(name));
  const result = decide(buildSignals(extractCues('hello'), coldSnapshot), shippedPolicy, freshRouterState);
  const stored = toDecision(result, applyTiebreak(result, null));

  for (const name of later) {
    expect(result.signals[name], name).toBe(neutralSignals[name]);
    expect(stored.signals, name).not.toHaveProperty(name);
  }
  expect(replay(stored, shippedPolicy).identical).toBe(true);
});

test('bytes of another layout, or cut short, are refused', () => {
  const [made] = fc.sample(routing, { numRuns: 1, seed: 7 }).map((sample) => structuredClone(sample));
  const bytes = encodeDecision(made as never);
  expect(() => decodeDecision(bytes.subarray(0, bytes.length - 9))).toThrow(RangeError);
  expect(() => decodeDecision(Uint8Array.of(9))).toThrow('newer version');
});
