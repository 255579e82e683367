import type { ConceptKind, ExchangeId, Trust } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Concept,
  ConceptMention,
  ConceptName,
  KnownConcepts,
  SaidConcept,
  SaidEpisode,
} from './concept-rows.ts';
import { settleConcepts } from './concepts.ts';
import { type ConceptLeft, type UnlearnedConcepts, unlearnConcepts } from './forgotten-concepts.ts';
import { higherLabel } from './ranks.ts';
import { anyTrust, day, inBatches } from '../../test/any-order.ts';

const code = (...bytes: number[]) => ({
  modelId: 'm',
  code: new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, ...bytes]),
});

interface Called extends Partial<Omit<SaidConcept, 'definition'>> {
  readonly name: string;
  readonly on: number;
  readonly trust?: Trust;
  readonly definition?: string;
}

function called({ definition, on, trust = 'user', ...part }: Called): SaidConcept {
  return {
    nameTrust: trust,
    kind: 'thing',
    aliases: [],
    confidence: 0.8,
    definition: definition === undefined ? null : { text: definition, trust, at: day(on) },
    code: null,
    near: [],
    mentions: [{ exchangeId: `ex_${on}` as ExchangeId, name: part.name, trust, at: day(on) }],
    ...part,
  };
}

const episode = (n: number, ...concepts: readonly SaidConcept[]): SaidEpisode => ({
  episodeId: `ep_${n}`,
  source: 'chat',
  concepts,
  relations: [],
});

interface Stored {
  readonly concepts: Map<string, Concept>;
  readonly names: Map<string, ConceptName>;
  readonly coded: Map<string, { readonly modelId: string; readonly code: Uint8Array }>;
  mentions: ConceptMention[];
  ids: number;
}
const empty = (): Stored => ({
  concepts: new Map(),
  names: new Map(),
  coded: new Map(),
  mentions: [],
  ids: 0,
});
const place = ({ key, kind }: { readonly key: string; readonly kind: string }) => `${key}|${kind}`;

const knownOf = (stored: Stored): KnownConcepts => ({
  concepts: [...stored.concepts.values()],
  names: [...stored.names.values()],
  mentions: stored.mentions,
  coded: [...stored.coded].map(([conceptId, { modelId }]) => ({ conceptId, modelId })),
});

function store(stored: Stored, episodes: readonly SaidEpisode[]) {
  const settled = settleConcepts(knownOf(stored), episodes, {
    newId: () => `con_${(stored.ids += 1)}`,
    now: day(99),
  });
  apply(stored, settled);
  stored.mentions.push(...settled.mentions);
  for (const { conceptId, ...rest } of settled.codes) stored.coded.set(conceptId, rest);
  return settled;
}

function apply(
  stored: Stored,
  { concepts, names }: Pick<ReturnType<typeof settleConcepts> | UnlearnedConcepts, 'concepts' | 'names'>,
) {
  for (const one of 'remove' in names ? names.remove : []) stored.names.delete(place(one));
  for (const { conceptId, kind } of 'rekind' in names ? names.rekind : []) {
    for (const one of [...stored.names.values()].filter((name) => name.conceptId === conceptId)) {
      stored.names.delete(place(one));
      stored.names.set(place({ ...one, kind }), { ...one, kind });
    }
  }
  for (const id of concepts.remove) {
    stored.concepts.delete(id);
    for (const one of stored.names.values()) if (one.conceptId === id) stored.names.delete(place(one));
  }
  for (const row of [...concepts.update, ...concepts.insert]) stored.concepts.set(row.id, row);
  for (const one of names.put) {
    expect(stored.names.get(place(one))?.conceptId ?? one.conceptId).toBe(one.conceptId);
    stored.names.set(place(one), one);
  }
}

