import type { Mode } from '@salience/contracts';
import { pick } from '../random.ts';
import { drawsFor, shuffledPlaces, weighted } from './draw.ts';
import { type Fit, type Misfit, misfits } from './fit.ts';
import type { Message } from './message.ts';
import type { Persona, PersonaName } from './personas.ts';
import type { WordedKind } from './phrases/phrase-book.ts';
import {
  askedRightly,
  commonRates,
  givingUp,
  nothingMore,
  type Rates,
  type ReactionKind,
  reactionKinds,
} from './rates.ts';
import { reworded, typed } from './wording.ts';

/** Somebody: a kind of people, and what is their own. */
export interface Person {
  /** Unlike everybody else's. */
  readonly name: string;
  readonly persona: PersonaName;
  /** What they do more often than others of their kind, about .7 to 1.3. */
  readonly tilt: Rates;
  /** Decides which words they like best. */
  readonly seed: number;
}

/** What a person said and what they got for it. */
export interface Heard {
  /** What all of it is about. */
  readonly message: Message;
  /** `message`, or what they said about what they got before. */
  readonly kind: 'message' | ReactionKind;
  /** Modes that would have given what was wanted; empty: nobody can tell. */
  readonly wanted: readonly Mode[];
  readonly mode: Mode;
  /** How often they have come back to the message, from 0. */
  readonly tries: number;
}

/** What a person does about it. */
export interface Reaction {
  readonly kind: ReactionKind;
  /** What they say; null: nothing. */
  readonly text: string | null;
  /** Modes that give what they want by saying it; empty where they say nothing or nobody can tell. */
  readonly wanted: readonly Mode[];
  /** How long they take to say it, in milliseconds. */
  readonly afterMs: number;
}

/** How a reply may be felt by somebody who mistakes it, by the mode that was seen. */
const mistakes: Readonly<Record<Mode, readonly Misfit[]>> = {
  RESPOND: ['notDone', 'notAsked', 'tooMuch'],
  ACT: ['notAsked', 'tooMuch', 'doneUnasked'],
  CLARIFY: ['asked', 'tooMuch'],
  ACKNOWLEDGE: ['tooLittle'],
  IGNORE: ['tooLittle'],
};

/** How somebody feels about what they got: mostly as it is, and once in a while not (`slip`, 0..1). */
export function feltAs(fit: Fit, mode: Mode, slip: number, random: () => number): Fit {
  if (random() >= slip) return fit;
  return fit === 'fits' ? pick(random, mistakes[mode]) : 'fits';
}

/**
 * What they choose to do. `blind`: as if they had not seen the mode, so that only `felt` decides. They come back to a message as
 * often as their patience allows and no more, so every talk ends.
 */
export function chosenKind(
  { persona, person }: { persona: Persona; person: Person },
  heard: Heard,
  felt: Fit,
  random: () => number,
  blind = false,
): ReactionKind {
  if (persona.always !== undefined) return heard.kind === 'message' ? persona.always : 'goOn';
  const rates = ratesFor(heard, felt, persona.patience, blind);
  const tilted: Partial<Record<ReactionKind, number>> = {};
  for (const kind of reactionKinds)
    tilted[kind] = (rates[kind] ?? 0) * (persona.tilt[kind] ?? 1) * (person.tilt[kind] ?? 1);
  return weighted(random, tilted);
}

function ratesFor({ kind, mode, tries, wanted }: Heard, felt: Fit, patience: number, blind: boolean): Rates {
  const isDone = kind === 'thank' || kind === 'lookUp' || kind === 'complain';
  if (isDone && (blind || felt !== 'tooMuch')) return nothingMore;
  if (tries >= patience) return felt === 'fits' || isDone ? { thank: isDone ? 0 : 0.2, goOn: 0.8 } : givingUp;
  if (blind) return commonRates[felt];
  if (wanted[0] === 'ACKNOWLEDGE') {
    if (felt === 'fits') return nothingMore;
    if (felt === 'tooLittle') return { repeat: 0.25, goOn: 0.5, leave: 0.25 };
  }
  return felt === 'fits' && mode === 'CLARIFY' ? askedRightly : commonRates[felt];
}

/** Puts what they do into words of their own. */
export function worded(
  { persona, person }: { persona: Persona; person: Person },
  message: Message,
  kind: ReactionKind,
  felt: Fit,
  random: () => number,
): Reaction {
  const [soonest, latest] = persona.delayS;
  const afterMs = Math.round((soonest + (latest - soonest) * random() ** 2) * 1_000);
  if (kind === 'goOn' || kind === 'leave') return { kind, text: null, wanted: [], afterMs };
  const from: WordedKind | Misfit =
    kind === 'correct' ? (felt === 'fits' ? pick(random, misfits) : felt) : kind;
  const phrase = phraseOf(person, from, persona.phrases[from], message, random);
  const says = filled(phrase, message, kind, random);
  return {
    kind,
    text: typed(says, persona.style, random),
    wanted: wantedBy(kind, from, message, phrase.includes('{meant}')),
    afterMs,
  };
}

/** One that can be filled; they like some better than others. Asking again often needs no word but the question. */
function phraseOf(
  person: Person,
  kind: WordedKind | Misfit,
  phrases: readonly string[],
  message: Message,
  random: () => number,
): string {
  if (kind === 'rephrase' && random() < 0.5) return '{text}';
  if (kind === 'repeat' && random() < 0.35) return '{text}';
  const knows = message.meant.length > 0;
  const fit = phrases.filter((one) => knows || !one.includes('{meant}'));
  // Who was asked and knows the answer gives it.
  const open = kind === 'answer' && knows ? fit.filter((one) => one.includes('{meant}')) : fit;
  const order = shuffledPlaces(drawsFor(person.seed, kind, open.length), open.length);
  return open[order[Math.floor(open.length * random() ** 1.5)] as number] as string;
}

function filled(phrase: string, message: Message, kind: ReactionKind, random: () => number): string {
  const again = (): string =>
    message.again.length > 0 ? pick(random, message.again) : reworded(message.text, random);
  const text = kind === 'rephrase' ? again() : message.text;
  const closed = phrase.endsWith('{text}') || /[.!?…:)]$/.test(text) ? text : `${text}.`;
  return phrase.replaceAll('{text}', () => closed).replaceAll('{meant}', () => pick(random, message.meant));
}

function wantedBy(
  kind: ReactionKind,
  from: string,
  message: Message,
  tellsMeaning: boolean,
): readonly Mode[] {
  if (kind === 'thank' || kind === 'lookUp' || from === 'tooMuch') return ['ACKNOWLEDGE'];
  if (kind === 'complain') return [];
  if (kind === 'answer' || (from === 'notAsked' && tellsMeaning)) {
    const clear = message.wanted.filter((mode) => mode !== 'CLARIFY');
    return clear.length > 0 ? clear : ['ACT', 'RESPOND'];
  }
  return from === 'notAsked' ? ['CLARIFY', 'RESPOND'] : message.wanted;
}
