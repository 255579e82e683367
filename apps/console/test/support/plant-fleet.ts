import type { AgentId } from '@salience/contracts';
import { newId } from '@salience/database';
import { noteStanding, routerCalibration, saveCalibration } from '@salience/database/learning';
import { noteModelUsage, saveDeadLetter } from '@salience/database/operations';
import { HandRegulator, handStanding, plantLived, type TestDatabase } from '@salience/testing';

const dayMs = 86_400_000;

async function defaultAgent(database: TestDatabase): Promise<AgentId> {
  const [agent] = await database.admin<{ id: AgentId }>(
    "select id from salience.agents where name = 'default'",
  );
  if (agent === undefined) throw new Error('expected the default agent');
  return agent.id;
}

/** A policy with three versions, and how it did on the last thirty days. */
export async function plantRouting(database: TestDatabase): Promise<void> {
  await new HandRegulator(database).publish();
  const db = database.connect('salience_routing_regulator');
  for (let before = 29; before >= 0; before -= 1) {
    const n = 29 - before;
    const decided =
      n < 12 ? { name: 'shipped', version: 1 } : { name: 'fleet', version: n < 20 ? 1 : n < 26 ? 2 : 3 };
    const wave = Math.sin(n / 4);
    await noteStanding(db, 'fleet', await knownVersion(database, decided), {
      ...handStanding,
      at: new Date(Date.now() - before * dayMs - 3_600_000).toISOString(),
      decisions: 380 + Math.round(40 * wave),
      shares: {
        RESPOND: 0.6 + 0.06 * wave,
        CLARIFY: 0.05 + n / 400,
        ACT: 0.17 - n / 500,
        ACKNOWLEDGE: 0.12,
        IGNORE: 0.01,
      },
      pressures: [
        { name: 'missed_clarify', value: 0.031, threshold: 0.01, excess: 3.1 - n / 12 },
        { name: 'share_act_high', value: 0.18, threshold: 0.15, excess: 1.2 + 0.3 * wave },
        { name: 'miscalibration', value: 0.04, threshold: 0.1, excess: 0.4 },
      ],
    });
  }
  const diagram = Array.from({ length: 10 }, (_, bin) => ({
    from: bin / 10,
    to: (bin + 1) / 10,
    decisions: bin < 3 ? 0 : 20 + 12 * bin,
    confidence: bin / 10 + 0.05,
    correct: Math.max(0, bin / 10 - 0.04),
  }));
  const score = { decisions: 120, correct: 98, share: 0.82, low: 0.74, high: 0.88 };
  await saveCalibration(db, {
    name: routerCalibration,
    from: 0,
    at: new Date(),
    knots: [
      { confidence: 0.3, share: 0.25 },
      { confidence: 0.95, share: 0.88 },
    ],
    figures: {
      diagram,
      errorBefore: 0.091,
      errorAfter: 0.03,
      helps: true,
      scores: [
        { mode: 'RESPOND', ...score },
        { mode: 'CLARIFY', ...score, decisions: 30, correct: 20, share: 0.67, low: 0.48, high: 0.81 },
      ],
    },
    decisions: 640,
  });
}

/** The shipped policy has the newest number that the release brings. */
async function knownVersion(database: TestDatabase, decided: { name: string; version: number }) {
  if (decided.name !== 'shipped') return decided;
  const [row] = await database.admin<{ version: number }>(
    "select max(version) as version from salience.router_policies where name = 'shipped'",
  );
  return { name: 'shipped', version: row?.version ?? 1 };
}

/** Text that a page could stumble over. */
export const hostile =
  '<img src=x onerror=alert(1)> \u001b[31mred\u0007 \u202Ereversed\u202C <script>alert(2)</script>';

/** Thoughts that came on the last days, one of which was said. */
export async function plantThoughts(database: TestDatabase, count = 12): Promise<void> {
  const agentId = await defaultAgent(database);
  const types = ['reflection', 'question', 'hypothesis'];
  const texts = [
    'Zita said twice that the harbour is closed on Tuesdays; the boat could be fetched on Wednesday instead.',
    'Does the boat still leak since Anna mended it in March?',
    'Anna asks for the keys whenever she is about to travel: she may be leaving on Friday.',
    hostile,
  ];
  for (let n = 0; n < count; n += 1) {
    const at = new Date(Date.now() - n * 9 * 3_600_000);
    const id = newId('thought', at.getTime());
    const { conceptIds, episodeId, threadId } = await plantLived(database, {
      agentId,
      talk: ['Anna mended the boat, and the harbour is closed on Tuesdays.'],
      names: [`boat ${n}`, `harbour ${n}`, `Zita ${n}`],
      at,
    });
    await database.admin(
      `insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust, source, model, tokens, fatigue, created_at, expires_at)
       values ($1, $2, $3, $4, $5, 'salient', 0.9, $6, $7, 'agent', 'drift', 'offline', 120, 0, $8, $8::timestamptz + interval '7 days')`,
      [id, agentId, types[n % 3], texts[n % 4], conceptIds[0], episodeId, threadId, at],
    );
    for (const [place, concept] of conceptIds.entries())
      await database.admin(
        'insert into salience.thought_concepts (thought_id, concept_id, agent_id, energy, is_seed) values ($1, $2, $3, $4, $5)',
        [id, concept, agentId, 0.9 / (place + 1), place === 0],
      );
  }
}

/** Thirty days of calls of two models by three roles. */
export async function plantCosts(database: TestDatabase): Promise<void> {
  const agentId = await defaultAgent(database);
  const digest = database.connect('salience_digest');
  const row = (role: string, model: string, calls: number, n: number) => ({
    agentId,
    role,
    model,
    calls,
    errors: n === 28 ? 2 : 0,
    failedOver: 0,
    inputTokens: calls * 2_400,
    outputTokens: calls * 310,
    untold: 0,
    costUsd: calls * (model.endsWith('large') ? 0.011 : 0.0009),
    unpriced: 0,
    totalMs: calls * 1_900,
    longestMs: 8_400,
    lastError: n === 28 ? 'llm.stalled' : null,
  });
  for (let n = 0; n < 30; n += 1) {
    const calls = 30 + Math.round(14 * Math.sin(n / 3));
    await noteModelUsage(
      digest,
      [
        row('respond', 'openai:large', calls, n),
        row('chunk', 'openai:small', calls * 2, n),
        row('episode', 'openai:small', Math.ceil(calls / 4), n),
      ],
      new Date(Date.now() - (29 - n) * dayMs),
    );
  }
}

/** A job of the default agent that failed for good, and would be done if it were sent again. */
export async function plantLetter(database: TestDatabase, error: string): Promise<string> {
  const agentId = await defaultAgent(database);
  return await saveDeadLetter(database.connect('salience_digest'), {
    agentId,
    queue: 'memory-chunk',
    job: 'memory.chunk',
    payload: { agentId, threadIds: [] },
    code: 'llm.invalid-output',
    error,
    attempts: 3,
  });
}
