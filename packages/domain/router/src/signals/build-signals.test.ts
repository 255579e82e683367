import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractCues } from '../cues/extract-cues.ts';
import { readRoom } from '../room/read-room.ts';
import { buildSignals, coldSnapshot, contextWarmth, type Snapshot } from './build-signals.ts';
import { signalDefinitions, signalNames } from './signals.ts';

const cues = extractCues('Where does my sister live?');

describe('warmth', () => {
  test('is 0 when nothing is known: presence is content, an empty world state counts for nothing', () => {
    expect(contextWarmth(coldSnapshot)).toBe(0);
    expect(buildSignals(cues, coldSnapshot).context_warmth).toBe(0);
  });

  test('reaches 1 only when all three sources are full', () => {
    expect(contextWarmth({ workingMemoryTurns: 4, gistCount: 5, worldItems: 3 })).toBe(1);
    expect(contextWarmth({ workingMemoryTurns: 40, gistCount: 50, worldItems: 0 })).toBeCloseTo(2 / 3);
    expect(contextWarmth({ workingMemoryTurns: 0, gistCount: 0, worldItems: 3 })).toBeCloseTo(1 / 3);
  });
});

describe('memory confidence', () => {
  const memory = (snapshot: Partial<Snapshot>) =>
    buildSignals(cues, { ...coldSnapshot, ...snapshot }).memory_confidence;

  test('rises with the evidence for this message', () => {
    expect(memory({})).toBe(0);
    expect(memory({ evidenceScore: 0.9, evidenceCount: 1 })).toBeGreaterThan(
      memory({ evidenceScore: 0.3, evidenceCount: 1 }),
    );
    expect(memory({ evidenceScore: 0.9, evidenceCount: 0 })).toBe(0);
  });

  test('counts what is known anyway less on a new topic', () => {
    const known = { gistCount: 3, factCount: 3, workingMemoryTurns: 4 };
    expect(memory({ ...known, isNewTopic: true })).toBeLessThan(memory({ ...known, isNewTopic: false }));
  });
});

test('law 9: every signal lies in its range, also for a snapshot that makes no sense', () => {
  const wild = fc.oneof(fc.double(), fc.integer());
  const line = fc.record({
    speaker: fc.constantFrom('bo', 'ana', null),
    text: fc.constantFrom('bo: hi', 'and you?', ''),
    own: fc.boolean(),
  });
  const anyRoom = fc
    .tuple(fc.array(line), fc.string())
    .map(([lines, text]) => readRoom({ agentNames: ['sal'], speaker: 'bo', text, lines }));
  const snapshots = fc.record({
    workingMemoryTurns: wild,
    gistCount: wild,
    factCount: wild,
    worldItems: fc.nat(),
    topicConfidence: wild,
    isNewTopic: fc.boolean(),
    sessionExchangeCount: wild,
    minutesSinceActivity: fc.option(wild),
    evidenceScore: wild,
    evidenceCount: wild,
    room: fc.option(anyRoom),
    speakerCount: wild,
    isReminder: fc.boolean(),
    likeness: fc.record({ act: wild, respond: wild, acknowledge: wild }),
    isContinuation: fc.boolean(),
    pendingApproval: fc.boolean(),
    answersApproval: fc.boolean(),
    exchange: fc.record({ agentAsked: fc.boolean(), assent: fc.boolean(), openRequest: fc.boolean() }),
    readings: wild,
    overheard: fc.boolean(),
    acted: fc.option(wild),
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), snapshots, (text, snapshot) => {
      const signals = buildSignals(extractCues(text), snapshot);
      for (const name of signalNames) {
        expect(signals[name]).toBeGreaterThanOrEqual(signalDefinitions[name].min);
        expect(signals[name]).toBeLessThanOrEqual(signalDefinitions[name].max);
      }
    }),
  );
});
