import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMarkerStripper, extractCitations } from './citations.ts';

const ex = (n: number) => `ex_${n.toString(16).padStart(32, '0')}`;
const fact = `fact_${'a'.repeat(32)}`;
const items = [
  { id: ex(1), exchangeId: ex(1), text: 'My sister Ana lives in Porto. Remember that.' },
  { id: fact, exchangeId: ex(2), text: 'Ana works at the hospital' },
];

describe('citations', () => {
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
    expect(extractCitations(`Soon [rem_${'b'.repeat(32)}, ctx_12].`, items).text).toBe('Soon.');
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
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        (pieces, cuts) => {
          const text = pieces.join('');
          const places = [
            0,
            ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
            text.length,
          ];
          const stripper = createMarkerStripper();
          let shown = '';
          for (let i = 1; i < places.length; i += 1)
            shown += stripper.push(text.slice(places[i - 1], places[i]));
          expect(shown + stripper.end()).toBe(extractCitations(text, items).text);
        },
      ),
      { numRuns: 500 },
    );
  });
});
