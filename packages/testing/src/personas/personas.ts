import { bluntPhrases } from './phrases/blunt.ts';
import { chattyPhrases } from './phrases/chatty.ts';
import { complainerPhrases } from './phrases/complainer.ts';
import { evenPhrases } from './phrases/even.ts';
import { handyPhrases } from './phrases/handy.ts';
import type { Phrases } from './phrases/phrase-book.ts';
import { politePhrases } from './phrases/polite.ts';
import { tersePhrases } from './phrases/terse.ts';
import type { Rates, ReactionKind } from './rates.ts';
import type { Style } from './wording.ts';

/** A kind of people. */
export interface Persona {
  /** What they do more often than others (above 1), and less often. */
  readonly tilt: Rates;
  /** Does this whatever they get. */
  readonly always?: ReactionKind;
  /** Share of reactions, 0..1, to how they feel and not to what they got. */
  readonly slip: number;
  /** Words about one message at most. */
  readonly patience: number;
  /** Until they answer, in seconds: the shortest and the longest. */
  readonly delayS: readonly [number, number];
  readonly style: Style;
  readonly phrases: Phrases;
}

export const personas = {
  even: {
    tilt: {},
    slip: 0.03,
    patience: 2,
    delayS: [10, 90],
    style: { lowerCase: 0.1, bare: 0.15, typo: 0.05 },
    phrases: evenPhrases,
  },
  terse: {
    tilt: { thank: 0.5, complain: 0.7, repeat: 1.6, leave: 1.6 },
    slip: 0.05,
    patience: 1,
    delayS: [3, 30],
    style: { lowerCase: 0.8, bare: 0.7, typo: 0.15 },
    phrases: tersePhrases,
  },
  polite: {
    tilt: { thank: 2.2, complain: 0.3, rephrase: 1.4, repeat: 0.6 },
    slip: 0.05,
    patience: 3,
    delayS: [30, 240],
    style: { lowerCase: 0, bare: 0.02, typo: 0.01 },
    phrases: politePhrases,
  },
  blunt: {
    tilt: { thank: 0.4, complain: 2.5, correct: 1.3, rephrase: 0.6 },
    slip: 0.08,
    patience: 2,
    delayS: [5, 60],
    style: { lowerCase: 0.3, bare: 0.3, typo: 0.08 },
    phrases: bluntPhrases,
  },
  chatty: {
    tilt: { thank: 1.5, answer: 1.3, goOn: 1.2, leave: 0.6 },
    slip: 0.08,
    patience: 3,
    delayS: [8, 120],
    style: { lowerCase: 0.25, bare: 0.1, typo: 0.2 },
    phrases: chattyPhrases,
  },
  handy: {
    tilt: { thank: 0.7, lookUp: 3, leave: 1.3, complain: 0.7 },
    slip: 0.04,
    patience: 1,
    delayS: [20, 180],
    style: { lowerCase: 0.3, bare: 0.4, typo: 0.05 },
    phrases: handyPhrases,
  },
  complainer: {
    tilt: {},
    always: 'complain',
    slip: 0,
    patience: 1,
    delayS: [5, 60],
    style: { lowerCase: 0.3, bare: 0.3, typo: 0.08 },
    phrases: complainerPhrases,
  },
} as const satisfies Readonly<Record<string, Persona>>;

export type PersonaName = keyof typeof personas;

/** Everybody but those who always complain. */
const honest = (Object.keys(personas) as PersonaName[]).filter((name) => !('always' in personas[name]));

/**
 * So many people: the honest kinds in equal numbers, and of all a share (0..1, rounded to whole people) who complain whatever they
 * get.
 */
export function crowdOf(people: number, complaining = 0): Partial<Record<PersonaName, number>> {
  const complainers = Math.round(people * complaining);
  const crowd: Partial<Record<PersonaName, number>> = { complainer: complainers };
  for (let n = 0; n < people - complainers; n += 1) {
    const name = honest[n % honest.length] as PersonaName;
    crowd[name] = (crowd[name] ?? 0) + 1;
  }
  return crowd;
}
