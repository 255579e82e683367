import { measureRanking } from '@salience/memory';
import { expect, test } from 'vitest';
import type { AskedQuestion } from './ask-questions.ts';
import { requireConversations } from './memory.ts';
import { reportOf, tableOf } from './report.ts';
import { questionRowSchema } from './rows.ts';

const asked = (category: string, place: number, more: Partial<AskedQuestion> = {}): AskedQuestion => {
  const ranked = Array.from({ length: 12 }, (_, n) => ({
    turn: n === place ? 'gold' : `t${n}`,
    session: 's',
    chars: 100,
    score: 1 - n / 20,
    why: {},
  }));
  return {
    id: null,
    conv: 'c1',
    category,
    question: '?',
    scored: true,
    evidence: ['gold'],
    evidence_sessions: ['s'],
    figures: measureRanking(ranked, { turns: ['gold'], sessions: ['s'] }),
    ranked,
    ...more,
  };
};

test('figures are means by category and by conversation, of questions that have an answer', () => {
  const { all, byCategory, byConversation } = reportOf([
    asked('single-hop', 0),
    asked('single-hop', 10),
    asked('temporal', 4, { conv: 'c2' }),
    asked('adversarial', 11, { scored: false }),
  ]);
  expect(all.questions).toBe(3);
  expect(all.turnRecall).toEqual({ 1: 0.3333, 5: 0.6667, 10: 0.6667, 20: 1 });
  expect(Object.keys(byCategory)).toEqual(['single-hop', 'temporal']);
  expect(byCategory['single-hop']?.mrr).toBe(0.5455);
  expect(byConversation['c2']?.turnRecall['5']).toBe(1);
});

test('the table has a line for each and a column for each figure', () => {
  const { headings, rows } = tableOf(reportOf([asked('single-hop', 0)]));
  expect(rows.map(([name]) => name)).toEqual(['all', 'single-hop', 'c1']);
  for (const row of rows) expect(row).toHaveLength(headings.length);
  expect(rows[0]?.[headings.indexOf('turn R@10')]).toBe('100.0');
});

test('a question about a conversation without turns is refused before anything starts', () => {
  const question = questionRowSchema.parse({ conv: 'lost', question: 'Where?' });
  expect(question).toMatchObject({ category: 'all', evidence: [], scored: true });
  expect(() => requireConversations([], [question])).toThrow('"Where?" is about the conversation lost');
});
