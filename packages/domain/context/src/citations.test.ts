import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { citedItems, createMarkerStripper, extractCitations, withFullIds } from './citations.ts';

const ex = (n: number) => `ex_${n.toString(16).padStart(32, '0')}`;
const fact = `fact_${'a'.repeat(32)}`;
const items = [
  { id: ex(1), exchangeId: ex(1), text: 'My sister Ana lives in Porto. Remember that.' },
  { id: fact, exchangeId: ex(2), text: 'Ana works at the hospital' },
];

/** Short names as a prompt gave them. */
const refs = { m3: ex(1), h1: fact };

describe('citations', () => {
  test('a short name cites what it stood for in the prompt, alone or with others', () => {
    const { citations, text } = extractCitations('Porto [m3], at the hospital [m3, h1].', items, refs);
    expect(text).toBe('Porto, at the hospital.');
    expect(citations.map(({ exchangeId }) => exchangeId)).toEqual([ex(1), ex(2)]);
    expect(extractCitations('Porto[m3].', items, refs).text).toBe('Porto.');
  });

  test('law 6: a short name that the prompt did not give cites nothing and does not show', () => {
    expect(extractCitations('Lisbon [m99] [m3; h7].', items, refs)).toMatchObject({
      text: 'Lisbon.',
      citations: [{ exchangeId: ex(1) }],
      invented: ['m99', 'h7'],
    });
    // Names of things that every object has are no names of ours.
    expect(extractCitations('a [m3, constructor] b', items, refs).text).toBe('a [m3, constructor] b');
  });

  test('what only looks like a name stays: where the prompt gave none, in code, in the words of a person', () => {
    expect(extractCitations('See [m3].', items)).toMatchObject({
      text: 'See [m3].',
      citations: [],
      invented: [],
    });
    for (const text of ['a[0] = b[i]', 'you wrote "[ m3]"', '[M3] [m] [m03] [m3.5] [m3 or h1] (m3) m3'])
      expect(extractCitations(text, items, refs)).toMatchObject({ text, citations: [] });
  });

  test('in full, a name means the same without its prompt', () => {
    const full = withFullIds('Porto [m3, h1]. Unknown [m4] a[0].', refs);
    expect(full).toBe(`Porto [${ex(1)}, ${fact}]. Unknown [m4] a[0].`);
    expect(extractCitations(full, items).citations).toEqual(
      extractCitations('[m3, h1]', items, refs).citations,
    );
    expect(withFullIds('Porto [m3].', {})).toBe('Porto [m3].');
  });

  test('the marker goes, the quote stays, the exchange is named', () => {
    expect(extractCitations(`Porto. You told me: "My sister Ana lives in Porto." [${ex(1)}]`, items)).toEqual(
      {
        text: 'Porto. You told me: "My sister Ana lives in Porto."',
        citations: [{ exchangeId: ex(1), quote: 'My sister Ana lives in Porto.' }],
        invented: [],
      },
    );
  });

  test('a fact cites the exchange it rests on; without a true quote the item speaks', () => {
    expect(extractCitations(`At the "clinic" [${fact}, ${ex(1)}], she said.`, items)).toEqual({
      text: 'At the "clinic", she said.',
      citations: [
        { exchangeId: ex(2), quote: 'Ana works at the hospital' },
        { exchangeId: ex(1), quote: 'My sister Ana lives in Porto. Remember that.' },
      ],
      invented: [],
    });
  });

  test('what rests on no single exchange is used, cites none, and is not called invented', () => {
    const episode = {
      id: `ep_${'b'.repeat(32)}`,
      exchangeId: `ep_${'b'.repeat(32)}`,
      text: 'A week in Porto.',
    };
    const all = [...items, episode];
    const reply = `A week [${episode.id}] at work [${fact}, ${ex(9)}] and again [${episode.id}].`;
    expect(citedItems(reply, all).map(({ id }) => id)).toEqual([episode.id, fact]);
    expect(extractCitations(reply, all)).toMatchObject({
      citations: [{ exchangeId: ex(2) }],
      invented: [ex(9)],
    });
  });

  test('law 6: an id that was not in the context cites nothing', () => {
    const reply = extractCitations(`Lisbon [${ex(99)}].`, items);
    expect(reply).toEqual({ text: 'Lisbon.', citations: [], invented: [ex(99)] });
  });

  test('ids of texts that are kept nowhere never show and cite nothing; any id of ours goes', () => {
    expect(extractCitations(`Oslo. You told me: "I live in Oslo." [ctx_1] [ctx_s2]`, items)).toEqual({
      text: 'Oslo. You told me: "I live in Oslo."',
      citations: [],
      invented: [],
    });
    expect(extractCitations(`Soon [sch_${'b'.repeat(32)}, ctx_12].`, items).text).toBe('Soon.');
    expect(extractCitations(`a [[${ex(1)}]ctx_1] b`, items).text).toBe('a b');
  });

  test('brackets that are no ids stay', () => {
    expect(extractCitations('a [1] and [ex_short] x[0]', items).text).toBe('a [1] and [ex_short] x[0]');
  });

  test('a stream cut anywhere shows the same text', () => {
    const piece = fc.constantFrom(
      'a ',
      '"b"',
      ` [${ex(1)}]`,
      `[${ex(1)}, ${fact}]`,
      '[',
      ' [ctx_1]',
      '[ct',
      'x_2]',
      'ex_0',
      ']',
      '\n',
      ' ',
      ex(3),
      '[x] ',
      'é🙂',
      ' [m3]',
      '[m3, h1]',
      '[m',
      '3',
      '1, h1',
      '[[m3]h1]',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        fc.constantFrom(refs, {}),
        (pieces, cuts, names) => {
          const text = pieces.join('');
          const places = [
            0,
            ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
            text.length,
          ];
          const stripper = createMarkerStripper(names);
          let shown = '';
          for (let i = 1; i < places.length; i += 1)
            shown += stripper.push(text.slice(places[i - 1], places[i]));
          expect(shown + stripper.end()).toBe(extractCitations(text, items, names).text);
        },
      ),
      { numRuns: 500 },
    );
  });
});
