import type { AgentId, EpisodeId, ExperienceId } from '@salience/contracts';
import type { ExperienceDraft } from '@salience/memory';
import { and, eq, inArray } from 'drizzle-orm';
import { ask, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { experiences } from '../schema/experience.ts';
import { confirmExperience } from '../settling/experiences.ts';
import { callIn, withMemory } from '../settling/memory-lock.ts';
import { storableValue } from '../storable.ts';

export { beginExperience, type BegunExperience, type ExperienceRow } from '../settling/experiences.ts';

/** The episode of an experience, to be saved. */
export interface SaveExperience extends ExperienceDraft {
  readonly id: EpisodeId;
  readonly agentId: AgentId;
  readonly experienceId: ExperienceId;
  /** What was wanted, in the person's words. */
  readonly intent: string;
  /** When the tool answered, ISO 8601. */
  readonly at: string;
  readonly now: Date;
  /** The sign code of the gist in base64 and its model; without it words alone find it. */
  readonly code?: string;
  readonly codeModelId?: string;
}

/** Stores the episode of an experience, once; `known` too where the same was observed before. */
export function saveExperience(
  db: Database,
  experience: SaveExperience,
): Promise<{ status: 'stored' | 'known' }> {
  const { agentId, experienceId, gist, now } = experience;
  return withMemory(db, agentId, async (client) => {
    const { rows } = await client.query<{ open: boolean; twin: string | null }>(
      `select exists (select 1 from salience.experiences where id = $2 and agent_id = $1 and state in ('pending', 'failed')) as open,
         (select id from salience.episodes where agent_id = $1 and md5(gist) = md5($3) and experience_id is not null limit 1) as twin`,
      [agentId, experienceId, storableValue(gist)],
    );
    const [found] = rows;
    if (found?.open !== true) return { status: 'known' };
    if (found.twin === null)
      return callIn(client, 'save_experience', {
        ...experience,
        retryId: newId('memoryRetry', now.getTime()),
      });
    await confirmExperience(client, experienceId, found.twin, now);
    return { status: 'known' };
  });
}

/**
 * Ends an experience without an episode: `skipped` is not looked at again, `failed` is visible and offered again only by an
 * operator. One that was settled meanwhile stays as it is.
 */
export function settleExperience(
  db: Database,
  settle: {
    readonly agentId: AgentId;
    readonly experienceId: ExperienceId;
    readonly state: 'skipped' | 'failed';
    readonly code: string;
    readonly now: Date;
  },
): Promise<void> {
  const { agentId, code, experienceId, now, state } = settle;
  const open = and(eq(experiences.id, experienceId), inArray(experiences.state, ['pending', 'failed']));
  return withAgent(db, agentId, async ({ orm }) => {
    const end = { state, error: code, settledAt: state === 'skipped' ? now : null };
    await orm.update(experiences).set(end).where(open);
  });
}

/** What a sweep of experiences found. */
export interface SweptExperiences {
  readonly due: readonly { readonly agentId: AgentId; readonly experienceId: ExperienceId }[];
  /** Given up, visibly: they found no place for a week. */
  readonly expired: number;
}

/** Due experiences of all agents, each at most every five seconds. `now` is business time. Scheduler role. */
export function sweepExperiences(db: Database, limit: number, now: Date): Promise<SweptExperiences> {
  return ask(db, 'sweep_experiences', limit, now);
}
