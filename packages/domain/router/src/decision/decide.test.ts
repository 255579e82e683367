import { decisionSchema, type Mode, modes } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyTiebreak,
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  nextRouterState,
  decideAfterActions,
  parsePolicy,
  type Policy,
  readRoom,
  referencePolicy,
  replay,
  scoreBound,
  scoreModes,
  shippedPolicy,
  type SignalDefinition,
  signalDefinitions,
  type SignalName,
  signalNames,
  type Signals,
  type Snapshot,
  toDecision,
  type WeightName,
} from '../index.ts';
import { anySignals, anyState } from '../../test/arbitraries.ts';
import { shippedVersion1 } from '../../test/shipped-version-1.ts';
import { shippedVersion2 } from '../../test/shipped-version-2.ts';
import { shippedVersion3 } from '../../test/shipped-version-3.ts';

/** Drawn once for all policies: drawing costs more than deciding. */
const manySituations = fc.sample(fc.tuple(anySignals, anyState), { numRuns: 20_000, seed: 11 });

const policies = [referencePolicy, shippedVersion1, shippedPolicy];
const signalDefinition = (name: string): SignalDefinition => signalDefinitions[name as SignalName];
const told = (text: string, snapshot: Partial<Snapshot> = {}) =>
  buildSignals(extractCues(text), { ...coldSnapshot, ...snapshot });
/** A room of so many people in which nobody has spoken to the agent yet. */
const inRoom = (text: string, speakerCount: number): Partial<Snapshot> => ({
  speakerCount,
  room: readRoom({
    agentNames: ['sal'],
    speaker: 'bo',
    text,
    lines: [{ speaker: 'ana', text: 'good morning', own: false }],
  }),
});
const modeOf = (text: string, snapshot: Partial<Snapshot> = {}, policy: Policy = shippedPolicy) =>
  decide(told(text, snapshot), policy, freshRouterState).mode;

describe.each(policies)('under the policy $name, version $version', (policy) => {
  test('law 9: scores are finite and bounded, confidence lies between 0 and 1', () => {
    fc.assert(
      fc.property(anySignals, anyState, (signals, state) => {
        const result = decide(signals, policy, state);
        for (const mode of modes) {
          expect(Math.abs(result.scores[mode])).toBeLessThanOrEqual(scoreBound(policy, mode) + 1e-9);
        }
        expect(result.confidence).toBeGreaterThanOrEqual(0);
        expect(result.confidence).toBeLessThanOrEqual(1);
        expect(result.margin).toBeGreaterThanOrEqual(0);
        expect(result.runnerUp).not.toBe(result.mode);
      }),
    );
  });

  test('law 13: a stored decision replays to the same bits after a trip through JSON', () => {
    const answers = fc.record({ choice: fc.constantFrom(...modes, null), reason: fc.string() });
    fc.assert(
      fc.property(anySignals, anyState, answers, (signals, state, answer) => {
        const result = decide(signals, policy, state);
        const stored = toDecision(result, applyTiebreak(result, answer));
        const read = decisionSchema.parse(JSON.parse(JSON.stringify(stored)));
        expect(replay(read, policy)).toMatchObject({ identical: true, differences: [], result });
      }),
    );
  });

  test('an empty message is IGNORE before anything is weighed', () => {
    fc.assert(
      fc.property(anySignals, anyState, fc.stringMatching(/^\s*$/), (signals, state, text) => {
        const cues = extractCues(text);
        const result = decide({ ...signals, char_count: cues.charCount }, policy, state);
        expect(result).toMatchObject({ mode: 'IGNORE', decidedBy: 'empty_guard', needsTiebreak: false });
      }),
    );
  });

  test('every mode can win', () => {
    const samples = fc.sample(anySignals, { numRuns: 5_000, seed: 7 });
    const won = new Set(
      samples
        .filter((signals) => signals.char_count > 0)
        .map((signals) => decide(signals, policy, freshRouterState).mode),
    );
    expect([...won].toSorted()).toEqual([...modes].toSorted());
  });

  test('every weight changes some decision', () => {
    const outcome = ([signals, state]: (typeof manySituations)[number], under: Policy) => {
      const { mode, needsTiebreak } = decide(signals, under, state);
      return `${mode} ${needsTiebreak}`;
    };
    const known: string[] = [];
    // Most weights are seen within the first hundreds.
    const before = (index: number, sample: (typeof manySituations)[number]) =>
      (known[index] ??= outcome(sample, policy));
    const silent = (Object.keys(policy.weights) as WeightName[]).filter((name) => {
      const without = { ...policy, weights: { ...policy.weights, [name]: 0 } };
      return manySituations.every((sample, index) => before(index, sample) === outcome(sample, without));
    });
    expect(silent).toEqual([]);
  });
});

