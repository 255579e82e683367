import type { EscalationReason, Fingerprint, SignalEvent } from '@salience/contracts';
import { eventSummary } from '../question/event-summary.ts';
import { fillTemplate, type Question } from '../question/fill-template.ts';
import { parseTemplate } from '../question/parse-template.ts';
import { type MatchContext, matchPoints } from './match-points.ts';

/** A module of a cluster whose score passed its threshold. */
export interface Candidate {
  readonly fingerprint: Fingerprint;
  /** 0 to 1; it settles the order of modules that match alike, and nothing else. */
  readonly score: number;
  /** Labels of its latest wakes, 0 (of no use) to 1; the last 10 count. None is no label. */
  readonly labels?: readonly number[];
}

/** What is decided between modules of one cluster. */
export interface ClusterChoice {
  /** The module that asks; null: one question for all that are listed, or there was no candidate. */
  readonly moduleId: string | null;
  /** The broad question, if no module leads. A winner asks its own. */
  readonly question: Question | null;
  /** The modules that the broad question lists, the best first; else empty. */
  readonly listed: readonly string[];
  /** For each candidate `woke`, `ambiguous` or `outscored`. */
  readonly reasons: Readonly<Record<string, EscalationReason>>;
  /** How well each candidate matches. */
  readonly matches: Readonly<Record<string, number>>;
}

/** By how many points of `matchPoints` the best module must lead to ask alone: one folder of a root, or one word, is enough. */
const leadMargin = 0.25;
/** Modules that a broad question lists, at most. */
const listedMax = 5;

/** The question for several modules, as the design of Pulse words it. */
const broadTemplate =
  'Something changed in the {cluster} cluster. Specifically: {event_summary}. Which of the following is relevant: {module_list}?';
const broadPieces = parseTemplate(broadTemplate).pieces ?? [];

/**
 * Which module of a cluster asks about events that passed for several. Each is matched by what it declares (the mean over the events) and by how
 * useful it was lately (±½ at most). The best one asks if it leads by `leadMargin`; else there is one broad question with at most `listedMax`
 * modules. Modules that match alike stand in the order of their scores, then of their names: same input, same choice.
 */
export function disambiguate(
  cluster: string,
  candidates: readonly Candidate[],
  events: readonly SignalEvent[],
  context: MatchContext = {},
): ClusterChoice {
  const ranked = candidates
    .map((candidate) => ({
      id: candidate.fingerprint.module_id,
      match: matchOf(candidate, events, context),
      score: Number.isFinite(candidate.score) ? candidate.score : 0,
    }))
    .sort((a, b) => b.match - a.match || b.score - a.score || (a.id < b.id ? -1 : 1));
  const matches = Object.fromEntries(ranked.map(({ id, match }) => [id, match]));
  const [best, second] = ranked;
  const ids = ranked.map(({ id }) => id);
  if (best === undefined) return { moduleId: null, question: null, listed: [], reasons: {}, matches };
  if (second === undefined || best.match - second.match >= leadMargin) {
    const reasons = reasonsOf(ids, [best.id], 'woke');
    return { moduleId: best.id, question: null, listed: [], reasons, matches };
  }
  // Who is out of reach of the best one is no answer to the question.
  const near = ranked.filter(({ match }) => best.match - match < leadMargin).map(({ id }) => id);
  const listed = near.slice(0, listedMax);
  const reasons = reasonsOf(ids, listed, 'ambiguous');
  return { moduleId: null, question: broadQuestion(cluster, listed, events), listed, reasons, matches };
}

function matchOf(
  { fingerprint, labels = [] }: Candidate,
  events: readonly SignalEvent[],
  context: MatchContext,
): number {
  const points = events.map((event) => matchPoints(fingerprint, event, context));
  const useful = labels.filter(Number.isFinite).slice(-10);
  // Two labels of a middle worth stand before the first real one: one label alone says little.
  const worth = (1 + useful.reduce((sum, label) => sum + label, 0)) / (2 + useful.length) - 0.5;
  return points.reduce((sum, one) => sum + one, 0) / Math.max(1, points.length) + worth;
}

function reasonsOf(
  ids: readonly string[],
  chosen: readonly string[],
  reason: EscalationReason,
): Record<string, EscalationReason> {
  return Object.fromEntries(ids.map((id) => [id, chosen.includes(id) ? reason : 'outscored']));
}

function broadQuestion(
  cluster: string,
  listed: readonly string[],
  events: readonly SignalEvent[],
): Question | null {
  const values: Readonly<Record<string, string>> = {
    cluster,
    event_summary: eventSummary(events) ?? 'unknown',
    module_list: listed.join(', '),
  };
  const filled = fillTemplate(broadPieces, (name) => ({
    value: values[name] ?? 'unknown',
    quoted: false,
    // Cut in its middle the list would hide a module.
    whole: name === 'module_list',
  }));
  return filled ?? null;
}
