import { describe, expect, test } from 'vitest';
import { arrivalsOf, type DayLoad } from './arrivals.ts';
import { createHpa, type HpaSettings, replicasFor } from './hpa.ts';
import { type SimulatedFleet, simulate } from './simulate.ts';

const none = {
  stabilizationWindowSeconds: 0,
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
} as const;
const hpa: HpaSettings = {
  minReplicas: 2,
  maxReplicas: 20,
  targets: [{ metric: 'lanes', type: 'AverageValue', value: 6 }],
  scaleUp: {
    stabilizationWindowSeconds: 0,
    policies: [
      { type: 'Percent', value: 100, periodSeconds: 15 },
      { type: 'Pods', value: 4, periodSeconds: 15 },
    ],
  },
  scaleDown: { ...none, stabilizationWindowSeconds: 300 },
  tolerance: 0.1,
};
const fleet: SimulatedFleet = {
  replicas: 2,
  hpa,
  slots: 8,
  cores: 1,
  cpuS: 0.02,
  modelS: 1.5,
  modelLaw: 'exponential',
  startS: 20,
  drainS: 12,
  gaugeS: 5,
  scrapeS: 15,
  syncS: 15,
  seed: 1,
};
const hour: DayLoad = {
  seconds: 3_600,
  quietPerS: 2,
  busyPerS: 20,
  bursts: 2,
  burstS: 120,
  burstTimes: 3,
  threads: 300,
  seed: 7,
};

/** A steady Poisson process in which every message has a thread of its own. */
function* steady(perS: number, seconds: number, seed: number) {
  let thread = 0;
  const load = { ...hour, seconds, quietPerS: perS, busyPerS: perS, bursts: 0, burstTimes: 1, seed };
  for (const { atS } of arrivalsOf(load)) yield { atS, thread: thread++ };
}

/** The mean wait of M/M/c, in seconds (Erlang C). */
function erlangWait(perS: number, serviceS: number, servers: number): number {
  const load = perS * serviceS;
  let term = 1;
  let sum = 1;
  for (let n = 1; n < servers; n += 1) {
    term *= load / n;
    sum += term;
  }
  const last = (term * load) / servers / (1 - load / servers);
  return ((last / (sum + last)) * serviceS) / (servers - load);
}

describe('the algorithm of a HorizontalPodAutoscaler, on the examples of its documentation', () => {
  const value = { metric: 'lanes', type: 'Value', value: 100 } as const;
  const now = { current: 4, ready: 4, tolerance: 0.1 };

  test('twice the wanted value doubles the replicas, half of it halves them, near it nothing happens', () => {
    expect(replicasFor(value, 200, now)).toBe(8);
    expect(replicasFor(value, 50, now)).toBe(2);
    expect(replicasFor(value, 109, now)).toBe(4);
    expect(replicasFor(value, 91, now)).toBe(4);
    expect(replicasFor(value, 111, now)).toBe(5);
  });

  test('an average value is for each replica', () => {
    expect(replicasFor({ ...value, type: 'AverageValue' }, 750, now)).toBe(8);
    expect(replicasFor({ ...value, type: 'AverageValue' }, 410, now)).toBe(4);
  });

  test('from 80 replicas, a tenth or four of them a minute: 72, 64, 57, and four by four below 40', () => {
    const scaler = createHpa({
      ...hpa,
      minReplicas: 10,
      maxReplicas: 100,
      scaleDown: {
        stabilizationWindowSeconds: 0,
        policies: [
          { type: 'Pods', value: 4, periodSeconds: 60 },
          { type: 'Percent', value: 10, periodSeconds: 60 },
        ],
      },
    });
    const steps: number[] = [];
    let current = 80;
    for (let minute = 0; minute < 14; minute += 1) {
      current = scaler.decide(60 * minute, { current, ready: current }, { lanes: 0, oldestS: 0 });
      steps.push(current);
    }
    expect(steps).toEqual([72, 64, 57, 51, 45, 40, 36, 32, 28, 24, 20, 16, 12, 10]);
  });

  test('within a period no more is added than its policies allow, and the more generous one counts', () => {
    const scaler = createHpa({
      ...hpa,
      scaleUp: {
        ...hpa.scaleUp,
        policies: hpa.scaleUp.policies.map((one) => ({ ...one, periodSeconds: 30 })),
      },
    });
    const much = { lanes: 1_000, oldestS: 0 };
    expect(scaler.decide(0, { current: 2, ready: 2 }, much)).toBe(6);
    expect(scaler.decide(15, { current: 6, ready: 2 }, much)).toBe(6);
    expect(scaler.decide(31, { current: 6, ready: 6 }, much)).toBe(12);
    expect(scaler.decide(62, { current: 12, ready: 12 }, much)).toBe(20);
  });

  test('a fleet shrinks only when the whole window wanted fewer', () => {
    const scaler = createHpa(hpa);
    const decide = (atS: number, lanes: number) =>
      scaler.decide(atS, { current: 10, ready: 10 }, { lanes, oldestS: 0 });
    expect(decide(0, 60)).toBe(10);
    expect(decide(150, 6)).toBe(10);
    expect(decide(299, 6)).toBe(10);
    expect(decide(301, 6)).toBeLessThan(10);
  });
});

