import { type BulkCue, bulkSenders, bulkSubjects, bulkTexts } from './bulk-cues.ts';
import { mailSentences, ownPart, plainMail } from './plain-mail.ts';
import {
  addresses,
  courtesies,
  onlyTells,
  requests,
  rhetorical,
  unmarked,
  wantsNone,
} from './request-cues.ts';

/** What is known of a mail beside its words; what is not known is left out. */
export interface MailFacts {
  /** The header From: an address, with or without a name. */
  readonly from?: string | null | undefined;
  /** Its headers say that a list or a program sent it. */
  readonly bulk?: boolean | undefined;
  /** It is addressed to the owner; false: the owner has a copy. */
  readonly addressed?: boolean | undefined;
  /** The agent knows its sender. */
  readonly known?: boolean | undefined;
}

/** Characters of a text that are read. */
const textMax = 20_000;
const subjectMax = 400;

/**
 * How much a mail wants an answer of its reader, 0 to 1; from .5 on it does. Read by its form in English, German, French, Spanish, Italian and
 * Portuguese: questions to the reader and requests speak for it; courtesy, questions of those who sell, and what it quotes do not. What goes to many
 * or was written by a program, and what says that no answer is needed, speak against it. Deterministic; no model.
 */
export function asksForAnswer(subject: string, text: string, facts: MailFacts = {}): number {
  const plainSubject = plainMail(subject.slice(0, subjectMax)).trim();
  const plain = plainMail(text.slice(0, textMax));
  const own = ownPart(plain);
  const asked = [
    ...mailSentences(own).map(weightOf),
    // A subject is often the subject of the mail that is answered, whose question is not this one's.
    /^(?:re|aw|sv|fwd?|wg|tr|rv|enc|i|r) ?:/u.test(plainSubject) ? 0 : 0.8 * weightOf(plainSubject),
  ];
  const wish = together(asked);
  const bulk = bulkOf(plainSubject, plain, facts);
  const none = wantsNone.test(own) ? 0.2 : onlyTells.test(`${plainSubject}\n${own}`) ? 0.6 : 1;
  const aside = facts.addressed === false ? 0.55 : 1;
  const familiar = facts.known === true && bulk < 0.5 ? 1.1 : 1;
  return Math.min(1, wish * (1 - 0.9 * bulk) * none * aside * familiar);
}

/** How much one sentence asks its reader for something, 0 to 1. */
function weightOf(sentence: string): number {
  if (sentence === '') return 0;
  if (courtesies.test(sentence)) return 0.05;
  const asks = /\?[)"'»”]*$/u.test(sentence);
  if (asks && rhetorical.test(sentence.replace(/^(?:\p{L}+(?: \p{L}+){0,2}, )/u, ''))) return 0.15;
  if (requests.test(sentence)) return asks ? 0.85 : 0.75;
  if (!asks) return unmarked.test(sentence) ? 0.55 : 0;
  return addresses.test(sentence) ? 0.7 : 0.5;
}

/** How much a mail goes to many or was written by a program, 0 to 1. */
function bulkOf(subject: string, plain: string, { bulk, from }: MailFacts): number {
  const sender = plainMail(from ?? '');
  return together([
    bulk === true ? 0.9 : 0,
    ...seenIn(bulkSenders, sender),
    ...seenIn(bulkSubjects, subject),
    ...seenIn(bulkTexts, ownPart(plain)),
  ]);
}

function seenIn(cues: readonly BulkCue[], text: string): number[] {
  return cues.filter(([, pattern]) => pattern.test(text)).map(([weight]) => weight);
}

/** What several weights say together, as if each were an independent chance. */
function together(weights: readonly number[]): number {
  return 1 - weights.reduce((left, weight) => left * (1 - weight), 1);
}
