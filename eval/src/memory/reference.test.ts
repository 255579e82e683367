import { describe, expect, it } from 'vitest';
import { Bm25 } from './bm25.ts';
import { compare, paired } from './compare.ts';
import { answerByWords } from './reference.ts';
import type { QuestionRow, TurnRow } from './rows.ts';
import { contentWords } from './words.ts';

const turn = (name: string, speaker: string, text: string, session = 's1'): TurnRow => ({
  conv: 'c',
  session,
  turn: name,
  speaker,
  text,
});
const question = (text: string, evidence: string[], more: Partial<QuestionRow> = {}): QuestionRow => ({
  conv: 'c',
  question: text,
  category: 'single-hop',
  evidence,
  scored: true,
  ...more,
});
const turns = [
  turn('t1', 'Ana', 'I adopted two puppies from the shelter.'),
  turn('t2', 'Bo', 'How lovely!'),
  turn('t3', 'Ana', 'The invoice was paid on Friday.', 's2'),
];

describe('the reference', () => {
  it('knows words in their forms and drops those that say nothing', () => {
    expect(contentWords('Where is the dog that she adopted?')).toEqual(['dog', 'adopt']);
    expect(contentWords('invoices paid, stories told')).toEqual(['invoic', 'paid', 'story', 'told']);
  });

  it('ranks rare words above common ones and a short text above a long one', () => {
    const documents = ['a b', 'a c', 'a c d d d d d d d d', 'a'].map((text) => ({
      item: text,
      words: text.split(' '),
    }));
    const index = new Bm25(documents);
    expect(index.rank(['a', 'c'])[0]).toBe('a c');
    expect(index.rank(['b', 'b'])).toEqual(['a b']);
    expect(index.rank(['nothing'])).toEqual([]);
  });

  it('finds turns of the own conversation by what they say and who said it', () => {
    const [adopted, said] = answerByWords(turns, [
      question('Which puppies were adopted?', ['t1']),
      question('What did Bo say?', ['t2', 't9']),
    ]);
    expect(adopted?.figures.mrr).toBe(1);
    expect(adopted?.evidence_sessions).toEqual(['s1']);
    expect(said?.ranked[0]).toEqual({ turn: 't2', session: 's1', chars: 'Bo: How lovely!'.length });
    expect(said?.figures.turnRecall['10']).toBe(0.5);
    expect(answerByWords(turns, [question('x', ['t1'], { conv: 'other' })])).toEqual([]);
  });
});

describe('a question before a turn', () => {
  it('finds only what was said before, and nothing later is its evidence', () => {
    const [answer] = answerByWords(turns, [question('puppies?', ['t1', 't2'], { before_turn: 't2' })]);
    expect(answer?.evidence).toEqual(['t1']);
    expect(answer?.ranked.every(({ turn }) => turn === 't1')).toBe(true);
    expect(() => answerByWords(turns, [question('puppies?', [], { before_turn: 'none' })])).toThrow(
      'no turn none',
    );
  });
});

describe('the comparison', () => {
  it('pairs answers by their question and counts only what has an answer', () => {
    const asked = [question('puppies?', ['t1']), question('unknown?', [], { scored: true })];
    const reference = answerByWords(turns, asked);
    const pairs = paired(reference, reference);
    expect(pairs).toHaveLength(1);
    const lines = compare(pairs);
    expect(lines['recall@10']).toMatchObject({ reference: 100, ours: 100 });
    expect(lines['recall@10'].difference.mean).toBe(0);
    expect(() => paired(reference, [])).toThrow('no answer to "puppies?"');
  });
});
