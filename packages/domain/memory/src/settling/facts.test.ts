import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denialOf, type Fact, type FactDenial, settleFacts } from './facts.ts';
import { anyTrust, day, inBatches } from '../../test/any-order.ts';
import type { TraitStatement } from './traits.ts';

const rank = { external: 0, agent: 1, unverified: 2, user: 2, owner: 2 };

const fact = (n: number, value: string, part: Partial<Fact> = {}): Fact => {
  const saidAt = part.saidAt ?? day(n);
  return {
    id: `fact_${String(n).padStart(3, '0')}`,
    subject: 'Kim',
    key: 'lives_in',
    value,
    trust: 'user',
    saidAt,
    singleValued: true,
    validFrom: saidAt,
    validTo: null,
    supersededBy: null,
    ...part,
  };
};
const denial = (n: number, value: string, part: Partial<FactDenial> = {}): FactDenial => ({
  id: `trt_${String(n).padStart(3, '0')}`,
  subject: 'kim',
  key: 'lives_in',
  value: value.toLowerCase(),
  saidAt: day(n),
  rank: 2,
  ...part,
});

type Said = { readonly fact: Fact } | { readonly denial: FactDenial };
const statements = fc
  .array(
    fc.record({
      value: fc.constantFrom('Oslo', 'oslo', 'Porto', 'Faro'),
      trust: anyTrust,
      singleValued: fc.constantFrom(true, true, false),
      denies: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      on: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 14 },
  )
  .map((parts) =>
    parts.map(
      ({ denies, on, singleValued, trust, value }, n): Said =>
        denies
          ? { denial: denial(n, value, { saidAt: day(on), rank: rank[trust] }) }
          : { fact: fact(n, value, { saidAt: day(on), trust, singleValued }) },
    ),
  );

interface Stored {
  readonly facts: Map<string, Fact>;
  readonly denials: Map<string, FactDenial>;
}
const empty = (): Stored => ({ facts: new Map(), denials: new Map() });

function store({ denials, facts }: Stored, batch: readonly Said[]): void {
  const known = [...facts.values()];
  for (const one of batch) if ('denial' in one) denials.set(one.denial.id, one.denial);
  const settled = settleFacts(
    known,
    [...denials.values()],
    batch.flatMap((one) => ('fact' in one ? [one.fact] : [])),
  );
  for (const row of settled.insert) {
    expect(facts.has(row.id)).toBe(false);
    facts.set(row.id, row);
  }
  for (const { id, ...time } of settled.close) facts.set(id, { ...(facts.get(id) as Fact), ...time });
}

const rowsOf = ({ facts }: Stored) => [...facts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
function afterAll(...batches: readonly (readonly Said[])[]) {
  const stored = empty();
  for (const batch of batches) store(stored, batch);
  return rowsOf(stored);
}
const timesOf = (said: readonly Said[]) =>
  afterAll(said).map(({ saidAt, validTo, value }) => [
    value,
    saidAt.getUTCDate(),
    validTo?.getUTCDate() ?? null,
  ]);

describe('facts', () => {
  it('hold the same whatever the order and the batches in which they arrive (law 4)', () => {
    fc.assert(
      fc.property(
        statements.chain((all) => fc.tuple(fc.constant(all), inBatches(all))),
        ([all, batches]) => {
          expect(afterAll(...batches)).toEqual(afterAll(all));
        },
      ),
    );
  });

  it('are not changed by what is told twice (law 4)', () => {
    fc.assert(
      fc.property(statements, (all) => {
        expect(afterAll(all, all)).toEqual(afterAll(all));
        const stored = empty();
        store(stored, all);
        expect(settleFacts(rowsOf(stored), [...stored.denials.values()], [])).toEqual({
          insert: [],
          close: [],
        });
      }),
    );
  });

  it('what is withdrawn leaves what there would be if it had never been said', () => {
    fc.assert(
      fc.property(statements, fc.func(fc.boolean()), (all, isLeft) => {
        const left = all.filter((one) => isLeft('fact' in one ? one.fact.id : one.denial.id));
        const stored = empty();
        store(stored, all);
        for (const one of all) {
          if (left.includes(one)) continue;
          if ('fact' in one) stored.facts.delete(one.fact.id);
          else stored.denials.delete(one.denial.id);
        }
        store(stored, []);
        expect(rowsOf(stored)).toEqual(afterAll(left));
      }),
    );
  });

  it('law 10: what is believed less ends nothing', () => {
    fc.assert(
      fc.property(statements, (all) => {
        const isPerson = (one: Said) => ('fact' in one ? rank[one.fact.trust] : one.denial.rank) === 2;
        const person = all.filter(isPerson);
        const ids = new Set(person.flatMap((one) => ('fact' in one ? [one.fact.id] : [])));
        const ends = (said: readonly Said[]) =>
          afterAll(said)
            .filter(({ id }) => ids.has(id))
            .map(({ id, validTo }) => [id, validTo]);
        expect(ends(all)).toEqual(ends(person));
      }),
    );
  });

  it('of a key with one value at a time the later value ends the one before, with all that said it', () => {
    const said = [fact(1, 'Oslo'), fact(2, 'oslo'), fact(3, 'Porto')].map((one) => ({ fact: one }));
    expect(timesOf(said)).toEqual([
      ['Oslo', 1, 3],
      ['oslo', 2, 3],
      ['Porto', 3, null],
    ]);
    expect(afterAll(said)[0]).toMatchObject({ supersededBy: 'fact_003' });
  });

  it('what is believed less than what holds ends the moment it is said', () => {
    const said = [{ fact: fact(1, 'Oslo') }, { fact: fact(2, 'Rome', { trust: 'agent' }) }];
    expect(timesOf(said)).toEqual([
      ['Oslo', 1, null],
      ['Rome', 2, 2],
    ]);
  });

  it('a value that a person and an agent said is believed as the person’s', () => {
    const said = [
      { fact: fact(1, 'Oslo', { trust: 'agent' }) },
      { fact: fact(2, 'Oslo') },
      { fact: fact(3, 'Rome', { trust: 'agent' }) },
    ];
    expect(timesOf(said)).toEqual([
      ['Oslo', 1, null],
      ['Oslo', 2, null],
      ['Rome', 3, 3],
    ]);
  });

  it('of one message what holds no longer comes before what holds', () => {
    const said = [{ fact: fact(1, 'Oslo') }, { fact: fact(2, 'Oslo') }, { denial: denial(2, 'Oslo') }];
    expect(timesOf(said)).toEqual([
      ['Oslo', 1, 2],
      ['Oslo', 2, null],
    ]);
  });

  it('values that stand side by side end each by itself, and only by who is believed as much', () => {
    const many = { singleValued: false, key: 'likes' };
    const said = (rankOf: number): Said[] => [
      { fact: fact(1, 'Tea', many) },
      { fact: fact(2, 'Figs', many) },
      { denial: denial(3, 'tea', { key: 'likes', rank: rankOf }) },
      { denial: denial(4, 'tea', { key: 'likes' }) },
    ];
    expect(timesOf(said(2))).toEqual([
      ['Tea', 1, 3],
      ['Figs', 2, null],
    ]);
    expect(timesOf(said(1))).toEqual([
      ['Tea', 1, 4],
      ['Figs', 2, null],
    ]);
  });

  it('of other subjects and keys nothing is touched', () => {
    const said = [
      { fact: fact(1, 'Oslo') },
      { fact: fact(2, 'Porto', { subject: 'Lou' }) },
      { fact: fact(3, 'Acme', { key: 'works_at' }) },
      { denial: denial(4, 'Acme') },
    ];
    expect(timesOf(said).map(([, , until]) => until)).toEqual([null, null, null]);
    expect(timesOf([{ fact: fact(1, 'Oslo') }, { fact: fact(2, 'Porto', { subject: 'kim' }) }])[0]?.[2]).toBe(
      2,
    );
  });
});

describe('what a statement denies', () => {
  const statement = (part: Partial<TraitStatement>) =>
    denialOf({
      id: 'trt_1',
      person: 'Kim',
      key: 'speaks:Dutch',
      value: 'Dutch',
      origin: 'explicit',
      literal: true,
      ends: true,
      trust: 'user',
      saidAt: day(1),
      ...part,
    } as TraitStatement);

  it('is the value that holds no longer, of the key without its value', () => {
    expect(statement({})).toEqual({
      id: 'trt_1',
      subject: 'kim',
      key: 'speaks',
      value: 'dutch',
      saidAt: day(1),
      rank: 2,
    });
  });

  it('is liking for who dislikes, and the other way round', () => {
    const taste = { key: 'taste:green tea', ends: false };
    expect(statement({ ...taste, value: 'likes Green tea' })).toMatchObject({
      key: 'dislikes',
      value: 'green tea',
    });
    expect(statement({ ...taste, value: 'dislikes Green tea' })).toMatchObject({ key: 'likes' });
    expect(statement({ ...taste, value: 'likes Green tea', ends: true })).toMatchObject({ key: 'likes' });
    expect(statement({ ...taste, value: 'dislikes Green tea', ends: true })).toMatchObject({
      key: 'dislikes',
    });
  });

  it('is nothing where it is inferred, not meant as said, or does not end', () => {
    expect(statement({ origin: 'inferred' })).toBeNull();
    expect(statement({ literal: false })).toBeNull();
    expect(statement({ ends: false })).toBeNull();
  });
});
