import { describe, expect, it } from 'vitest';
import { type EndedEvent, type TerminalState, turnEnd } from '@salience/contracts';
import { newId } from '@salience/database';
import { believedEnd } from './told-end.ts';

const turn = { agentId: newId('agent'), turnId: newId('turn'), fence: 3 };

function ended(state: TerminalState, id = turn.turnId, agent_id = turn.agentId): EndedEvent {
  const reply = {
    text: 'Hello.',
    topic: 'general',
    mode: 'RESPOND' as const,
    confidence: 0.7,
    replyConfidence: 0.6,
    exchangeId: newId('exchange'),
    citations: [],
  };
  const end = turnEnd({
    id,
    state,
    acceptedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:01.500Z',
    reply: state === 'answered' ? reply : null,
    error: null,
    mergedInto: null,
    interruptedBy: null,
  });
  return { type: 'ended', told: { agent_id, end } };
}

describe('believedEnd', () => {
  it.each<TerminalState>(['answered', 'ignored', 'failed', 'cancelled', 'merged', 'quarantined'])(
    'believes the end of a turn that is %s',
    (state) => {
      const event = ended(state);
      expect(believedEnd(event, 3, turn)).toEqual(event.told?.end);
      expect(believedEnd(event, 4, turn)).toEqual(event.told?.end);
    },
  );

  it.each<[string, EndedEvent, number]>([
    ['that brings no content', { type: 'ended' }, 3],
    ['under an older fence', ended('answered'), 2],
    ['of another agent', ended('answered', turn.turnId, newId('agent')), 3],
    ['of another turn', ended('answered', newId('turn')), 3],
    ['with the answer of another turn', withOutcomeOf(newId('turn')), 3],
    ['that is answered without an answer', withState('answered', 'ignored'), 3],
    ['that has an answer and is not answered', withState('failed', 'answered'), 3],
    ['of another shape', { ...ended('ignored'), told: { agent_id: turn.agentId } } as EndedEvent, 3],
  ])('does not believe one %s', (_what, event, fence) => {
    expect(believedEnd(event, fence, turn)).toBeUndefined();
  });
});

function withOutcomeOf(turnId: typeof turn.turnId): EndedEvent {
  const own = ended('answered').told as NonNullable<EndedEvent['told']>;
  const other = ended('answered', turnId).told?.end.outcome ?? null;
  return { type: 'ended', told: { ...own, end: { ...own.end, outcome: other } } };
}

function withState(state: TerminalState, events: TerminalState): EndedEvent {
  const told = ended(events).told as NonNullable<EndedEvent['told']>;
  return { type: 'ended', told: { ...told, end: { ...told.end, done: { ...told.end.done, state } } } };
}
