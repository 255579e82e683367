import { modes } from '@salience/contracts';
import fc from 'fast-check';
import {
  type DecideOptions,
  signalDefinitions,
  type SignalName,
  signalNames,
  type Signals,
} from '../src/index.ts';

const shares: ReadonlySet<SignalName> = new Set<SignalName>([
  'information_density',
  'context_warmth',
  'topic_confidence',
  'evidence_score',
  'memory_confidence',
  'recent_confidence_max',
  'act_likeness',
  'respond_likeness',
  'acknowledge_likeness',
  'agent_to_speaker',
  'agent_to_other',
  'agent_share',
  'speaker_to_other',
  'other_to_speaker',
  'openness',
  'fragment',
]);

/** Most numbers are as in life (few cues at once, small counts); the whole range is drawn too. */
function numberOf(name: SignalName): fc.Arbitrary<number> {
  const { min, max } = signalDefinitions[name];
  if (shares.has(name)) {
    return fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }).map((step) => step / 40) },
      { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
    );
  }
  if (name === 'excluded_modes') return fc.constant(0);
  if (max === 1)
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant(min) },
      { weight: 2, arbitrary: fc.integer({ min, max }) },
    );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(min, 0) },
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, min + 12) }) },
    { weight: 2, arbitrary: fc.integer({ min, max: Math.min(max, 400) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );
}

/** Any valid signals. */
export const anySignals: fc.Arbitrary<Signals> = fc.record(
  Object.fromEntries(signalNames.map((name) => [name, numberOf(name)])) as {
    [name in SignalName]: fc.Arbitrary<number>;
  },
);

/** Any thread state; runs of unsure decisions are as likely as others. */
export const anyState: fc.Arbitrary<DecideOptions> = fc.record({
  previousMode: fc.constantFrom(...modes, null),
  lastConfidences: fc.oneof(
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    fc.array(fc.double({ min: 0, max: 0.14, noNaN: true }), { minLength: 3, maxLength: 3 }),
  ),
});
