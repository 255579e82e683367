import {
  type ActivationDetail,
  type Fingerprint,
  fingerprintSchema,
  type Id,
  type JudgementView,
  type ModuleView,
  type SignalDetail,
  type TurnId,
} from '@salience/contracts';
import { expect, test } from 'vitest';
import {
  activationLines,
  labelLine,
  moduleLines,
  shownScore,
  signalLines,
  simulationLines,
  sourcesLine,
  thresholdLine,
} from './pulse-lines.ts';

const at = '2026-05-04T12:00:00.000Z';
const fingerprint: Fingerprint = fingerprintSchema.parse({
  module_id: 'reports',
  cluster: 'papers',
  version: '1',
  question_template: 'A file came: {location}.',
  default_threshold: 0.65,
  signal_priors: { time: { active_hours: [8, 18] }, filesystem: { watch_directories: ['/srv/papers'] } },
});
const module: ModuleView = {
  name: 'reports',
  cluster: 'papers',
  version: '1',
  state: 'active',
  threshold: null,
  last_wake_at: null,
  breaker_until: null,
  hash: 'a'.repeat(64),
  fingerprint,
  created_at: at,
  updated_at: at,
};
const activationId = `act_${'1'.repeat(32)}` as Id<'activation'>;
const judgement: JudgementView = {
  module: 'reports',
  cluster: 'papers',
  reason: 'woke',
  why: 'Its score 0.9 reaches the threshold 0.65, so the agent is asked.',
  score: 0.9,
  rule: 0.8,
  learned: 0.95,
  threshold: 0.65,
  version: 3,
  activation_id: activationId,
  activation_state: 'asked',
};
const event = {
  source: 'filesystem',
  location: '/srv/papers/may\u202E.pdf',
  delta_type: 'created',
  at,
} as const;
const signal: SignalDetail = {
  ...event,
  signal_id: `sig_${'2'.repeat(32)}` as Id<'signal'>,
  magnitude: 1,
  own: false,
  taken_at: at,
  features: {},
  why: 'reports: it woke.',
  judged: [judgement],
  waits_for: ['other'],
};
const activation: ActivationDetail = {
  activation_id: activationId,
  cluster: 'papers',
  module: 'reports',
  candidates: ['reports'],
  kind: 'wake',
  state: 'asked',
  reason: 'woke',
  why: 'Because.',
  score: 0.9,
  threshold: 0.65,
  version: 3,
  count: 2,
  latest: event,
  question: 'A file came: “x”.',
  values: { location: 'x' },
  would_ask: null,
  turn_id: `turn_${'3'.repeat(32)}` as TurnId,
  opened_at: at,
  due_at: at,
  asked_at: at,
  heard_at: null,
  label: null,
  choice: null,
  labelled_by: null,
  labelled_at: null,
  signals: [signal.signal_id],
  window: [{ ...event, burst: 0, surprise: 0 }],
  judged: [judgement],
  feedback: [],
};

test('a threshold says where it comes from, and a module what it declares', () => {
  expect(thresholdLine(module)).toBe('0.65 declared, or what is learned');
  expect(thresholdLine({ ...module, threshold: 0 })).toBe('0, set by hand');
  expect(sourcesLine(module)).toBe('filesystem, time');
  expect(sourcesLine({ ...module, fingerprint: { ...fingerprint, signal_priors: {} } })).toBe('nothing');
});

test('a module is told whole', () => {
  const lines = moduleLines(module, 'UTC').join('\n');
  expect(lines).toContain('asks       A file came: {location}.');
  expect(lines).toContain('pause      30 seconds between two wakes at least');
  expect(lines).toContain('last wake  never');
  expect(lines).toContain('"/srv/papers"');
  expect(lines).not.toContain('held back');
  const held = moduleLines({ ...module, last_wake_at: at, breaker_until: at }, 'UTC').join('\n');
  expect(held).toContain('held back');
  expect(held).not.toContain('never');
});

test('a signal is told with each judgement, its parts and what it opened', () => {
  const lines = signalLines(signal, 'UTC').join('\n');
  expect(lines).toContain('reports (papers): woke. Its score 0.9 reaches the threshold 0.65');
  expect(lines).toContain('score 0.90 of rule 0.80 and model 0.95 (version 3), threshold 0.65');
  expect(lines).toContain(`${activationId}, asked`);
  expect(lines).toContain('cluster other has not judged it yet');
  expect(lines).not.toContain('\u202E');
});

test('what was not scored, by no model, or opened nothing has no such line', () => {
  const unscored = { ...judgement, score: null, activation_id: null, activation_state: null };
  expect(signalLines({ ...signal, judged: [unscored] }, 'UTC').join('\n')).not.toMatch(/of rule|act_/);
  const byRule = { ...judgement, version: 0, learned: null, activation_state: null };
  const lines = signalLines({ ...signal, judged: [byRule] }, 'UTC');
  expect(lines.join('\n')).toContain('and model -, threshold');
  expect(lines).toContain(`  ${activationId}`);
});

test('an activation is told with its question, its window, and how to judge it', () => {
  const lines = activationLines(activation, 'UTC').join('\n');
  expect(lines).toContain('asked      A file came: “x”.');
  expect(lines).toContain(`turn       turn_${'3'.repeat(32)}`);
  expect(lines).toContain('label      -');
  expect(lines).toContain(`./salience pulse feedback ${activationId} useful`);
  const look = {
    ...activation,
    question: null,
    would_ask: 'Is it?',
    turn_id: null,
    label: 1,
    labelled_by: 'person',
  };
  const shown = activationLines({ ...look, module: null, candidates: ['a', 'b'], choice: 'a' }, 'UTC').join(
    '\n',
  );
  expect(shown).toContain('would ask  Is it?');
  expect(shown).toContain('module     one of a, b');
  expect(shown).toContain('label      1.00, meant a, by person');
  expect(shown).not.toMatch(/turn {7}|pulse feedback|asked {6}/);
  expect(activationLines({ ...activation, state: 'open' }, 'UTC').join('\n')).not.toContain('pulse feedback');
});

test('a label without a giver is told without one', () => {
  expect(labelLine({ ...activation, label: 0.5 })).toBe('0.50');
  expect(shownScore(null)).toBe('-');
});

test('a simulation is told in counts, with examples where there are some', () => {
  const view = {
    module: 'reports',
    threshold: 0.65,
    since: at,
    days: 7,
    signals: 1,
    routed: 1,
    passed: 1,
    wakes: 1,
    wakes_per_day: 1 / 7,
    examples: [{ ...event, signal_id: signal.signal_id, score: 0.825, question: 'Is it?' }],
  };
  const lines = simulationLines(view, 'UTC').join('\n');
  expect(lines).toContain('1 signal, of which the module declares 1 and 1 pass');
  expect(lines).toContain('It would have woken the agent 1 time: 0.1 a day.');
  expect(lines).toContain('    Is it?');
  expect(simulationLines({ ...view, examples: [] }, 'UTC').join('\n')).not.toContain('examples');
});

test('one judgement of a signal is said once', () => {
  const lines = signalLines({ ...signal, waits_for: [] }, 'UTC');
  expect(lines).not.toContain(signal.why);
  expect(lines[1]).toContain(judgement.why);
});

test('what still collects signals says when it is due', () => {
  expect(activationLines({ ...activation, state: 'open', due_at: at }, 'UTC').join('\n')).toMatch(
    /^due {8}\w+ 2026-05-04 12:00 \(UTC\)$/m,
  );
  expect(activationLines(activation, 'UTC').join('\n')).not.toMatch(/^due/m);
});
