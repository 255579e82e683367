import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fileAt, moduleOf, mondayTen, wholeModule } from '../../test/made-up.ts';
import { judge } from '../judge.ts';
import { forward } from '../lstm/forward.ts';
import { seeded } from '../lstm/random.ts';
import { initialWeights } from '../lstm/weights.ts';
import { advance, emptyState } from '../window/cluster-state.ts';
import { stackWindows } from '../window/stack-windows.ts';
import { windowMatrix } from '../window/window-matrix.ts';
import { blendWeight, combine } from './blend.ts';
import { calibrate, calibrated, identity } from './calibrate.ts';
import { readRows } from '../evidence/evidence.ts';
import { balanced, withheldEvidence } from './fit-labels.ts';
import { type Labelled, labelOfFeedback } from './labelled.ts';
import { learn } from './learn.ts';
import type { LimbicModel } from './model.ts';
import { pretrain, type Pretrained, pretrainedAucMin } from './pretrain.ts';
import { areaUnderCurve, logLoss } from './score-figures.ts';

// Training takes seconds, and more on a machine that is busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const module = moduleOf({
  filesystem: { watch_directories: ['/in'], relevant_extensions: ['.pdf'], irrelevant_extensions: ['.zip'] },
});

/** Labels of a stream of files, of which those with a word in their name are useful, whatever the declaration says. */
function labels(count: number, seed: number, useful = (path: string) => path.includes('lamp')): Labelled[] {
  const random = seeded(seed);
  let state = emptyState();
  return Array.from({ length: count }, (_, n) => {
    const word = ['lamp', 'desk', 'door'][random.below(3)] ?? '';
    const path = `/in/${word}-${random.below(100)}${random.next() < 0.5 ? '.pdf' : '.txt'}`;
    const at = mondayTen + 4_000 * n;
    state = advance(state, fileAt(path, at));
    return {
      moduleId: 'm',
      at,
      window: { events: state.events, activatedAt: null },
      label: useful(path) ? 1 : 0,
      weight: 1,
    };
  });
}

function scoresOf(model: LimbicModel, rows: readonly Labelled[]): number[] {
  const { windows, lengths } = stackWindows(
    rows.map(({ window }) => windowMatrix(window, module, model.modules['m']?.evidence, 'UTC')),
  );
  return [...forward(model.weights, windows, lengths)];
}