test('law 8: every signal moves a score or a margin of some policy', () => {
  const samples = fc.sample(anySignals, { numRuns: 800, seed: 3 });
  const others = fc.sample(anySignals, { numRuns: 800, seed: 5 });
  // These four are written by decide from the thread's state; the state is varied in the replay test.
  const state = new Set(['previous_act', 'previous_clarify', 'recent_confidence_max', 'excluded_modes']);
  const outcome = (signals: Signals) =>
    JSON.stringify(
      policies.map((policy) => {
        const { signals: _, ...rest } = decide(signals, policy, freshRouterState);
        return rest;
      }),
    );
  const unread = signalNames.filter(
    (name) =>
      !state.has(name) &&
      !samples.some((signals, index) => {
        const other = others[index] as Signals;
        const changed = { ...signals, [name]: name === 'char_count' ? 0 : other[name] };
        return outcome(signals) !== outcome(changed);
      }),
  );
  expect(unread).toEqual([]);
});

describe('the shipped policy', () => {
  test.each<[string, Mode, Partial<Snapshot>?]>([
    ['What is the capital of France?', 'RESPOND'],
    ['Where does my sister live?', 'RESPOND'],
    ['Hello, what is the capital of France?', 'RESPOND'],
    ['weather in Paris', 'RESPOND'],
    ['Hello!', 'ACKNOWLEDGE'],
    ['Thanks a lot', 'ACKNOWLEDGE'],
    ['👍', 'ACKNOWLEDGE'],
    ['Bye', 'ACKNOWLEDGE'],
    ['My sister Ana lives in Porto. Remember that.', 'ACKNOWLEDGE'],
    ['I have two cats and a dog.', 'ACKNOWLEDGE'],
    ["No, that's wrong", 'RESPOND'],
    ['Book a table for two tonight', 'ACT'],
    ['Could you remind me to call Bo at five?', 'ACT'],
    ['I need a new internet connection', 'ACT'],
    ['Do it', 'CLARIFY'],
    ['What about it?', 'CLARIFY'],
    ['What about it?', 'RESPOND', { evidenceScore: 0.9, evidenceCount: 2 }],
    ['What about it?', 'CLARIFY', { evidenceScore: 0.9, evidenceCount: 0 }],
    ['What about it?', 'RESPOND', { workingMemoryTurns: 4, topicConfidence: 0.9, minutesSinceActivity: 1 }],
    ['What about it?', 'CLARIFY', { workingMemoryTurns: 4, topicConfidence: 0.9, minutesSinceActivity: 600 }],
    ['...', 'IGNORE'],
    ['', 'IGNORE'],
    ['Call mum', 'RESPOND', { isReminder: true }],
    ['Book a table for two tonight', 'IGNORE', inRoom('Book a table for two tonight', 3)],
    ['Book a table for two tonight', 'ACT', inRoom('Book a table for two tonight', 1)],
    ['Sal, book a table for two tonight', 'ACT', inRoom('Sal, book a table for two tonight', 3)],
    ['Book a table for two tonight', 'ACT', { room: null, speakerCount: 3 }],
    ['Book a table for two tonight', 'RESPOND', { ...inRoom('', 3), isReminder: true }],
    ['Book a table for two tonight', 'ACT', { likeness: { act: 0.1, respond: 0.2, acknowledge: 0.7 } }],
    ['new curtains for the kitchen', 'RESPOND'],
    ['new curtains for the kitchen', 'ACT', { likeness: { act: 0.8, respond: 0.1, acknowledge: 0.1 } }],
    [
      'Please remember: the code is 9031',
      'ACKNOWLEDGE',
      { likeness: { act: 0.8, respond: 0.1, acknowledge: 0.1 } },
    ],
    [
      'Remember the code. And book a table',
      'ACT',
      { likeness: { act: 0.8, respond: 0.1, acknowledge: 0.1 } },
    ],
    ['Do it', 'CLARIFY', { likeness: { act: 0.8, respond: 0.1, acknowledge: 0.1 } }],
    ['The request was answered.', 'ACT', { isContinuation: true }],
    ['yes please', 'RESPOND', { pendingApproval: true }],
    ['yes please', 'ACT', { pendingApproval: true, answersApproval: true }],
    ['yes please', 'RESPOND', { answersApproval: true }],
  ])('%s is %s %o', (text, mode, snapshot = {}) => {
    expect(modeOf(text, snapshot)).toBe(mode);
  });

  test('answers where the reference asks every stranger back', () => {
    expect(modeOf('What is the capital of France?', {}, referencePolicy)).toBe('CLARIFY');
    expect(modeOf('What is the capital of France?')).toBe('RESPOND');
  });

  test('takes what follows a question of its own as the answer it waits for', () => {
    const signals = told('I prefer the red one', { workingMemoryTurns: 1 });
    const asked = { previousMode: 'CLARIFY', lastConfidences: [] } as const;
    expect(decide(signals, shippedPolicy, freshRouterState).mode).toBe('ACKNOWLEDGE');
    expect(decide(signals, shippedPolicy, asked).mode).toBe('RESPOND');
    expect(decide(told('thanks, bye'), shippedPolicy, asked).mode).toBe('ACKNOWLEDGE');
  });

  test('asks the tie-breaker sooner when an action would be missed than when one is chosen', () => {
    const margins = fc.sample(anySignals, { numRuns: 2_000, seed: 13 }).map((signals) =>
      decide(
        {
          ...signals,
          ...told('plain'),
          context_warmth: 0,
          act_request: signals.act_request,
          need: signals.need,
          negative_feedback: signals.negative_feedback,
          answer_request: signals.answer_request,
        },
        shippedPolicy,
        freshRouterState,
      ),
    );
    const missed = margins.find((result) => result.runnerUp === 'ACT');
    const chosen = margins.find((result) => result.mode === 'ACT');
    expect(missed?.effectiveMargin).toBeGreaterThan(chosen?.effectiveMargin ?? Number.POSITIVE_INFINITY);
  });
});

