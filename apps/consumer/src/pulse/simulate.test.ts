import type { Id, SignalEvent } from '@salience/contracts';
import { compileModule } from '@salience/escalation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endSimulation, examplesMax, simulated, startSimulation, type StoredSignal } from './simulate.ts';

const written = {
  module_id: 'reports',
  cluster: 'papers',
  version: '1',
  question_template: 'A file came: {location}. Is it a report?',
  default_threshold: 0.65,
  signal_priors: {
    filesystem: {
      watch_directories: ['/srv/papers'],
      relevant_extensions: ['.pdf'],
      irrelevant_extensions: ['.tmp'],
    },
  },
  cooldown_seconds: 60,
};
const terms = { fingerprint: compileModule(written), threshold: 0.65, zone: 'UTC' };
const noon = Date.parse('2026-05-04T12:00:00Z');

function signal(
  seconds: number,
  { location = '/srv/papers/may.pdf', own = false }: { location?: string; own?: boolean } = {},
): StoredSignal {
  const takenAt = noon + seconds * 1_000;
  const event: SignalEvent = {
    source: 'filesystem',
    location,
    delta_type: 'created',
    magnitude: 1,
    timestamp: takenAt / 1_000,
    features: { extension: location.replace(/^.*\./, '.') },
  };
  return { id: `sig_${seconds}` as Id<'signal'>, event, own, takenAt };
}
const run = (signals: readonly StoredSignal[], more: Partial<typeof terms> = {}) =>
  endSimulation(simulated(startSimulation({ ...terms, ...more }), signals));

describe('a simulation', () => {
  it('asks about what the module declares and scores high, with its question', () => {
    const end = run([
      signal(0),
      signal(1, { location: '/srv/papers/x.tmp' }),
      signal(2, { location: '/etc/passwd' }),
    ]);
    expect(end).toMatchObject({ signals: 3, routed: 2, passed: 1, wakes: 1, lastWakeAt: noon + 250 });
    expect(end.latest).toEqual([
      {
        signal: signal(0),
        score: expect.closeTo(0.825, 3),
        question: 'A file came: “/srv/papers/may.pdf”. Is it a report?',
      },
    ]);
  });

  it('asks once about what comes before the pause of the module is over', () => {
    expect(run([signal(0), signal(0.1), signal(20), signal(30)])).toMatchObject({ passed: 4, wakes: 2 });
    expect(run([signal(0), signal(61)])).toMatchObject({ passed: 2, wakes: 2, lastWakeAt: noon + 61_250 });
    // The second one waits for the pause to end.
    expect(run([signal(0), signal(20)]).lastWakeAt).toBe(noon + 60_250);
  });

  it('asks after the quiet hours of the module, once', () => {
    const fingerprint = compileModule({ ...written, quiet_hours: [11, 15] });
    const end = run([signal(0), signal(3_600)], { fingerprint });
    expect(end).toMatchObject({ passed: 2, wakes: 1, lastWakeAt: Date.parse('2026-05-04T15:00:00Z') });
  });

  it('is never woken by what the agent did, nor below the threshold, nor without a question', () => {
    expect(run([signal(0, { own: true })])).toMatchObject({ routed: 1, passed: 0, wakes: 0 });
    expect(run([signal(0)], { threshold: 1 })).toMatchObject({ routed: 1, passed: 0, wakes: 0 });
    const unaskable = { ...terms.fingerprint, question_template: '{nothing}' };
    expect(run([signal(0)], { fingerprint: unaskable })).toMatchObject({ routed: 1, passed: 0, wakes: 0 });
  });

  it('is surprised by a number that is far from those before it, of its own location', () => {
    const fingerprint = compileModule({
      ...written,
      question_template: 'The load is {value}.',
      signal_priors: { host: { metrics: ['load'], high: 64 } },
    });
    const load = (minute: number, value: number, host = 'a'): StoredSignal => {
      const { event, ...taken } = signal(minute * 60);
      const features = { metric: 'load', value };
      return {
        ...taken,
        event: { ...event, source: 'host', location: host, delta_type: 'modified', features },
      };
    };
    const even = Array.from({ length: 200 }, (_, minute) => load(minute, 1 + (minute % 3) / 10));
    const after = (next: StoredSignal) => {
      const end = simulated(startSimulation({ ...terms, fingerprint }), [...even, next]);
      return end.state.cluster.events.at(-1)?.surprise ?? 0;
    };
    expect(after(load(200, 50))).toBeGreaterThan(after(load(200, 1.1)));
    expect(after(load(200, 50))).toBeGreaterThan(after(load(200, 50, 'b')));
    const many = Array.from({ length: 20 }, (_, n) => load(n, 1, `host-${n}`));
    const { series } = simulated(startSimulation({ ...terms, fingerprint }), many).state;
    expect(Object.keys(series)).toEqual(many.slice(4).map(({ event }) => event.location));
  });

  it('keeps the latest wakes as examples', () => {
    const end = run(Array.from({ length: examplesMax + 5 }, (_, at) => signal(at * 120)));
    expect(end.wakes).toBe(examplesMax + 5);
    expect(end.latest).toHaveLength(examplesMax);
    expect(end.latest.at(-1)?.signal.id).toBe(`sig_${(examplesMax + 4) * 120}`);
  });

  it('is the same in however many steps, and a higher threshold never passes more', () => {
    const sorted = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom('a.pdf', 'b.tmp', 'c.txt')), {
        maxLength: 30,
      })
      .map((all) =>
        all
          .toSorted(([a], [b]) => a - b)
          .map(([seconds, name]) => signal(seconds, { location: `/srv/papers/${name}` })),
      );
    fc.assert(
      fc.property(
        sorted,
        fc.nat(30),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (signals, cut, threshold) => {
          const whole = run(signals, { threshold });
          const first = simulated(startSimulation({ ...terms, threshold }), signals.slice(0, cut));
          expect(endSimulation(simulated(first, signals.slice(cut)))).toEqual(whole);
          expect(whole.wakes).toBeLessThanOrEqual(whole.passed);
          expect(run(signals, { threshold: Math.min(1, threshold + 0.1) }).passed).toBeLessThanOrEqual(
            whole.passed,
          );
        },
      ),
    );
  });
});
