import type { Lexicon } from './lexicon.ts';
import { ordersLetter } from './letters.ts';
import { afterBackground, namesBackground, ordersBackground, startsWork } from './background.ts';
import { afterRecurrence } from './recurrence.ts';
import type { Clause } from './read-text.ts';

/** What one clause does, as read with one language's tables. */
export interface ClauseReading {
  readonly greeting: boolean;
  readonly farewell: boolean;
  readonly positive: boolean;
  readonly negative: boolean;
  readonly interrogative: boolean;
  readonly actRequest: boolean;
  readonly answerRequest: boolean;
  readonly need: boolean;
  readonly remember: boolean;
  readonly asksKept: boolean;
  /** Asks or requests, and names something that the agent stores for the speaker or a decision of its own. */
  readonly namesKept: boolean;
  readonly reference: boolean;
  readonly declarative: boolean;
  readonly anaphoric: boolean;
  readonly secondPerson: boolean;
  readonly everyone: boolean;
  /** Content words, without the leading verb of a request. */
  readonly content: readonly string[];
}

interface Opening {
  readonly next: number;
  readonly greeting: boolean;
  readonly farewell: boolean;
  readonly thanks: boolean;
  readonly negative: boolean;
}

/** Skips what may stand before the point of a clause: "ok thanks, hi there, so". */
function readOpening(tokens: readonly string[], lexicon: Lexicon, mayGreet: boolean): Opening {
  const seen = { greeting: false, farewell: false, thanks: false, negative: false };
  let next = 0;
  while (next < tokens.length) {
    // "No" is a filler and the start of a correction, so corrections are looked for first.
    if (lexicon.corrections.matchAt(tokens, next) > 0) seen.negative = true;
    const leaves = lexicon.farewells.matchAt(tokens, next);
    // "Oublie" ends a matter, "oublie que …" asks to have something forgotten.
    const farewell = lexicon.actVerbs.matchAt(tokens, next) > leaves ? 0 : leaves;
    const thanks = lexicon.thanks.matchAt(tokens, next);
    const greeting = mayGreet ? lexicon.greetings.matchAt(tokens, next) : 0;
    const step = Math.max(farewell, thanks, greeting);
    if (step > 0) {
      if (step === farewell) seen.farewell = true;
      else if (step === thanks) seen.thanks = true;
      else seen.greeting = true;
      next += step;
      continue;
    }
    const filler = lexicon.fillers.matchAt(tokens, next);
    // "No" alone is a filler, the "no" of "não se esqueça" is not; nor is a polite "please do".
    const more = Math.max(
      lexicon.politeRequests.matchAt(tokens, next),
      lexicon.remember.matchAt(tokens, next),
    );
    if (filler === 0 || seen.negative || more > filler) break;
    next += filler;
  }
  return { next, ...seen };
}

interface Wish {
  readonly actRequest: boolean;
  readonly answerRequest: boolean;
  readonly need: boolean;
  readonly remember: boolean;
  /** Index behind the verb that was read. */
  readonly end: number;
}

const noWish: Wish = { actRequest: false, answerRequest: false, need: false, remember: false, end: 0 };

/** The request of the clause, read from the position where its point starts. */
function readWish(tokens: readonly string[], start: number, lexicon: Lexicon): Wish {
  const at = afterManners(tokens, start, lexicon);
  const polite = at > start;
  const remember = lexicon.remember.matchAt(tokens, at);
  if (remember > 0) return { ...noWish, remember: true, end: at + remember };
  const answer = lexicon.answerVerbs.matchAt(tokens, at);
  const act = lexicon.actVerbs.matchAt(tokens, at);
  if (act > 0 && act >= answer) return { ...noWish, actRequest: true, end: at + act };
  if (answer > 0) return { ...noWish, answerRequest: true, end: at + answer };
  const last = tokens.length - 1;
  if (polite && lexicon.verbLast && last >= at) {
    if (lexicon.actVerbs.matchAt(tokens, last) > 0) return { ...noWish, actRequest: true, end: at };
    if (lexicon.answerVerbs.matchAt(tokens, last) > 0) return { ...noWish, answerRequest: true, end: at };
  }
  const need = lexicon.needs.matchAt(tokens, start);
  if (need === 0 && !polite) return { ...noWish, end: start };
  // "I need some information": the object may be text; look past articles.
  let noun = need > 0 ? start + need : at;
  for (let skipped = 0; skipped < 3; skipped += 1) {
    if (lexicon.answerVerbs.matchAt(tokens, noun) > 0)
      return { ...noWish, answerRequest: true, end: noun + 1 };
    if (lexicon.stopWords.matchAt(tokens, noun) === 0) break;
    noun += 1;
  }
  return { ...noWish, need: true, end: Math.max(at, start + need) };
}

