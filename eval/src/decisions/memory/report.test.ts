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
    before_turn: null,
    later_hits: 0,
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

test('figures have bounds, by conversation where there are enough of them', () => {
  const some = Array.from({ length: 40 }, (_, n) => asked('single-hop', n % 2 === 0 ? 0 : 11));
  const { all, byCategory } = reportOf(some);
  const [low = 1, high = 0] = all.turnRecallInterval['10'] ?? [];
  expect(low).toBeGreaterThan(0.3);
  expect(low).toBeLessThan(0.5);
  expect(high).toBeGreaterThan(0.5);
  expect(byCategory['single-hop']?.mrrInterval).toEqual(all.mrrInterval);
  // Questions of a conversation are drawn as one: six of them say less than forty questions.
  const spread = some.map((one, n) => ({ ...one, conv: `c${n % 6}` }));
  const bounds = reportOf(spread).all.turnRecallInterval['10'] ?? [0, 0];
  expect(bounds[1] - bounds[0]).toBeGreaterThan(high - low);
  expect(reportOf([asked('single-hop', 0)]).all.ndcgAt10Interval).toBeNull();
});

test('the table has a line for each and a column for each figure', () => {
  const { headings, rows } = tableOf(reportOf([asked('single-hop', 0)]));
  expect(rows.map(([name]) => name)).toEqual(['all', 'single-hop', 'c1']);
  for (const row of rows) expect(row).toHaveLength(headings.length);
  expect(rows[0]?.[headings.indexOf('turn R@10')]).toBe('100.0');
});

test('a question about a conversation without turns, or before a turn that there is not, is refused before anything starts', () => {
  const question = questionRowSchema.parse({ conv: 'lost', question: 'Where?' });
  expect(question).toMatchObject({ category: 'all', evidence: [], scored: true });
  expect(() => requireConversations([], [question])).toThrow('"Where?" is about the conversation lost');
  const turn = { conv: 'lost', session: 's', turn: 't1', speaker: 'Ana', text: 'Here.' };
  const before = (name: string | null) => ({ ...question, before_turn: name });
  expect(() => requireConversations([turn], [before('t1'), before(null)])).not.toThrow();
  expect(() => requireConversations([turn], [before('t2')])).toThrow('is asked before the turn t2 of lost');
});
