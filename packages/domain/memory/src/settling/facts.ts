// When each fact held, from all that was said of its subject under its key.
//
// Facts and denials are read in the order in which they were said, whenever they arrive; of one message what holds no longer comes before
// what holds. Of a key with one value at a time (`lives_in`) the facts that say the value that holds, hold together:
//
//   the same value            joins them; how far the value is believed is the best of them
//   another value             ends them and holds itself, if it is believed at least alike; else it ends the moment it was said
//   a denial of the value     ends them with nothing in their place, if it is believed at least alike
//
// Of any other key values stand side by side: each ends at the first later denial of it that is believed at least alike.
// A denial is what a person states of themselves: "no longer", and of a thing that they like the end of disliking it, and the reverse.
import type { Trust } from '@salience/contracts';
import { wordRank } from '../trust.ts';
import { byText, grouped, keyOfParts } from './changes.ts';
import type { TraitStatement } from './traits.ts';

/** A fact as `facts` keeps it, as far as its time depends on it. */
export interface Fact {
  readonly id: string;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly trust: Trust;
  readonly saidAt: Date;
  /** Its key has one value at a time. */
  readonly singleValued: boolean;
  /** Null: since it was said. */
  readonly validFrom: Date | null;
  /** Null: it holds. */
  readonly validTo: Date | null;
  readonly supersededBy: string | null;
}

/** That a value of a key holds no longer. */
export interface FactDenial {
  readonly id: string;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly saidAt: Date;
  readonly rank: number;
}

/** What a fold of facts changes. */
export interface SettledFacts<F extends Fact> {
  /** New facts, with their time. */
  readonly insert: readonly F[];
  /** Known facts whose time is another one now: they end, end elsewhere, or hold again. */
  readonly close: readonly Pick<Fact, 'id' | 'supersededBy' | 'validFrom' | 'validTo'>[];
}

const tastePrefix = 'taste:';

/** What a statement about a person denies; null for one that denies nothing. */
export function denialOf(said: TraitStatement): FactDenial | null {
  if (said.origin !== 'explicit' || !said.literal) return null;
  const { ends, id, key, saidAt } = said;
  const common = { id, subject: said.person.toLowerCase(), saidAt, rank: wordRank(said.trust) };
  if (key.startsWith(tastePrefix)) {
    const [taste = '', ...thing] = said.value.split(' ');
    return {
      ...common,
      key: (taste === 'likes') === ends ? 'likes' : 'dislikes',
      value: (thing.length === 0 ? taste : thing.join(' ')).toLowerCase(),
    };
  }
  return ends ? { ...common, key: key.split(':', 1)[0] ?? '', value: said.value.toLowerCase() } : null;
}

/** The subject and key under which a fact or a denial is settled. */
export function factKey({ key, subject }: { readonly subject: string; readonly key: string }): string {
  return keyOfParts(subject.toLowerCase(), key);
}

/**
 * Works out when facts held. Of each subject and key that `said` or `denials` touch, `known` holds all that is stored and `denials` every
 * denial, old and new. What is known already counts once.
 */
export function settleFacts<F extends Fact>(
  known: readonly F[],
  denials: readonly FactDenial[],
  said: readonly F[],
): SettledFacts<F> {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = said.filter(({ id }) => {
    const isFirst = !ids.has(id);
    ids.add(id);
    return isFirst;
  });
  const denied = grouped(new Map(denials.map((one) => [one.id, one])).values(), factKey);
  const times = new Map<string, Times>();
  for (const [key, facts] of grouped([...known, ...fresh], factKey)) {
    const ends = denied.get(key) ?? [];
    oneAtATime(
      facts.filter(({ singleValued }) => singleValued),
      ends,
      times,
    );
    sideBySide(
      facts.filter(({ singleValued }) => !singleValued),
      ends,
      times,
    );
  }
  return {
    insert: fresh.map((fact) => ({ ...fact, ...times.get(fact.id) })),
    close: known.flatMap((fact) => {
      const time = times.get(fact.id);
      return time === undefined || isSameTime(fact, time) ? [] : [{ id: fact.id, ...time }];
    }),
  };
}

type Times = Pick<Fact, 'supersededBy' | 'validFrom' | 'validTo'>;

/** The facts that say what holds, and how far that is believed. */
interface Held {
  readonly value: string;
  readonly rank: number;
  readonly facts: Fact[];
}

function oneAtATime(facts: readonly Fact[], denials: readonly FactDenial[], times: Map<string, Times>): void {
  const line = [
    ...facts.map((fact) => ({ fact, ...orderOf(fact), rank: wordRank(fact.trust) })),
    ...denials.map((denial) => ({ fact: null, ...orderOf(denial), rank: denial.rank })),
  ].toSorted(inOrderSaid);
  let held: Held | null = null;
  for (const { fact, rank, saidAt, value } of line) {
    if (fact === null) {
      if (held === null || held.value !== value || rank < held.rank) continue;
      setTimes(held, { validTo: saidAt, supersededBy: null }, times);
      held = null;
    } else if (held === null) {
      held = { value, rank, facts: [fact] };
    } else if (held.value === value) {
      held.facts.push(fact);
      held = { value, rank: Math.max(held.rank, rank), facts: held.facts };
    } else if (rank >= held.rank) {
      setTimes(held, { validTo: saidAt, supersededBy: fact.id }, times);
      held = { value, rank, facts: [fact] };
    } else {
      times.set(fact.id, { validFrom: saidAt, validTo: saidAt, supersededBy: held.facts[0]?.id ?? null });
    }
  }
  if (held !== null) setTimes(held, { validTo: null, supersededBy: null }, times);
}

function setTimes({ facts }: Held, end: Omit<Times, 'validFrom'>, times: Map<string, Times>): void {
  for (const { id, validFrom } of facts) times.set(id, { validFrom, ...end });
}

function sideBySide(facts: readonly Fact[], denials: readonly FactDenial[], times: Map<string, Times>): void {
  for (const fact of facts) {
    const value = fact.value.toLowerCase();
    const rank = wordRank(fact.trust);
    const ends = denials.filter(
      (denial) => denial.value === value && denial.saidAt > fact.saidAt && denial.rank >= rank,
    );
    const first = ends.toSorted((a, b) => a.saidAt.getTime() - b.saidAt.getTime())[0];
    times.set(fact.id, {
      validFrom: fact.validFrom,
      validTo: first?.saidAt ?? null,
      supersededBy: fact.supersededBy,
    });
  }
}

interface Ordered {
  readonly fact: Fact | null;
  readonly id: string;
  readonly saidAt: Date;
}

function orderOf({ id, saidAt, value }: Pick<Fact, 'id' | 'saidAt' | 'value'>) {
  return { id, saidAt, value: value.toLowerCase() };
}

function inOrderSaid(a: Ordered, b: Ordered): number {
  return (
    a.saidAt.getTime() - b.saidAt.getTime() ||
    Number(a.fact !== null) - Number(b.fact !== null) ||
    byText(a.id, b.id)
  );
}

function isSameTime(fact: Fact, time: Times): boolean {
  return (
    fact.validFrom?.getTime() === time.validFrom?.getTime() &&
    fact.validTo?.getTime() === time.validTo?.getTime() &&
    fact.supersededBy === time.supersededBy
  );
}
