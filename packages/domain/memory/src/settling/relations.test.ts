import type { RelationType } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lineKey,
  type Relation,
  type RelationLine,
  type RelationStatement,
  settleRelations,
} from './relations.ts';
import { anyTrust, day, inBatches } from '../../test/any-order.ts';

const isFunctional = (type: RelationType) => type === 'works-at';

const stated = (n: number, toId: string, part: Partial<RelationStatement> = {}): RelationStatement => ({
  relationId: null,
  fromId: 'con_ana',
  toId: `con_${toId}`,
  type: 'works-at',
  episodeId: `ep_${String(n).padStart(3, '0')}`,
  exchangeId: `ex_${String(n).padStart(3, '0')}`,
  trust: 'user',
  confidence: 0.8,
  denies: false,
  source: 'chat',
  saidAt: day(n),
  ...part,
});

const statements = fc
  .array(
    fc.record({
      to: fc.constantFrom('acme', 'hooli', 'globex'),
      type: fc.constantFrom<RelationType>('works-at', 'works-at', 'knows'),
      trust: anyTrust,
      confidence: fc.constantFrom(0.5, 0.8, 1),
      denies: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      source: fc.constantFrom('chat', 'chat', 'mail'),
      on: fc.integer({ min: 1, max: 8 }),
      place: fc.constantFrom('own', 'own', 'none'),
    }),
    { maxLength: 14 },
  )
  .map((parts) =>
    parts.map(({ on, place, to, ...part }, n) =>
      stated(n, to, { ...part, saidAt: day(on), ...(place === 'none' ? { exchangeId: null } : {}) }),
    ),
  );

interface Stored {
  readonly relations: Map<string, Relation>;
  statements: RelationStatement[];
  ids: number;
}
const empty = (): Stored => ({ relations: new Map(), statements: [], ids: 0 });

/** Stores a batch as the adapter does. With `short`, statements are loaded only where they are needed. */
function store(stored: Stored, batch: readonly RelationStatement[], short = false): void {
  const keyOf = (one: RelationStatement | Relation) => lineKey(one, isFunctional(one.type));
  const lines = [...new Map(batch.map((one) => [keyOf(one), one])).values()].map((one): RelationLine => {
    const same = <T extends RelationStatement | Relation>(all: readonly T[]) =>
      all.filter((other) => keyOf(other) === keyOf(one));
    const relations = same([...stored.relations.values()]);
    const known = same(stored.statements);
    const isDenied = [...known, ...same(batch)].some(({ denies }) => denies);
    const whole = !short || isFunctional(one.type) || isDenied;
    const episodes = new Set(batch.map(({ episodeId }) => episodeId));
    return {
      fromId: one.fromId,
      type: one.type,
      toId: isFunctional(one.type) ? null : one.toId,
      relations,
      statements: whole ? known : known.filter(({ episodeId }) => episodes.has(episodeId)),
      whole,
    };
  });
  settle(stored, lines, batch);
}

function settle(stored: Stored, lines: readonly RelationLine[], batch: readonly RelationStatement[]): void {
  const settled = settleRelations(lines, batch, { newId: () => `rel_${(stored.ids += 1)}`, now: day(99) });
  for (const id of settled.remove) stored.relations.delete(id);
  for (const row of settled.update) {
    expect(stored.relations.has(row.id)).toBe(true);
    stored.relations.set(row.id, row);
  }
  for (const row of settled.insert) {
    expect(stored.relations.has(row.id)).toBe(false);
    stored.relations.set(row.id, row);
  }
  const place = ({ episodeId, exchangeId, toId, type }: RelationStatement) =>
    [toId, type, episodeId, exchangeId].join();
  const moved = new Map(settled.moved.map(({ relationId, was }) => [place(was), { ...was, relationId }]));
  stored.statements = [...stored.statements.map((one) => moved.get(place(one)) ?? one), ...settled.said];
}

const wholeLines = (stored: Stored): RelationLine[] => {
  const all = [...stored.relations.values()];
  const keys = new Map(all.map((one) => [lineKey(one, isFunctional(one.type)), one]));
  return [...keys].map(([key, { fromId, toId, type }]) => ({
    fromId,
    type,
    toId: isFunctional(type) ? null : toId,
    relations: all.filter((one) => lineKey(one, isFunctional(one.type)) === key),
    statements: stored.statements.filter((one) => lineKey(one, isFunctional(one.type)) === key),
    whole: true,
  }));
};

