import type { FingerprintInput } from '@salience/contracts';
import type { WaitingSignal } from '@salience/database/signals';
import { compileModule } from '@salience/escalation';
import { initialWeights, type LimbicModel } from '@salience/limbic';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Module } from '../modules/module-book.ts';
import { readState } from './held-state.ts';
import { type JudgeInput, judgeSignals } from './judge-signals.ts';

const now = new Date('2026-03-04T10:00:00.000Z');
const module = (name: string, more: Partial<FingerprintInput> = {}, row: Partial<Module> = {}): Module =>
  ({
    agentId: 'agt_1',
    id: `mod_${name}`,
    name,
    cluster: 'academic',
    fingerprint: compileModule({
      module_id: name,
      cluster: 'academic',
      version: '1',
      question_template: 'Is {location} of use?',
      default_threshold: 0.65,
      signal_priors: { filesystem: { watch_directories: ['/in'], relevant_extensions: ['.pdf'] } },
      ...more,
    }),
    state: 'active',
    threshold: null,
    lastWakeAt: null,
    breakerUntil: null,
    zone: 'UTC',
    quietFrom: null,
    quietUntil: null,
    settings: null,
    ...row,
  }) as Module;
const signal = (n: number, location: string, more: Partial<WaitingSignal> = {}): WaitingSignal => ({
  seq: n,
  id: `sig_${n}` as WaitingSignal['id'],
  source: 'filesystem',
  location,
  deltaType: 'created',
  magnitude: 1,
  features: {},
  own: false,
  at: now.getTime() / 1_000 - 600 + n,
  ...more,
});
const input = (modules: Module[], signals: WaitingSignal[], more: Partial<JudgeInput> = {}): JudgeInput => ({
  claimed: {
    agentId: 'agt_1',
    cluster: 'academic',
    fence: 1,
    state: null,
    version: 0,
    model: null,
    failures: 0,
    signals,
  } as never,
  agent: { agentId: 'agt_1' as never, zone: 'UTC', active: modules },
  state: readState(null),
  held: undefined,
  now,
  agentThreshold: undefined,
  runLstm: () => Promise.reject(new Error('no model')),
  ...more,
});
const reasons = async (of: JudgeInput) =>
  (await judgeSignals(of)).judged.map(({ asks, verdicts }) => [
    ...verdicts.map(({ module: { name }, reason }) => `${name} ${reason}`),
    asks === undefined
      ? '-'
      : `${asks.kind} ${asks.module?.name ?? asks.candidates.map(({ name }) => name).join('|')}`,
  ]);

it('what is declared wakes, what is not does not, and what nobody declared is judged for nobody', async () => {
  expect(
    await reasons(
      input([module('a')], [signal(1, '/in/x.pdf'), signal(2, '/in/x.bin'), signal(3, '/else/x.pdf')]),
    ),
  ).toEqual([['a woke', 'wake a'], ['a below_threshold', '-'], ['-']]);
});

it('the threshold that a person set stands above that of the agent, that above the one that is declared', async () => {
  const of = async (threshold: number | null, agentThreshold: number | undefined) =>
    (
      await reasons(input([module('a', {}, { threshold })], [signal(1, '/in/x.pdf')], { agentThreshold }))
    )[0]?.[0];
  expect([await of(null, undefined), await of(null, 0.99), await of(0.1, 0.99), await of(0.99, 0.1)]).toEqual(
    ['a woke', 'a below_threshold', 'a woke', 'a below_threshold'],
  );
});

it('what the agent did, what is old and what comes in floods is not scored', async () => {
  const old = signal(1, '/in/x.pdf', { at: now.getTime() / 1_000 - 90_000 });
  expect(await reasons(input([module('a')], [signal(2, '/in/x.pdf', { own: true }), old]))).toEqual([
    ['a own_doing', '-'],
    ['a stale', '-'],
  ]);
  const many = Array.from({ length: 301 }, (_, n) => signal(n, '/in/x.bin'));
  expect((await reasons(input([module('a')], many))).at(-1)).toEqual(['a flood', '-']);
});

it('modules that match alike ask one question together; one that matches better asks alone', async () => {
  expect(await reasons(input([module('a'), module('b')], [signal(1, '/in/x.pdf')]))).toEqual([
    ['a ambiguous', 'b ambiguous', 'wake a|b'],
  ]);
  const nearer = module('b', {
    signal_priors: { filesystem: { watch_directories: ['/in/deep/er'], relevant_extensions: ['.pdf'] } },
  });
  expect(await reasons(input([module('a'), nearer], [signal(1, '/in/deep/er/x.pdf')]))).toEqual([
    ['a outscored', 'b woke', 'wake b'],
  ]);
});

it('a module whose breaker holds is shown only, and another one asks', async () => {
  const held = module('a', {}, { breakerUntil: '2026-03-05T10:00:00.000Z' });
  expect(await reasons(input([held], [signal(1, '/in/x.pdf')]))).toEqual([['a breaker', 'look a']]);
  expect(await reasons(input([held, module('b')], [signal(1, '/in/x.pdf')]))).toEqual([
    ['a breaker', 'b woke', 'wake b'],
  ]);
});

it('a small share of what did not pass is shown for a look, at most twenty a day', async () => {
  const many = Array.from({ length: 290 }, (_, n) => signal(n, '/in/x.bin'));
  const quiet = input([module('a')], many);
  const first = await judgeSignals(quiet);
  const looked = (all: typeof first) => all.judged.filter(({ asks }) => asks !== undefined);
  expect(looked(first).length).toBeGreaterThan(0);
  expect(
    looked(first).every(({ asks, verdicts }) => asks?.kind === 'look' && verdicts[0]?.reason === 'explored'),
  ).toBe(true);
  const used = { ...first.state, floods: {}, looks: { ...first.state.looks, count: 20 } };
  expect(looked(await judgeSignals({ ...quiet, state: used }))).toEqual([]);
});

it('a score that is no number is a no', async () => {
  const model = {
    schema: 'limbic-model.v1',
    features: '',
    promoted: true,
    learnedUntil: null,
    weights: initialWeights(1),
  };
  const held = {
    version: 1,
    model: {
      ...model,
      modules: { a: { labels: 99, calibration: { slope: 1, offset: 0 } } },
    } as unknown as LimbicModel,
    thresholds: {},
  };
  const runLstm = () => Promise.resolve(Float32Array.of(Number.NaN));
  expect(await reasons(input([module('a')], [signal(1, '/in/x.pdf')], { held, runLstm }))).toEqual([
    ['a not_finite', '-'],
  ]);
});

it('law 13: it does not matter how many are judged at once, nor whether the state went through JSON', async () => {
  const place = fc.constantFrom('/in/x.pdf', '/in/y.bin', '/in/deep/z.pdf', '/else/a.pdf');
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 30 }), fc.nat(30), async (places, cut) => {
      const signals = places.map((location, n) => signal(n, location));
      const modules = [module('a'), module('b', { default_threshold: 0.3 })];
      const whole = await judgeSignals(input(modules, signals));
      const first = await judgeSignals(input(modules, signals.slice(0, cut)));
      const state = readState(JSON.parse(JSON.stringify(first.state)));
      const second = await judgeSignals(input(modules, signals.slice(cut), { state }));
      expect([...first.judged, ...second.judged]).toEqual(whole.judged);
      expect(JSON.stringify(second.state)).toBe(JSON.stringify(whole.state));
    }),
    { numRuns: 40 },
  );
});
