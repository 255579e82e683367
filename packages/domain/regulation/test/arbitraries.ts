import { signalDefinitions, type SignalName, signalNames, type Signals } from '@salience/router';
import fc from 'fast-check';

/** Most numbers are as in life (few cues at once, small counts); the whole range is drawn too. */
function numberOf(name: SignalName): fc.Arbitrary<number> {
  const { min, max } = signalDefinitions[name];
  if (name === 'excluded_modes') return fc.constantFrom(0, 0, 0, 4, 20);
  if (max === 1)
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(Math.max(min, 0)) },
      { weight: 2, arbitrary: fc.constantFrom(min, 0.25, 0.5, 1) },
      { weight: 1, arbitrary: fc.double({ min: Math.max(min, 0), max, noNaN: true }) },
    );
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, min + 12) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );
}

/** Any valid signals. */
export const anySignals: fc.Arbitrary<Signals> = fc.record(
  Object.fromEntries(signalNames.map((name) => [name, numberOf(name)])) as {
    [name in SignalName]: fc.Arbitrary<number>;
  },
);
