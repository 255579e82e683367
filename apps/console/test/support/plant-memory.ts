import type { AgentId } from '@salience/contracts';
import { newId } from '@salience/database';
import { createPerson } from '@salience/database/people';
import { plantEnded, type PlantedLife, plantLived, plantsIn, type TestDatabase } from '@salience/testing';

/** Markup, an escape code and marks that turn the direction of writing. */
const hostileWords = '<img src=x onerror="alert(1)"> \u202Egnol\u202C \u001B[31mred\u001B[0m <b>bold</b>';

/** What was planted. */
export interface PlantedMemory {
  readonly agentId: AgentId;
  readonly boat: PlantedLife;
  readonly move: PlantedLife;
}

const march = new Date('2026-03-10T10:30:00Z');
const april = new Date('2026-04-02T09:00:00Z');

/** A life of two months: a boat, a sister, a move, an autobiography of two versions, and words that would like to be markup. */
export async function plantMemory(database: TestDatabase): Promise<PlantedMemory> {
  const plants = await plantsIn(database, april);
  const { agentId } = plants;
  const told = { agentId, strength: 0.8 };
  const boat = await plantLived(database, {
    ...told,
    talk: ['My boat Merrow lies in Porto.', 'My sister Ana painted Merrow blue.'],
    names: ['merrow', 'porto', 'ana'],
    openLoops: ['whether the paint holds'],
    at: march,
  });
  const move = await plantLived(database, {
    ...told,
    talk: ['I moved to Oslo.', 'Ana gave me a kayak.'],
    names: ['oslo', 'kayak'],
    at: april,
  });
  await plantEnded(database, {
    agentId,
    key: 'lives_in',
    value: 'Porto',
    now: 'Oslo',
    saidIn: boat,
    endedIn: move,
    at: march,
    endedAt: april,
  });
  await database.admin("update salience.concepts set kind = 'person' where name = 'ana'");
  await database.admin(
    `insert into salience.concept_names (agent_id, key, kind, concept_id, name, trust)
     select agent_id, lower(name), kind, id, name, trust from salience.concepts`,
  );
  await database.admin(
    `insert into salience.episode_exchanges (episode_id, exchange_id, agent_id)
     select e.id, x.id, e.agent_id from salience.episodes e join salience.exchanges x on x.thread_id = e.thread_id`,
  );
  const db = database.connect('salience_consumer');
  await createPerson(db, agentId, { name: 'Ana' }, march);
  const thread = await plants.thread();
  await plants.exchange(thread, 1, { message: 'I sold the paint.', speaker: 'Ana', chunked: true });
  await plants.exchange(thread, 2, {
    message: hostileWords,
    reply: hostileWords,
    trust: 'external',
    chunked: true,
  });
  await plantFact(database, agentId, boat, { subject: 'Ana', key: 'likes', value: 'blue paint' });
  await plantFact(database, agentId, boat, { subject: 'Ana', key: 'works_as', value: hostileWords });
  await plantAutobiography(database, agentId);
  return { agentId, boat, move };
}

async function plantFact(
  database: TestDatabase,
  agentId: AgentId,
  { exchangeIds, threadId }: PlantedLife,
  { key, subject, value }: { readonly subject: string; readonly key: string; readonly value: string },
): Promise<void> {
  await database.admin(
    `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 0.9, 'user', 'test', $8, $8)`,
    [newId('fact'), agentId, threadId, exchangeIds[1], subject, key, value.replaceAll('\u001B', ''), march],
  );
}

async function plantAutobiography(database: TestDatabase, agentId: AgentId): Promise<void> {
  const line = (text: string) => ({ text, trust: 'user' });
  const empty = { relationship: [], patterns: [], threads: [], themes: [] };
  const versions = [
    { ...empty, identity: [line('They live in Porto.')], values: [line('They care for an old boat.')] },
    { ...empty, identity: [line('They live in Oslo.')], values: [line('They care for an old boat.')] },
  ];
  for (const [place, sections] of versions.entries())
    await database.admin(
      `insert into salience.autobiographies (id, agent_id, version, sections, hashes, deltas, inputs, model, created_at)
       select $1, $2, $3, $4::jsonb, (select jsonb_object_agg(k, 'hash') from jsonb_object_keys($4::jsonb) k), $5::jsonb, '{"episodes": 2}', 'offline', $6`,
      [
        newId('autobiography'),
        agentId,
        place + 1,
        JSON.stringify(sections),
        JSON.stringify(place === 0 ? {} : { identity: { added: [0], removed: [0] } }),
        place === 0 ? march : april,
      ],
    );
}