describe('learning', () => {
  let base: Pretrained;
  beforeAll(() => {
    base = pretrain([module], 1);
  });
  const learnFrom = (labelled: readonly Labelled[], champion?: LimbicModel) =>
    learn({ labelled, fingerprints: [module], champion, base: base.weights, seed: 1, zone: 'UTC' });

  it('law 10: before any label the LSTM tells declared from irrelevant', () => {
    expect(base.auc).toBeGreaterThanOrEqual(pretrainedAucMin);
    expect(base.ready).toBe(true);
    const whole = pretrain([wholeModule, module], 2);
    expect(whole.auc).toBeGreaterThanOrEqual(pretrainedAucMin);
    expect(whole.weights).not.toEqual(base.weights);
  });

  it('gives the same weights for the same seed', () => {
    expect(pretrain([module], 1).weights).toEqual(base.weights);
    const rows = labels(24, 2);
    expect(learnFrom(rows)).toEqual(learnFrom(rows));
  });

  it('is not ready for modules that declare nothing', () => {
    expect(pretrain([moduleOf({})], 1)).toMatchObject({ auc: Number.NaN, ready: false });
    expect(pretrain([], 1).weights).toEqual(initialWeights(1));
  });

  it('learns a wish that the declaration does not know, from fifty labels', () => {
    const { challenger, metrics, promoted, reason } = learnFrom(labels(50, 3));
    expect({ promoted, reason }).toEqual({ promoted: true, reason: 'first' });
    expect(metrics.challenger.auc).toBeGreaterThan(metrics.rule.auc);
    const fresh = labels(200, 4);
    expect(
      areaUnderCurve(
        fresh.map(({ label }) => label === 1),
        scoresOf(challenger, fresh),
      ),
    ).toBeGreaterThan(0.95);
    expect(challenger.learnedUntil).toBe(mondayTen + 4_000 * 49);
    expect(challenger.modules['m']?.labels).toBe(50);
  });

  it('promotes nothing from few labels, or from labels of one kind', () => {
    expect(learnFrom(labels(8, 5))).toMatchObject({ promoted: false, reason: 'too_few_labels' });
    expect(learnFrom([])).toMatchObject({
      promoted: false,
      reason: 'too_few_labels',
      challenger: { learnedUntil: null },
    });
    expect(learnFrom(labels(30, 5, () => false))).toMatchObject({
      promoted: false,
      reason: 'one_kind_of_label',
    });
  });

  it('leaves out labels of other modules, of no weight, and of no window', () => {
    const rows = labels(40, 6);
    const others: Labelled[] = rows.slice(0, 3).map((row) => ({ ...row, moduleId: 'gone' }));
    const weightless = rows.slice(0, 3).map((row) => ({ ...row, label: 1 - row.label, weight: 0 }));
    const empty = rows.slice(0, 3).map((row) => ({ ...row, window: { events: [], activatedAt: null } }));
    expect(learnFrom([...rows, ...others, ...weightless, ...empty])).toEqual(learnFrom(rows));
  });

  it('does not promote what the rule does better', () => {
    // The declaration is right where it is looked at, and was wrong before.
    const before = labels(40, 7, (path) => path.endsWith('.txt'));
    const after = labels(60, 7, (path) => path.endsWith('.pdf')).slice(40);
    expect(learnFrom([...before, ...after].map((row, n) => ({ ...row, at: n })))).toMatchObject({
      promoted: false,
      reason: 'worse_than_rule',
    });
  });

  it('takes a challenger that does as well as the champion on what is new to it', () => {
    const rows = labels(60, 8);
    const { challenger: champion } = learnFrom(rows.slice(0, 48));
    const next = learnFrom(rows, champion);
    expect(next).toMatchObject({
      promoted: true,
      reason: 'not_worse',
      metrics: { holdout: 12, champion: { labels: 12 } },
    });
    expect(next.challenger.weights).not.toEqual(champion.weights);
  });

  it('refuses a challenger that does worse on it: labels that were turned over', () => {
    const rows = labels(80, 9);
    const { challenger: champion } = learnFrom(rows.slice(0, 60));
    const turned = rows.map((row, n) => (n < 60 ? { ...row, label: 1 - row.label } : row));
    const refused = learnFrom(turned, { ...champion });
    expect(refused.promoted).toBe(false);
    expect(['worse_than_champion', 'worse_than_rule']).toContain(refused.reason);
  });

  it('refuses a challenger that is worse than the champion, though better than the rule', () => {
    const rows = labels(90, 12);
    const { challenger: champion } = learnFrom(rows.slice(0, 60));
    const blurred = rows.map((row, n) => (n < 60 && n % 3 === 0 ? { ...row, label: 1 - row.label } : row));
    expect(learnFrom(blurred, champion)).toMatchObject({ promoted: false, reason: 'worse_than_champion' });
  });

  it('judges and combines as the app does: nothing for the LSTM at first, all of it later', () => {
    const { challenger: model } = learnFrom(labels(50, 10));
    const state = advance(emptyState(), fileAt('/in/lamp-1.txt'));
    const early = judge({ state, fingerprint: module, model: undefined, zone: 'UTC' });
    expect(early.needsLstm).toBe(false);
    expect(combine(early.rule, undefined, undefined, 'm')).toEqual({
      score: early.rule,
      rule: early.rule,
      lstm: null,
      weight: 0,
    });
    const late = judge({ state, fingerprint: module, model, zone: 'UTC' });
    expect(late.needsLstm).toBe(true);
    expect(late.rule).toBe(early.rule);
    const { windows, lengths } = stackWindows([late]);
    const [raw] = forward(model.weights, windows, lengths);
    const combined = combine(late.rule, raw, model, 'm');
    expect(combined.weight).toBe(1);
    expect(combined.score).toBe(combined.lstm);
    expect(combined.score).toBeGreaterThan(late.rule);
    expect(combine(0.5, Number.NaN, model, 'm').score).toBeNaN();
    expect(combine(0.5, 0.9, model, 'new')).toMatchObject({ score: 0.5, weight: 0 });
    expect(combine(0.5, 0.9, { ...model, promoted: false }, 'm')).toMatchObject({ score: 0.5, weight: 0 });
  });
});

