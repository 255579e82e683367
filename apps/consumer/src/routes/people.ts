import {
  pageQuerySchema,
  pageSchema,
  personChangeSchema,
  personMergeSchema,
  personNameSchema,
  personRefSchema,
  personRequestSchema,
  personSplitSchema,
  type PersonView,
  personViewSchema,
} from '@salience/contracts';
import {
  addPersonName,
  changePerson,
  createPerson,
  findPerson,
  listPeople,
  mergePeople,
  type PersonRow,
  removePersonName,
  splitPerson,
} from '@salience/database/people';
import { isSalienceError } from '@salience/errors';
import type { Request } from 'express';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';

const params = { person: personRefSchema };
const one = { 200: { is: 'The person.', json: personViewSchema } };
const unknown = { 404: ['person.unknown'] };

/** GET /people: the owner and whoever else the agent was told of, oldest first. */
export const getPeople = callerRoute({
  method: 'GET',
  path: '/people',
  needs: 'machine',
  does: 'The people whom the agent knows, oldest first',
  tag: 'Memory',
  more: 'A speaker means the person who has that name; a speaker whose name nobody has stays a mere name. A message without a speaker is the owner’s.',
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(personViewSchema) } },
  handle: async (context, { caller, query, request, response }) => {
    const { cursor, limit } = query;
    const after = decodeCursor(cursor, timePlace);
    const now = await context.clock.now();
    const rows = await listPeople(context.db, caller.agent.id, { limit: limit + 1, after, now });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.id });
    response.json({ items: await viewed(context, caller, request, items), next });
  },
});

/** GET /people/:person, by id, name, or `owner`. */
export const getPerson = callerRoute({
  method: 'GET',
  path: '/people/:person',
  needs: 'machine',
  does: 'A person, by id, name, or "owner"',
  tag: 'Memory',
  params,
  headers: zoneHeader,
  answers: one,
  problems: { 400: ['zone.unknown'], ...unknown },
  handle: async (context, { caller, params: { person }, request, response }) => {
    const row = await findPerson(context.db, caller.agent.id, person, await context.clock.now());
    if (row === undefined) throw unknownPerson(person);
    response.json((await viewed(context, caller, request, [row]))[0]);
  },
});

/** POST /people: makes a person, whom their name means from then on. */
export const postPerson = callerRoute({
  method: 'POST',
  path: '/people',
  needs: 'person',
  does: 'Make a person',
  tag: 'Memory',
  body: personRequestSchema,
  answers: { 201: { is: 'The person.', json: personViewSchema } },
  problems: { 409: ['person.name-taken'] },
  handle: async (context, { body, caller, request, response }) => {
    const { name, quiet_hours: quiet, time_zone: zone } = body;
    const row = await changed(context, caller, (now) =>
      createPerson(context.db, caller.agent.id, { name, zone, quiet }, now),
    );
    response
      .status(201)
      .location(`/people/${row.id}`)
      .json((await viewed(context, caller, request, [row]))[0]);
  },
});

/** PATCH /people/:person: changes name, zone or quiet hours, or answers a proposed zone. */
export const patchPerson = callerRoute({
  method: 'PATCH',
  path: '/people/:person',
  needs: 'person',
  does: 'Change a person: name, time zone, quiet hours, or what becomes of a proposed zone',
  tag: 'Memory',
  params,
  body: personChangeSchema,
  answers: one,
  problems: { ...unknown, 409: ['person.name-taken', 'person.no-proposal'] },
  handle: async (context, { body, caller, params: { person }, request, response }) => {
    const { name, proposed_zone: proposal, quiet_hours: quiet, time_zone: zone } = body;
    const row = await changed(context, caller, (now) =>
      changePerson(context.db, caller.agent.id, person, { name, zone, quiet, proposal }, now),
    );
    response.json((await viewed(context, caller, request, [row]))[0]);
  },
});

/** POST /people/:person/names: one more name or mail address. */
export const postPersonName = callerRoute({
  method: 'POST',
  path: '/people/:person/names',
  needs: 'person',
  does: 'Give a person one more name or mail address; safe to repeat',
  tag: 'Memory',
  params,
  body: personNameSchema,
  answers: one,
  problems: { ...unknown, 409: ['person.name-taken'] },
  handle: async (context, { body, caller, params: { person }, request, response }) => {
    const row = await changed(context, caller, (now) =>
      addPersonName(context.db, caller.agent.id, person, body, now),
    );
    response.json((await viewed(context, caller, request, [row]))[0]);
  },
});

