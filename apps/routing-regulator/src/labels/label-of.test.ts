import { selfStartedSources, type TurnId } from '@salience/contracts';
import type { FollowUp } from '@salience/database/learning';
import { describe, expect, test } from 'vitest';
import { labelOfFollowUp } from './label-of.ts';

const at = new Date('2030-01-01T12:00:00Z');
const followUp: FollowUp = {
  agentId: 'agt_1' as never,
  threadId: 'thr_1' as never,
  givenBy: 'owner',
  secondsBetween: 30,
  similarity: null,
  before: {
    turnId: 'trn_1' as TurnId,
    message: 'Book a table for two at the harbour.',
    reply: 'The harbour has nice restaurants.',
    mode: 'RESPOND',
    speaker: null,
    source: 'api',
    trust: 'user',
  },
  next: {
    turnId: 'trn_2' as TurnId,
    message: 'Just do it!',
    speaker: null,
    source: 'api',
    trust: 'user',
    saidAt: at,
  },
};

test('a label names its decision, whose word it is, and what showed it', () => {
  expect(labelOfFollowUp(followUp)).toMatchObject({
    turnId: 'trn_1',
    fromTurnId: 'trn_2',
    givenBy: 'owner',
    givenVia: 'reaction',
    kind: 'missed_act',
    at,
  });
});

describe('threat: a label that is forged (law 10), even where the database let it through', () => {
  const { before, next } = followUp;
  test.each<[string, FollowUp]>([
    ['a tainted message', { ...followUp, next: { ...next, trust: 'external' } }],
    ['words of nobody known', { ...followUp, next: { ...next, trust: 'unverified' } }],
    ['another speaker', { ...followUp, next: { ...next, speaker: 'Eve' } }],
    ['a tainted decision', { ...followUp, before: { ...before, trust: 'external' } }],
  ])('%s labels nothing', (_what, forged) => {
    expect(labelOfFollowUp(forged)).toBeNull();
  });
  test.each(selfStartedSources.map((source) => [source]))(
    'a turn that the agent began itself by %s neither labels nor is labelled',
    (source) => {
      expect(labelOfFollowUp({ ...followUp, next: { ...next, source } })).toBeNull();
      expect(labelOfFollowUp({ ...followUp, before: { ...before, source } })).toBeNull();
    },
  );
});
