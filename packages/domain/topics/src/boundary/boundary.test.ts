import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine } from '../vectors.ts';
import { type BoundaryResult, hearReply, stepBoundary } from './boundary.ts';
import { boundaryFeatureNames } from './boundary-features.ts';
import { type BoundaryState, freshBoundaryState } from './boundary-state.ts';
import { boundaryModels } from './boundary-weights.ts';
import { packedLength, packVector, unpackVector } from './packed-vector.ts';

const calibration = { sameTopicCosine: 0.6, newTopicCosine: 0.45 };
const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0];

function run(events: readonly { text: string; vector: number[] | null; now?: number }[]): BoundaryResult[] {
  let state: BoundaryState = freshBoundaryState;
  return events.map((event, index) => {
    const result = stepBoundary(state, { now: index * 1_000, calibration, ...event });
    state = JSON.parse(JSON.stringify(result.next)) as BoundaryState;
    return result;
  });
}

const roses = { text: 'The roses in the garden grow well', vector: at(0) };
const more = { text: 'Roses need water and much sun', vector: at(10) };
const taxes = { text: 'By the way, do you know how income taxes work in Portugal?', vector: at(100) };

describe('a boundary', () => {
  test('is seen where the subject jumps, not where it goes on', () => {
    expect(run([roses, more, taxes]).map((result) => result.boundary)).toEqual([false, false, true]);
  });

  test('is seen from the words alone when there is no embedder', () => {
    const mute = [roses, more, taxes].map((event) => ({ ...event, vector: null }));
    expect(run(mute).map((result) => result.boundary)).toEqual([false, false, true]);
  });

  test('is never the first message, nor the first after 2,700 s of silence', () => {
    expect(run([taxes])[0]).toMatchObject({ boundary: false, reason: 'first' });
    const resumed = run([roses, more, { ...taxes, now: 2_702 * 1_000 }])[2];
    expect(resumed).toMatchObject({ boundary: false, reason: 'resumed', next: { count: 1 } });
    expect(run([roses, more, { ...taxes, now: 2_701 * 1_000 }])[2]?.reason).toBe('message');
  });

  test('is never a short or anaphoric message', () => {
    const short = { text: 'ok thanks', vector: at(170) };
    expect(run([roses, more, short])[2]).toMatchObject({ boundary: false, reason: 'short' });
  });

  test('is seen in a slow drift without any jump, and the drift starts over', () => {
    // Each message is 12 degrees from the one before: no step is a jump, fifteen of them are another subject.
    const drifting = Array.from({ length: 16 }, (_, index) => ({ text: roses.text, vector: at(index * 12) }));
    const steps = run(drifting);
    const seen = steps.filter((result) => result.boundary);
    expect(seen.map((result) => result.reason)).toEqual(['drift']);
    expect(seen[0]?.next.drift).toBe(0);
  });
});

test('a changed embedding model does not stop a thread: old vectors are dropped', () => {
  const steps = run([roses, more, { ...more, vector: [1, 0, 0, 0] }, { ...taxes, vector: [0, 1, 0, 0] }]);
  expect(steps.map((result) => result.boundary)).toEqual([false, false, false, true]);
});

test('state holds no text and stays small', () => {
  const long = 'secret '.repeat(4_000);
  const vector = Array.from({ length: 512 }, (_, index) => Math.sin(index));
  const steps = run([roses.text, long, long, long].map((text) => ({ text, vector })));
  const state = JSON.stringify(steps.at(-1)?.next);
  expect(state).not.toContain('secret');
  expect(state.length).toBeLessThan(5_000);
});

