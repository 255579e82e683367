import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionedStrength } from '../../concepts/strength.ts';
import { graphEvidence, type LedTo } from './graph-evidence.ts';
import { type GraphConcept, GraphIndex, type GraphRows } from './graph-index.ts';
import type { GraphMention } from './mentions.ts';
import type { GraphRelation } from './stated-relations.ts';

const called = ['ana', 'boat', 'fishing boat', 'old fishing boat', 'rui', 'tea'] as const;
const questions = [
  'Where is the old fishing boat of Ana?',
  'Does Rui drink tea?',
  'the boats',
  'Ana’s teas and fishing boats',
  'Nobody knows.',
] as const;

const corpus = fc.record({
  /** Of each concept the names that it goes by. */
  concepts: fc.array(fc.uniqueArray(fc.nat(called.length - 1), { maxLength: 2 }), {
    minLength: 3,
    maxLength: 7,
  }),
  mentions: fc.array(
    fc.record({ concept: fc.nat(6), episode: fc.nat(5), exchange: fc.option(fc.nat(9), { freq: 5 }) }),
    { maxLength: 60 },
  ),
  relations: fc.array(
    fc.record({
      from: fc.nat(6),
      to: fc.nat(6),
      strength: fc.integer({ min: 6, max: 16 }).map((n) => n / 16),
      since: fc.nat(5),
      days: fc.option(fc.nat(4), { freq: 2 }),
      exchanges: fc.uniqueArray(fc.nat(9), { maxLength: 4 }),
    }),
    { maxLength: 12 },
  ),
});
type Corpus = typeof corpus extends fc.Arbitrary<infer T> ? T : never;

/** When an exchange was said: two in a row at once. An episode without exchanges ended behind them. */
const saidAt = (exchange: number | null): number => (exchange === null ? 7 : Math.floor(exchange / 2));

function rowsOf({ concepts, mentions, relations }: Corpus): GraphRows {
  const id = (concept: number): string => `con_${concept % concepts.length}`;
  const said = new Map<string, GraphMention>();
  for (const { concept, episode, exchange } of mentions) {
    const one = {
      conceptId: id(concept),
      episodeId: `ep_${episode}`,
      exchangeId: exchange === null ? null : `ex_${exchange}`,
      at: saidAt(exchange),
    };
    said.set(JSON.stringify([one.conceptId, one.episodeId, one.exchangeId]), one);
  }
  const stated = relations
    .map(({ days, exchanges, from, since, strength, to }, n) => ({
      id: `rel_${String(n).padStart(2, '0')}`,
      fromId: id(from),
      toId: id(to),
      strength,
      from: since,
      until: days === null ? null : since + days,
      exchanges: exchanges.toSorted((a, b) => b - a).map((exchange) => `ex_${exchange}`),
      between: [],
    }))
    .filter(({ fromId, toId }) => fromId !== toId);
  return {
    concepts: concepts.map((names, n) => ({ id: id(n), names: names.map((at) => called[at] as string) })),
    mentions: [...said.values()],
    relations: stated.map((one) => ({
      ...one,
      between: stated
        .filter(({ fromId, toId }) => fromId === one.fromId && toId === one.toId)
        .map((r) => r.id),
    })),
  };
}

interface Asked {
  readonly text: string;
  readonly at: number;
  readonly documents: number;
  readonly limit: number;
}

