import { stripVTControlCharacters } from 'node:util';
import { turnExplanationSchema } from '@salience/contracts';
import { expect, test } from 'vitest';
import { renderExplanation } from './render-explanation.ts';

const id = (prefix: string) => `${prefix}_${'0'.repeat(31)}1`;
const at = '2030-01-01T12:00:00Z';
const turn = {
  turn_id: id('turn'),
  thread_id: id('thr'),
  seq: 1,
  state: 'answered',
  text: 'Where does Ana live?',
  speaker: null,
  source: 'cli',
  trust: 'user',
  attempts: 1,
  accepted_at: at,
  ended_at: at,
  duration_ms: 40,
  reply: {
    text: 'In Porto.',
    mode: 'RESPOND',
    topic: 'ana',
    confidence: 0.9,
    exchange_id: id('ex'),
    citations: [{ exchangeId: id('ex'), quote: 'Ana lives in Porto' }],
    model: 'salience-offline-1',
  },
  error: null,
  traceparent: null,
};

/** As a person sees it, colours left out. */
const shown = (explanation: object) =>
  stripVTControlCharacters(renderExplanation(turnExplanationSchema.parse(explanation)));

test('a turn that was answered is explained from its decision, its timings and its memory', () => {
  const text = shown({
    turn,
    timings: { classify: 4 },
    decision: {
      policyName: 'shipped',
      policyVersion: 3,
      signals: { questionMark: 1, silence: 0 },
      scores: { RESPOND: 0.71, CLARIFY: 0.68, ACT: 0.1, ACKNOWLEDGE: 0, IGNORE: 0 },
      modeInitial: 'CLARIFY',
      modeTerminal: 'RESPOND',
      confidence: 0.5,
      margin: 0.03,
      effectiveMargin: 0.1,
      tiebreak: { candidates: ['CLARIFY', 'RESPOND'], choice: 'RESPOND', reason: 'it asks' },
    },
    takeovers: [{ fence: 2, lost_owner: 'wrk_one', new_owner: 'wrk_two', taken_at: at }],
    memory: {
      exchange_id: id('ex'),
      chunk_state: 'chunked',
      chunk_error: null,
      entities: [],
      gists: [],
      facts: [{ subject: 'Ana', key: 'lives_in', value: 'Porto', confidence: 0.8 }],
      episode: { id: id('ep'), gist: null, state: 'pending', reason: 'switch' },
    },
  });
  for (const line of [
    `${id('turn')} · answered`,
    'Mode CLARIFY, then RESPOND',
    'policy shipped 3, confidence 0.5, margin 0.03 of 0.1',
    'tie-break: RESPOND (it asks)',
    `rests on ${id('ex')}: “Ana lives in Porto”`,
    'fact: Ana · lives_in = Porto (0.8)',
    'episode (switch): pending',
    'from wrk_one, fence 2',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/questionMark\s+1/);
  expect(text).not.toContain('silence');
});

test.each([
  ['merged_into', id('turn'), 'answered together with a later message'],
  ['merged', [id('turn')], 'answers these too'],
  ['interrupted_by', id('turn'), 'interrupted by'],
  ['parent_turn_id', id('turn'), 'tries again'],
  ['child_turn_ids', [id('turn')], 'tried again as'],
])('a turn names the turns that it belongs together with: %s', (field, value, words) => {
  const rest = { decision: null, takeovers: [], memory: null };
  expect(shown({ turn: { ...turn, [field]: value }, ...rest })).toContain(`${words}: ${id('turn')}`);
  expect(shown({ turn, ...rest })).not.toContain(words);
});

test('a turn that was not routed says so', () => {
  const text = shown({
    turn: { ...turn, state: 'pending', reply: null },
    decision: null,
    takeovers: [],
    memory: null,
  });
  expect(text).toContain('No decision was made');
  expect(text).toContain('nothing yet');
});
