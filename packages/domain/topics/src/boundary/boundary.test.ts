import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine } from '../vectors.ts';
import { type BoundaryResult, hearReply, stepBoundary } from './boundary.ts';
import { boundaryFeatureNames } from './boundary-feature-names.ts';
import { readDirections } from './boundary-meaning.ts';
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
    const weighed = Object.entries(boundaryModels.withDirections.weights).filter(
      ([, weight]) => weight !== 0,
    );
    const names = weighed.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['drift', 'surprise', 'accumulated', 'similarity_slow']));
    expect(names.toSorted()).toEqual([...boundaryFeatureNames].toSorted());
  });
});

describe('the line of a boundary', () => {
  const state = run([roses, more]).at(-1)?.next ?? freshBoundaryState;
  const at60 = { text: 'Income taxes rise again', vector: at(60), now: 3_000, calibration };

  test('is the agent’s where it sets one, and moves no state', () => {
    const { probability, ...shipped } = stepBoundary(state, at60);
    for (const threshold of [0, probability, probability + 1e-6, 1]) {
      const result = stepBoundary(state, { ...at60, threshold });
      expect(result.boundary).toBe(probability >= threshold);
      expect(result.next).toEqual(shipped.next);
      expect(result.confidence).toBeGreaterThanOrEqual(0.5);
      expect(result.confidence).toBeLessThanOrEqual(1);
    }
  });
});

describe('what is usual in a thread', () => {
  test('a message that resembles the last little is less unusual where that is usual', () => {
    const around = (spread: number) =>
      Array.from({ length: 12 }, (_, n) => ({ text: roses.text, vector: at((n % 2) * spread) }));
    const jump = { text: 'Income taxes rise again', vector: at(-60) };
    const last = (spread: number) => run([...around(spread), jump]).at(-1)?.features?.unusual_last ?? 0;
    expect(last(5)).toBeLessThan(last(70));
  });

  test('moves the log-odds by at most 1, however long every message looks like a boundary', () => {
    const steps = run(Array.from({ length: 300 }, (_, n) => ({ ...taxes, vector: at(n * 100) })));
    const chances = steps.slice(1).map(({ probability }) => probability);
    const odds = (chance: number) => Math.log(chance / (1 - chance));
    const [early, late] = [chances[4] ?? 0, chances.at(-1) ?? 0];
    expect(late).toBeGreaterThan(0);
    expect(odds(early) - odds(late)).toBeLessThan(1.5);
    expect(steps.at(-1)?.next.odds?.n).toBe(299);
  });
});

describe('directions', () => {
  const size = 512;
  const axis = (place: number) => Array.from({ length: size }, (_, n) => (n === place ? 1 : 0));
  const weights = (place: number) => btoa(String.fromCharCode(...axis(place).map((value) => value * 100)));
  const directions = readDirections({
    modelId: 'known',
    language: 'en',
    opening: { scale: 0.01, weights: weights(0) },
    parting: { scale: 0.01, weights: weights(1) },
  });
  const slanted = axis(0).map((_, n) => (n < 2 ? 0.5 : n === 2 ? Math.SQRT1_2 : 0));
  const heard = (modelId: string | undefined, text = 'The roses need more water than last year') => {
    const state = stepBoundary(freshBoundaryState, { ...roses, vector: axis(1), now: 0, calibration }).next;
    const event = { text, vector: slanted, now: 60_000, calibration, modelId };
    return stepBoundary(state, event, boundaryModels, directions).features;
  };

  test('are read from the vector of their own model and language, by itself and beside what came before', () => {
    expect(heard('known')?.opening).toBeCloseTo(0.5);
    expect(heard('known')?.parting).toBeCloseTo(0.5);
    expect(heard(undefined)?.opening).toBeCloseTo(0.5);
  });

  test('say nothing of another model’s, nor of a text in another language', () => {
    expect(heard('another')).toMatchObject({ opening: 0, parting: 0 });
    const german = 'Die Rosen brauchen mehr Wasser als im letzten Jahr, das ist gut';
    expect(heard('known', german)).toMatchObject({ opening: 0, parting: 0 });
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
