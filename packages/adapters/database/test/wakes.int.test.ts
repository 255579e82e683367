import type { AgentId } from '@salience/contracts';
import { fingerprintSchema } from '@salience/contracts';
import { testDatabase } from '@salience/testing';
import { expect, it } from 'vitest';
import {
  claimClusters,
  commitJudgements,
  listActivations,
  registerModule,
  takeSignals,
  wakeAgent,
} from '../src/doors/signals.ts';
import { newId } from '../src/index.ts';

it('law 18: a module keeps its pause, whoever of two processes read the time first', async () => {
  const database = await testDatabase();
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  const agentId = agent!.id;
  const db = database.connect('salience_pulse_sensor');
  const at = new Date('2026-03-04T10:00:00.000Z');
  const later = (ms: number): Date => new Date(at.getTime() + ms);
  const fingerprint = fingerprintSchema.parse({
    module_id: 'homework',
    cluster: 'academic',
    version: '1',
    question_template: 'Is {location} homework?',
    default_threshold: 0.65,
  });
  await registerModule(database.connect('salience_consumer'), agentId, { fingerprint, hash: 'a', now: at });
  await takeSignals(db, {
    agentId,
    now: at,
    signals: [
      {
        id: newId('signal'),
        externalId: '1',
        source: 'filesystem',
        location: '/in/a.pdf',
        deltaType: 'created',
        magnitude: 1,
        features: {},
        own: false,
        at,
        clusters: ['academic'],
      },
    ],
  });
  const [claimed] = await claimClusters(db, {
    owner: newId('worker'),
    leaseMs: 10_000,
    limit: 1,
    signals: 10,
    now: at,
    held: {},
  });
  const one = {
    kind: 'wake',
    state: 'open',
    reason: 'woke',
    dueAt: at,
    score: 0.9,
    threshold: 0.65,
    version: 0,
    count: 1,
    signals: [claimed!.signals[0]!.id!],
    window: {},
    matrix: '',
    latest: [],
  } as const;
  const { ids } = await commitJudgements(db, {
    ...claimed!,
    now: at,
    upto: 1,
    judged: [],
    release: true,
    // One is the module's own, the other may be meant for it too.
    activations: [
      { ...one, id: newId('activation'), module: 'homework', candidates: [] },
      { ...one, id: newId('activation'), module: null, candidates: ['homework', 'papers'] },
    ],
  });
  const ask = async (id: (typeof ids)[number], now: Date): Promise<string> =>
    (
      await wakeAgent(db, {
        agentId,
        id,
        count: 1,
        text: 'Is it?',
        question: 'Is it?',
        values: {},
        zone: null,
        now,
        cooldownMs: 30_000,
        dayStart: at,
        wakesMax: 10,
        tokensMax: 1_000,
        traceparent: undefined,
      })
    ).status;

  expect(await ask(ids[0]!, later(10))).toBe('asked');
  expect(await ask(ids[1]!, at)).toBe('early');
  const waiting = await listActivations(db, agentId, { limit: 10 });
  expect(waiting.find(({ id }) => id === ids[1])).toMatchObject({ state: 'open', dueAt: later(30_010) });
  expect(await ask(ids[1]!, later(30_009))).toBe('early');
  expect(await ask(ids[1]!, later(30_010))).toBe('asked');
});
