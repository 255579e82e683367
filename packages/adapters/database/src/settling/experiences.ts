import type { AgentId, ExchangeId, ExperienceId, ThreadId, TopicId, Trust } from '@salience/contracts';
import { dayBegan, decideExperience, type ExperienceRules, type WaitingExperience } from '@salience/memory';
import type { Database } from '../connect.ts';
import { callIn, type Client, withMemory } from './memory-lock.ts';
import { rowOf, type StoredRow } from './rows.ts';

/** An experience with its request. */
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
  /** The IANA time zone of its turn. */
  readonly zone: string;
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

/** Lets an experience through, or not, and notes it. `now` is business time. */
export function beginExperience(
  db: Database,
  {
    agentId,
    experienceId,
    now,
    rules,
  }: {
    readonly agentId: AgentId;
    readonly experienceId: ExperienceId;
    readonly now: Date;
    readonly rules: Pick<ExperienceRules, 'cooldownMs' | 'freshMs' | 'perDay'>;
  },
): Promise<BegunExperience> {
  return withMemory(db, agentId, async (client) => {
    const found = await callIn<{
      readonly waiting: StoredRow;
      readonly topicId: TopicId | null;
      readonly cooldownKey: string;
      readonly experience: ExperienceRow;
    } | null>(client, 'load_experience', {
      agentId,
      experienceId,
      now,
      day: dayBegan(now),
      cooldownMs: rules.cooldownMs,
    });
    if (found === null) return { status: 'settled' };
    const decision = decideExperience(rowOf<WaitingExperience>(found.waiting), now, rules);
    const { cooldownKey, topicId } = found;
    switch (decision.status) {
      case 'settled':
        return { status: 'settled' };
      case 'known':
        await confirmExperience(client, experienceId, decision.confirms, now);
        return { status: 'known' };
      case 'gone':
        await client.query(
          `update salience.experiences set state = 'skipped', error = 'experience.gone', settled_at = $2
           where id = $1 and state in ('pending', 'failed')`,
          [experienceId, now],
        );
        return { status: 'settled' };
      case 'later':
        await client.query(
          'update salience.experiences set topic_id = $2, cooldown_key = $3, swept_at = null, due_at = $4 where id = $1',
          [experienceId, topicId, cooldownKey, decision.dueAt],
        );
        return { status: 'later', dueAt: decision.dueAt.toISOString() };
      case 'ready':
        await client.query(
          'update salience.experiences set topic_id = $2, cooldown_key = $3, asked_at = $4 where id = $1',
          [experienceId, topicId, cooldownKey, decision.askedAt],
        );
        return { status: 'ready', experience: found.experience };
    }
  });
}

/** Ends an experience whose answer was known, and lets the episode of then last until it. */
export async function confirmExperience(
  client: Client,
  id: ExperienceId,
  episodeId: string | null,
  now: Date,
): Promise<void> {
  await client.query(
    `with known as (update salience.experiences set state = 'skipped', error = 'experience.known', settled_at = $3
         where id = $1 and state in ('pending', 'failed')
       returning created_at)
     update salience.episodes e set ended_at = greatest(e.ended_at, known.created_at) from known
     where e.id = $2 and e.experience_id is not null`,
    [id, episodeId, now],
  );
}
