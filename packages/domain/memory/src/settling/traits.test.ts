import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTrust, day, inBatches } from '../../test/any-order.ts';
import { settleTraits, type Trait, type TraitHistory, type TraitStatement } from './traits.ts';

/** What is stored after some batches. */
interface Stored {
  readonly traits: Map<string, Trait>;
  readonly statements: Map<string, TraitStatement>;
}

const said = (n: number, part: Partial<TraitStatement> = {}): TraitStatement => ({
  id: `trt_${String(n).padStart(3, '0')}`,
  exchangeId: `ex_${String(n).padStart(3, '0')}`,
  threadId: 'thr',
  person: 'user',
  key: 'lives_in',
  value: 'Oslo',
  category: 'core',
  origin: 'explicit',
  literal: true,
  ends: false,
  confidence: 0.8,
  trust: 'user',
  source: 'chat',
  half: 'message',
  saidAt: day(n),
  createdAt: day(n),
  traitId: null,
  ...part,
});

const statements = fc
  .array(
    fc.record({
      value: fc.constantFrom('Oslo', 'oslo', 'Porto', 'Faro'),
      key: fc.constantFrom('lives_in', 'lives_in', 'works_at'),
      origin: fc.constantFrom('explicit' as const, 'inferred' as const),
      literal: fc.boolean(),
      ends: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      confidence: fc.constantFrom(0.4, 0.7, 0.9, 1),
      trust: anyTrust,
      half: fc.constantFrom('message' as const, 'message' as const, 'reply' as const),
      source: fc.constantFrom('chat', 'mail'),
      on: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 14 },
  )
  .map((parts) => parts.map(({ on, ...part }, n) => said(n, { ...part, saidAt: day(on) })));

/** Stores a batch as the adapter does: loads what is concerned, folds, saves. With `resume`, no more than the end of a line is loaded. */
function store(
  { statements: known, traits }: Stored,
  batch: readonly TraitStatement[],
  resume = false,
): void {
  const keys = new Set(batch.map(({ key }) => key));
  const histories = [...keys].map((key): TraitHistory => {
    const all = [...known.values()].filter((one) => one.key === key);
    const rows = [...traits.values()].filter((one) => one.key === key);
    const news = batch.filter(
      (one) => one.key === key && !all.some((old) => old.exchangeId === one.exchangeId),
    );
    const last = all.toSorted(inOrder).at(-1);
    const whole =
      !resume ||
      news.length < batch.length ||
      (last !== undefined && news.some((one) => inOrder(one, last) < 0));
    if (whole) return { person: 'user', key, traits: rows, statements: all, whole };
    const open = rows.filter(({ validTo }) => validTo === null);
    return {
      person: 'user',
      key,
      traits: open,
      statements: all.filter(({ id }) => id === open[0]?.id),
      whole,
    };
  });
  const settled = settleTraits(histories, batch);
  for (const id of settled.remove) traits.delete(id);
  for (const row of settled.update) {
    expect(traits.has(row.id)).toBe(true);
    traits.set(row.id, row);
  }
  for (const row of settled.insert) {
    expect(traits.has(row.id)).toBe(false);
    traits.set(row.id, row);
  }
  for (const one of settled.said) known.set(one.id, one);
  for (const { id, traitId } of settled.moved)
    known.set(id, { ...(known.get(id) as TraitStatement), traitId });
}

const inOrder = (a: TraitStatement, b: TraitStatement) =>
  a.saidAt.getTime() - b.saidAt.getTime() || (a.exchangeId < b.exchangeId ? -1 : 1);
const empty = (): Stored => ({ traits: new Map(), statements: new Map() });
const rowsOf = ({ statements: known, traits }: Stored) => ({
  traits: [...traits.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  carried: [...known.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, traitId }) => [id, traitId]),
});
function afterAll(batches: readonly (readonly TraitStatement[])[], resume = false) {
  const stored = empty();
  for (const batch of batches) store(stored, batch, resume);
  return rowsOf(stored);
}
const historyOf = (parts: readonly TraitStatement[]) =>
  afterAll([parts])
    .traits.toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
    .map(({ mentions, validFrom, validTo, value }) => [
      value,
      validFrom.getUTCDate(),
      validTo?.getUTCDate() ?? null,
      mentions,
    ]);

