import { capText } from '@salience/language';
import {
  type AgentId,
  episodeBuildJob,
  experienceAssimilateJob,
  type ExperienceId,
  type PayloadOf,
} from '@salience/contracts';
import { type Clock, type Database, newId } from '@salience/database';
import {
  beginExperience,
  type ExperienceRow,
  saveExperience,
  settleExperience,
} from '@salience/database/acting';
import type { Models } from '@salience/models';
import { experienceRules, formExperience } from '@salience/memory';
import { done, type JobHandler } from '@salience/queues';
import { askRole, type Enrichment, enrich, handOn, type SendPorts } from '@salience/runtime';
import { attributeKeys, type Logger, type Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { Embedding } from './embedding.ts';

/** What the assimilator works with. */
export interface ExperienceAssimilatorDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly embedding: Pick<Embedding, 'codeOf'>;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'experience'>;
  readonly queues: SendPorts['queues'];
}

const intentChars = 300;

/**
 * Makes the handler of `experience.assimilate`: what a tool answered becomes one episode, stored once however often the job
 * comes. Whether it is its turn (cooldown of its topic, budget of its agent's day, the same answer not long ago) is decided
 * where its row is; one that is put off keeps its row and is sent again. An answer of the model that cannot be used marks the
 * experience failed, and suppresses nothing that comes later; while the model is away it stays pending.
 */
export function createExperienceAssimilator(
  deps: ExperienceAssimilatorDeps,
): JobHandler<PayloadOf<typeof experienceAssimilateJob>> {
  return async ({ agentId, experienceId }, context) => {
    const now = await deps.clock.now();
    const begun = await beginExperience(deps.db, { agentId, experienceId, now, rules: experienceRules });
    await deps.fault('experience.begun');
    if (begun.status !== 'ready') {
      if (begun.status !== 'settled') deps.metrics.experiences.inc({ outcome: begun.status });
      return done();
    }
    const { experience } = begun;
    const { threadId, traceparent } = experience;
    const piece: Enrichment = {
      queue: experienceAssimilateJob.queue,
      agentId,
      parent: traceparent,
      attributes: { [attributeKeys.threadId]: threadId },
      ids: { threadId, experienceId },
      work: (span) =>
        assimilate(deps, agentId, experience, context.signal, (id) => {
          span.setAttribute(attributeKeys.episodeId, id);
        }),
      async markFailed(reason) {
        await settle(deps, agentId, experienceId, 'failed', reason);
        deps.log.error({ experienceId, reason }, 'experience left without its episode');
      },
    };
    return enrich(piece, context);
  };
}

async function assimilate(
  deps: ExperienceAssimilatorDeps,
  agentId: AgentId,
  experience: ExperienceRow,
  signal: AbortSignal,
  onEpisode: (id: string) => void,
): Promise<void> {
  const { object, model } = await propose(deps, agentId, experience, signal);
  const draft = formExperience(experience, object, model);
  if (draft === undefined) {
    await settle(deps, agentId, experience.id, 'skipped', 'experience.not-worth');
    return;
  }
  const code = await deps.embedding.codeOf(draft.gist);
  await deps.fault('experience.before-save');
  const now = await deps.clock.now();
  const id = newId('episode', now.getTime());
  const { status } = await saveExperience(deps.db, {
    ...draft,
    ...code,
    id,
    agentId,
    experienceId: experience.id,
    intent: capText(experience.request, intentChars),
    at: experience.at,
    now,
  });
  await deps.fault('experience.after-save');
  if (status === 'stored') {
    onEpisode(id);
    deps.metrics.loopProgressed('experiences');
    await handOn(deps, episodeBuildJob, [{ agentId }], experience.traceparent);
    deps.metrics.experiences.inc({ outcome: 'stored' });
  }
  const { durability, refused } = draft;
  deps.log.debug(
    { experienceId: experience.id, episodeId: id, status, durability, refused },
    'experience kept',
  );
}

async function propose(
  deps: ExperienceAssimilatorDeps,
  agentId: AgentId,
  experience: ExperienceRow,
  signal: AbortSignal,
) {
  const { at, request, requestTrust, text, threadId, tool, zone } = experience;
  const input = {
    request: { text: request, trust: requestTrust },
    call: { tool, arguments: JSON.stringify(experience.arguments ?? {}) },
    answer: { text, at },
    zone,
  };
  return askRole(deps, 'experience', input, { agentId, threadId, signal });
}

async function settle(
  deps: ExperienceAssimilatorDeps,
  agentId: AgentId,
  experienceId: ExperienceId,
  state: 'failed' | 'skipped',
  code: string,
): Promise<void> {
  await settleExperience(deps.db, { agentId, experienceId, state, code, now: await deps.clock.now() });
  deps.metrics.experiences.inc({ outcome: state });
}