/** "Every day at 8 tell me …": whatever is asked for is something to be done, for it is to be done later. */
function recurringWish(tokens: readonly string[], start: number, lexicon: Lexicon): Wish {
  const after = afterRecurrence(tokens, start, lexicon.code);
  if (after === start) return { ...noWish, end: start };
  const { actRequest, answerRequest } = readWish(tokens, after, lexicon);
  return { ...noWish, actRequest: actRequest || answerRequest, end: start };
}

/** A wish in the middle of a statement: "it is broken and I need a new one", "lights off please". */
function lateWish(tokens: readonly string[], start: number, lexicon: Lexicon): Wish {
  for (let at = start + 1; at < tokens.length; at += 1) {
    const polite = lexicon.politeRequests.matchAt(tokens, at);
    // One word of need is too little in the middle of a clause: "those in need".
    if (polite === 0 && lexicon.needs.matchAt(tokens, at) < 2) continue;
    const wish = readWish(tokens, at, lexicon);
    // Only the request is removed; the words before it still identify the subject.
    return { ...wish, end: start };
  }
  return { ...noWish, end: start };
}

/** Where the point of a clause starts behind what asks politely: "please", "can you". */
function afterManners(tokens: readonly string[], start: number, lexicon: Lexicon): number {
  let at = start;
  for (let step = lexicon.politeRequests.matchAt(tokens, at); step > 0; ) {
    at += step;
    step = lexicon.politeRequests.matchAt(tokens, at) || lexicon.fillers.matchAt(tokens, at);
  }
  return at;
}

function asksByForm(tokens: readonly string[], start: number, lexicon: Lexicon): boolean {
  if (lexicon.notInterrogatives.matchAt(tokens, start) > 0) return false;
  if (lexicon.interrogatives.matchAt(tokens, start) > 0) return true;
  const auxiliary = lexicon.auxiliaries.matchAt(tokens, start);
  return auxiliary > 0 && lexicon.subjects.matchAt(tokens, start + auxiliary) > 0;
}

/** Praise is the point of a clause, or it is no praise: "great" is, "great pyramid" is not. */
function praises(tokens: readonly string[], start: number, lexicon: Lexicon): boolean {
  for (let at = start; at < Math.min(tokens.length, start + 4); at += 1) {
    const praise = lexicon.praise.matchAt(tokens, at);
    if (praise > 0) return tokens.slice(at + praise).every((token) => lexicon.function.has(token));
    if (lexicon.stopWords.matchAt(tokens, at) === 0) return false;
  }
  return false;
}

/** Words that may stand between a possessive and the thing: "my weekly shopping list". */
const keptGapMax = 3;

/** Names something that the agent stores for the speaker, or a decision of its own. */
function namesKept(tokens: readonly string[], lexicon: Lexicon): boolean {
  return tokens.some((_, at) => {
    if (lexicon.keptWhole.matchAt(tokens, at) > 0) return true;
    const thing = lexicon.keptThings.matchAt(tokens, at);
    if (thing > 0 && lexicon.keptAfter.matchAt(tokens, at + thing) > 0) return true;
    const whose = lexicon.keptBefore.matchAt(tokens, at);
    if (whose === 0) return false;
    for (let next = at + whose; next <= at + whose + keptGapMax; next += 1) {
      if (lexicon.keptThings.matchAt(tokens, next) > 0) return true;
      // "Do I have to make a list", "my brother and the list": a function word begins something else.
      if (lexicon.stopWords.matchAt(tokens, next) > 0) return false;
    }
    return false;
  });
}

/** An order that the verbs of a language alone do not show: work in the background, a letter to an address. */
function ordersMore(clause: Clause, { farewell, negative, next }: Opening, lexicon: Lexicon): boolean {
  const { asks, tokens } = clause;
  if (negative) return false;
  // "Take care" leaves, "take care of the move in the background" does not.
  const start = farewell ? 0 : next;
  const point = afterManners(tokens, start, lexicon);
  if (asks && point === start) return false;
  return ordersBackground(tokens, point, point > start, lexicon) || ordersLetter(clause, point, lexicon.code);
}

