import type { Mode } from '@salience/contracts';
import { describe, expect, test } from 'vitest';
import {
  boundLikeness,
  buildSignals,
  coldSnapshot,
  decide,
  decideAfterActions,
  decideEarly,
  type DecideOptions,
  type ExchangeCues,
  extractCues,
  freshRouterState,
  noExchange,
  shippedPolicy,
  type Snapshot,
} from '../index.ts';

const told = (text: string, snapshot: Partial<Snapshot> = {}) =>
  buildSignals(extractCues(text), { ...coldSnapshot, ...snapshot });
const modeOf = (text: string, snapshot: Partial<Snapshot> = {}, state: DecideOptions = freshRouterState) =>
  decide(told(text, snapshot), shippedPolicy, state).mode;
const after = (exchange: Partial<ExchangeCues>): Partial<Snapshot> => ({
  exchange: { ...noExchange, ...exchange },
  workingMemoryTurns: 1,
  minutesSinceActivity: 1,
});
/** What the vectors of things that are just named say: they are asked about. */
const likeAQuestion = { act: 0.15, respond: 0.75, acknowledge: 0.1 };

describe('a fragment out of the blue', () => {
  test.each<[string, Mode]>([
    ['two tickets', 'ACT'],
    ['and two staplers', 'ACT'],
    ['and a stapler', 'RESPOND'],
    ['not so fast', 'RESPOND'],
    ['an argument', 'RESPOND'],
    ['platform 9', 'RESPOND'],
    ["I'll have the fish", 'ACT'],
    ['can I get a window seat', 'ACT'],
    ['zwei Fahrkarten', 'ACT'],
    ['deux billets', 'ACT'],
    ['due biglietti', 'ACT'],
    ['envelopes', 'ACT'],
    ['I prefer envelopes', 'ACKNOWLEDGE'],
    ['the meaning of envelopes', 'RESPOND'],
    ['ok', 'ACKNOWLEDGE'],
    ['yes', 'RESPOND'],
  ])('%s is %s', (text, mode) => {
    const likeness = mode === 'ACKNOWLEDGE' ? { act: 0.1, respond: 0.1, acknowledge: 0.8 } : likeAQuestion;
    expect(modeOf(text, { likeness })).toBe(mode);
  });

  test('a thing that memory knows is told of when it is just named, and ordered when it is counted', () => {
    const known = { likeness: likeAQuestion, evidenceScore: 0.9, evidenceCount: 2 };
    expect(modeOf('envelopes', known)).toBe('RESPOND');
    expect(modeOf('two envelopes', known)).toBe('ACT');
  });

  test('with nothing that could be done it is answered', () => {
    const asked = told('two tickets', { likeness: likeAQuestion });
    expect(decideAfterActions(asked, shippedPolicy, { ...freshRouterState, acted: 0 }).mode).toBe('RESPOND');
  });
});

describe('in a conversation what was said before decides', () => {
  test.each<[string, Mode, Partial<ExchangeCues>]>([
    ['envelopes', 'ACT', { openRequest: true }],
    ['Briefumschläge', 'ACT', { openRequest: true }],
    ['at six', 'ACT', { openRequest: true, agentAsked: true }],
    ['I think the blue one', 'ACT', { openRequest: true, agentAsked: true }],
    ['yes', 'ACT', { openRequest: true, agentAsked: true, assent: true }],
    ['ok', 'ACT', { openRequest: true, agentAsked: true, assent: true }],
    ['ok', 'ACKNOWLEDGE', { openRequest: true }],
    ['thanks', 'ACKNOWLEDGE', { openRequest: true, agentAsked: true }],
    ['thanks, that is all', 'ACKNOWLEDGE', { openRequest: true, agentAsked: true }],
    ['what is the capital of France?', 'RESPOND', { openRequest: true, agentAsked: true }],
    ['yes', 'RESPOND', { agentAsked: true, assent: true }],
    ['ok', 'RESPOND', { agentAsked: true, assent: true }],
    ['envelopes', 'RESPOND', { agentAsked: true }],
    ['two envelopes', 'RESPOND', { agentAsked: true }],
    ['the blue one', 'RESPOND', { agentAsked: true }],
  ])('%s is %s after %o', (text, mode, exchange) => {
    expect(modeOf(text, after(exchange))).toBe(mode);
  });

  test('an open approval is not given by "ok", whatever else was asked for', () => {
    const open = after({ openRequest: true, agentAsked: true, assent: true });
    expect(modeOf('ok', { ...open, pendingApproval: true })).toBe('ACKNOWLEDGE');
  });

  test('what was decided opens nothing by itself: a run may have done nothing', () => {
    const state = { previousMode: 'ACT', lastConfidences: [] } as const;
    const likeness = { act: 0.1, respond: 0.2, acknowledge: 0.7 };
    const now = { ...after({}), likeness };
    for (const text of ['not much', 'envelopes']) {
      expect(modeOf(text, now, state)).toBe('ACKNOWLEDGE');
      expect(modeOf(text, { ...now, ...after({ openRequest: true }) }, state)).toBe('ACT');
    }
    const hours = { ...now, ...after({ openRequest: true }), minutesSinceActivity: 600 };
    expect(modeOf('envelopes', hours, state)).toBe('ACKNOWLEDGE');
  });

  test('what a fragment shares with statements is told', () => {
    const likeness = (acknowledge: number) => ({
      act: 0.1,
      respond: 0.9 - acknowledge,
      acknowledge,
    });
    expect(modeOf('envelopes', { likeness: likeness(0.2) })).toBe('ACT');
    expect(modeOf('envelopes', { likeness: likeness(0.5) })).not.toBe('ACT');
  });

  test('a question asked back for something missing leaves the request open', () => {
    const state = { previousMode: 'CLARIFY', lastConfidences: [] } as const;
    expect(modeOf('at six', after({ agentAsked: true, openRequest: true }), state)).toBe('ACT');
    expect(modeOf('at six', after({ agentAsked: true }), state)).toBe('RESPOND');
  });

  test('"ok" is not decided early as a nod where it answers a question', () => {
    const early = (text: string, exchange: Partial<ExchangeCues>) => {
      const cues = extractCues(text);
      const likeness = boundLikeness({ text, modelId: 'use-lite-en.int8.v1', cues });
      return decideEarly(told(text, after(exchange)), likeness, shippedPolicy, freshRouterState);
    };
    expect(early('ok', {})?.result.mode).toBe('ACKNOWLEDGE');
    expect(early('ok', { agentAsked: true, assent: true })).toBeNull();
    expect(early('ok', { agentAsked: true, assent: true, openRequest: true })).toBeNull();
    expect(early('thanks', { agentAsked: true, openRequest: true })?.result.mode).toBe('ACKNOWLEDGE');
  });
});
