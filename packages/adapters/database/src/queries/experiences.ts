import type {
  AgentId,
  EpisodeId,
  ExchangeId,
  ExperienceId,
  ThreadId,
  TopicId,
  Trust,
} from '@salience/contracts';
import type { ExperienceDraft, ExperienceRules } from '@salience/memory';
import { call, type Database, query, withAgent } from '../connect.ts';

/** A tool's answer with what it was asked for. */
export interface ExperienceRow {
  readonly id: ExperienceId;
  readonly threadId: ThreadId;
  readonly topicId: TopicId | null;
  /** The exchange of its turn; null where the turn left none. */
  readonly exchangeId: ExchangeId | null;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  /** Its first 20,000 characters. */
  readonly text: string;
  readonly at: string;
  /** The message that began the run. */
  readonly request: string;
  readonly requestTrust: Trust;
  readonly traceparent: string | null;
}

/**
 * Whether an experience is looked at now. `later`: its topic or its agent has had its share; it has a new time. `known`: the
 * same answer was kept before, and confirms its episode, or was found to be worth nothing not long ago. `settled`: nothing is left to do.
 */
export type BegunExperience =
  | { readonly status: 'ready'; readonly experience: ExperienceRow }
  | { readonly status: 'later'; readonly dueAt: string }
  | { readonly status: 'known' | 'settled' };

/** Lets an experience through, or not, and notes it. `now` is business time. One round trip. */
export function beginExperience(
  db: Database,
  begin: {
    readonly agentId: AgentId;
    readonly experienceId: ExperienceId;
    readonly now: Date;
    readonly rules: Pick<ExperienceRules, 'cooldownMs' | 'freshMs' | 'perDay'>;
  },
): Promise<BegunExperience> {
  const { rules, ...rest } = begin;
  const { cooldownMs, freshMs, perDay } = rules;
  return call(db, 'begin_experience', { ...rest, cooldownMs, freshMs, perDay });
}

/** The episode of an experience, ready to be kept. */
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

/** Stores the episode of an experience, once; `known` too where the same was observed before. One round trip. */
export function saveExperience(
  db: Database,
  experience: SaveExperience,
): Promise<{ status: 'stored' | 'known' }> {
  return call(db, 'save_experience', experience);
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
  return withAgent(db, settle.agentId, async (client) => {
    await client.query(
      `update salience.experiences set state = $2, error = $3, settled_at = case when $2 = 'skipped' then $4::timestamptz end
       where id = $1 and state in ('pending', 'failed')`,
      [settle.experienceId, settle.state, settle.code, settle.now],
    );
  });
}

/** What a sweep of experiences found. */
export interface SweptExperiences {
  readonly due: readonly { readonly agentId: AgentId; readonly experienceId: ExperienceId }[];
  /** Given up, visibly: they found no place for a week. */
  readonly expired: number;
}

/** Experiences whose time has come, of all agents, each at most every five seconds. `now` is business time. Scheduler role. */
export async function sweepExperiences(db: Database, limit: number, now: Date): Promise<SweptExperiences> {
  const rows = await query<{ r: SweptExperiences }>(
    db,
    'sweep_experiences',
    'select salience.sweep_experiences($1, $2) as r',
    [limit, now],
  );
  return (rows[0] as { r: SweptExperiences }).r;
}
