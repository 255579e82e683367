// When each fact held, computed from all facts and denials with its subject and key.
//
// Facts and denials are read in the order in which they were said, whatever order they arrive in; within one message denials come first.
// A key with one value at a time (`lives_in`) has at most one current value, held by all facts that say it (rank: `wordRank`):
//
//   the same value            is added to those facts; their rank is the highest of them
//   another value             of at least that rank ends them and becomes current; of a lower rank it ends at the moment it was said
//   a denial of the value     of at least that rank ends them, and there is no current value
//
// Other keys have several values at once: each fact ends at the first later denial of its value with at least its rank.
// A person denies by "no longer", and by liking what they disliked, or the reverse.
import type { Trust } from '@salience/contracts';
import { wordRank } from '../trust.ts';
import { byText, grouped, keyOfParts } from './changes.ts';
import type { TraitStatement } from './traits.ts';

/** The columns of `facts` that decide when a fact held. */
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
  /** Null: it still holds. */
  readonly validTo: Date | null;
  readonly supersededBy: string | null;
}

/** A statement that a value of a key no longer holds. */
export interface FactDenial {
  readonly id: string;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly saidAt: Date;
  readonly rank: number;
}

/** The changes to facts. */
export interface SettledFacts<F extends Fact> {
  /** New facts, with their time. */
  readonly insert: readonly F[];
  /** Known facts whose time changed: they end, end at another time, or hold again. */
  readonly close: readonly Pick<Fact, 'id' | 'supersededBy' | 'validFrom' | 'validTo'>[];
}

const tastePrefix = 'taste:';

/** The denial that a statement about a person makes; null for none. */
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

/** The subject and key that facts and denials are grouped by. */
export function factKey({ key, subject }: { readonly subject: string; readonly key: string }): string {
  return keyOfParts(subject.toLowerCase(), key);
}

/**
 * Computes when facts held. `known`: all stored facts of each subject and key in `said` or `denials`; `denials`: every denial, old and
 * new. A fact of `said` that is known already is not counted again.
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

/** The current value, with its facts and their highest rank. */
interface CurrentValue {
  readonly value: string;
  readonly rank: number;
  readonly facts: Fact[];
}

function oneAtATime(facts: readonly Fact[], denials: readonly FactDenial[], times: Map<string, Times>): void {
  const line = [
    ...facts.map((fact) => ({ fact, ...orderOf(fact), rank: wordRank(fact.trust) })),
    ...denials.map((denial) => ({ fact: null, ...orderOf(denial), rank: denial.rank })),
  ].toSorted(inOrderSaid);
  let current: CurrentValue | null = null;
  for (const { fact, rank, saidAt, value } of line) {
    if (fact === null) {
      if (current === null || current.value !== value || rank < current.rank) continue;
      setTimes(current, { validTo: saidAt, supersededBy: null }, times);
      current = null;
    } else if (current === null) {
      current = { value, rank, facts: [fact] };
    } else if (current.value === value) {
      current.facts.push(fact);
      current = { value, rank: Math.max(current.rank, rank), facts: current.facts };
    } else if (rank >= current.rank) {
      setTimes(current, { validTo: saidAt, supersededBy: fact.id }, times);
      current = { value, rank, facts: [fact] };
    } else {
      times.set(fact.id, { validFrom: saidAt, validTo: saidAt, supersededBy: current.facts[0]?.id ?? null });
    }
  }
  if (current !== null) setTimes(current, { validTo: null, supersededBy: null }, times);
}

function setTimes({ facts }: CurrentValue, end: Omit<Times, 'validFrom'>, times: Map<string, Times>): void {
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
