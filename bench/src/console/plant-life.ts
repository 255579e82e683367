import type { TestDatabase } from '@salience/testing';

/** How much is planted: threads, and items of memory of all kinds together. */
export interface PlantedSize {
  readonly threads: number;
  readonly memories: number;
}

/** An id of its kind and number. */
const id = (prefix: string, n: string): string => `'${prefix}_' || lpad(to_hex(${n}), 32, '0')`;
/** A time within the two years before the last day, later with a higher number. */
const when = "timestamptz '2026-06-01 12:00Z' - interval '700 days' * (1 - n::float8 / total)";
const names = "(array['Ana', 'Rui', 'Miriam', 'Tariq', 'Noor', 'Pavel', 'Ines', 'Jonas', 'Yuki', 'Leila'])";
const places =
  "(array['Porto', 'Oslo', 'Vilnius', 'Cork', 'Genoa', 'Malmö', 'Graz', 'Bergen', 'Tours', 'Ghent'])";
const things =
  "(array['boat', 'garden', 'piano', 'bicycle', 'kitchen', 'novel', 'orchard', 'camera', 'kiln', 'tent'])";
const said = `${names}[1 + n % 10] || ' keeps the ' || ${things}[1 + n / 10 % 10] || ' number ' || n || ' in ' || ${places}[1 + n / 100 % 10] || '.'`;

/**
 * Plants a long life of the default agent, by sets of rows: half of the memories are exchanges, the rest facts, gists, traits, episodes, concepts and
 * relations. The same size plants the same rows.
 */
export async function plantLife(database: TestDatabase, { memories, threads }: PlantedSize): Promise<void> {
  const share = (part: number): number => Math.round(memories * part);
  const all = {
    exchanges: share(0.5),
    facts: share(0.15),
    gists: share(0.1),
    traits: share(0.02),
    episodes: share(0.1),
    concepts: share(0.08),
  };
  const relations = memories - Object.values(all).reduce((sum, count) => sum + count, 0);
  const series = (count: number): string =>
    `(select n, ${count}::bigint as total, (select id from salience.agents where name = 'default') as agent from generate_series(1, ${count}) n) s`;
  const thread = id('thr', `1 + n % ${threads}`);
  const exchange = id('ex', `1 + n % ${all.exchanges}`);
  const episode = id('ep', `1 + n % ${all.episodes}`);
  const concept = (n: string): string => id('con', `1 + (${n}) % ${all.concepts}`);
  const statements = [
    `insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
     select ${id('thr', 'n')}, agent, 'thread-' || n, 'bench', '{}', ${when}, ${when} from ${series(threads)}`,
    `insert into salience.lanes (thread_id, agent_id, tail, cursor) select ${id('thr', 'n')}, agent, 1000, 1000 from ${series(threads)}`,
    `insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
     select ${id('turn', 'n')}, agent, ${thread}, 1 + n / ${threads}, 'answered', ${said}, 'bench', 'user', ${when}, ${when} from ${series(all.exchanges)}`,
    `insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, speaker, message, reply, mode, trust, source, said_at, ended_at, kind, fence)
     select ${id('ex', 'n')}, agent, ${thread}, ${id('turn', 'n')}, 1 + n / ${threads}, case when n % 3 = 0 then ${names}[1 + n % 10] end, ${said},
       'Noted.', 'RESPOND', 'user', 'bench', ${when}, ${when}, 'answered', 0 from ${series(all.exchanges)}`,
    `insert into salience.memory_progress (thread_id, agent_id, chunked_seq, told_seq) select ${id('thr', 'n')}, agent, 1000, 1000 from ${series(threads)}`,
    `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, valid_from, valid_to, created_at)
     select ${id('fact', 'n')}, agent, ${thread}, ${exchange}, ${names}[1 + n % 10], ${things}[1 + n / 10 % 10] || '_in', ${places}[1 + n / 100 % 10], 0.8, 'user',
       'bench', ${when}, ${when}, case when n % 2 = 0 then ${when} + interval '90 days' end, ${when} from ${series(all.facts)}`,
    `insert into salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
     select ${id('gist', 'n')}, agent, ${thread}, ${exchange}, 'fact', ${said}, 0.8, 'user', 'bench', ${when} from ${series(all.gists)}`,
    `insert into salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, trust, source, exchange_id, thread_id, valid_from, last_seen_at, created_at)
     select ${id('trt', 'n')}, agent, case when n % 2 = 0 then 'user' else ${names}[1 + n % 10] end, 'taste:' || n, ${things}[1 + n / 10 % 10], 'preference', 'explicit', true, 0.8, 'user',
       'bench', ${exchange}, ${thread}, ${when}, ${when}, ${when} from ${series(all.traits)}`,
    `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome, open_loops, salience, complete, trust, source,
       model, started_at, ended_at, created_at)
     select ${id('ep', 'n')}, agent, ${thread}, 10000 + n, 10000 + n, 'silence', ${said}, 'To tell about it.', '', '[]', (n % 10) / 10.0, true, 'user', 'bench', 'bench',
       ${when}, ${when}, ${when} from ${series(all.episodes)}`,
    `insert into salience.episode_exchanges (episode_id, exchange_id, agent_id) select ${id('ep', 'n')}, ${exchange}, agent from ${series(all.episodes)}`,
    `insert into salience.concepts (id, agent_id, name, kind, definition, strength, confidence, mentions, trust, source, first_seen_at, last_seen_at, created_at)
     select ${id('con', 'n')}, agent, case when n <= 10 then ${names}[n] else ${things}[1 + n % 10] || ' ' || n end, case when n <= 10 then 'person' else 'thing' end,
       'Something that is talked about.', 0.5 + 0.5 * (n % 50) / 50.0, 0.9, 3, 'user', 'bench', ${when}, ${when}, ${when} from ${series(all.concepts)}`,
    `insert into salience.concept_names (agent_id, key, kind, concept_id, name, trust) select agent_id, lower(name), kind, id, name, trust from salience.concepts`,
    `insert into salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
     select agent, ${concept('n / 3')}, ${episode}, ${exchange}, 'key', 'user', ${when} from ${series(3 * all.concepts)} on conflict do nothing`,
    `insert into salience.relations (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from, first_seen_at, last_seen_at, created_at)
     select ${id('rel', 'n')}, agent, ${concept('n % 10')}, ${concept('10 + n')}, 'owns', 0.5 + 0.4 * (n % 10) / 10.0, 0.9, 1, 'user', 'bench', ${when}, ${when}, ${when}, ${when}
     from ${series(relations)}`,
    `insert into salience.people (id, agent_id, name, created_at, updated_at)
     select ${id('per', 'n')}, agent, ${names}[n], ${when}, ${when} from ${series(10)}`,
    `insert into salience.person_names (agent_id, kind, value, person_id, created_at)
     select agent, 'name', lower(${names}[n]), ${id('per', 'n')}, ${when} from ${series(10)}`,
    'analyze',
  ];
  for (const statement of statements) await database.admin(statement);
}
