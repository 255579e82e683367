import {
  type Decision,
  encodeDecision,
  type Mode,
  selfStartedSources,
  type TurnId,
} from '@salience/contracts';
import type { FollowUp, JudgedTurn } from '@salience/database/learning';
import { describe, expect, test } from 'vitest';
import { labelOfFollowUp, labelOfJudged } from './label-of.ts';

const at = new Date('2030-01-01T12:00:00Z');

/** A stored decision; `acted`: how many actions succeeded before it was routed again, null where there was no run of them. */
function stored(first: Mode, last: Mode, acted: number | null): Uint8Array {
  const routing = {
    policyName: 'shipped',
    policyVersion: 1,
    signals: {},
    scores: { RESPOND: 0, CLARIFY: 0, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 },
    modeInitial: first,
    modeTerminal: last,
    confidence: 0,
    margin: 0,
    effectiveMargin: 0,
    tiebreak: null,
  } satisfies Decision;
  return encodeDecision({ ...routing, reroute: acted === null ? null : { ...routing, signals: { acted } } });
}

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
    decision: stored('RESPOND', 'RESPOND', null),
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

describe('a question for which something was done, and then answered, and asked again', () => {
  const message = 'When does the ferry leave?';
  const before = { ...followUp.before, message, reply: 'Done.' };
  const next = { ...followUp.next, message };
  test('was taken for an order: an answer was wanted', () => {
    const decision = stored('ACT', 'RESPOND', 1);
    expect(labelOfFollowUp({ ...followUp, before: { ...before, decision }, next })).toMatchObject({
      kind: 'over_engagement',
      wanted: 'RESPOND',
    });
  });
  test('tells nothing where no action succeeded', () => {
    const decision = stored('ACT', 'RESPOND', 0);
    expect(labelOfFollowUp({ ...followUp, before: { ...before, decision }, next })).toBeNull();
  });
});

describe('feedback on a question for which something was done, and then answered', () => {
  const judged: JudgedTurn = {
    agentId: 'agt_1' as never,
    threadId: 'thr_1' as never,
    turnId: 'trn_1' as TurnId,
    mode: 'RESPOND',
    decision: stored('ACT', 'RESPOND', 1),
    value: -1,
    note: null,
    wanted: null,
    givenBy: 'local',
    at,
  };
  const told = (more: Partial<JudgedTurn>) => labelOfJudged({ ...judged, ...more });
  const tooMuch = { kind: 'over_engagement', wanted: 'RESPOND', givenVia: 'feedback' };

  test.each<[string, Partial<JudgedTurn>]>([
    ['that names the answer', { wanted: 'RESPOND' }],
    ['whose note says that it was only asked', { note: 'I only asked.' }],
    [
      'that names the answer, where no action succeeded',
      { wanted: 'RESPOND', decision: stored('ACT', 'RESPOND', 0) },
    ],
  ])('%s says that an answer was wanted', (_what, more) => {
    expect(told(more)).toMatchObject(tooMuch);
  });

  test('that is good says it of the action', () => {
    expect(told({ value: 1 })).toMatchObject({ kind: 'correct', wanted: 'ACT' });
    expect(told({ value: 1, decision: stored('ACT', 'RESPOND', 0) })).toMatchObject({ wanted: 'RESPOND' });
  });

  test('that is bad and names nothing, or what was done, tells nothing; nor does naming the only mode of a turn', () => {
    expect(told({})).toBeNull();
    expect(told({ wanted: 'ACT' })).toBeNull();
    expect(told({ wanted: 'RESPOND', decision: stored('RESPOND', 'RESPOND', null) })).toBeNull();
  });
});

test('a decision whose bytes cannot be read throws by itself, for its row alone to be passed over', () => {
  const before = { ...followUp.before, decision: new Uint8Array(1) };
  expect(() => labelOfFollowUp({ ...followUp, before })).toThrow(RangeError);
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
