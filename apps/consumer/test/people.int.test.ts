import { type PersonView, personViewSchema, problemSchema } from '@salience/contracts';
import { namesOf } from '@salience/database/people';
import { asPerson } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { get } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

let fixture: Fixture;
let at: string;
beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve({ timeZone: 'UTC' }));
});

const send = (method: string, path: string, body?: object) =>
  fetch(at + path, {
    method,
    headers: { 'content-type': 'application/json', ...asPerson },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const person = async (response: Response | Promise<Response>) => {
  const answer = await response;
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return personViewSchema.parse(await answer.json());
};
const problem = async (response: Promise<Response>) => {
  const { code, detail, status } = problemSchema.parse(await (await response).json());
  return { code, detail, status };
};
const made = (name: string, more: object = {}) => person(send('POST', '/people', { name, ...more }));
const valuesOf = ({ names }: PersonView) => names.map(({ value }) => value);

it('the owner is there from the first look on, and has what others have', async () => {
  expect(await person(get(`${at}/people/owner`))).toMatchObject({
    owner: true,
    time_zone: null,
    zone_in_use: 'UTC',
  });
  const changed = await person(
    send('PATCH', '/people/owner', {
      name: 'Peter',
      time_zone: 'Europe/Lisbon',
      quiet_hours: { from: '22:00', until: '07:00' },
    }),
  );
  expect(changed).toMatchObject({
    name: 'Peter',
    zone_in_use: 'Europe/Lisbon',
    quiet_hours: { from: '22:00', until: '07:00' },
  });
  expect((await person(get(`${at}/people/PETER`))).person_id).toBe(changed.person_id);
  const page = z.object({ items: z.array(personViewSchema) }).parse(await (await get(`${at}/people`)).json());
  expect(page.items.filter(({ owner }) => owner)).toHaveLength(1);
});

it('a name means one person, whatever its case', async () => {
  const ana = await made('Ana');
  expect(await problem(send('POST', '/people', { name: 'ANA' }))).toMatchObject({
    status: 409,
    code: 'person.name-taken',
  });
  await person(send('POST', '/people/ana/names', { kind: 'mail', value: 'Ana@Example.org' }));
  const again = await person(send('POST', '/people/ana/names', { kind: 'mail', value: 'ana@example.org' }));
  expect(valuesOf(again)).toEqual(['ana@example.org', 'ana']);
  await made('Eva');
  const taken = problem(send('POST', '/people/Eva/names', { kind: 'mail', value: 'ana@example.org' }));
  expect(await taken).toMatchObject({
    status: 409,
    detail: expect.stringContaining(ana.person_id) as string,
  });
  expect(await problem(send('DELETE', '/people/ana/names/name/ana'))).toMatchObject({
    code: 'person.last-name',
  });
  await person(send('DELETE', '/people/ana/names/mail/ANA@example.org'));
  expect(valuesOf(await person(get(`${at}/people/ana`)))).toEqual(['ana']);
});

it('a merge can be taken back, names and channels and all', async () => {
  const kate = await made('Kate', { time_zone: 'Asia/Tokyo' });
  const katja = await made('Katja');
  await fixture.database.admin(
    `insert into salience.channels (id, agent_id, person_id, kind, target, created_at) select $1, agent_id, id, 'mail', 'kate@work.test', now()
     from salience.people where id = $2`,
    [`chn_${'0'.repeat(32)}`, kate.person_id],
  );
  const holder = async () =>
    (await fixture.database.admin<{ id: string }>('select person_id as id from salience.channels'))[0]?.id;
  const merged = await person(send('POST', '/people/Kate/merge', { into: 'Katja' }));
  expect(merged).toMatchObject({ person_id: katja.person_id, time_zone: 'Asia/Tokyo' });
  expect(merged.names).toContainEqual({ kind: 'name', value: 'kate', merged_from: kate.person_id });
  expect(await holder()).toBe(katja.person_id);
  expect((await person(get(`${at}/people/${kate.person_id}`))).person_id).toBe(katja.person_id);
  expect(await namesOf(fixture.db, fixture.agentId, 'kate', new Date())).toEqual(['kate', 'katja']);
  expect(await namesOf(fixture.db, fixture.agentId, 'a mere name', new Date())).toEqual(['a mere name']);
  // What she is called stays with her, by whatever name she is meant.
  expect(await problem(send('POST', '/people/Kate/split', { names: ['Katja'] }))).toMatchObject({
    status: 409,
    code: 'person.main-name',
    detail: expect.stringContaining('they have: kate)') as string,
  });
  const split = z
    .object({ items: z.array(personViewSchema) })
    .parse(await (await send('POST', '/people/Kate/split', { names: ['Kate'] })).json());
  expect(split.items.map((one) => [one.person_id, valuesOf(one)])).toEqual([
    [katja.person_id, ['katja']],
    [kate.person_id, ['kate']],
  ]);
  expect(await holder()).toBe(kate.person_id);
});

it('a name that came by no merge becomes a person of its own', async () => {
  await made('Max');
  await person(send('POST', '/people/Max/names', { kind: 'name', value: 'Moritz' }));
  const answer = await send('POST', '/people/Max/split', { names: ['Moritz'] });
  const { items } = z.object({ items: z.array(personViewSchema) }).parse(await answer.json());
  expect(items.map(valuesOf)).toEqual([['max'], ['moritz']]);
  expect(await problem(send('POST', '/people/Max/split', { names: ['Max'] }))).toMatchObject({
    code: 'person.last-name',
  });
  expect(await problem(send('POST', '/people/Max/split', { names: ['Otto'] }))).toMatchObject({
    status: 404,
    code: 'person.name-unknown',
    detail: expect.stringContaining('They have: max') as string,
  });
});

it.each([
  ['POST', '/people', {}, 422, 'body.invalid'],
  ['POST', '/people', { name: ' ' }, 422, 'body.invalid'],
  ['POST', '/people', { name: 'X', time_zone: 'Mars/Olympus' }, 422, 'body.invalid'],
  ['PATCH', '/people/owner', {}, 422, 'body.invalid'],
  ['PATCH', '/people/owner', { quiet_hours: { from: '22:00', until: '22:00' } }, 422, 'body.invalid'],
  ['PATCH', '/people/owner', { time_zone: 'UTC', proposed_zone: 'accept' }, 422, 'body.invalid'],
  ['PATCH', '/people/owner', { proposed_zone: 'accept' }, 409, 'person.no-proposal'],
  ['PATCH', '/people/nobody-here', { time_zone: 'UTC' }, 404, 'person.unknown'],
  ['POST', '/people/owner/merge', { into: 'Ana' }, 409, 'person.owner'],
  ['POST', '/people/Ana/merge', { into: 'ana' }, 409, 'person.itself'],
  ['POST', '/people/Ana/names', { kind: 'mail', value: 'no address' }, 422, 'body.invalid'],
  ['POST', '/feedback', { target: 'x', value: 1 }, 422, 'body.invalid'],
  ['POST', '/feedback', { target: `turn_${'0'.repeat(32)}`, value: 2 }, 422, 'body.invalid'],
  ['POST', '/feedback', { target: `turn_${'0'.repeat(32)}`, value: 1 }, 404, 'feedback.unknown-target'],
])('%s %s refuses %j', async (method, path, body, status, code) => {
  expect(await problem(send(method, path, body))).toMatchObject({ status, code });
});
