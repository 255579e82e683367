import { newId } from '@salience/database';
import { requestForgetting, stepForgetting } from '@salience/database/keeping';
import { plantEnded, plantLived, plantsIn, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecall, type Recall } from '../src/index.ts';

const start = new Date('2020-01-01T12:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

let database: TestDatabase;
let agentId: Awaited<ReturnType<typeof plantsIn>>['agentId'];
beforeAll(async () => {
  database = await testDatabase();
  ({ agentId } = await plantsIn(database, start));
});
afterAll(() => database.close());

const process = () =>
  createRecall({
    db: database.connect('salience_digest'),
    onTrouble: (error) => {
      throw error;
    },
  });
/** What had ended beside an answer that rests on nothing that ended. */
const endedFor = async (recall: Recall, on: number) =>
  (await recall.recall({ agentId, text: 'walrus', limit: 5, at: day(on) })).ended;

const trait = (
  id: string,
  key: string,
  value: string,
  [from, to]: readonly [number, number | null],
  exchangeId: string,
) =>
  database.admin(
    `insert into salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, trust, source, exchange_id, thread_id,
       valid_from, valid_to, last_seen_at, created_at)
     select $1, agent_id, 'user', $2, $3, 'preference', 'explicit', true, 1, 'user', 'test', id, thread_id, $4, $5, $4, $4
     from salience.exchanges where id = $6`,
    [id, key, value, day(from), to === null ? null : day(to), exchangeId],
  );
const source = (id: string, traitId: string, key: string, exchangeId: string, ends = false) =>
  database.admin(
    `insert into salience.trait_sources (id, agent_id, trait_id, exchange_id, thread_id, person, key, value, category, origin, literal, ends,
       confidence, trust, source, half, span_start, span_end, said_at, created_at)
     select $1, agent_id, $2, id, thread_id, 'user', $3, 'love', 'preference', 'explicit', true, $5, 1, 'user', 'test', 'message', 0, 1,
       said_at, said_at from salience.exchanges where id = $4`,
    [id, traitId, key, exchangeId, ends],
  );
const reminder = (id: string, made: string, cancelled: string | null, on: number) =>
  database.admin(
    `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, due_at, trust, source, state, made_turn_id, cancelled_turn_id, cancelled_at,
       created_at)
     select '2020-01-01T00:00:00', $1, m.agent_id, m.thread_id, 'The ferry.', $4::timestamptz, 'user', 'test', case when $3::text is null then 'active' else 'cancelled' end,
       m.turn_id, (select turn_id from salience.exchanges where id = $3), case when $3 is not null then $4::timestamptz end, $4::timestamptz
     from salience.exchanges m where m.id = $2`,
    [id, made, cancelled, day(on)],
  );

describe('what ended last, whatever is found', () => {
  it('is what a process says that asks anew, however it changes', { timeout: 120_000 }, async () => {
    await plantLived(database, { agentId, talk: ['The walrus naps.'], names: [], at: start });
    const first = await plantLived(database, {
      agentId,
      talk: ['I live in Porto.', 'Remind me of the ferry.', 'I love fog.', 'I moved.', 'No ferry.'],
      names: [],
      at: start,
    });
    const [, b = '', c = '', d = '', e = ''] = first.exchangeIds;
    const planted = (key: string, value: string, now: string, on: number, until: number) =>
      plantEnded(database, {
        agentId,
        key,
        value,
        now,
        saidIn: first,
        endedIn: first,
        at: day(on),
        endedAt: day(until),
      });
    const fact = (key: string, value: string, from: number) =>
      database.admin(
        `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, single_valued,
           valid_from, created_at)
         select $1, agent_id, thread_id, id, 'user', $2, $3, 0.9, 'user', 'test', $4, true, $5, $4 from salience.exchanges where id = $6`,
        [newId('fact'), key, value, day(2), day(from), d],
      );
    const [fog, fogNow, other, said, over] = ['trt_fog', 'trt_fog_now', 'trt_other', 'trs_said', 'trs_over'];
    const changes: Record<string, () => Promise<unknown>> = {
      'a fact has ended': () => planted('lives_in', 'Porto', 'Lagos', 1, 2),
      'another holds instead': () => fact('lives_in', 'Faro', 3),
      'another will hold instead': () => fact('lives_in', 'Braga', 12),
      'a fact will end': () => planted('works_at', 'mill', 'bank', 1, 14),
      'what ended holds again': () =>
        database.admin("update salience.facts set valid_to = null where value = 'Porto'"),
      'it ends again': () =>
        database.admin("update salience.facts set valid_to = $1 where value = 'Porto'", [day(2)]),
      'what holds instead held from another day': () =>
        database.admin("update salience.facts set valid_from = $1 where value = 'Faro'", [day(30)]),
      'a trait has ended': () => trait(fog, 'taste:fog', 'love', [1, 3], c),
      'an exchange said it': () => source(said, fog, 'taste:fog', c),
      'an exchange ended it': () => source(over, fog, 'taste:fog', d, true),
      'another trait holds instead': () => trait(fogNow, 'taste:fog', 'hate', [3, null], d),
      'that one changes': () =>
        database.admin("update salience.traits set value = 'mind' where id = $1", [fogNow]),
      'that one is gone': () => database.admin('delete from salience.traits where id = $1', [fogNow]),
      'an exchange says it no more': () =>
        database.admin('delete from salience.trait_sources where id = $1', [said]),
      'another trait has ended': () => trait(other, 'taste:rain', 'love', [1, 4], c),
      'a trait is gone without a trace': () =>
        database.admin('delete from salience.traits where id = $1', [fog]),
      'a reminder was cancelled, and another made instead': async () => {
        await reminder('sch_later', e, null, 6);
        await reminder('sch_ferry', b, e, 5);
      },
      'a fact is forgotten': async () => {
        const [target] = await database.admin<{ id: string }>(
          "select id from salience.facts where value = 'Porto'",
        );
        const db = database.connect('salience_consumer');
        const now = new Date();
        const by = { scope: 'item', target: target?.id ?? '', reason: 'asked', by: 'test', now } as const;
        const id = await requestForgetting(db, { agentId, ...by });
        for (let state = ''; state !== 'watching'; )
          ({ state } = await stepForgetting(db, agentId, id, { now }));
      },
    };
    const warm = process();
    const same = async (what: string) => {
      const anew = [];
      for (const on of [10, 11, 13, 15, 16, 10]) {
        const ended = await endedFor(warm, on);
        expect(ended, `${what}, on day ${on}`).toEqual(await endedFor(process(), on));
        anew.push(ended);
      }
      return anew;
    };
    let before = await same('nothing');
    for (const [what, change] of Object.entries(changes)) {
      await change();
      const after = await same(what);
      expect(after, what).not.toEqual(before);
      before = after;
    }
  });

  it('is asked once', async () => {
    const warm = process();
    const before = await endedFor(warm, 20);
    await database.admin(
      `do $do$ begin perform set_config('session_replication_role', 'replica', true);
        update salience.facts set value = 'changed' where valid_to is not null; end $do$`,
    );
    expect(before.length).toBeGreaterThan(0);
    expect(await endedFor(warm, 21)).toEqual(before);
    expect(await endedFor(process(), 21)).not.toEqual(before);
  });
});
