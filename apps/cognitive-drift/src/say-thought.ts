import type { AgentId, ThreadId } from '@salience/contracts';
import { type SayableThoughts, sayableThoughts } from '@salience/database/drift';
import { startTurn } from '@salience/database/turns';
import { driftRules, type SayableThought, thoughtToSay } from '@salience/memory';
import { wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import type { DriftDeps } from './drift-deps.ts';

/**
 * Says the thought of an agent that is worth it now, if there is one: begins a turn in the person's latest thread, once per thought. Resolves
 * with whether it did.
 */
export async function sayThought(deps: DriftDeps, agentId: AgentId): Promise<boolean> {
  const { clock, db, models, timeZone } = deps;
  const now = await clock.now();
  const found = await sayableThoughts(db, agentId, { ...driftRules.saying, now });
  // Who has no model hears only what they asked for: what the offline responder thinks is found by its words alone.
  const perDay = found.settings.thoughtsPerDay ?? (models.describe('drift').offline ? 0 : 1);
  if (found.told >= perDay) return false;
  const candidates = found.candidates.map(({ person, ...thought }): SayableThought & typeof thought => ({
    ...thought,
    quiet: quietOf(person),
    zone: person?.zone ?? found.settings.timeZone ?? timeZone,
  }));
  const { recent, told } = found;
  const chosen = thoughtToSay(candidates, { now, perDay, told, recent }, driftRules.saying);
  if (chosen === undefined || chosen.threadId === null) return false;
  const { threadId, traceparent: link } = chosen;
  const attributes = { [attributeKeys.agentId]: agentId };
  return withSpan(spanNames.driftSay, { attributes, link, begins: true }, () =>
    begin(deps, agentId, { ...chosen, threadId }, now),
  );
}

type Chosen = Pick<SayableThoughts['candidates'][number], 'content' | 'id' | 'speaker' | 'trust'> & {
  readonly threadId: ThreadId;
  readonly zone: string;
};

async function begin(deps: DriftDeps, agentId: AgentId, chosen: Chosen, now: Date): Promise<boolean> {
  const { db, log, metrics } = deps;
  const accepted = await startTurn(db, {
    agentId,
    threadId: chosen.threadId,
    text: chosen.content,
    source: 'thought',
    key: chosen.id,
    trust: chosen.trust,
    now,
    speaker: chosen.speaker ?? undefined,
    zone: chosen.zone,
    traceparent: currentTraceparent(),
  });
  annotateSpan({ [attributeKeys.turnId]: accepted.status === 'accepted' ? accepted.turnId : undefined });
  if (accepted.status !== 'accepted' || accepted.replayed) return false;
  metrics.thoughtsSaid.inc({});
  log.info({ agentId, thoughtId: chosen.id, turnId: accepted.turnId }, 'thought said');
  const { fence, heldBy, threadId } = accepted;
  await wake(deps, { agentId, threadId, fence, heldBy });
  return true;
}

function quietOf(person: SayableThoughts['candidates'][number]['person']): SayableThought['quiet'] {
  const { from, until } = person ?? { from: null, until: null };
  return from === null || until === null ? null : { from, until };
}