/** DELETE /people/:person/names/:kind/:value. */
export const deletePersonName = callerRoute({
  method: 'DELETE',
  path: '/people/:person/names/:kind/:value',
  needs: 'person',
  does: 'Take a name or a mail address away from a person; safe to repeat',
  tag: 'Memory',
  params: { ...params, kind: z.enum(['name', 'mail']), value: z.string().min(1).max(254) },
  answers: one,
  problems: { ...unknown, 409: ['person.last-name'] },
  handle: async (context, { caller, params: { kind, person, value }, request, response }) => {
    const row = await changed(context, caller, (now) =>
      removePersonName(context.db, caller.agent.id, person, { kind, value }, now),
    );
    response.json((await viewed(context, caller, request, [row]))[0]);
  },
});

/** POST /people/:person/merge: two persons are one. */
export const postPersonMerge = callerRoute({
  method: 'POST',
  path: '/people/:person/merge',
  needs: 'person',
  does: 'Merge a person into another, whom all their names mean from then on',
  tag: 'Memory',
  more: 'Names, addresses and channels go along; a split takes them back.',
  params,
  body: personMergeSchema,
  answers: { 200: { is: 'The person they are now.', json: personViewSchema } },
  problems: { ...unknown, 409: ['person.itself', 'person.owner'] },
  handle: async (context, { body, caller, params: { person }, request, response }) => {
    const row = await changed(context, caller, (now) =>
      mergePeople(context.db, caller.agent.id, person, body.into, now),
    );
    response.json((await viewed(context, caller, request, [row]))[0]);
  },
});

/** POST /people/:person/split: takes names out of a person. */
export const postPersonSplit = callerRoute({
  method: 'POST',
  path: '/people/:person/split',
  needs: 'person',
  does: 'Take names out of a person',
  tag: 'Memory',
  more:
    'Whom a name came from with a merge is a person again, with everything that came with it. ' +
    'Other names make one new person. The name that the person is called by stays.',
  params,
  body: personSplitSchema,
  answers: {
    200: {
      is: 'The person, then whoever was split off.',
      json: z.object({ items: z.array(personViewSchema) }),
    },
  },
  problems: { 404: ['person.unknown', 'person.name-unknown'], 409: ['person.last-name', 'person.main-name'] },
  handle: async (context, { body, caller, params: { person }, request, response }) => {
    const rows = await changed(context, caller, (now) =>
      splitPerson(context.db, caller.agent.id, person, body.names, now),
    );
    response.json({ items: await viewed(context, caller, request, rows) });
  },
});

/** What the store refuses, with the status of each. */
const refusals: Readonly<Record<string, (detail: string) => Error>> = {
  'person.itself': (detail) => httpProblem(409, 'person.itself', detail),
  'person.last-name': (detail) => httpProblem(409, 'person.last-name', detail),
  'person.main-name': (detail) => httpProblem(409, 'person.main-name', detail),
  'person.name-taken': (detail) => httpProblem(409, 'person.name-taken', detail),
  'person.name-unknown': (detail) => httpProblem(404, 'person.name-unknown', detail),
  'person.no-proposal': (detail) => httpProblem(409, 'person.no-proposal', detail),
  'person.owner': (detail) => httpProblem(409, 'person.owner', detail),
  'person.unknown': (detail) => httpProblem(404, 'person.unknown', `${detail} GET /people lists them.`),
};

/** Runs a change; this replica uses it at once, the others within five seconds. */
async function changed<T>(
  context: ConsumerContext,
  { agent }: Caller,
  change: (now: Date) => Promise<T>,
): Promise<T> {
  try {
    const result = await change(await context.clock.now());
    context.zones.forget(agent.id);
    return result;
  } catch (error) {
    throw (isSalienceError(error) && refusals[error.code]?.(error.message)) || error;
  }
}

/** Persons with the zone that counts for a message of theirs in this request. */
function viewed(
  context: ConsumerContext,
  caller: Caller,
  request: Request,
  rows: readonly PersonRow[],
): Promise<PersonView[]> {
  return Promise.all(
    rows.map(async (row) =>
      personView(row, await timeZoneOf(context, caller, request, { person: row.zone })),
    ),
  );
}

/** There is no such person: 404. */
export function unknownPerson(ref: string) {
  return httpProblem(
    404,
    'person.unknown',
    `This agent knows no person by the id or name "${ref}". GET /people lists them.`,
  );
}

function personView(row: PersonRow, zone: string): PersonView {
  return {
    person_id: row.id,
    name: row.name,
    owner: row.isOwner,
    names: row.names.map(({ kind, mergedFrom, value }) => ({ kind, value, merged_from: mergedFrom })),
    time_zone: row.zone,
    quiet_hours:
      row.quietFrom === null || row.quietUntil === null
        ? null
        : { from: row.quietFrom, until: row.quietUntil },
    proposed_zone:
      row.proposedZone === null
        ? null
        : {
            time_zone: row.proposedZone,
            place: row.proposedPlace,
            exchange_id: row.proposedBy,
            told_at: row.proposalToldAt?.toISOString() ?? null,
          },
    zone_in_use: zone,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
