import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeIndex } from '../code-index.ts';
import { EndedIndex, type MadeFrom } from '../ended/ended-index.ts';
import { graphEvidence } from '../graph/graph-evidence.ts';
import { GraphIndex, type GraphRows } from '../graph/graph-index.ts';
import { findByWords } from '../words/find-by-words.ts';
import { type IndexedItem, WordIndex, wordKinds } from '../words/word-index.ts';
import { decodeMemoryImage as decoding, encodeMemoryImage, type MemoryIndexes } from './memory-image.ts';

const dimensions = 64;
const stems = ['boat', 'caffè', 'lake', 'rope', '海', 'tea'] as const;
const names = ['ana', 'fishing boat', 'são paulo', 'tea'] as const;
const id = (kind: string) => fc.nat(29).map((n) => `${kind}_${n}`);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });

const item: fc.Arbitrary<IndexedItem> = fc
  .record({
    kind: fc.constantFrom(...wordKinds),
    n: fc.nat(99),
    thread: fc.nat(2),
    at: fc.double({ min: 0, max: 99, noNaN: true }),
    until: orNull(fc.nat(99)),
    speaker: orNull(fc.constantFrom('ana', 'josé')),
    words: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...stems), fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(255))),
      { selector: ([stem]) => stem, maxLength: 6 },
    ),
    sample: fc.constantFrom('', 'Where is it?', 'It is here.'),
  })
  .map(({ n, thread, ...rest }) => ({
    ...rest,
    id: `${rest.kind}_${n}`,
    threadId: `thr_${thread}`,
    seq: n,
    turnId: `turn_${n}`,
  }));

const graph: fc.Arbitrary<GraphRows> = fc.record({
  concepts: fc.array(
    fc.record({ id: id('concept'), names: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }) }),
    { maxLength: 20 },
  ),
  mentions: fc.array(
    fc.record({
      conceptId: id('concept'),
      episodeId: id('episode'),
      exchangeId: orNull(id('exchange')),
      at: fc.nat(5),
    }),
    { maxLength: 60 },
  ),
  relations: fc.array(
    fc.record({
      id: id('relation'),
      fromId: id('concept'),
      toId: id('concept'),
      strength: fc.double({ min: 0, max: 1, noNaN: true }),
      from: fc.nat(5),
      until: orNull(fc.nat(9)),
      exchanges: fc.uniqueArray(id('exchange'), { maxLength: 3 }),
      between: fc.uniqueArray(id('relation'), { maxLength: 3 }),
    }),
    { maxLength: 20 },
  ),
});
const made: fc.Arbitrary<MadeFrom> = fc.record({
  id: fc.oneof(id('fact'), id('episode'), id('concept')),
  exchanges: fc.uniqueArray(id('exchange'), { maxLength: 3 }),
  episodeId: orNull(id('episode')),
  since: orNull(fc.nat(9)),
});
const ended = fc.record({
  exchanges: fc.uniqueArray(id('exchange'), { maxLength: 2 }),
  turnId: orNull(fc.nat(29).map((n) => `turn_${n}`)),
});
const code = fc.record({
  id: fc.oneof(id('exchange'), id('episode')),
  kind: fc.constantFrom('exchange', 'episode'),
  code: fc.uint8Array({ minLength: dimensions / 8, maxLength: dimensions / 8 }),
});

