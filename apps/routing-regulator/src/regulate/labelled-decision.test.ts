import { type LabelKind, type LabelVia, type Mode, modes } from '@salience/contracts';
import type { DecidedTurn } from '@salience/database/learning';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledDecision } from './labelled-decision.ts';

interface Given {
  readonly kind: LabelKind;
  readonly wanted?: Mode | null;
  readonly givenVia?: LabelVia;
  readonly confidence?: number;
}

function decided(first: Mode, last: Mode, ...labels: readonly Given[]): DecidedTurn {
  return {
    turnId: 'turn_1' as never,
    agentId: 'agt_1' as never,
    threadId: 'thr_1' as never,
    person: 'owner',
    endedAt: new Date(5),
    mode: last,
    confidence: 0.5,
    policyName: 'fleet',
    policyVersion: 2,
    decision: {
      policyName: 'fleet',
      policyVersion: 2,
      signals: { token_count: 3 },
      scores: { RESPOND: 1, CLARIFY: 0, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 },
      modeInitial: first,
      modeTerminal: last,
      confidence: 0.5,
      margin: 0.5,
      effectiveMargin: 0.1,
      tiebreak: null,
    },
    labels: labels.map(({ confidence = 0.9, givenVia = 'reaction', kind, wanted = null }) => ({
      kind,
      wanted,
      confidence,
      givenVia,
      reason: 'test',
      givenBy: 'owner',
      at: new Date(6),
    })),
  };
}

it.each([
  ['it asks', 'ACT'],
  ['offline', null],
] as const)('a tie-break counts as chosen where a model was asked (%s)', (reason, choice) => {
  const { decision, ...row } = decided('ACT', 'ACT');
  const tiebreak = { candidates: ['ACT', 'RESPOND'] as [Mode, Mode], choice: 'ACT' as const, reason };
  expect(labelledDecision({ ...row, decision: { ...decision, tiebreak } }).tiebreak).toMatchObject({
    choice,
  });
});

const labelOf = (first: Mode, last: Mode, ...labels: readonly Given[]) =>
  labelledDecision(decided(first, last, ...labels)).label;

describe('what is read of a stored decision', () => {
  it('the mode of the first routing was taken: a turn that acted and then answered took ACT', () => {
    expect(labelledDecision(decided('ACT', 'RESPOND'))).toMatchObject({ taken: 'ACT', at: 5, label: null });
  });

  it('one label counts, what the person said before what a review found, and silence never', () => {
    const review = { kind: 'missed_act', wanted: 'ACT', givenVia: 'reflection', confidence: 0.99 } as const;
    expect(labelOf('RESPOND', 'RESPOND', review, { kind: 'correct' })).toMatchObject({ kind: 'correct' });
    expect(labelOf('RESPOND', 'RESPOND', { kind: 'correct', givenVia: 'silence' })).toBeNull();
  });

  it('what was said of how a turn that acted ended is read as said of the action', () => {
    expect(labelOf('ACT', 'RESPOND', { kind: 'missed_act', wanted: 'ACT' })).toMatchObject({
      kind: 'correct',
      wanted: null,
    });
    expect(labelOf('ACT', 'RESPOND', { kind: 'missed_act' })).toBeNull();
    expect(labelOf('ACT', 'RESPOND', { kind: 'under_engagement' })).toBeNull();
    expect(labelOf('ACT', 'RESPOND', { kind: 'missed_clarify', wanted: 'CLARIFY' })).toMatchObject({
      wanted: 'CLARIFY',
    });
  });

  it('no label says that what was taken was wrong and wanted', () => {
    const mode = fc.constantFrom(...modes);
    const kind = fc.constantFrom<LabelKind>('missed_act', 'missed_clarify', 'under_engagement', 'correct');
    fc.assert(
      fc.property(mode, mode, kind, fc.option(mode), (first, last, told, wanted) => {
        fc.pre(first !== last);
        const label = labelOf(first, last, { kind: told, wanted: told === 'correct' ? null : wanted });
        expect(label?.kind === 'correct' || label?.wanted !== first).toBe(true);
      }),
    );
  });
});