/** Rows without their ids, each with the statements that it carries. */
function rowsOf({ relations, statements: known }: Stored) {
  const endOf = (id: string | null) => (id === null ? null : relations.get(id)?.toId);
  return [...relations.values()]
    .map(({ closedBy, confidence, id, strength, ...row }) => ({
      ...row,
      confidence,
      strength: Math.fround(strength),
      by: endOf(closedBy),
      carries: known
        .filter(({ relationId }) => relationId === id)
        .map(({ episodeId }) => episodeId)
        .toSorted(),
    }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
function afterAll(batches: readonly (readonly RelationStatement[])[], short = false) {
  const stored = empty();
  for (const batch of batches) store(stored, batch, short);
  return rowsOf(stored);
}
const historyOf = (...said: readonly RelationStatement[]) =>
  afterAll([said])
    .toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
    .map(({ by, mentions, toId, validFrom, validTo }) => [
      toId.slice(4),
      validFrom.getUTCDate(),
      validTo?.getUTCDate() ?? null,
      by?.slice(4) ?? null,
      mentions,
    ]);

describe('relations', () => {
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

  it('are not changed by what is stated twice (law 4)', () => {
    fc.assert(
      fc.property(statements, fc.boolean(), (all, short) => {
        const stored = empty();
        store(stored, all, short);
        const before = rowsOf(stored);
        const ids = [...stored.relations.keys()];
        store(stored, all, short);
        expect(rowsOf(stored)).toEqual(before);
        expect([...stored.relations.keys()]).toEqual(ids);
        expect(settleRelations(wholeLines(stored), [], { newId: () => 'none', now: day(99) })).toEqual({
          insert: [],
          update: [],
          remove: [],
          said: [],
          moved: [],
        });
      }),
    );
  });

  it('what is withdrawn leaves what there would be if it had never been stated', () => {
    fc.assert(
      fc.property(statements, fc.func(fc.boolean()), (all, isLeft) => {
        const stored = empty();
        store(stored, all);
        stored.statements = stored.statements.filter(({ episodeId }) => isLeft(episodeId));
        settle(stored, wholeLines(stored), []);
        expect(rowsOf(stored)).toEqual(afterAll([all.filter(({ episodeId }) => isLeft(episodeId))]));
      }),
    );
  });

  it('law 10: what comes from outside or from an agent ends nothing that a person stated', () => {
    fc.assert(
      fc.property(statements, (all) => {
        const isPerson = ({ trust }: { readonly trust: string }) => trust !== 'external' && trust !== 'agent';
        const stored = empty();
        store(stored, all);
        for (const row of stored.relations.values()) {
          const isStated = stored.statements.some(
            (one) =>
              one.relationId === row.id &&
              isPerson(one) &&
              !one.denies &&
              one.saidAt < (row.validTo ?? day(99)),
          );
          if (!isStated || row.validTo === null) continue;
          // Whatever ends it, a person says so at that time.
          const enders = all.filter(
            (one) =>
              isPerson(one) &&
              one.type === row.type &&
              one.saidAt.getTime() === row.validTo?.getTime() &&
              (one.denies ? one.toId === row.toId : one.toId !== row.toId && isFunctional(one.type)),
          );
          expect(enders).not.toEqual([]);
        }
      }),
    );
  });

  it('of one type that has one end at a time the later statement ends the others', () => {
    expect(historyOf(stated(1, 'north'), stated(3, 'south'), stated(4, 'south'), stated(6, 'north'))).toEqual(
      [
        ['north', 1, 3, 'south', 1],
        ['south', 3, 6, 'north', 2],
        ['north', 6, null, null, 1],
      ],
    );
    const knows = { type: 'knows' } as const;
    expect(historyOf(stated(1, 'bea', knows), stated(2, 'carl', knows)).map(([, , until]) => until)).toEqual([
      null,
      null,
    ]);
  });

  it('a denial ends without a successor; where nothing was stated before it is a moment in which nothing held', () => {
    expect(historyOf(stated(1, 'acme'), stated(2, 'acme', { denies: true }))).toEqual([
      ['acme', 1, 2, null, 1],
    ]);
    expect(historyOf(stated(2, 'acme', { denies: true }))).toEqual([['acme', 2, 2, null, 0]]);
    expect(historyOf(stated(2, 'acme', { denies: true }), stated(3, 'acme'))).toEqual([
      ['acme', 2, 2, null, 0],
      ['acme', 3, null, null, 1],
    ]);
  });

  it('a person’s word ends what an owner said; an agent’s ends neither', () => {
    const denies = (trust: RelationStatement['trust']) =>
      historyOf(stated(1, 'acme', { trust: 'owner' }), stated(2, 'acme', { denies: true, trust }))[0]?.[2];
    expect(denies('unverified')).toBe(2);
    expect(denies('agent')).toBeNull();
    expect(
      historyOf(
        stated(1, 'acme', { trust: 'agent' }),
        stated(2, 'acme', { denies: true, trust: 'external' }),
      )[0]?.[2],
    ).toBeNull();
  });

  it('has the trust and confidence of its best statement, and the source that they share', () => {
    const [row] = afterAll([
      [
        stated(1, 'acme', { trust: 'external', confidence: 0.9, source: 'mail' }),
        stated(2, 'acme', { trust: 'unverified', confidence: 0.5 }),
      ],
    ]);
    expect(row).toMatchObject({ trust: 'unverified', confidence: 0.9, source: 'mixed', mentions: 2 });
    expect(row?.strength).toBeCloseTo(1 - 0.1 * 2 ** -0.4, 6);
  });

  it('what an exchange of an episode states twice counts once', () => {
    const again = { episodeId: stated(1, 'acme').episodeId, exchangeId: stated(1, 'acme').exchangeId };
    expect(historyOf(stated(1, 'acme'), stated(2, 'acme', again))[0]?.[4]).toBe(1);
  });

  it('keeps the ids of its stretches where it can', () => {
    const stored = empty();
    store(stored, [stated(1, 'acme'), stated(5, 'acme')]);
    const [first] = [...stored.relations.keys()];
    store(stored, [stated(3, 'hooli')]);
    const acme = [...stored.relations.values()].filter(({ toId }) => toId === 'con_acme');
    expect(acme.map(({ id, validFrom }) => [id, validFrom.getUTCDate()])).toEqual([
      [first, 1],
      [expect.stringMatching(/^rel_/), 5],
    ]);
  });
});
