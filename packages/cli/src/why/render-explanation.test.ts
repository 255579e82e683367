import { stripVTControlCharacters } from 'node:util';
import { planSteps } from '@salience/act';
import { turnExplanationSchema, turnIdSchema } from '@salience/contracts';
import { expect, test } from 'vitest';
import { renderExplanation, untoldWords } from './render-explanation.ts';

const id = (prefix: string) => `${prefix}_${'0'.repeat(31)}1`;
const at = '2030-01-01T12:00:00Z';
const zone = 'Asia/Kolkata';
const there = 'Tuesday 2030-01-01 17:30 (Asia/Kolkata)';
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
  stripVTControlCharacters(renderExplanation(turnExplanationSchema.parse(explanation), zone));

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
    'policy shipped@3, confidence 0.5, margin 0.03 of 0.1',
    'tie-break: RESPOND (it asks)',
    `rests on ${id('ex')}: “Ana lives in Porto”`,
    'fact: Ana · lives_in = Porto (0.8)',
    'episode (switch): pending',
    `${there} from wrk_one, fence 2`,
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/questionMark\s+1/);
  expect(text).not.toContain('silence');
});

test.each([
  [{ due: true, due_at: at }, `due since ${there}, not yet told; the sweep takes it`],
  [{ due: false, due_at: at }, `not yet told, due at ${there}`],
  [{ due: false, due_at: null }, 'not yet told; it waits for what follows it'],
])('it says plainly of an exchange in no episode what becomes of it: %o', (untold, words) => {
  expect(untoldWords(untold, zone)).toEqual([words]);
});

test.each([
  ['merged_into', id('turn'), 'answered together with a later message'],
  ['merged', [id('turn')], 'answers these too'],
  ['interrupted_by', id('turn'), 'interrupted by'],
  ['parent_turn_id', id('turn'), 'goes on from'],
  ['child_turn_ids', [id('turn')], 'goes on as'],
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

const empty = { turn, decision: null, takeovers: [], memory: null };

test('a decision of the text alone says that memory was not asked, and what was not measured', () => {
  const routing = {
    policyName: 'shipped',
    policyVersion: 3,
    signals: { speaker_count: 2, evidence_score: 0 },
    scores: { RESPOND: 0.4, CLARIFY: 0.2, ACT: 0.3, ACKNOWLEDGE: 0.4, IGNORE: 4.4 },
    modeInitial: 'IGNORE',
    modeTerminal: 'IGNORE',
    confidence: 0.9,
    margin: 0.9,
    effectiveMargin: 0.1,
    tiebreak: null,
  };
  const text = shown({ ...empty, decision: { ...routing, unmeasured: ['evidence_score', 'act_likeness'] } });
  expect(text).toContain('Memory was not asked: the text alone decided, whatever memory holds.');
  expect(text).toContain('not measured: evidence_score, act_likeness');
  expect(shown({ ...empty, decision: routing })).not.toContain('Memory was not asked');
});

test('law 8: where the confidence of routing was calibrated, it is told how often such decisions are right', () => {
  const decision = {
    policyName: 'fleet',
    policyVersion: 12,
    signals: {},
    scores: { RESPOND: 0.7, CLARIFY: 0.6, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 },
    modeInitial: 'RESPOND',
    modeTerminal: 'RESPOND',
    confidence: 0.6,
    margin: 0.1,
    effectiveMargin: 0.1,
    tiebreak: null,
  };
  const calibration = { right: 0.876, version: 4, decisions: 210, at };
  const text = shown({ ...empty, decision, calibration });
  expect(text).toContain('policy fleet@12, confidence 0.6');
  expect(text).toContain('of decisions of this confidence 88 % are right (calibration 4, of 210 decisions)');
  expect(shown({ ...empty, decision, calibration: null })).not.toContain('are right');
  expect(shown({ ...empty, decision })).not.toContain('are right');
});

test('the confidence in a reply is shown with what made it, or with that it is no longer kept', () => {
  const reply = {
    ...turn.reply,
    reply_confidence: 0.406,
    citations: [{ exchangeId: id('ex'), quote: 'x', support: 0.7 }],
  };
  const reply_basis = { ground: 0.5, supported: 0.78, least_action: 0.406, limit: 0.95 };
  const text = shown({ ...empty, turn: { ...turn, reply }, reply_basis });
  expect(text).toContain(
    'confidence in the reply 0.406: 0.5 without evidence, 0.78 with it, least sure action 0.406, at most 0.95 by its trust',
  );
  expect(text).toContain('(support 0.7)');
  expect(shown({ ...empty, turn: { ...turn, reply }, reply_basis: null })).toContain(
    'confidence in the reply 0.406: what it rested on is no longer kept',
  );
  expect(shown(empty)).not.toContain('confidence in the reply');
});

test('a second routing is shown with all of its numbers, every signal among them', () => {
  const signals = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`signal_${n}`, 1]));
  const scores = { RESPOND: 0.7, CLARIFY: 0.6, ACT: 0.9, ACKNOWLEDGE: 0, IGNORE: 0 };
  const routing = {
    policyName: 'shipped',
    policyVersion: 3,
    signals,
    scores,
    modeInitial: 'ACT',
    modeTerminal: 'RESPOND',
    confidence: 0.2,
    margin: 0.2,
    effectiveMargin: 0.1,
    tiebreak: null,
  };
  const reroute = { ...routing, modeInitial: 'RESPOND', signals: { ...signals, acted: 1 } };
  const text = shown({ ...empty, decision: { ...routing, reroute } });
  expect(text).toContain('Mode ACT, then RESPOND');
  expect(text).toContain('Routed again after its actions: RESPOND');
  expect(text).toMatch(/acted\s+1/);
  expect(text.match(/signal_39/g)).toHaveLength(2);
});