test('law 9: confidence is between 0 and 1 for any run, and a step is a function of state and message', () => {
  const event = fc.record({
    text: fc.oneof(fc.string(), fc.constantFrom(roses.text, taxes.text, 'yes')),
    vector: fc.option(fc.integer({ min: 0, max: 360 }).map(at)),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const results = run(events);
      expect(run(events)).toEqual(results);
      for (const { confidence } of results) {
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('a packed vector keeps its direction', () => {
  const vector = Array.from({ length: 512 }, (_, index) => Math.sin(index * 3.7) * 0.04);
  expect(cosine(unpackVector(packVector(vector)), vector)).toBeGreaterThan(0.999);
  expect(unpackVector(packVector([0, 0]))).toEqual([0, 0]);
  for (let size = 1; size <= 6; size += 1) {
    const packed = packVector(vector.slice(0, size));
    expect(packedLength(packed)).toBe(size);
    expect(unpackVector(packed)).toHaveLength(size);
  }
});

describe('the two averages', () => {
  const seen = (vectors: number[][]) => run(vectors.map((vector) => ({ text: roses.text, vector })));

  test('hear a jump as surprise and drift, which pile up and leak away', () => {
    const around = (degrees: number, times: number) =>
      Array.from({ length: times }, (_, n) => at(degrees + (n % 3)));
    const steps = seen([...around(0, 5), ...around(35, 30)]);
    const calm = steps[4]?.features;
    const jump = steps[5]?.features;
    expect(jump?.surprise).toBeGreaterThan(calm?.surprise ?? 1);
    expect(jump?.drift).toBeGreaterThan(calm?.drift ?? 1);
    expect(jump?.accumulated).toBeGreaterThan(calm?.accumulated ?? 1);
    expect(steps.at(-1)?.next.accumulated).toBeLessThan(steps[5]?.next.accumulated ?? 0);
  });

  test('law 8: every feature has a weight, and the averages are among what is weighed', () => {
    const weighed = Object.entries(boundaryModels.withVectors.weights).filter(([, weight]) => weight !== 0);
    const names = weighed.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['drift', 'surprise', 'accumulated', 'similarity_slow']));
    expect(names.toSorted()).toEqual([...boundaryFeatureNames].toSorted());
  });
});

describe('a focus', () => {
  const turning = { text: 'Do you know how income taxes work?', vector: at(60) };
  const chanceWith = (focus: 'explicit' | 'inferred' | null) => {
    const state = run([roses, more]).at(-1)?.next ?? freshBoundaryState;
    return stepBoundary(state, { ...turning, now: 3_000, calibration, focus });
  };

  test('makes a boundary less likely, one that was asked for more so than an inferred one', () => {
    const [none, inferred, explicit] = ([null, 'inferred', 'explicit'] as const).map(
      (focus) => chanceWith(focus).probability,
    ) as [number, number, number];
    expect(inferred).toBeLessThan(none);
    expect(explicit).toBeLessThan(inferred);
  });

  test('holds a thread that would else turn, and turns none that would stay', () => {
    const turns = (degrees: number, focus: 'explicit' | null) => {
      const state = run([roses, more]).at(-1)?.next ?? freshBoundaryState;
      const turning = { text: 'Income taxes rise again', vector: at(degrees), now: 3_000, calibration };
      return stepBoundary(state, { ...turning, focus }).boundary;
    };
    const angles = Array.from({ length: 36 }, (_, n) => n * 5);
    const held = angles.filter((degrees) => turns(degrees, null) && !turns(degrees, 'explicit'));
    expect(held.length).toBeGreaterThan(0);
    expect(angles.filter((degrees) => !turns(degrees, null) && turns(degrees, 'explicit'))).toEqual([]);
  });
});

test('an answer to what the agent asked opens less than the same words out of the blue', () => {
  const state = run([roses, more]).at(-1)?.next ?? freshBoundaryState;
  const answer = { text: 'Mostly income taxes in Portugal', vector: at(80), now: 3_000, calibration };
  const cold = stepBoundary(state, answer);
  const asked = stepBoundary(hearReply(state, 'Nice roses. What else is on your mind?'), answer);
  expect(asked.probability).toBeLessThan(cold.probability);
  expect(hearReply(freshBoundaryState, 'Hello')).toEqual(freshBoundaryState);
});

test('what an older version stored is read on', () => {
  const { count, lastAt, recent, slow, drift } = run([roses, more]).at(-1)?.next ?? freshBoundaryState;
  const older = { count, lastAt, recent, slow, drift } as BoundaryState;
  expect(stepBoundary(older, { ...taxes, now: 3_000, calibration })).toMatchObject({ boundary: true });
});

test.each([
  ['de', 'Übrigens, hast du schon einmal einen Marathon gelaufen?'],
  ['fr', 'Au fait, est-ce que tu joues d’un instrument de musique?'],
  ['es', 'Por cierto, ¿te gusta cocinar comida japonesa en casa?'],
  ['pt', 'Aliás, você gosta de viajar de comboio pela Europa?'],
  ['it', 'A proposito, ti piace andare in bicicletta la domenica?'],
  ['ja', 'ところで、日本の電車についてどう思いますか？'],
])('a new matter is heard in %s too, by its words and its distance', (_code, text) => {
  expect(run([roses, more, { text, vector: at(100) }])[2]?.boundary).toBe(true);
});
