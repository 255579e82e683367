import type { Mode } from '@salience/contracts';
import type { Fit } from './fit.ts';

/**
 * What somebody does about what they got. `goOn`: nothing, and the talk goes on with what they wanted to say next. `leave`: nothing,
 * and the thread stays silent; what else they have to say they say in another one.
 */
export const reactionKinds = [
  'thank',
  'rephrase',
  'repeat',
  'correct',
  'complain',
  'lookUp',
  'answer',
  'goOn',
  'leave',
] as const;
export type ReactionKind = (typeof reactionKinds)[number];

/** How often each reaction is chosen; a share of their sum. */
export type Rates = Readonly<Partial<Record<ReactionKind, number>>>;

/**
 * What people do on the whole, by how well they were served. Assumed, not measured: no set that we may use tells what people say
 * to an agent that took the wrong mode. Most who are served well say nothing of it; a misfit is met with words more often than not.
 */
export const commonRates: Readonly<Record<Fit, Rates>> = {
  fits: { thank: 0.22, rephrase: 0.01, complain: 0.01, lookUp: 0.01, goOn: 0.68, leave: 0.07 },
  notDone: {
    correct: 0.3,
    rephrase: 0.22,
    repeat: 0.1,
    complain: 0.09,
    lookUp: 0.12,
    thank: 0.02,
    goOn: 0.08,
    leave: 0.07,
  },
  notAsked: { correct: 0.42, rephrase: 0.2, complain: 0.1, lookUp: 0.06, thank: 0.02, goOn: 0.1, leave: 0.1 },
  asked: {
    answer: 0.36,
    correct: 0.22,
    repeat: 0.12,
    rephrase: 0.1,
    complain: 0.08,
    lookUp: 0.04,
    goOn: 0.03,
    leave: 0.05,
  },
  tooLittle: {
    repeat: 0.26,
    rephrase: 0.2,
    correct: 0.22,
    complain: 0.08,
    lookUp: 0.08,
    goOn: 0.06,
    leave: 0.1,
  },
  tooMuch: { correct: 0.24, thank: 0.05, complain: 0.05, goOn: 0.5, leave: 0.16 },
  doneUnasked: { correct: 0.42, complain: 0.14, rephrase: 0.08, thank: 0.06, goOn: 0.18, leave: 0.12 },
};

/** What people do who were rightly asked back. */
export const askedRightly: Rates = { answer: 0.86, rephrase: 0.04, complain: 0.02, goOn: 0.03, leave: 0.05 };

/** Those who get an answer to a courtesy, or to a word about the agent itself, let it be. */
export const nothingMore: Rates = { goOn: 1 };

/** Rates for somebody who has said what they had to say about it. */
export const givingUp: Rates = { lookUp: 0.25, goOn: 0.35, leave: 0.4 };

/** What counts of a mode is what is seen of it: without a word in reply there is nothing. */
export function seenMode(mode: Mode, reply: string | null): Mode {
  return reply === null || reply.trim() === '' ? 'IGNORE' : mode;
}