const byJson = <T>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Rows without their ids. */
const rowsOf = ({ concepts, mentions, names }: Stored) => ({
  concepts: byJson(
    [...concepts.values()].map(({ id: _, strength, ...row }) => ({
      strength: Math.fround(strength),
      ...row,
    })),
  ),
  names: byJson(
    [...names.values()].map(({ conceptId, ...row }) => ({ ...row, of: concepts.get(conceptId)?.name })),
  ),
  mentions: byJson(mentions.map(({ conceptId, ...row }) => ({ ...row, of: concepts.get(conceptId)?.name }))),
});
const afterAll = (...batches: readonly (readonly SaidEpisode[])[]) => {
  const stored = empty();
  for (const batch of batches) store(stored, batch);
  return rowsOf(stored);
};
/** Each concept with its kind and how often it was mentioned. */
const told = (...all: readonly SaidEpisode[]) =>
  byJson(afterAll(all).concepts.map(({ kind, mentions, name }) => [name, kind, mentions]));

// Names that mean one thing however they come: of one kind, each with at most one other name, which is nobody else's.
const spellings = [
  ['quilt', 'the Quilts', 'QUILT', 'patchwork'],
  ['Acme', 'ACME', 'the acme', 'Acme Inc'],
] as const;
const episodes = fc
  .array(
    fc.record({
      which: fc.constantFrom(0, 1),
      name: fc.nat(2),
      alias: fc.boolean(),
      confidence: fc.constantFrom(0.4, 0.8, 1),
      trust: anyTrust,
      nameTrust: anyTrust,
      definition: fc.option(fc.constantFrom('a thing', 'another thing', 'no thing'), { nil: undefined }),
      source: fc.constantFrom('chat', 'chat', 'mail'),
      on: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 9 },
  )
  .map((parts) =>
    parts.map(({ alias, name, on, source, which, ...part }, n): SaidEpisode => {
      const words = spellings[which] as (typeof spellings)[number];
      const said = words[name] as string;
      // All that is called so has the first name from the start, so that its other name always means it.
      const mention = { exchangeId: `ex_${n}`, trust: part.trust, at: day(on) };
      const concept = called({
        ...part,
        name: said,
        on,
        kind: which === 0 ? 'thing' : 'organisation',
        aliases: alias ? [words[3]] : [],
        mentions: [
          { ...mention, name: said },
          ...(alias ? [{ ...mention, exchangeId: null, name: words[3] }] : []),
        ],
      } as Called);
      return { ...episode(n, concept), source };
    }),
  );

describe('concepts', () => {
  it('are the same whatever the order and the batches in which episodes are worked (law 4)', () => {
    fc.assert(
      fc.property(
        episodes.chain((all) => fc.tuple(fc.constant(all), inBatches(all))),
        ([all, batches]) => {
          expect(afterAll(...batches)).toEqual(afterAll(all));
        },
      ),
    );
  });

  it('are not changed by an episode that comes twice (law 4)', () => {
    fc.assert(
      fc.property(episodes, (all) => {
        const stored = empty();
        store(stored, all);
        const again = store(stored, all);
        expect(again).toMatchObject({
          concepts: { insert: [], update: [], remove: [] },
          names: { put: [], rekind: [] },
          mentions: [],
          codes: [],
        });
      }),
    );
  });

  it('law 10: have the trust of who gave name and definition, and who is believed less changes neither', () => {
    fc.assert(
      fc.property(episodes, (all) => {
        const owner = called({ name: 'quilt', on: 5, trust: 'owner', definition: 'of the owner' });
        const others = all.filter(({ concepts }) =>
          concepts.every(({ definition, mentions, nameTrust }) =>
            [nameTrust, definition?.trust, ...mentions.map(({ trust }) => trust)].every(
              (trust) => trust !== 'owner',
            ),
          ),
        );
        const shown = afterAll([episode(99, owner)], others).concepts.find(({ name }) => name === 'quilt');
        expect(shown).toMatchObject({ definition: 'of the owner', nameTrust: 'owner', trust: 'owner' });
      }),
    );
  });

  it('strength follows from the mentions and the highest confidence', () => {
    const [row] = afterAll(
      [1, 2, 3].map((n) => episode(n, called({ name: 'quilt', on: n, confidence: 0.5 }))),
    ).concepts;
    expect(row).toMatchObject({ mentions: 3, firstSeenAt: day(1), lastSeenAt: day(3) });
    expect(row?.strength).toBeCloseTo(1 - (1 - 0.4 * 0.5) * 3 ** -0.4, 6);
  });

  it('a definition is that of the most believed, of equals the last', () => {
    const says = (n: number, trust: Trust, definition: string) =>
      episode(n, called({ name: 'quilt', on: n, trust, definition }));
    const of = (...all: SaidEpisode[]) => afterAll(all).concepts[0]?.definition;
    expect(of(says(1, 'user', 'old'), says(2, 'unverified', 'new'))).toBe('new');
    expect(of(says(1, 'user', 'old'), says(2, 'agent', 'new'))).toBe('old');
    expect(of(says(1, 'owner', 'old'), says(2, 'user', 'new'))).toBe('old');
  });
});

describe('whom a name means', () => {
  const kinds = (...all: readonly ConceptKind[]) =>
    told(...all.map((kind, n) => episode(n, called({ name: 'Mercury', kind, on: n + 1 }))));

  it('what was only a thing becomes what it is said to be, and two kinds are two', () => {
    expect(kinds('thing', 'organisation', 'thing', 'place')).toEqual([
      ['Mercury', 'organisation', 3],
      ['Mercury', 'place', 1],
    ]);
    expect(kinds('place', 'organisation', 'thing')).toHaveLength(3);
  });

  it('the first of the other names that fits', () => {
    const all = [
      episode(1, called({ name: 'Acme', on: 1 })),
      episode(2, called({ name: 'The Company', aliases: ['Nobody', 'acme'], on: 2 })),
      episode(3, called({ name: 'the company', on: 3 })),
    ];
    expect(told(...all)).toEqual([['Acme', 'thing', 3]]);
  });

  it('an end that must be known means the strongest of its name, or nothing', () => {
    const end = called({ name: 'Mercury', kind: null, on: 9, confidence: 0.5 });
    expect(told(episode(1, end))).toEqual([]);
    const two = [
      episode(1, called({ name: 'Mercury', kind: 'place', on: 1 })),
      episode(2, called({ name: 'Mercury', kind: 'person', on: 2, confidence: 1 })),
    ];
    expect(told(...two, episode(3, end))).toEqual([
      ['Mercury', 'person', 2],
      ['Mercury', 'place', 1],
    ]);
  });

  it('a name without words means nothing', () =>
    expect(told(episode(1, called({ name: '…', on: 1 })))).toEqual([]));

  const near = (first: Called, second: Called, distance: number, batch = false) => {
    const stored = empty();
    const one = episode(1, called({ code: code(0, 0), ...first }));
    const two = called({
      code: code(distance > 8 ? 255 : 2 ** distance - 1, distance > 8 ? 2 ** (distance - 8) - 1 : 0),
      ...second,
    });
    if (batch) store(stored, [one, episode(2, two)]);
    else {
      store(stored, [one]);
      store(stored, [episode(2, { ...two, near: [{ conceptId: 'con_1', distance }] })]);
    }
    return stored.concepts.size;
  };
  // Of 80 bits a cosine of 0.9 allows 11 that differ, one of 0.65 21.
  it.each([false, true])('what sounds near enough is one, in one batch or in two (%s)', (batch) => {
    expect(near({ name: 'sourdough', on: 1 }, { name: 'levain bread', on: 2 }, 11, batch)).toBe(1);
    expect(near({ name: 'sourdough', on: 1 }, { name: 'levain bread', on: 2 }, 12, batch)).toBe(2);
    expect(near({ name: 'postgres', on: 1 }, { name: 'postgresql', on: 2 }, 16, batch)).toBe(1);
    expect(near({ name: 'room 1', on: 1 }, { name: 'room 2', on: 2 }, 0, batch)).toBe(2);
    expect(near({ name: 'sourdough', on: 1 }, { name: 'levain bread', kind: 'place', on: 2 }, 0, batch)).toBe(
      2,
    );
  });

  it('of people, places and organisations only where all names are nested', () => {
    const person = (name: string, on: number) => ({ name, kind: 'person' as const, on });
    expect(near(person('Ana', 1), person('Ana Lopez', 2), 16)).toBe(1);
    expect(near(person('Ana Ruiz', 1), person('Ana Lopez', 2), 3)).toBe(2);
    expect(near(person('Ana Ruiz', 1), { ...person('Ana Lopez', 2), aliases: ['Ana Ruiz'] }, 30)).toBe(1);
  });

  it('a code of another model says nothing, and takes the place of the old one', () => {
    const stored = empty();
    store(stored, [episode(1, called({ name: 'sourdough', on: 1, code: code(0, 0) }))]);
    const other = { ...code(0, 0), modelId: 'other' };
    store(stored, [episode(2, called({ name: 'levain bread', on: 2, code: other }))]);
    expect(stored.concepts.size).toBe(2);
    const settled = store(stored, [episode(3, called({ name: 'sourdough', on: 3, code: other }))]);
    expect(settled.codes).toEqual([{ conceptId: 'con_1', ...other }]);
    expect(store(stored, [episode(4, called({ name: 'sourdough', on: 4, code: other }))]).codes).toEqual([]);
  });
});

describe('what an episode states', () => {
  const relation = {
    confidence: 0.9,
    denies: false,
    functional: false,
    symmetric: false,
    type: 'uses' as const,
  };
  const statements = [{ exchangeId: null, trust: 'user' as const, at: day(1) }];
  const stating = (
    ...relations: readonly { readonly from: number; readonly to: number; readonly symmetric?: boolean }[]
  ) =>
    store(empty(), [
      {
        ...episode(
          1,
          called({ name: 'Ana', on: 1 }),
          called({ name: 'ana', on: 2 }),
          called({ name: 'yarn', on: 1 }),
        ),
        relations: relations.map((ends) => ({ ...relation, statements, ...ends })),
      },
    ]);

  it('goes to the concepts that are meant, with the source of the episode', () => {
    const { outcomes, statements: said } = stating({ from: 1, to: 2 });
    expect(said).toMatchObject([
      { fromId: 'con_1', toId: 'con_2', type: 'uses', episodeId: 'ep_1', source: 'chat' },
    ]);
    expect(outcomes).toEqual([{ concepts: 2, created: 2, relations: 1, unknown: 0 }]);
  });

  it('leads nowhere where its ends are one, or where one is not known', () => {
    expect(stating({ from: 0, to: 1 }, { from: 0, to: 9 })).toMatchObject({
      statements: [],
      outcomes: [{ relations: 0, unknown: 2 }],
    });
  });

  it('is the same from either end where it is symmetric', () => {
    const ends = (from: number, to: number) =>
      stating({ from, to, symmetric: true }).statements.map(({ fromId, toId }) => [fromId, toId]);
    expect(ends(0, 2)).toEqual(ends(2, 0));
  });
});

describe('what is left of concepts', () => {
  /** What a store loads of the concepts that lose the mentions of some episodes, once these are gone. */
  function withdraw(stored: Stored, gone: ReadonlySet<string>): void {
    const touched = new Set(
      stored.mentions.filter(({ episodeId }) => gone.has(episodeId)).map(({ conceptId }) => conceptId),
    );
    stored.mentions = stored.mentions.filter(({ episodeId }) => !gone.has(episodeId));
    const left = [...touched].map((id): ConceptLeft => {
      const all = stored.mentions.filter(({ conceptId }) => conceptId === id);
      return {
        concept: stored.concepts.get(id) as Concept,
        names: [...stored.names.values()].filter(({ conceptId }) => conceptId === id),
        heard: [...new Set(all.map(({ key }) => key))].map((key) => {
          const own = all
            .filter((one) => one.key === key)
            .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
          const trusts = own.map(({ trust }) => trust);
          return {
            key,
            mentions: own.length,
            firstAt: own[0]?.seenAt as Date,
            lastAt: own.at(-1)?.seenAt as Date,
            most: trusts.reduce(higherLabel),
            mostFirstAt: own.find(({ trust }) => trust === trusts.reduce(higherLabel))?.seenAt as Date,
            least: trusts.includes('external') ? 'external' : (trusts[0] as Trust),
          };
        }),
      };
    });
    apply(stored, unlearnConcepts(left, gone));
  }

  it('is what there would be if the others had never been said, but for the confidence', () => {
    const sure = episodes.map((all) =>
      all.map((one) => ({
        ...one,
        // A name that stands in every mention, by who mentions it, and a definition that only the last gives.
        source: 'chat',
        concepts: one.concepts.map((concept) => {
          const name = concept.kind === 'thing' ? 'quilt' : 'Acme';
          return {
            ...concept,
            name,
            aliases: [],
            confidence: 0.8,
            definition: null,
            nameTrust: concept.mentions[0]?.trust as Trust,
            mentions: concept.mentions.slice(0, 1).map((mention) => ({ ...mention, name })),
          };
        }),
      })),
    );
    fc.assert(
      fc.property(sure, fc.func(fc.boolean()), (all, isLeft) => {
        const stored = empty();
        store(stored, all);
        const gone = new Set(all.map(({ episodeId }) => episodeId).filter((id) => !isLeft(id)));
        withdraw(stored, gone);
        expect(rowsOf(stored)).toEqual(afterAll(all.filter(({ episodeId }) => !gone.has(episodeId))));
      }),
    );
  });

  it('is nothing where nobody else speaks of it, and its definition goes with the episode that gave it', () => {
    const stored = empty();
    store(stored, [
      episode(1, called({ name: 'quilt', on: 1 }), called({ name: 'yarn', on: 1 })),
      episode(2, called({ name: 'quilt', on: 2, trust: 'external', definition: 'obey it' })),
    ]);
    expect([...stored.concepts.values()][0]).toMatchObject({ definition: 'obey it', trust: 'external' });
    withdraw(stored, new Set(['ep_2']));
    expect([...stored.concepts.values()][0]).toMatchObject({
      definition: '',
      trust: 'user',
      mentions: 1,
      definedBy: null,
    });
    withdraw(stored, new Set(['ep_1']));
    expect(rowsOf(stored)).toEqual({ concepts: [], names: [], mentions: [] });
  });

  it('law 10: a name is shown by who still gives it, and trusted as far as those', () => {
    const stored = empty();
    const order = 'OBEY it';
    const mail = { exchangeId: 'ex_m' as ExchangeId, trust: 'external' as const, at: day(1) };
    store(stored, [
      episode(
        1,
        called({
          name: order,
          aliases: ['Amaranth'],
          on: 1,
          trust: 'external',
          mentions: [{ ...mail, name: order }],
        }),
      ),
      episode(2, called({ name: 'Amaranth', aliases: [order], on: 2 })),
    ]);
    expect(rowsOf(stored).concepts).toMatchObject([{ name: 'Amaranth', trust: 'user' }]);
    withdraw(stored, new Set(['ep_2']));
    expect(rowsOf(stored).concepts).toMatchObject([
      { name: order, nameTrust: 'external', trust: 'external' },
    ]);
    expect(rowsOf(stored).names.map(({ key, trust }) => [key, trust])).toEqual([['obey it', 'external']]);
  });
});
