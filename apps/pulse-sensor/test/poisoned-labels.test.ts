import { compileModule } from '@salience/escalation';
import {
  combine,
  emptyState,
  advance,
  forward,
  type Labelled,
  learn,
  ruleScore,
  seeded,
  stackWindows,
  windowMatrix,
} from '@salience/limbic';
import { expect, it } from 'vitest';
import { homework } from './pulse-stage.ts';

const fingerprint = compileModule(homework('/in', { time_zone: 'UTC' }));

/** Files of which those with one word matter, whatever the declaration says; of every `wrongOneIn` one is labelled wrong. */
function labels(count: number, seed: number, wrongOneIn = 0): Labelled[] {
  const random = seeded(seed);
  let state = emptyState();
  return Array.from({ length: count }, (_, n) => {
    const word = ['exam', 'menu', 'memo'][random.below(3)] ?? '';
    const at = 1_772_618_400 + 4_000 * n;
    state = advance(state, {
      source: 'filesystem',
      location: `/in/${word}-${random.below(100)}.pdf`,
      delta_type: 'created',
      magnitude: 1,
      timestamp: at,
      features: { extension: '.pdf', filename_tokens: [word], size_bytes: 1_000 },
    });
    const useful = (word === 'exam') !== (wrongOneIn > 0 && n % wrongOneIn === wrongOneIn - 1);
    return {
      moduleId: 'homework',
      at,
      window: { events: state.events, activatedAt: null },
      label: useful ? 1 : 0,
      weight: 1,
    };
  });
}

it('threat: one label in ten that is wrong leaves what is useful above what is not', {
  timeout: 60_000,
}, () => {
  const { challenger: model, promoted } = learn({
    labelled: labels(120, 7, 10),
    fingerprints: [fingerprint],
    champion: undefined,
    seed: 1,
    zone: 'UTC',
  });
  expect(promoted).toBe(true);
  const rows = labels(100, 99);
  const { lengths, windows } = stackWindows(
    rows.map(({ window }) => windowMatrix(window, fingerprint, model.modules['homework']?.evidence, 'UTC')),
  );
  const raw = forward(model.weights, windows, lengths);
  const scores = rows.map(({ label, window }, n) => ({
    useful: label > 0.5,
    score: combine(ruleScore(window, fingerprint, 'UTC'), raw[n], model, 'homework').score,
  }));
  const useful = scores.filter((one) => one.useful);
  const others = scores.filter((one) => !one.useful);
  const pairs = useful.flatMap(({ score }) => others.map((other) => score > other.score));
  expect(pairs.filter((isRight) => isRight).length / pairs.length).toBeGreaterThan(0.9);
});
