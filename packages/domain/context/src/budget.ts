import type { Trust } from '@salience/contracts';
import type { PromptItem, Section } from './prompt.ts';

/** The share of the budget of each section. */
export const budgetShares: Readonly<Record<Section, number>> = {
  identity: 0.15,
  prefrontal: 0.1,
  memory: 0.3,
  skills: 0.2,
  history: 0.25,
};

/** Tokens for all sections together when the caller names none. Instructions and message come on top. */
export const defaultBudgetTokens = 6_000;

/** The least that is left for memory, history, world and skills together, however little room there is. */
export const leastTokens = 200;

/** A candidate of a section: its tokens and its relevance. */
export interface Candidate {
  readonly id: string;
  readonly section: Section;
  /** The lowest trust of its texts. */
  readonly trust: Trust;
  /** Already escaped; empty means there is nothing to write. */
  readonly rendered: string;
  readonly tokens: number;
  readonly relevance: number;
  readonly shortened: boolean;
  /** Its short name in the prompt. */
  readonly ref?: string | undefined;
  /** It is an element by itself, not a line of its section. */
  readonly alone?: boolean;
  /** Why it is left out whatever room there is. */
  readonly unwanted?: 'already in history' | 'already told' | 'not called for';
}

// Who may borrow what others leave. Identity lends but never borrows: its bytes must not depend on the turn.
const borrowers: readonly Section[] = ['memory', 'history', 'prefrontal', 'skills'];

/**
 * The tokens of each section: its share, plus what the others leave, in the order memory, history, prefrontal,
 * skills. Never more than a section asks for, never more than `budget` together. What is `reserved` for something else is
 * taken from all shares but identity's.
 */
export function allocate(
  budget: number,
  demand: Readonly<Record<Section, number>>,
  reserved = 0,
): Record<Section, number> {
  const allocation = { identity: 0, prefrontal: 0, memory: 0, skills: 0, history: 0 };
  const shares = sharesOf(budget, reserved);
  let spare = Math.max(0, budget - reserved);
  for (const section of Object.keys(budgetShares) as Section[]) {
    allocation[section] = Math.min(demand[section], shares[section]);
    spare -= allocation[section];
  }
  for (const section of borrowers) {
    const lent = Math.max(0, Math.min(spare, demand[section] - allocation[section]));
    allocation[section] += lent;
    spare -= lent;
  }
  return allocation;
}

/** Each section's own part of the budget, in whole tokens. */
export function sharesOf(budget: number, reserved = 0): Record<Section, number> {
  const { identity, ...others } = budgetShares;
  const open = Math.max(0, 1 - reserved / Math.max(1, budget * (1 - identity)));
  const shares = { identity: Math.floor(budget * identity), prefrontal: 0, memory: 0, skills: 0, history: 0 };
  for (const section of Object.keys(others) as (keyof typeof others)[])
    shares[section] = Math.floor(budget * others[section] * open);
  return shares;
}

/** Drops the least relevant candidates until the rest fits; ties drop the later id. Order is kept. */
export function fit(
  candidates: readonly Candidate[],
  tokens: number,
): { kept: Candidate[]; items: PromptItem[] } {
  const byRelevance = candidates
    .filter((candidate) => isWanted(candidate))
    .toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  let total = byRelevance.reduce((sum, candidate) => sum + candidate.tokens, 0);
  while (total > tokens) total -= byRelevance.pop()?.tokens ?? total;
  const keptSet = new Set(byRelevance);
  return {
    kept: candidates.filter((candidate) => keptSet.has(candidate)),
    items: candidates.map((candidate) => judge(candidate, keptSet.has(candidate))),
  };
}

/** True if it is left out only for want of room. */
export function isWanted({ rendered, unwanted }: Candidate): boolean {
  return rendered !== '' && unwanted === undefined;
}

function judge(candidate: Candidate, included: boolean): PromptItem {
  const { id, section, tokens, trust } = candidate;
  const relevance = Math.round(candidate.relevance * 1_000) / 1_000;
  if (candidate.unwanted !== undefined)
    return { id, section, trust, tokens: 0, relevance, included: false, why: candidate.unwanted };
  if (candidate.rendered === '')
    return { id, section, trust, tokens: 0, relevance, included: false, why: 'empty' };
  if (!included) return { id, section, trust, tokens, relevance, included, why: 'over budget' };
  const named = candidate.ref === undefined ? {} : { ref: candidate.ref };
  const why = candidate.shortened ? 'shortened' : 'fits';
  return { id, ...named, section, trust, tokens, relevance, included, why };
}