describe('a simulated fleet', () => {
  test('waits as long as the closed form of M/M/c says', () => {
    for (const [servers, perS] of [
      [1, 0.7],
      [4, 3.2],
    ] as const) {
      const { hpa: _, ...fixed } = fleet;
      const { waitS } = simulate(steady(perS, 400_000, 3), {
        ...fixed,
        replicas: servers,
        slots: 1,
        cpuS: 0,
        modelS: 1,
      });
      expect(waitS.mean / erlangWait(perS, 1, servers)).toBeGreaterThan(0.93);
      expect(waitS.mean / erlangWait(perS, 1, servers)).toBeLessThan(1.07);
    }
  });

  test('ends every turn that came, each thread in its order, through bursts, growth and drains', () => {
    const result = simulate(arrivalsOf(hour), { ...fleet, drainS: 1 });
    expect(result.arrived).toBeGreaterThan(30_000);
    expect(result.ended).toBe(result.arrived);
    expect(result.outOfOrder).toBe(0);
    expect(result.scaleUps).toBeGreaterThan(0);
    expect(result.scaleDowns).toBeGreaterThan(0);
    expect(result.handedBack).toBeGreaterThan(0);
  });

  test('never has fewer replicas than its floor, nor more than its ceiling', () => {
    const { leastReplicas, mostReplicas } = simulate(arrivalsOf(hour), {
      ...fleet,
      hpa: { ...hpa, minReplicas: 3, maxReplicas: 5 },
      replicas: 3,
    });
    expect([leastReplicas, mostReplicas]).toEqual([3, 5]);
  });

  test('a fixed fleet costs its replicas for as long as the load lasts', () => {
    const { hpa: _, ...fixed } = fleet;
    const { replicaHours } = simulate(arrivalsOf(hour), { ...fixed, replicas: 12 });
    expect(replicaHours).toBeCloseTo(12, 0);
  });

  test('replicas that take longer to start have turns wait longer', () => {
    const waits = [5, 60, 240].map((startS) => simulate(arrivalsOf(hour), { ...fleet, startS }).waitS.p99);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[2]).toBeGreaterThan(2 * (waits[0] ?? 0));
  });

  test('one thread gets no more than one turn at a time, however large the fleet is', () => {
    const { hpa: _, ...fixed } = fleet;
    const alone = function* () {
      for (let n = 0; n < 50; n += 1) yield { atS: 0, thread: 0 };
    };
    const { waitS } = simulate(alone(), { ...fixed, replicas: 50, modelLaw: 'constant', modelS: 1, cpuS: 0 });
    expect(waitS.mean).toBeCloseTo(24.5, 6);
  });

  test('the same seed gives the same day', () => {
    const one = simulate(arrivalsOf(hour), fleet);
    expect(simulate(arrivalsOf(hour), fleet)).toEqual(one);
    expect(simulate(arrivalsOf({ ...hour, seed: 8 }), fleet)).not.toEqual(one);
  });
});
