import { expect, test } from 'vitest';
import {
  buildSignals,
  coldSnapshot,
  decide,
  decideEarly,
  boundLikeness,
  extractCues,
  freshRouterState,
  readRoom,
  shippedPolicy,
  type Snapshot,
} from '../index.ts';

const told = (text: string, snapshot: Partial<Snapshot> = {}) =>
  buildSignals(extractCues(text), { ...coldSnapshot, ...snapshot });
const modeOf = (text: string, snapshot: Partial<Snapshot> = {}, state = freshRouterState) =>
  decide(told(text, snapshot), shippedPolicy, state).mode;
const afterQuestion = { previousMode: 'CLARIFY', lastConfidences: [] } as const;
const likeAnAnswer: Partial<Snapshot> = { likeness: { act: 0.1, respond: 0.85, acknowledge: 0.05 } };
const likeADeed: Partial<Snapshot> = { likeness: { act: 0.8, respond: 0.15, acknowledge: 0.05 } };
const answered: Partial<Snapshot> = { evidenceScore: 1, evidenceCount: 2 };

test.each([
  'Tell me about lanterns',
  'Find information about Cardiff',
  'Erzähl mir etwas über Leuchttürme',
  'Parle-moi des phares',
  'Háblame de los faros',
  'Fala-me sobre faróis',
  'Parlami dei fari',
])('an open request is asked back: %s', (text) => {
  for (const snapshot of [{}, likeAnAnswer, likeADeed]) expect(modeOf(text, snapshot)).toBe('CLARIFY');
  // What memory holds on it is told.
  expect(modeOf(text, { ...likeAnAnswer, ...answered })).not.toBe('CLARIFY');
  // Nobody is asked twice in a row.
  expect(modeOf(text, likeAnAnswer, afterQuestion)).toBe('RESPOND');
});

test.each([
  'What do otters eat?',
  'tell me about the causes of rust',
  'Was kostet ein Leuchtturm?',
  'Wer hat den Leuchtturm gebaut?',
  'Quelle est la hauteur du phare ?',
  'Explain how a lock works',
])('what says what it wants is answered: %s', (text) => {
  for (const snapshot of [{}, likeAnAnswer]) expect(modeOf(text, snapshot)).toBe('RESPOND');
});

test('what fits several that are known is asked back, whatever is known of them', () => {
  const question = 'When does Nora arrive?';
  expect(modeOf(question, { ...likeAnAnswer, ...answered, readings: 1 })).toBe('RESPOND');
  expect(modeOf(question, { ...likeAnAnswer, ...answered, readings: 2 })).toBe('CLARIFY');
  expect(modeOf(question, { ...likeAnAnswer, ...answered, readings: 2 }, afterQuestion)).toBe('RESPOND');
  // A deed is planned, and asks for what it lacks by itself.
  expect(modeOf('Remind me to call Nora at five', { ...likeADeed, readings: 2 })).toBe('ACT');
});

test('what only a skill looks up, and what the agent says itself, is not asked back', () => {
  expect(modeOf('Tell me about the shopping list', likeAnAnswer)).toBe('ACT');
  expect(modeOf('Tell me about lanterns', { ...likeAnAnswer, isReminder: true })).toBe('RESPOND');
  expect(modeOf('Tell me about lanterns', { ...likeAnAnswer, isContinuation: true })).toBe('ACT');
});

test('a fragment to somebody else is theirs, also right after the agent spoke to its speaker', () => {
  const room = (text: string): Partial<Snapshot> => ({
    speakerCount: 3,
    exchange: { agentAsked: false, assent: false, openRequest: true },
    room: readRoom({
      agentNames: ['sal'],
      speaker: 'bo',
      text,
      lines: [
        { speaker: 'mia', text: 'hello', own: false },
        { speaker: 'bo', text: 'sal, put eggs on the list', own: false },
        { speaker: null, text: 'Done.', own: true, to: 'bo' },
      ],
    }),
  });
  expect(modeOf('and bread', room('and bread'))).toBe('ACT');
  expect(modeOf('mia, and bread', room('mia, and bread'))).not.toBe('ACT');
});

test('in a room only whoever speaks to the agent is asked, and what is overheard is passed over early', () => {
  const room = (text: string): Partial<Snapshot> => ({
    ...likeAnAnswer,
    speakerCount: 3,
    room: readRoom({
      agentNames: ['sal'],
      speaker: 'bo',
      text,
      lines: [{ speaker: 'ana', text: 'good morning', own: false }],
    }),
  });
  for (const readings of [0, 3]) {
    const text = 'tell me about lanterns';
    expect(modeOf(text, { ...room(text), readings })).toBe('IGNORE');
    const cues = extractCues(text);
    const likeness = boundLikeness({ text, modelId: 'use-lite-en.int8.v1', cues });
    const early = decideEarly(
      told(text, { ...room(text), likeness: coldSnapshot.likeness }),
      likeness,
      shippedPolicy,
      freshRouterState,
    );
    expect(early?.result.mode).toBe('IGNORE');
  }
  const called = 'Sal, tell me about lanterns';
  expect(modeOf(called, room(called))).toBe('CLARIFY');
});
