import type { Fingerprint } from '@salience/contracts';
import type { Lesson } from '@salience/database/signals';
import { learnThreshold, type LearnedThreshold } from '@salience/escalation';
import {
  combine,
  forward,
  type LearnInput,
  type LimbicModel,
  ruleScore,
  stackWindows,
  windowMatrix,
} from '@salience/limbic';
import type { StoredHeads } from '../judging/held-models.ts';

/** The share of useful wakes that a threshold is learned for, where its module names no number of alerts. */
const wantedPrecision = 0.7;
const dayMs = 86_400_000;

/** Thresholds by module, with how far each was moved today and why. */
export interface LearnedThresholds {
  readonly thresholds: Readonly<Record<string, number>>;
  readonly moved: Readonly<Record<string, { readonly day: number; readonly by: number }>>;
  readonly reasons: Readonly<Record<string, LearnedThreshold['reason']>>;
}

/** The next thresholds of a cluster's modules, from the scores that `model` gives to what is labelled. One that a person set stays out of it. */
export function learnedThresholds(
  lesson: Lesson,
  input: LearnInput,
  model: LimbicModel,
  now: Date,
): LearnedThresholds {
  const before = lesson.model === null ? undefined : (lesson.model.heads as StoredHeads);
  const day = Math.floor(now.getTime() / dayMs);
  const thresholds: Record<string, number> = {};
  const moved: Record<string, { day: number; by: number }> = {};
  const reasons: Record<string, LearnedThreshold['reason']> = {};
  for (const { fingerprint: stored, threshold: pinned } of lesson.fingerprints) {
    const fingerprint = stored as Fingerprint;
    const id = fingerprint.module_id;
    const current = before?.thresholds[id] ?? fingerprint.default_threshold;
    const earlier = before?.moved?.[id];
    const movedToday = earlier?.day === day ? earlier.by : 0;
    const budget = fingerprint.alerts_per_day;
    const since = lesson.scoresSince === null ? now.getTime() : Date.parse(lesson.scoresSince);
    const learned = learnThreshold({
      pairs:
        budget === undefined
          ? labelledScores(input, model, fingerprint)
          : lesson.scores.flatMap(({ module, score }) => (module === id ? [{ score, label: null }] : [])),
      current,
      target:
        budget === undefined
          ? { precision: wantedPrecision }
          : { alertsPerDay: budget, days: Math.max(1, (now.getTime() - since) / dayMs) },
      pinned: pinned !== null,
      movedToday,
    });
    reasons[id] = learned.reason;
    if (learned.threshold === fingerprint.default_threshold && before?.thresholds[id] === undefined) continue;
    thresholds[id] = learned.threshold;
    moved[id] = { day, by: movedToday + (learned.threshold - current) };
  }
  return { thresholds, moved, reasons };
}

function labelledScores({ labelled, zone }: LearnInput, model: LimbicModel, fingerprint: Fingerprint) {
  const id = fingerprint.module_id;
  const rows = labelled.filter(({ moduleId, weight }) => moduleId === id && weight > 0);
  if (rows.length === 0) return [];
  const { lengths, windows } = stackWindows(
    rows.map(({ window }) => windowMatrix(window, fingerprint, model.modules[id]?.evidence, zone)),
  );
  const raw = forward(model.weights, windows, lengths);
  return rows.map(({ label, window }, n) => ({
    score: combine(ruleScore(window, fingerprint, zone), raw[n], model, id).score,
    label: label > 0.5 ? (1 as const) : (0 as const),
  }));
}