describe('thread state', () => {
  test('three unsure decisions in a row widen the margin; two do not', () => {
    const signals = told('What is the capital of France?');
    const margin = (lastConfidences: number[]) =>
      decide(signals, shippedPolicy, { previousMode: null, lastConfidences }).effectiveMargin;
    expect(margin([0.1, 0.1, 0.1])).toBeCloseTo(margin([]) + 0.05);
    expect(margin([0.1, 0.1])).toBe(margin([]));
    expect(margin([0.1, 0.9, 0.1])).toBe(margin([]));
    expect(margin([0.9, 0.1, 0.1, 0.1])).toBeCloseTo(margin([]) + 0.05);
  });

  test('keeps the last three confidences and the mode that was taken', () => {
    let state = freshRouterState;
    for (const confidence of [0.1, 0.2, 0.3, 0.4]) state = nextRouterState(state, { confidence }, 'ACT');
    expect(state).toEqual({ previousMode: 'ACT', lastConfidences: [0.2, 0.3, 0.4] });
  });

  test('an excluded mode does not win, and the exclusion replays', () => {
    const signals = told('Book a table for two tonight');
    const result = decide(signals, shippedPolicy, { ...freshRouterState, exclude: ['ACT'] });
    expect(result.mode).not.toBe('ACT');
    expect(replay(toDecision(result, applyTiebreak(result, null)), shippedPolicy).identical).toBe(true);
    expect(() =>
      decide(signals, shippedPolicy, {
        ...freshRouterState,
        exclude: ['ACT', 'RESPOND', 'CLARIFY', 'IGNORE'],
      }),
    ).toThrow(expect.objectContaining({ code: 'router.no_mode_left' }));
  });
});

describe('after a run of actions', () => {
  const asked = told('Book a table for two tonight');
  const first = decide(asked, shippedPolicy, freshRouterState);
  const again = (acted: number, snapshot: Partial<Snapshot> = {}) =>
    decideAfterActions(told('Book a table for two tonight', snapshot), shippedPolicy, {
      ...freshRouterState,
      acted,
    });

  test('what was done is told, what could not be done is asked back, and nothing is done twice', () => {
    expect(first.mode).toBe('ACT');
    expect(again(2).mode).toBe('RESPOND');
    expect(again(0).mode).toBe('CLARIFY');
  });

  test('a turn that acted does not end in silence, not even in a room', () => {
    expect(again(1, inRoom('', 4)).mode).toBe('RESPOND');
    expect(again(1, inRoom('', 4)).scores.IGNORE).toBeGreaterThan(again(1, inRoom('', 4)).scores.RESPOND);
  });

  test('law 13: both routings are stored, and both replay', () => {
    const result = again(1);
    const settled = applyTiebreak(result, null);
    const stored = toDecision(first, applyTiebreak(first, null), settled.mode, { result, settled });
    const read = decisionSchema.parse(JSON.parse(JSON.stringify(stored)));
    expect(read).toMatchObject({
      modeInitial: 'ACT',
      modeTerminal: 'RESPOND',
      reroute: { modeInitial: 'RESPOND' },
    });
    expect(replay(read, shippedPolicy)).toMatchObject({ identical: true, reroute: { result } });

    const { reroute } = read;
    if (!reroute) throw new Error('expected the second routing to be stored');
    const changed = { ...read, reroute: { ...reroute, signals: { ...reroute.signals, acted: 0 } } };
    expect(replay(changed, shippedPolicy).differences).toContain('reroute.scores.RESPOND');
    expect(replay({ ...read, modeTerminal: 'ACKNOWLEDGE' }, shippedPolicy).differences).toEqual([
      'modeTerminal',
    ]);
  });
});

