// What classifying and routing a message adds to embedding it. The decision code of digest on a warm embedder, without stores:
// boundary, topic among --topics known ones with learned statistics, session, signals, mode. `node bench/classify-route.ts --n 500
// --topics 100` prints one line of JSON: the time of embedding alone is the floor, measured on the same messages; exit 1 when the
// rest takes more than 1 ms at the median.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  nextRouterState,
  readLikeness,
  shippedPolicy,
} from '@salience/router';
import {
  assignTopic,
  freshBoundaryState,
  freshSessionState,
  hearReply,
  isShortOrAnaphoric,
  type KnownTopic,
  learnStatistics,
  messageSalience,
  stepBoundary,
  trackSession,
  type TopicSample,
  type TopicStatistics,
  wordStems,
} from '@salience/topics';
import { summary } from '@salience/testing/load';

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '500' },
    warm: { type: 'string', default: '100' },
    topics: { type: 'string', default: '100' },
    limit: { type: 'string', default: '1' },
  },
});
const [count, warm, topicCount] = [Number(values.n), Number(values.warm), Number(values.topics)];

const subjects = [
  'garden fence',
  'electricity bill',
  'football final',
  'onion soup',
  'night train',
  'guitar lesson',
  'tax return',
  'old bicycle',
  'mountain hut',
  'kitchen sink',
];
const forms = [
  (subject: string, n: number) => `What does the ${subject} cost in town number ${n}?`,
  (subject: string, n: number) =>
    `My neighbour talked ${n} times about his ${subject} yesterday, and I listened.`,
  (subject: string, n: number) => `By the way, can you remind me of the ${subject} at ${n % 24} o'clock?`,
  (subject: string, n: number) =>
    `I will look after the ${subject} on day ${n}. It should not take long, I hope.`,
];
/** Every message different, so that no vector comes from a cache. */
const messageOf = (n: number): string =>
  forms[n % forms.length]?.(subjects[Math.floor(n / 3) % subjects.length] ?? '', n) ?? '';

async function knownTopics(
  embedder: Embedder,
): Promise<{ topics: KnownTopic[]; statistics: TopicStatistics }> {
  const samples: TopicSample[] = [];
  const topics: KnownTopic[] = [];
  for (let n = 0; n < topicCount; n += 1) {
    const id = `topic-${n}`;
    for (let k = 0; k < Math.max(2, Math.ceil(600 / topicCount)); k += 1) {
      const text = `${messageOf(n * 7)} ${messageOf(n * 7 + k + 1)}`;
      samples.push({ topicId: id, vector: await embedder.embed(text), stems: wordStems(text) });
    }
    const centroid = samples.at(-1)?.vector ?? [];
    topics.push({
      id,
      name: id,
      centroid: Float32Array.from(centroid),
      lastSeenAt: 0,
      avgSalience: 0.5,
    });
  }
  const work = learnStatistics(samples);
  for (;;) {
    const step = work.next();
    if (step.done === true) return { topics, statistics: step.value };
  }
}

const cacheDir = mkdtempSync(join(tmpdir(), 'salience-classify-'));
const embedder = createEmbedder({ cacheDir });
try {
  const { topics, statistics } = await knownTopics(embedder);
  let boundary = freshBoundaryState;
  let session = freshSessionState;
  let router = freshRouterState;
  let currentTopicId: string | null = null;

  /** As digest decides a turn, between its vector and its answer. */
  const decideTurn = (text: string, vector: Float32Array, seq: number): void => {
    const now = seq * 20_000;
    const heard = hearReply(boundary, 'Noted. Is there anything else that you would like to know?');
    const stepped = stepBoundary(heard, {
      text,
      vector,
      now,
      calibration: embedder.calibration,
      modelId: embedder.modelId,
      focus: null,
    });
    const answer = assignTopic({
      text,
      vector,
      modelCalibration: embedder.calibration,
      topics,
      currentTopicId,
      isShortOrAnaphoric: isShortOrAnaphoric(text),
      statistics,
      boundary: stepped.boundary,
      now,
    });
    const topicId = answer.kind === 'existing' ? answer.topicId : `topic-new-${seq}`;
    messageSalience(text);
    const tracked = trackSession(session, { now, topicId, seq });
    const cues = extractCues(text);
    const signals = buildSignals(cues, {
      ...coldSnapshot,
      workingMemoryTurns: 4,
      gistCount: 3,
      topicConfidence: answer.confidence,
      isNewTopic: answer.kind === 'new',
      sessionExchangeCount: session.sessionCount,
      likeness: readLikeness({ vector, modelId: embedder.modelId, cues }),
    });
    const result = decide(signals, shippedPolicy, router);
    router = nextRouterState(router, result, result.mode);
    boundary = stepped.next;
    session = tracked;
    currentTopicId = topicId;
  };

  const [embedMs, decideMs, bothMs]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < warm + count; n += 1) {
    const text = messageOf(10_000 + n);
    const startedAt = performance.now();
    const vector = await embedder.embed(text);
    const embeddedAt = performance.now();
    decideTurn(text, vector, n + 1);
    const doneAt = performance.now();
    if (n < warm) continue;
    embedMs.push(embeddedAt - startedAt);
    decideMs.push(doneAt - embeddedAt);
    bothMs.push(doneAt - startedAt);
  }
  const [floor, both] = [summary(embedMs), summary(bothMs)];
  // Of the same message, so that a pause of the machine falls on one of them and not on the difference of two medians.
  const aboveP50 = summary(decideMs).p50;
  const limitMs = Number(values.limit);
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
  const line = {
    messages: count,
    topics: topicCount,
    floorEmbedMs: { p50: rounded(floor.p50), p95: rounded(floor.p95) },
    embedClassifyRouteMs: { p50: rounded(both.p50), p95: rounded(both.p95) },
    classifyRouteMs: { p50: rounded(summary(decideMs).p50), p95: rounded(summary(decideMs).p95) },
    aboveFloorP50Ms: rounded(aboveP50),
    limitMs,
    holds: aboveP50 <= limitMs,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  if (!line.holds) process.exitCode = 1;
} finally {
  await embedder.close();
  rmSync(cacheDir, { recursive: true, force: true });
}