function decodeMemoryImage(image: Uint8Array, of: number): MemoryIndexes | undefined {
  const steps = decoding(image, of);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What a process reads, in parts, and what is forgotten after each. */
const reads = fc.array(
  fc.record({
    items: fc.array(item, { maxLength: 120 }),
    graph,
    made: fc.array(made, { maxLength: 30 }),
    ended: fc.array(ended, { maxLength: 4 }),
    codes: fc.array(code, { maxLength: 30 }),
    thoughts: fc.array(code, { maxLength: 9 }),
    gone: fc.array(fc.oneof(...[...wordKinds, 'relation'].map((kind) => id(kind))), { maxLength: 20 }),
  }),
  { minLength: 1, maxLength: 3 },
);
type Read = typeof reads extends fc.Arbitrary<(infer T)[]> ? T : never;

function empty(): MemoryIndexes {
  return {
    words: new WordIndex(),
    graph: new GraphIndex(),
    ended: new EndedIndex(),
    codes: new CodeIndex(dimensions),
    thoughts: new CodeIndex(dimensions),
  };
}

function read(memory: MemoryIndexes, rows: Read): MemoryIndexes {
  memory.words.add(rows.items);
  memory.words.remove(rows.gone);
  memory.graph.add(rows.graph);
  memory.graph.remove(rows.gone);
  memory.ended.add(rows.made, rows.ended);
  memory.ended.remove(rows.gone);
  for (const one of rows.codes) memory.codes.add(one);
  for (const one of rows.thoughts) memory.thoughts.add(one);
  for (const one of rows.gone) memory.codes.delete(one);
  return memory;
}

/** What all kinds of questions find, in order. */
function found({ codes, ended: endedIndex, graph: concepts, thoughts, words }: MemoryIndexes) {
  const byWords = [['boat'], ['caffè', 'tea'], ['海', 'lake', 'rope']].map((asked) => {
    const near = codes.nearest(new Uint8Array(dimensions / 8).fill(asked.length), 5).map((one) => one.id);
    const { matches, sessions } = findByWords(words, {
      stems: asked,
      nameStems: new Set(),
      speaker: 'josé',
      near,
      pool: 9,
      now: 50,
    });
    return { matches, sessions };
  });
  const asked = new Uint8Array(dimensions / 8).fill(0b1010);
  const items = Array.from({ length: 30 }, (_, n) =>
    [...wordKinds].map((kind) => ({ kind, id: `${kind}_${n}` })),
  ).flat();
  return {
    byWords,
    speakers: ['ana', 'josé'].map((name) => words.speakers.has(name)),
    sizes: [words.size, words.exchanges, words.meanLength, concepts.size, codes.size, thoughts.size],
    byConcepts: names.map((text) => graphEvidence(concepts, { text, at: 3, documents: 20, limit: 50 })),
    rests: endedIndex.rests(items, (exchange) => words.row(exchange)?.turnId),
    since: items.map((one) => endedIndex.since(one.id)),
    hasEnded: endedIndex.hasEnded,
    near: [
      codes.nearest(asked, 9),
      thoughts.nearest(asked, 9),
      codes.nearest(asked, 9, new Set(['episode'])),
    ],
  };
}

describe('the image of a memory', () => {
  it('is a memory in which every question finds the same, at once and after more was read and forgotten', () => {
    fc.assert(
      fc.property(reads, ([first, ...later]) => {
        const memory = read(empty(), first as Read);
        const image = decodeMemoryImage(encodeMemoryImage(memory, dimensions), dimensions);
        expect(image).toBeDefined();
        expect(found(image as MemoryIndexes)).toEqual(found(memory));
        for (const rows of later) {
          read(memory, rows);
          read(image as MemoryIndexes, rows);
        }
        expect(found(image as MemoryIndexes)).toEqual(found(memory));
      }),
      { numRuns: 200 },
    );
  });

  it('counts the bytes that it takes as those of the memory that it was made of, as far as that has no room to spare', () => {
    fc.assert(
      fc.property(reads, ([first]) => {
        const memory = read(empty(), first as Read);
        const image = decodeMemoryImage(encodeMemoryImage(memory, dimensions), dimensions) as MemoryIndexes;
        expect(image.words.bytes).toBeLessThanOrEqual(memory.words.bytes);
        expect(image.graph.bytes).toBe(memory.graph.bytes);
        expect(image.ended.bytes).toBe(memory.ended.bytes);
      }),
      { numRuns: 50 },
    );
  });

  it('is not read where a byte of it changed or its end is missing', () => {
    fc.assert(
      fc.property(reads, fc.nat(), fc.integer({ min: 1, max: 255 }), ([first], at, by) => {
        const image = encodeMemoryImage(read(empty(), first as Read), dimensions);
        const damaged = image.slice();
        damaged[at % image.length] = (damaged[at % image.length] as number) ^ by;
        expect(decodeMemoryImage(damaged, dimensions)).toBeUndefined();
        expect(decodeMemoryImage(image.subarray(0, at % image.length), dimensions)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('is not read for codes of other dimensions, nor by another version', () => {
    const image = encodeMemoryImage(empty(), dimensions);
    expect(decodeMemoryImage(image, dimensions)).toBeDefined();
    expect(decodeMemoryImage(image, 96)).toBeUndefined();
    // Its first number is the version; the sum is about the rest.
    const later = image.slice();
    later[0] = (later[0] as number) + 1;
    expect(decodeMemoryImage(later, dimensions)).toBeUndefined();
  });

  it('holds every word in plain letters, for a search byte by byte', () => {
    const memory = empty();
    const said = {
      threadId: 'thr',
      seq: 0,
      at: 0,
      until: null,
      turnId: '',
      speaker: 'zorblatta',
      sample: '',
    };
    memory.words.add([{ ...said, kind: 'exchange', id: 'ex', words: [['harbour', 1]] }]);
    memory.graph.add({
      concepts: [{ id: 'con', names: ['quillomar', 'são paulo'] }],
      mentions: [],
      relations: [],
    });
    const text = new TextDecoder().decode(encodeMemoryImage(memory, dimensions));
    for (const word of ['zorblatta', 'harbour', 'quillomar', 'são paulo']) expect(text).toContain(word);
  });
});