/**
 * Reads a clause with one language's tables. `mayGreet` is true while nothing but greetings came before.
 * A clause that asks or requests never counts as feedback: "is this good?", "translate thank you".
 */
function readClause(clause: Clause, lexicon: Lexicon, mayGreet: boolean): ClauseReading {
  const { tokens } = clause;
  const opening = readOpening(tokens, lexicon, mayGreet);
  const byForm = asksByForm(tokens, opening.next, lexicon);
  const polite = lexicon.politeRequests.matchAt(tokens, opening.next) > 0;
  const commanded = lexicon.actVerbs.matchAt(tokens, opening.next) > 1;
  const plainQuestion = byForm && !polite && !commanded;
  let wish = plainQuestion || opening.negative ? noWish : readWish(tokens, opening.next, lexicon);
  if (wish.end === opening.next && !clause.asks && !plainQuestion) {
    wish = recurringWish(tokens, opening.next, lexicon);
    if (!wish.actRequest) wish = lateWish(tokens, opening.next, lexicon);
  }
  if (!wish.actRequest && ordersMore(clause, opening, lexicon))
    wish = { ...noWish, actRequest: true, end: opening.next };
  const requests = wish.actRequest || wish.answerRequest || wish.need || wish.remember;
  const interrogative = byForm && !requests;
  const plain = !requests && !interrogative && !clause.asks;
  const names = namesKept(tokens, lexicon) || (!wish.actRequest && namesBackground(tokens, lexicon));
  const kept = (clause.asks || interrogative || requests) && names;
  const broken = plain && lexicon.problems.matchesWithin(tokens);
  const thanked = opening.thanks || (plain && lexicon.thanks.matchesWithin(tokens));
  const agreed = opening.next === tokens.length && praises(tokens, 0, lexicon);
  const rest = tokens.slice(Math.max(opening.next, wish.end));
  return {
    greeting: opening.greeting,
    farewell: opening.farewell || (plain && lexicon.farewells.matchesWithin(tokens)),
    positive: thanked || agreed || (plain && !opening.negative && praises(tokens, opening.next, lexicon)),
    negative: opening.negative && !clause.asks,
    interrogative,
    actRequest: wish.actRequest,
    answerRequest: wish.answerRequest,
    need: wish.need || broken,
    remember: wish.remember && !clause.asks,
    asksKept: kept && (clause.asks || interrogative || wish.answerRequest),
    namesKept: kept,
    reference: lexicon.references.matchesWithin(tokens),
    declarative: plain && lexicon.declaratives.matchesWithin(rest),
    anaphoric: lexicon.anaphora.matchesWithin(rest),
    secondPerson: lexicon.secondPerson.matchesWithin(rest),
    everyone: lexicon.everyone.matchesWithin(tokens),
    content: rest.filter((token) => !lexicon.function.has(token)),
  };
}

/** "In the background: first look up …": an order that a mark parts from how it is to be carried out. */
function leadsWork(clauses: readonly Clause[], n: number, lexicon: Lexicon): boolean {
  const start = (clause: Clause) =>
    afterManners(clause.tokens, readOpening(clause.tokens, lexicon, true).next, lexicon);
  const clause = clauses[n];
  const next = clauses[n + 1];
  if (clause === undefined || next === undefined || clause.asks) return false;
  const at = start(clause);
  const behind = afterBackground(clause.tokens, at, lexicon.code);
  return behind > at && behind === clause.tokens.length && startsWork(next.tokens, start(next), lexicon);
}

/** Reads the clauses of a text with one language's tables, in order. */
export function readInTurn(clauses: readonly Clause[], lexicon: Lexicon): ClauseReading[] {
  let mayGreet = true;
  return clauses.map((clause, at) => {
    const reading = readClause(clause, lexicon, mayGreet);
    // "Hello, good morning": a second clause may greet too, nothing after a real one may.
    mayGreet &&= reading.content.length === 0;
    return leadsWork(clauses, at, lexicon) ? { ...reading, actRequest: true, declarative: false } : reading;
  });
}