/** What docs/adr/0028-concepts.md says of a question's concepts, with every row looked at every time and nothing kept. */
function slowly(rows: GraphRows, { at, documents, limit, text }: Asked): LedTo[] {
  const seeds = slowlyNamed(rows.concepts, text);
  const ways = seeds.flatMap((seed) => bestWays(rows, seed, at));
  const active = [...new Set(ways.map(({ node }) => node))]
    .map((node) => {
      const to = ways.filter((way) => way.node === node);
      const energy = Math.min(
        1,
        to
          .map((way) => way.energy)
          .toSorted((a, b) => a - b)
          .reduce((a, b) => a + b, 0),
      );
      return { node, energy, way: to.find((way) => to.every((other) => other.energy <= way.energy)) as Way };
    })
    .toSorted((a, b) => b.energy - a.energy || (a.node < b.node ? -1 : 1))
    .slice(0, 16);
  const seen: { id: string; share: number }[] = [];
  for (const { energy, node, way } of active) {
    const heard = latest(rows.mentions.filter(({ conceptId }) => conceptId === node));
    const n = Math.max(10, documents);
    const share = energy * Math.min(1, Math.log(1 + n / Math.max(1, heard.length)) / Math.log(1 + n));
    const last = heard.slice(0, 20);
    for (const { exchangeId } of last) if (exchangeId !== null) seen.push({ id: exchangeId, share });
    for (const id of new Set(last.map(({ episodeId }) => episodeId))) seen.push({ id, share });
    for (const edge of way.edges) for (const id of edge.exchanges) seen.push({ id, share: energy });
    seen.push({ id: node, share: energy });
  }
  return [...new Set(seen.map(({ id }) => id))]
    .map((id) => ({
      id,
      graph:
        1 -
        seen
          .filter((one) => one.id === id)
          .reduce((left, { share }) => left * (1 - Math.min(0.999, share)), 1),
    }))
    .toSorted((a, b) => b.graph - a.graph || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

function latest(mentions: readonly GraphMention[]): GraphMention[] {
  const key = ({ episodeId, exchangeId }: GraphMention) => `${exchangeId ?? ''} ${episodeId}`;
  return mentions.toSorted((a, b) => b.at - a.at || (key(a) < key(b) ? 1 : -1));
}

/** The names in a question, of those inside of each other the longest: its words are written out by hand. */
function slowlyNamed(concepts: readonly GraphConcept[], text: string): string[] {
  const words = text.toLowerCase().replace('’s', '').replace(/[?.]/gu, '').split(' ');
  const plain = words.map((word) => word.replace(/^(boat|tea)s$/u, '$1'));
  const spans = words.flatMap((_, from) =>
    words.slice(from).map((__, more) => ({
      from,
      to: from + more,
      name: [...words.slice(from, from + more), plain[from + more]].join(' '),
    })),
  );
  const known = spans.filter(({ name }) => concepts.some(({ names }) => names.includes(name)));
  const longest = known.filter(
    (one) => !known.some((other) => other !== one && other.from <= one.from && other.to >= one.to),
  );
  return concepts
    .filter(({ names }) => longest.some(({ name }) => names.includes(name)))
    .map(({ id }) => id)
    .toSorted();
}

interface Link {
  readonly id: string;
  readonly node: string;
  readonly strength: number;
  readonly exchanges: readonly string[];
}
interface Way {
  readonly node: string;
  readonly energy: number;
  readonly edges: readonly Link[];
}

/** The strongest way from a seed to each concept, of one and of two steps; of equal ones the shorter, then the one that sorts first. */
function bestWays(rows: GraphRows, seed: string, at: number): Way[] {
  const one = [...statedOf(rows, seed, at), ...togetherOf(rows, seed, at)].map((edge) => ({
    node: edge.node,
    energy: edge.strength * 0.7,
    edges: [edge],
  }));
  const near = one.filter(({ energy, node }) => energy >= 0.3 && node !== seed);
  const two = near.flatMap((way) =>
    statedOf(rows, way.node, at).map((edge) => ({
      node: edge.node,
      energy: way.energy * edge.strength * 0.7,
      edges: [...way.edges, edge],
    })),
  );
  const ways = [...near, ...two].filter(({ energy, node }) => energy >= 0.3 && node !== seed);
  const key = ({ edges }: Way) => edges.map(({ id }) => id).join(' ');
  const order = (a: Way, b: Way) =>
    b.energy - a.energy || a.edges.length - b.edges.length || (key(a) < key(b) ? -1 : 1);
  return [...new Set(ways.map(({ node }) => node))].map(
    (node) => ways.filter((way) => way.node === node).toSorted(order)[0] as Way,
  );
}

function statedOf({ relations }: GraphRows, concept: string, at: number): Link[] {
  return relations
    .filter(({ fromId, toId }) => fromId === concept || toId === concept)
    .filter(({ from, until }) => from <= at && (until === null || until > at))
    .map(({ exchanges, fromId, id, strength, toId }) => ({
      id,
      node: fromId === concept ? toId : fromId,
      strength,
      exchanges,
    }));
}

function togetherOf({ concepts, mentions, relations }: GraphRows, near: string, at: number): Link[] {
  const heard = latest(
    mentions.filter((one) => one.conceptId === near && one.exchangeId !== null && one.at <= at),
  );
  return concepts
    .filter(({ id }) => id !== near)
    .map(({ id: node }) => {
      const both = heard.flatMap(({ exchangeId }) =>
        mentions.filter((one) => one.conceptId === node && one.exchangeId === exchangeId),
      );
      const exchanges = both.map(({ exchangeId }) => exchangeId as string);
      return {
        id: `${near}+${node}`,
        node,
        strength: both.length && mentionedStrength(0.5, both.length),
        exchanges,
      };
    })
    .filter(({ strength }) => strength >= 0.6)
    .filter(
      ({ node }) =>
        !relations.some(
          ({ from, fromId, toId }) =>
            from <= at && [`${fromId} ${toId}`, `${toId} ${fromId}`].includes(`${near} ${node}`),
        ),
    )
    .map((link) => ({ ...link, exchanges: link.exchanges.slice(0, 10) }));
}

function expectSame(found: readonly LedTo[], expected: readonly LedTo[]): void {
  const shares = new Map(found.map(({ graph, id }) => [id, graph]));
  expect([...shares.keys()].toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  for (const { graph, id } of expected) expect(shares.get(id)).toBeCloseTo(graph, 9);
}

const asked = fc.record({
  text: fc.constantFrom(...questions),
  at: fc.nat(8),
  documents: fc.nat(40),
  limit: fc.constant(500),
});

describe('what concepts lead to', () => {
  it('is what a slow and obvious reading of all rows leads to, as of any time', () => {
    let led = 0;
    fc.assert(
      fc.property(corpus, asked, (made, question) => {
        const rows = rowsOf(made);
        const graph = new GraphIndex();
        graph.add(rows);
        const found = graphEvidence(graph, question);
        expectSame(found, slowly(rows, question));
        led += found.length;
      }),
      { numRuns: 500 },
    );
    // A graph that leads nowhere would prove nothing.
    expect(led).toBeGreaterThan(500);
  });

  it('is the same however the graph was read: in any order, again, and with what was forgotten since', () => {
    fc.assert(
      fc.property(
        corpus,
        asked,
        fc.array(fc.tuple(fc.nat(59), fc.nat(11), fc.nat(6)), { maxLength: 30 }),
        fc.record({
          concepts: fc.uniqueArray(fc.nat(6), { maxLength: 2 }),
          episodes: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
        }),
        (made, question, order, gone) => {
          const rows = rowsOf(made);
          const ids = new Set([
            ...gone.concepts.map((n) => `con_${n}`),
            ...gone.episodes.map((n) => `ep_${n}`),
          ]);
          // A relation of a forgotten concept leaves a tombstone of its own.
          const lost = ({ fromId, toId }: GraphRelation) => ids.has(fromId) || ids.has(toId);
          const left: GraphRows = {
            concepts: rows.concepts.filter(({ id }) => !ids.has(id)),
            mentions: rows.mentions.filter(
              ({ conceptId, episodeId }) => !ids.has(conceptId) && !ids.has(episodeId),
            ),
            relations: rows.relations.filter((one) => !lost(one)),
          };
          const plain = new GraphIndex();
          plain.add(left);
          const shuffled = new GraphIndex();
          for (const [mention, relation, concept] of order)
            shuffled.add({
              concepts: rows.concepts.slice(concept, concept + 1).map((one) => ({ ...one, names: ['tea'] })),
              mentions: rows.mentions.slice(mention, mention + 1),
              relations: rows.relations
                .slice(relation, relation + 1)
                .map((one) => ({ ...one, strength: 0.99 })),
            });
          shuffled.add(rows);
          shuffled.remove([...ids, ...rows.relations.filter(lost).map(({ id }) => id)]);
          expect(graphEvidence(shuffled, question)).toEqual(graphEvidence(plain, question));
          expect(shuffled.size).toBe(plain.size);
        },
      ),
    );
  });

  it('follows a relation no more that was merged into another one of the two', () => {
    const graph = new GraphIndex();
    const relation = { fromId: 'ana', toId: 'boat', strength: 1, until: null, exchanges: [] };
    const concepts = ['ana', 'boat'].map((id) => ({ id, names: [id] }));
    graph.add({
      concepts,
      mentions: [],
      relations: [
        { ...relation, id: 'first', from: 1, until: 2, between: ['first', 'second'] },
        { ...relation, id: 'second', from: 3, between: ['first', 'second'] },
      ],
    });
    const led = (at: number) => graphEvidence(graph, { text: 'Ana', at, documents: 0, limit: 5 });
    expect([led(1), led(2), led(3)].map((found) => found.length)).toEqual([1, 0, 1]);
    graph.add({
      concepts: [],
      mentions: [],
      relations: [{ ...relation, id: 'second', from: 4, between: ['second'] }],
    });
    expect([led(1), led(3), led(4)].map((found) => found.length)).toEqual([0, 0, 1]);
  });

  it('counts the 64 latest exchanges of a concept, and brings the 20 latest of what it leads to', () => {
    const graph = new GraphIndex();
    const mention = (conceptId: string, n: number) => ({
      conceptId,
      episodeId: `ep_${n}`,
      exchangeId: `ex_${n}`,
      at: n,
    });
    graph.add({
      concepts: [
        { id: 'ana', names: ['ana'] },
        { id: 'early', names: [] },
        { id: 'late', names: [] },
      ],
      mentions: Array.from({ length: 80 }, (_, n) => [
        mention('ana', n),
        mention(n < 16 ? 'early' : 'late', n),
      ]).flat(),
      relations: [],
    });
    const found = graphEvidence(graph, { text: 'Ana', at: 99, documents: 80, limit: 500 }).map(
      ({ id }) => id,
    );
    expect(found).not.toContain('early');
    expect(found).toHaveLength(1 + 2 * 20);
    expect(found).toEqual(expect.arrayContaining(['late', 'ex_79', 'ex_60', 'ep_60']));
  });
});
