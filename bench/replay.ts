// How long stored decisions take to be replayed under a candidate, as the regulator does it: from their bytes to the mode that each would get,
// on one core, against the floor of reading the same bytes. Then each is computed again under the policy that it was made by, which must give the same
// bits. `node bench/replay.ts --n 100000` prints one line of JSON; exit 1 above 10 s, or when one decision differs.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Decision, decodeDecision, encodeDecision, modes } from '@salience/contracts';
import { createGauge, type LabelledDecision, modesUnder } from '@salience/regulation';
import {
  applyTiebreak,
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  type Policy,
  replay,
  shippedPolicy,
  toDecision,
  type WeightName,
} from '@salience/router';
import { seededRandom } from '@salience/testing/load';

const { values } = parseArgs({
  options: { n: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.n);
const random = seededRandom(Number(values.seed));
const limitS = 10;

const texts = [
  'What do you know about the garden fence?',
  'My neighbour paints his fence green every spring.',
  'Thanks, that helps!',
  'Book a table for two tonight',
  'Do it',
  'Kannst du Bo anrufen?',
  'Remind me to call Bo at five and tell Ana that I am late.',
  'Could you send it to Bo?',
  'I need a new passport',
  '...',
];
const cues = texts.map((text) => extractCues(text));

/** Each weight off by up to .1. */
function offBy(version: number): Policy {
  const weights = Object.entries(shippedPolicy.weights).map(
    ([name, weight]) => [name, Math.max(0, weight + (random() - 0.5) / 5)] as const,
  );
  return { name: 'fleet', version, weights: Object.fromEntries(weights) as Record<WeightName, number> };
}

/** The versions that decided while these decisions were made. */
const policies = Array.from({ length: 20 }, (_, at) => offBy(at + 1));

/** A decision as digest stores it: a running conversation, now and then with an answer of the tie-breaker. */
function stored(): Uint8Array {
  const one = cues[Math.floor(random() * cues.length)] as (typeof cues)[number];
  const policy = policies[Math.floor(random() * policies.length)] as Policy;
  const signals = buildSignals(one, {
    ...coldSnapshot,
    workingMemoryTurns: Math.floor(random() * 5),
    gistCount: Math.floor(random() * 6),
    factCount: Math.floor(random() * 12),
    topicConfidence: 0.4 + 0.6 * random(),
    sessionExchangeCount: Math.floor(random() * 8),
    minutesSinceActivity: random() * 90,
    evidenceScore: random(),
    evidenceCount: Math.floor(random() * 3),
    likeness: { act: random() / 2, respond: random() / 2, acknowledge: random() / 2 },
  });
  const previousMode = modes[Math.floor(random() * modes.length)] ?? null;
  const result = decide(signals, policy, { previousMode, lastConfidences: [random(), random(), random()] });
  const answer =
    result.needsTiebreak && random() < 0.5
      ? { choice: random() < 0.5 ? result.mode : result.runnerUp, reason: 'bench' }
      : null;
  return encodeDecision(toDecision(result, applyTiebreak(result, answer)));
}

/** Seconds of a piece of work, and what it gave. */
function timed<T>(work: () => T): { readonly s: number; readonly value: T } {
  const startedAt = performance.now();
  const value = work();
  return { s: Math.round(performance.now() - startedAt) / 1_000, value };
}

function labelled(decision: Decision, at: number): LabelledDecision {
  const { modeInitial, policyVersion, signals, tiebreak } = decision;
  return {
    id: `${at}`,
    agent: 'a',
    person: 'p',
    at,
    signals,
    policyVersion,
    taken: modeInitial,
    tiebreak,
    label: null,
  };
}

/** Some are asked of the router itself: what is fast must say the same. An answer of the tie-breaker about another pair does not count. */
function differs({ tiebreak, ...decision }: Decision, candidate: Policy, mode: string | undefined): boolean {
  const under = { ...decision, policyName: candidate.name, policyVersion: candidate.version, reroute: null };
  const { result } = replay({ ...under, tiebreak: null }, candidate);
  const choice = tiebreak?.choice ?? null;
  if (tiebreak === null || choice === null || !result.needsTiebreak) return mode !== result.mode;
  const isAboutThese =
    tiebreak.candidates.includes(result.mode) && tiebreak.candidates.includes(result.runnerUp);
  return mode !== (isAboutThese ? choice : result.mode);
}

const bytes = Array.from({ length: count }, stored);
const floor = () => timed(() => bytes.reduce((sum, each) => sum + decodeDecision(each).confidence, 0));
const candidate = offBy(99);
const floorBefore = floor();
const gauge = createGauge(shippedPolicy);
const replayed = timed(() => {
  const measured = bytes.map((each, at) => gauge.measure(labelled(decodeDecision(each), at)));
  return { measured, taken: modesUnder(gauge, measured, candidate) };
});
const { measured, taken } = replayed.value;
const another = timed(() => modesUnder(gauge, measured, offBy(100)));
const own = timed(
  () =>
    bytes.filter((each) => {
      const decision = decodeDecision(each);
      return !replay(decision, policies[decision.policyVersion - 1] as Policy).identical;
    }).length,
);
const sampled = bytes.flatMap((each, at) => (at % 20 === 0 ? [{ at, decision: decodeDecision(each) }] : []));
const wrong = sampled.filter(({ at, decision }) =>
  differs(decision, candidate, modes[taken[at] as number]),
).length;
const report = {
  bench: 'replay',
  n: count,
  weights: gauge.names.length,
  bytes: Math.round(bytes.reduce((sum, each) => sum + each.length, 0) / count),
  candidateS: replayed.s,
  nextCandidateS: another.s,
  ownPolicyS: own.s,
  // The machine may have been busier during one than during the other.
  floorS: [floorBefore.s, floor().s],
  differUnderOwn: own.value,
  differFromRouter: wrong,
  asked: sampled.length,
  limitS,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exitCode = report.candidateS <= limitS && own.value === 0 && wrong === 0 ? 0 : 1;
