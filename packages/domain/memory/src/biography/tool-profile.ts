import type { Trust } from '@salience/contracts';
import { sameWords } from '../words.ts';

/** A request that a tool served, with the step that served it. */
export interface ToolScenario {
  readonly runId: string;
  readonly n: number;
  readonly text: string;
  readonly trust: Trust;
  /** Of the turn that asked. */
  readonly source: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The outcomes of a tool on one UTC day (`2026-05-03`). */
export interface ToolDay {
  readonly day: string;
  /** Accepted by the critic. */
  readonly successes: number;
  /** Corrected, reported, or refused by a person. */
  readonly corrections: number;
}

/** Two scenarios at least this alike are one. 0..1 */
const sameMin = 0.7;
const scenariosMax = 50;
const scenarioChars = 200;
const dayMs = 86_400_000;
/** The share of a preference that is left after 30 days. */
const keptIn30Days = 0.8;

/**
 * The latest fifty scenarios of a tool, from known ones and its latest steps. Of two similar ones the known one stays, so profiles are
 * stable.
 */
export function scenariosOf(
  known: readonly ToolScenario[],
  steps: readonly ToolScenario[],
): readonly ToolScenario[] {
  const kept: ToolScenario[] = [];
  for (const one of [...known, ...steps]) {
    const text = one.text.replace(/\s+/g, ' ').trim();
    if (text === '' || kept.some((other) => sameWords(other.text, text, sameMin))) continue;
    kept.push({
      ...one,
      text: text.length > scenarioChars ? `${text.slice(0, scenarioChars - 1).toWellFormed()}…` : text,
    });
  }
  return kept
    .toSorted((a, b) => (a.at !== b.at ? (a.at < b.at ? 1 : -1) : a.runId < b.runId ? -1 : a.n - b.n))
    .slice(0, scenariosMax);
}

/**
 * The preference for a tool, 0..1, starting at 0.5: each success adds 0.05, each correction subtracts 0.10, and both count a fifth less
 * for every 30 days that have passed (law 9).
 */
export function toolPreference(days: readonly ToolDay[], now: Date): number {
  let sum = 0;
  for (const { corrections, day, successes } of days) {
    const age = Math.max(0, (now.getTime() - Date.parse(`${day}T00:00:00Z`)) / dayMs);
    sum += (0.05 * successes - 0.1 * corrections) * keptIn30Days ** (age / 30);
  }
  return Math.min(1, Math.max(0, 0.5 + sum));
}

/** A stored preference at a later time: it decays towards 0.5. */
export function preferenceNow(preference: number, asOf: Date, now: Date): number {
  const age = Math.max(0, (now.getTime() - asOf.getTime()) / dayMs);
  return 0.5 + (preference - 0.5) * keptIn30Days ** (age / 30);
}