describe('the tie-breaker', () => {
  const tied = decide(told('Do it'), shippedPolicy, freshRouterState);

  test('law 6: chooses between the two candidates and nothing else', () => {
    expect(tied).toMatchObject({ needsTiebreak: true, mode: 'CLARIFY', runnerUp: 'ACT' });
    expect(applyTiebreak(tied, { choice: 'ACT', reason: 'model' }).mode).toBe('ACT');
    expect(applyTiebreak(tied, { choice: 'IGNORE', reason: 'model' })).toEqual({
      mode: 'CLARIFY',
      tiebreak: { candidates: ['CLARIFY', 'ACT'], choice: null, reason: 'model' },
    });
    expect(applyTiebreak(tied, { choice: null, reason: 'timeout' }).mode).toBe('CLARIFY');
    expect(applyTiebreak(tied, null).tiebreak?.reason).toBe('not_asked');
  });

  test('is not asked when the scores are clear, whatever it would say', () => {
    const clear = decide(told('What is the capital of France?'), shippedPolicy, freshRouterState);
    expect(applyTiebreak(clear, { choice: 'CLARIFY', reason: 'model' })).toEqual({
      mode: 'RESPOND',
      tiebreak: null,
    });
  });
});

test.each([shippedVersion1, shippedVersion2, shippedVersion3])(
  'law 13: a decision of version $version, from before the later signals existed, replays with it',
  (policy) => {
    const result = decide(told('Book a table for two tonight'), policy, freshRouterState);
    const stored = toDecision(result, applyTiebreak(result, null));
    const old = Object.fromEntries(
      Object.entries(stored.signals).filter(([name]) => signalDefinition(name).neutral === undefined),
    );
    expect(Object.keys(old).length).toBeLessThan(signalNames.length);
    expect(replay({ ...stored, signals: old }, policy).identical).toBe(true);
  },
);

test('law 13: what the signals of version 4 say moves no decision of an earlier version', () => {
  const later: readonly SignalName[] = ['fragment', 'agent_asked', 'assent', 'open_request'];
  const policies = [shippedVersion1, shippedVersion2, shippedVersion3];
  for (const [signals, state] of manySituations.slice(0, 2_000)) {
    const without = { ...signals, ...Object.fromEntries(later.map((name) => [name, 0])) } as Signals;
    for (const policy of policies)
      expect(decide(signals, policy, state).scores).toEqual(decide(without, policy, state).scores);
  }
});

test('a signal that was not measured moves no rule: without a vector, a room and a request the words decide', () => {
  const plain = told('Book a table for two tonight');
  const later = (Object.entries(signalDefinitions) as [SignalName, SignalDefinition][]).filter(
    ([, { neutral }]) => neutral !== undefined,
  );
  expect(later.map(([name]) => [name, plain[name]])).toEqual(
    later.map(([name, { neutral }]) => [name, neutral]),
  );
});

describe('refusals', () => {
  test('replay names what differs and refuses another policy', () => {
    const result = decide(told('Hello'), shippedPolicy, freshRouterState);
    const stored = toDecision(result, applyTiebreak(result, null));
    const changed = { ...stored, scores: { ...stored.scores, ACT: stored.scores.ACT + 1e-9 } };
    expect(replay(changed, shippedPolicy)).toMatchObject({ identical: false, differences: ['scores.ACT'] });
    expect(() => replay(stored, referencePolicy)).toThrow(
      expect.objectContaining({ code: 'router.replay_policy' }),
    );
  });

  test('scoring refuses a signal that is no number', () => {
    const { token_count: _, ...rest } = told('Hello');
    expect(() => scoreModes(rest as Signals, shippedPolicy)).toThrow(
      expect.objectContaining({ code: 'router.signals_invalid' }),
    );
  });

  test('a policy with an unknown, negative or missing number is refused; ours survive JSON', () => {
    for (const policy of policies) expect(parsePolicy(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
    const bad =
      (weights: Record<string, number>, version = 1) =>
      () =>
        parsePolicy({ name: 'x', version, weights });
    for (const wrong of [
      bad({ 'act.unheard': 1 }),
      bad({ 'act.base': -1 }),
      bad({ 'act.base': Number.NaN }),
      bad({}, 0),
    ]) {
      expect(wrong).toThrow(expect.objectContaining({ code: 'router.policy_invalid' }));
    }
  });
});
