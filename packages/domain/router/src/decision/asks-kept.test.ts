import type { Mode } from '@salience/contracts';
import { expect, test } from 'vitest';
import {
  buildSignals,
  coldSnapshot,
  decide,
  decideAfterActions,
  extractCues,
  freshRouterState,
  readRoom,
  shippedPolicy,
  type Snapshot,
} from '../index.ts';

const told = (text: string, snapshot: Partial<Snapshot> = {}) =>
  buildSignals(extractCues(text), { ...coldSnapshot, ...snapshot });

/** Much is known, and memory brought something up that sounds like an answer. */
const warm: Partial<Snapshot> = {
  workingMemoryTurns: 4,
  gistCount: 5,
  worldItems: 3,
  factCount: 10,
  evidenceScore: 0.9,
  evidenceCount: 3,
};
const likeAnAnswer: Partial<Snapshot> = { likeness: { act: 0, respond: 1, acknowledge: 0 } };
const likeANod: Partial<Snapshot> = { likeness: { act: 0, respond: 0, acknowledge: 1 } };
/** A room of three in which nobody has spoken to the agent yet. */
const inRoom = (text: string): Partial<Snapshot> => ({
  speakerCount: 3,
  room: readRoom({
    agentNames: ['sal'],
    speaker: 'bo',
    text,
    lines: [{ speaker: 'ana', text: 'good morning', own: false }],
  }),
});

test.each([
  "What's on my shopping list?",
  'What reminders do I have?',
  'Do I have any reminders?',
  'What is my focus?',
  'Show me my todo list',
  'Explain your last decision',
  'Why did you answer that?',
  'Was steht auf meiner Einkaufsliste?',
  'Quels rappels ai-je ?',
  '¿Cuál es mi foco?',
  'Mostre a minha lista de tarefas',
  'Spiega la tua ultima decisione',
])(
  'only a skill can answer "%s": it is ACT, whatever memory and likeness say, and nobody is asked',
  (text) => {
    for (const snapshot of [{}, likeAnAnswer, likeANod, warm, { ...warm, ...likeAnAnswer }]) {
      const result = decide(told(text, snapshot), shippedPolicy, freshRouterState);
      expect(result).toMatchObject({ mode: 'ACT', needsTiebreak: false });
    }
  },
);

test.each<[string, Mode]>([
  ['My reminder went off', 'ACKNOWLEDGE'],
  ['I made a list of cities', 'ACKNOWLEDGE'],
  ['What is a shopping list?', 'RESPOND'],
  ['What do I have to do to get a passport?', 'RESPOND'],
])('%s is %s: nothing that is kept is asked for', (text, mode) => {
  expect(decide(told(text), shippedPolicy, freshRouterState).mode).toBe(mode);
});

test('what was looked up is told, also when there was nothing to do', () => {
  const asked = told('What reminders do I have?', warm);
  expect(decide({ ...asked, asks_kept: 0 }, shippedPolicy, freshRouterState).mode).toBe('RESPOND');
  for (const acted of [0, 1])
    expect(decideAfterActions(asked, shippedPolicy, { ...freshRouterState, acted }).mode).toBe('RESPOND');
});

test('in a room people ask each other for their lists; whoever calls the agent is answered', () => {
  const modeOf = (text: string) =>
    decide(told(text, { ...inRoom(text), ...likeAnAnswer }), shippedPolicy, freshRouterState).mode;
  expect(modeOf("What's on our packing list?")).toBe('IGNORE');
  expect(modeOf("Sal, what's on our packing list?")).toBe('ACT');
});
