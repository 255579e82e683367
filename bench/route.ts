// How long a route decision takes: signals in memory to decision, for every policy, against the floor of reading the same
// signals from JSON in the same run. `node bench/route.ts --n 200000` prints one line of JSON; exit 1 above 50 µs at p99.
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  applyTiebreak,
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  referencePolicy,
  readRoom,
  shippedPolicy,
  type Signals,
  type Snapshot,
  toDecision,
} from '@salience/router';
import { percentile } from '@salience/testing/load';

const { values } = parseArgs({
  options: { n: { type: 'string', default: '200000' }, warm: { type: 'string', default: '20000' } },
});
const count = Number(values.n);
const warm = Number(values.warm);
const limitUs = 50;

const texts = [
  'What do you know about the garden fence?',
  'My neighbour paints his fence green every spring.',
  'Thanks, that helps!',
  'Book a table for two tonight',
  'Do it',
  'Kannst du Bo anrufen?',
  'Remind me to call Bo at five and tell Ana that I am late.',
  '...',
];
const likeness = { act: 0.42, respond: 0.36, acknowledge: 0.22 };
const lines = [
  { speaker: 'bo', text: 'sal: what was that?', own: false },
  { speaker: 'sal', text: 'A fence.', own: true, to: 'bo' },
  { speaker: 'ana', text: 'bo: really?', own: false },
];

/** What a turn may find: nothing, a running conversation, a room of many. */
function situations(text: string): Signals[] {
  const cues = extractCues(text);
  const room = readRoom({ agentNames: ['sal'], speaker: 'bo', text, lines });
  const known: Snapshot = { ...coldSnapshot, likeness, workingMemoryTurns: 4, gistCount: 3, factCount: 5 };
  return [coldSnapshot, known, { ...known, room, speakerCount: 3 }].map((snapshot) =>
    buildSignals(cues, snapshot),
  );
}

const all = texts.flatMap(situations);
const stored = all.map((signals) => JSON.stringify(signals));
const before = { previousMode: 'CLARIFY', lastConfidences: [0.1, 0.4, 0.1] } as const;
/** Taken from every result, so that no work can be left out as useless. */
let seen = 0;

/** Microseconds of each call, the warm-up left out. */
function times(work: (index: number) => number): Float64Array {
  const taken = new Float64Array(count);
  for (let n = -warm; n < count; n += 1) {
    const index = (n + warm) % all.length;
    const startedAt = process.hrtime.bigint();
    seen += work(index);
    const us = Number(process.hrtime.bigint() - startedAt) / 1_000;
    if (n >= 0) taken[n] = us;
  }
  return taken;
}

function figures(taken: Float64Array) {
  const sorted = [...taken];
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: percentile(sorted, 1) };
}

const floor = () => figures(times((index) => (JSON.parse(stored[index] as string) as Signals).char_count));
const decision = (policy: typeof shippedPolicy) =>
  figures(
    times((index) => {
      const result = decide(all[index] as Signals, policy, before);
      return toDecision(result, applyTiebreak(result, null)).confidence;
    }),
  );
const floorBefore = floor();
const report = {
  bench: 'route',
  n: count,
  signals: Object.keys(all[0] as Signals).length,
  shippedUs: decision(shippedPolicy),
  referenceUs: decision(referencePolicy),
  // The machine may have been busier during one than during the other.
  floorUs: [floorBefore, floor()],
  limitP99Us: limitUs,
  checked: Number.isFinite(seen),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exitCode = report.shippedUs.p99 <= limitUs && report.referenceUs.p99 <= limitUs ? 0 : 1;