describe('the share of the LSTM', () => {
  it('grows from ten labels to fifty, and is none without a promotion', () => {
    expect([0, 10, 30, 50, 900].map((count) => blendWeight(count, true))).toEqual([0, 0, 0.5, 1, 1]);
    expect(blendWeight(900, false)).toBe(0);
  });
});

describe('labels', () => {
  it('law 15: do not go into the evidence that their own window is taught with', () => {
    const rows = labels(30, 11);
    const read = readRows(
      rows.map(({ window, label }) => ({ events: window.events, useful: label === 1 })),
      module,
      'UTC',
    );
    const useful = rows.map(({ label }) => label === 1);
    const evidence = withheldEvidence(read, useful, 1);
    for (const n of [0, 7, 29]) {
      const turned = useful.map((is, at) => (at === n ? !is : is));
      const after = withheldEvidence(read, turned, 1);
      expect(after[n]).toEqual(evidence[n]);
      expect(after).not.toEqual(evidence);
    }
    expect(evidence[0]?.labels).toBe(30);
  });

  it('are made of feedback: its sign, and its size as weight', () => {
    expect([1, 0.5, 0, -0.5, -7, Number.NaN].map(labelOfFeedback)).toEqual([
      { label: 1, weight: 1 },
      { label: 1, weight: 0.5 },
      { label: 0, weight: 0 },
      { label: 0, weight: 0.5 },
      { label: 0, weight: 1 },
      { label: 0, weight: 0 },
    ]);
  });

  it('are balanced by weight, as far as that goes', () => {
    const sample = (label: number, weight = 1) => ({ window: new Float32Array(), length: 0, label, weight });
    const weights = (samples: readonly { weight: number }[]) => samples.map(({ weight }) => weight);
    expect(weights(balanced([sample(1), sample(0), sample(0), sample(0)]))).toEqual([3, 1, 1, 1]);
    expect(weights(balanced([sample(0), ...Array.from({ length: 9 }, () => sample(1))]))[0]).toBe(4);
    expect(weights(balanced([sample(1), sample(1)]))).toEqual([1, 1]);
  });
});

describe('calibration', () => {
  it('leaves scores alone without labels, and never changes their order', () => {
    expect(calibrate([], [])).toEqual(identity);
    expect(calibrated(0.3, identity)).toBeCloseTo(0.3, 9);
    const wrong = calibrate(
      Array.from({ length: 60 }, (_, n) => n % 2),
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 0.9 : 0.1)),
    );
    expect(wrong.slope).toBeGreaterThan(0);
    expect(calibrated(0.2, wrong)).toBeLessThan(calibrated(0.8, wrong));
    expect(calibrated(Number.NaN, identity)).toBeNaN();
  });

  it('brings scores down that were too sure', () => {
    const scores = Array.from({ length: 200 }, () => 0.9);
    const calibration = calibrate(
      scores.map((_, n) => (n % 2 === 0 ? 1 : 0)),
      scores,
    );
    expect(calibrated(0.9, calibration)).toBeLessThan(0.6);
    expect(
      logLoss(
        scores.map((_, n) => n % 2),
        scores.map((score) => calibrated(score, calibration)),
      ),
    ).toBeLessThan(
      logLoss(
        scores.map((_, n) => n % 2),
        scores,
      ),
    );
  });
});

describe('figures', () => {
  it('count pairs in the right order, ties half', () => {
    expect(areaUnderCurve([true, false], [0.9, 0.1])).toBe(1);
    expect(areaUnderCurve([true, false, true, false], [0.5, 0.5, 0.5, 0.5])).toBe(0.5);
    expect(areaUnderCurve([true, true], [0.1, 0.2])).toBeNaN();
    expect(logLoss([1], [0])).toBeCloseTo(-Math.log(0.001), 9);
  });
});