test('actions are shown with their ruling, result and verdict; what they say cannot write to the terminal', () => {
  const turnId = turnIdSchema.parse(id('turn'));
  const call = { id: 'c1', tool: 'recall', arguments: { query: 'Ana' } };
  const from = { runId: turnId, n: 0, turnId, at: new Date(at) };
  const [plan, action] = planSteps(
    from,
    { text: 'I look it up.', finish: 'tool-calls', calls: [call] },
    false,
  );
  const steps = [
    plan,
    {
      ...action,
      state: 'succeeded',
      ruling: {
        path: 'run',
        reason: 'observe',
        gate: { level: 'safe', reasons: [] },
        tier: 'observe',
        effectiveTier: 'organise',
        confidence: 0.75,
        least: { section: 'memory', id: 'ep_1', trust: 'external' },
        two: { untrusted: 'memory ep_1', private: 'ep_1', outside: null },
        tainted: true,
        kind: '',
      },
      result: {
        outcome: 'succeeded',
        text: '\u001b[2JAna: Porto',
        trust: 'external',
        transient: false,
        durationMs: 12,
      },
      verdict: { verdict: 'accept', rule: 'shape', reason: 'fits' },
    },
  ];
  const raw = renderExplanation(turnExplanationSchema.parse({ ...empty, steps }), zone);
  expect(raw).not.toContain('\u001b[2J');
  for (const line of [
    '0. plan: tool-calls, I look it up.',
    '1. recall {"query":"Ana"} → succeeded',
    'ruled: run (observe)',
    'gate safe; tier observe, counted as organise; confidence 0.75',
    'least trusted of what had a say: memory ep_1 (external); together: not trusted, private ep_1',
    'succeeded in 12 ms, trust external: Ana: Porto',
    'critic: accept (shape): fits',
  ])
    expect(stripVTControlCharacters(raw)).toContain(line);
});

test('each model call is shown with its shares and what was left out, and with its texts where they came along', () => {
  const context = {
    call: 0,
    tokens: 1_200,
    role: 'respond',
    provider: 'offline',
    model: 'salience-offline-1',
    template: 'RESPOND',
    budgetTokens: 6_000,
    compacted: 'overflow',
    sections: [
      { section: 'memory', share: 1_800, used: 2_000, lent: 200, items: 4, dropped: 1 },
      { section: 'skills', share: 1_200, used: 0, lent: 0, items: 0, dropped: 0 },
    ],
    items: [
      {
        id: id('ex'),
        section: 'memory',
        trust: 'user',
        tokens: 90,
        relevance: 0.2,
        included: false,
        why: 'over budget',
      },
    ],
  };
  const account = shown({ ...empty, contexts: [context] });
  expect(account).toContain('Model call 1: respond by salience-offline-1');
  expect(account).toContain('compacted because the provider found it too long');
  expect(account).toMatch(/memory\s+1800\s+2000\s+200\s+4\s+1/);
  expect(account).not.toMatch(/skills\s+1200/);
  expect(account).toContain(`left out: ${id('ex')} (memory, relevance 0.20): over budget`);
  expect(account).not.toContain('--- system');
  expect(account).not.toContain('refused:');
  const refused = shown({
    ...empty,
    contexts: [{ ...context, fault: 'llm.bad-request: no \u001b[2Jschemas here' }],
  });
  expect(refused).toContain('refused: llm.bad-request: no schemas here');
  const exact = shown({
    ...empty,
    contexts: [
      {
        ...context,
        items: [
          ...context.items,
          { ...context.items[0]!, ref: 'm2', id: id('fact'), included: true, why: 'fits' },
        ],
        system: 'You are <A>.',
        messages: [{ role: 'user', content: 'Hello & more' }],
      },
    ],
  });
  expect(exact).toContain(`  names: m2 ${id('fact')}\n`);
  expect(exact).toContain('--- system\nYou are <A>.\n  --- user\nHello & more');
});
