import { expect, test } from 'vitest';
import { acceptChunk } from '@salience/memory';
import { countItems, judgeItems, proposalOf, sourceOf, readLabelled } from './judge-items.ts';

const exchanges = [...readLabelled('known'), ...readLabelled('fresh')];

test('law 6: of what a model proposes what is right is kept and what is wrong is not, in six languages', () => {
  const { refused, right, taken, wrong } = countItems(judgeItems(exchanges));
  expect(exchanges.length).toBeGreaterThanOrEqual(60);
  expect(new Set(exchanges.map(({ language }) => language)).size).toBe(6);
  expect(refused / right).toBeLessThanOrEqual(0.05);
  expect(taken / wrong).toBeLessThanOrEqual(0.02);
});

test('law 6: an item whose quote is not in the exchange is never taken, however right it is', () => {
  for (const exchange of exchanges) {
    for (const item of exchange.items.filter(({ of }) => of !== 'entity')) {
      const kept = acceptChunk(
        proposalOf({ ...item, quote: `${exchange.message} and so on` }),
        sourceOf(exchange),
      );
      expect([kept.facts, kept.traits, kept.gists]).toEqual([[], [], []]);
    }
  }
});

test('what is taken depends neither on the order it is proposed in nor on what else is', () => {
  for (const exchange of exchanges) {
    const facts = exchange.items.filter(({ of }) => of === 'fact').map((item) => proposalOf(item).facts[0]);
    const taken = (some: readonly (typeof facts)[number][]) =>
      acceptChunk(
        { gists: [], facts: some.flatMap((fact) => fact ?? []), entities: [], traits: [], times: [] },
        sourceOf(exchange),
      )
        .facts.map(({ key, subject, value }) => `${subject} ${key} ${value}`.toLowerCase())
        .toSorted();
    const alone = [...new Set(facts.flatMap((fact) => taken([fact])))].toSorted();
    expect(taken(facts)).toEqual(alone);
    expect(taken(facts.toReversed())).toEqual(alone);
  }
});
