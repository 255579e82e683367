import type { EpisodeId, Id, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { Plants } from '@salience/testing';

/** Where statements are run. */
interface Store {
  admin(text: string, values?: readonly unknown[]): Promise<unknown[]>;
}

let places = 0;

/** Plants an episode of one exchange, as episodic would have stored it. */
export async function plantEpisode(
  store: Store,
  plants: Plants,
  part: {
    readonly gist: string;
    readonly at: Date;
    readonly trust?: Trust;
    readonly salience?: number;
    readonly openLoops?: readonly string[];
  },
): Promise<EpisodeId> {
  const id = newId('episode');
  const thread = await plants.thread();
  await plants.exchange(thread, 1, { message: part.gist, at: part.at, chunked: true });
  places += 1;
  await store.admin(
    `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome,
       open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at)
     values ($1, $2, $3, 1, 1, 'expiry', $4, 'To tell of it.', '', $5, $6, true, $7, 'test', 'test', $8, $8, $8)`,
    [
      id,
      plants.agentId,
      thread,
      part.gist,
      JSON.stringify(part.openLoops ?? []),
      part.salience ?? Math.max(0.1, 0.9 - places / 1_000),
      part.trust ?? 'user',
      part.at,
    ],
  );
  return id;
}

/** Plants a current trait of the user. */
export async function plantTrait(
  store: Store,
  plants: Plants,
  part: { readonly key: string; readonly value: string; readonly category: string; readonly trust?: Trust },
): Promise<Id<'trait'>> {
  const id = newId('trait');
  const thread = await plants.thread();
  const exchange = await plants.exchange(thread, 1);
  await store.admin(
    `insert into salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, trust, source, exchange_id,
       thread_id, valid_from, last_seen_at, created_at)
     select $1, $2, 'user', $3, $4, $5, 'explicit', true, 0.9, $6, 'test', $7, $8, now, now, now from (select '2030-01-01T12:00:00Z'::timestamptz as now) n`,
    [id, plants.agentId, part.key, part.value, part.category, part.trust ?? 'user', exchange, thread],
  );
  return id;
}