describe('traits', () => {
  it('are the same whatever the order and the batches in which their statements arrive (law 4)', () => {
    fc.assert(
      fc.property(
        statements.chain((all) => fc.tuple(fc.constant(all), inBatches(all))),
        ([all, batches]) => {
          const expected = afterAll([all]);
          expect(afterAll(batches)).toEqual(expected);
          expect(afterAll(batches, true)).toEqual(expected);
        },
      ),
    );
  });

  it('go on from the end of the line exactly as from its beginning', () => {
    fc.assert(
      fc.property(statements, (all) => {
        const inTurn = all.toSorted(inOrder).map((one) => [one]);
        expect(afterAll(inTurn, true)).toEqual(afterAll([all]));
      }),
    );
  });

  it('are not changed by what is told twice (law 4)', () => {
    fc.assert(
      fc.property(statements, (all) => {
        const stored = empty();
        store(stored, all);
        const before = rowsOf(stored);
        store(stored, all);
        expect(rowsOf(stored)).toEqual(before);
        const keys = [...new Set(all.map(({ key }) => key))];
        const again = settleTraits(
          keys.map((key) => ({
            person: 'user',
            key,
            traits: before.traits.filter((row) => row.key === key),
            statements: [...stored.statements.values()].filter((row) => row.key === key),
            whole: true,
          })),
          [],
        );
        expect(again).toEqual({ insert: [], update: [], remove: [], said: [], moved: [] });
      }),
    );
  });

  it('what is withdrawn leaves what there would be if it had never been said', () => {
    fc.assert(
      fc.property(statements, fc.func(fc.boolean()), (all, isLeft) => {
        const stored = empty();
        store(stored, all);
        const left = all.filter(({ id }) => isLeft(id));
        for (const { id } of all) if (!isLeft(id)) stored.statements.delete(id);
        const histories = [...new Set(all.map(({ key }) => key))].map((key) => ({
          person: 'user',
          key,
          traits: [...stored.traits.values()].filter((row) => row.key === key),
          statements: [...stored.statements.values()].filter((row) => row.key === key),
          whole: true,
        }));
        const { insert, moved, remove, update } = settleTraits(histories, []);
        for (const id of remove) stored.traits.delete(id);
        for (const row of [...update, ...insert]) stored.traits.set(row.id, row);
        for (const { id, traitId } of moved)
          stored.statements.set(id, { ...(stored.statements.get(id) as TraitStatement), traitId });
        expect(rowsOf(stored)).toEqual(afterAll([left]));
      }),
    );
  });

  it('law 10: what is believed less ends nothing, adds nothing and takes no trust away', () => {
    const rank = { external: 0, agent: 1, unverified: 2, user: 2, owner: 2 };
    fc.assert(
      fc.property(statements, (all) => {
        const person = all.filter(({ half, trust }) => half === 'message' && rank[trust] === 2);
        const lines = (parts: readonly TraitStatement[]) =>
          afterAll([parts]).traits.filter((row) => person.some(({ id }) => id === row.id));
        expect(lines(all)).toEqual(lines(person));
      }),
    );
  });

  it('of one key stand one after another, and one at most holds', () => {
    fc.assert(
      fc.property(statements, (all) => {
        const until = ({ validTo }: Trait) => validTo?.getTime() ?? Infinity;
        const line = afterAll([all])
          .traits.filter(({ key }) => key === 'lives_in')
          .toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime() || until(a) - until(b));
        for (const [at, row] of line.slice(0, -1).entries()) {
          expect(row.validTo?.getTime()).toBeLessThanOrEqual(line[at + 1]?.validFrom.getTime() ?? 0);
        }
      }),
    );
  });

  it('an inferred value ends no stated one, and a surer inferred one a less sure one', () => {
    const inferred = { origin: 'inferred' as const, value: 'Porto' };
    expect(historyOf([said(1), said(2, { ...inferred, confidence: 1 })])).toEqual([['Oslo', 1, null, 1]]);
    expect(
      historyOf([
        said(1, { origin: 'inferred', confidence: 0.5 }),
        said(2, { ...inferred, confidence: 0.4 }),
        said(3, { ...inferred, confidence: 0.6 }),
      ]),
    ).toEqual([
      ['Oslo', 1, 3, 1],
      ['Porto', 3, null, 1],
    ]);
  });

  it('an inferred end does not end what was stated', () => {
    const ends = { ends: true, origin: 'inferred' as const };
    expect(historyOf([said(1), said(2, ends)])).toEqual([['Oslo', 1, null, 1]]);
    expect(historyOf([said(1, { origin: 'inferred' }), said(2, ends)])).toEqual([['Oslo', 1, 2, 1]]);
    expect(historyOf([said(1), said(2, { ends: true, value: 'Porto' })])).toEqual([['Oslo', 1, null, 1]]);
  });

  it('what rests on a reply is the agent’s word, whomever it answered', () => {
    expect(historyOf([said(1, { half: 'reply' }), said(2, { half: 'reply', trust: 'agent' })])).toEqual([
      ['Oslo', 1, null, 2],
    ]);
    expect(historyOf([said(1), said(2, { half: 'reply', value: 'Porto' })])).toEqual([['Oslo', 1, null, 1]]);
  });

  it('the same again strengthens, each time by less', () => {
    const [row] = afterAll([[1, 2, 3].map((n) => said(n, { confidence: 0.6 }))]).traits;
    expect(row).toMatchObject({ mentions: 3, lastSeenAt: day(3), validFrom: day(1) });
    expect(row?.confidence).toBeCloseTo(0.64 + (0.36 * 0.2) / 3, 6);
  });

  it('the label of what a person and nobody in particular said is the person’s, in whatever order', () => {
    const label = (...trusts: readonly TraitStatement['trust'][]) =>
      afterAll([trusts.map((trust, n) => said(n, { trust }))]).traits[0]?.trust;
    expect(label('unverified', 'user')).toBe('user');
    expect(label('user', 'unverified')).toBe('user');
    expect(label('owner', 'user')).toBe('user');
    expect(label('unverified', 'unverified')).toBe('unverified');
  });

  it('of two statements of one exchange on one key the first counts', () => {
    expect(historyOf([said(1), { ...said(2), exchangeId: said(1).exchangeId, value: 'Porto' }])).toEqual([
      ['Oslo', 1, null, 1],
    ]);
  });
});
