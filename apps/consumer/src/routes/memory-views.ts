import {
  forgettingListItemSchema,
  keptKinds,
  memoryDaySchema,
  type MemoryDayView,
  memoryGraphQuerySchema,
  memoryGraphViewSchema,
  memoryListQuerySchema,
  pageQuerySchema,
  pageSchema,
  rememberedItemSchema,
  type StatementView,
  validityQuerySchema,
  validityViewSchema,
} from '@salience/contracts';
import {
  type AboutWhom,
  listDays,
  listForgettings,
  listRemembered,
  listStatements,
} from '@salience/database/keeping';
import { findPerson } from '@salience/database/people';
import { instantOfWall } from '@salience/language';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { conceptGraph } from '../memory/concept-graph.ts';
import { isoInstant } from '../turns/iso-instant.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';
import { forgettingView } from './memory-keeping.ts';

/** How a person who has no name is called in statements. */
const namelessSubject = 'user';
/** Subjects that the first page of statements lists. */
const subjectsMax = 200;
/** A day that Postgres knows too: it has no year 0. */
const dayPlace = z.object({ day: z.iso.date().refine((day) => day >= '0001-01-01') });

/** GET /memory/items: what is remembered, the latest first. Counts as no access. */
export const getMemoryItems = callerRoute({
  method: 'GET',
  path: '/memory/items',
  needs: 'machine',
  does: 'What is remembered, the latest first',
  tag: 'Memory',
  problems: { 400: ['zone.unknown'], 429: ['reads.limit'] },
  headers: zoneHeader,
  more: 'Of all kinds or of those in `kind`. With `person` what they said, and what is said of them; somebody whom the agent does not know as a person is meant by their name. With `day` what is of that day in the zone of who asks, as GET /memory/days counts them. Listing does not count as access.',
  query: memoryListQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(rememberedItemSchema) } },
  handle: async (context, { caller, query, request, response }) => {
    const { cursor, day, kind, limit, person } = query;
    const between =
      day === undefined
        ? { from: instantOf(query.from), to: instantOf(query.to) }
        : boundsOf(day, await timeZoneOf(context, caller, request));
    const page = {
      ...between,
      agentId: caller.agent.id,
      kinds: kind ?? keptKinds,
      whom: person === undefined ? undefined : await aboutWhom(context, caller, person),
      after: decodeCursor(cursor, timePlace),
      limit: limit + 1,
    };
    const rows = await context.longReads.run(caller, response, () => listRemembered(context.db, page));
    const items = rows.slice(0, limit).map((item) => ({ ...item, at: isoInstant(item.at) }));
    response.json({ items, next: nextPlace(rows.length > limit, items.at(-1)) });
  },
});

/** GET /memory/validity: statements and when they held. */
export const getMemoryValidity = callerRoute({
  method: 'GET',
  path: '/memory/validity',
  needs: 'machine',
  does: 'Statements and when they held, the latest to begin first',
  tag: 'Memory',
  problems: { 429: ['reads.limit'] },
  more: 'Facts, traits, and relations between concepts, those that ended too. With `at` only what held then.',
  query: validityQuerySchema,
  answers: { 200: { is: 'A page, the first with the subjects that there are.', json: validityViewSchema } },
  handle: async (context, { caller, query, response }) => {
    const { at, cursor, limit, subject } = query;
    const whom = subject === undefined ? undefined : await aboutWhom(context, caller, subject);
    const page = {
      agentId: caller.agent.id,
      names: whom?.names,
      at: instantOf(at),
      after: decodeCursor(cursor, timePlace),
      limit: limit + 1,
      subjects: cursor === undefined ? subjectsMax : undefined,
    };
    const found = await context.longReads.run(caller, response, () => listStatements(context.db, page));
    const items = found.items.slice(0, limit).map(statementView);
    const last = items.at(-1);
    response.json({
      items,
      next: nextPlace(found.items.length > limit, last && { at: last.valid_from, id: last.id }),
      subjects: found.subjects ?? [],
    });
  },
});

/** GET /memory/days: the days on which something was remembered. */
export const getMemoryDays = callerRoute({
  method: 'GET',
  path: '/memory/days',
  needs: 'machine',
  does: 'The days on which something was remembered, the latest first',
  tag: 'Memory',
  more: 'Days of the zone of who asks. GET /memory/items with the `from` and `to` of a day lists what was remembered on it.',
  headers: zoneHeader,
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(memoryDaySchema) } },
  problems: { 400: ['zone.unknown'], 429: ['reads.limit'] },
  handle: async (context, { caller, query, request, response }) => {
    const { cursor, limit } = query;
    const page = {
      zone: await timeZoneOf(context, caller, request),
      before: decodeCursor(cursor, dayPlace)?.day,
      limit: limit + 1,
    };
    const { id } = caller.agent;
    const rows = await context.longReads.run(caller, response, () => listDays(context.db, id, page));
    const items = rows
      .slice(0, limit)
      .map((row): MemoryDayView => ({ ...row, from: isoInstant(row.from), to: isoInstant(row.to) }));
    const last = rows.length > limit ? items.at(-1) : undefined;
    response.json({ items, next: last === undefined ? null : encodeCursor({ day: last.day }) });
  },
});

/** GET /memory/graph: concepts, and how activation spreads from a question. */
export const getMemoryGraph = callerRoute({
  method: 'GET',
  path: '/memory/graph',
  needs: 'machine',
  does: 'The concepts that a question names and how activation spreads from them, step by step',
  tag: 'Memory',
  problems: { 429: ['reads.limit'] },
  more: 'The frames are made by the function that search uses. Without `q` the strongest concepts are shown, and no frames. Counts as no access.',
  query: memoryGraphQuerySchema,
  answers: { 200: { is: 'Nodes, edges and frames.', json: memoryGraphViewSchema } },
  handle: async (context, { caller, query, response }) => {
    const { at, limit, q } = query;
    const question = q?.trim();
    const asked = {
      agentId: caller.agent.id,
      question: question === '' ? undefined : question,
      at: instantOf(at) ?? (await context.clock.now()),
      limit,
    };
    response.json(await context.longReads.run(caller, response, () => conceptGraph(context.db, asked)));
  },
});

/** GET /memory/forgets: what was forgotten when, and at whose request; never what it was. */
export const getForgettings = callerRoute({
  method: 'GET',
  path: '/memory/forgets',
  needs: 'machine',
  does: 'What was forgotten when and at whose request, the latest first',
  tag: 'Memory',
  query: pageQuerySchema,
  answers: {
    200: { is: 'A page. Nothing in it says what was forgotten.', json: pageSchema(forgettingListItemSchema) },
  },
  handle: async (context, { caller, query, response }) => {
    const { cursor, limit } = query;
    const after = decodeCursor(cursor, timePlace);
    const rows = await listForgettings(context.db, caller.agent.id, { limit: limit + 1, after });
    const items = rows
      .slice(0, limit)
      .map((row) => ({ ...forgettingView(row, undefined), requested_by: row.requestedBy }));
    const last = items.at(-1);
    response.json({
      items,
      next: nextPlace(rows.length > limit, last && { at: last.requested_at, id: last.forget_id }),
    });
  },
});

const instantOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** When a day begins and ends in a zone. */
function boundsOf(day: string, zone: string): { readonly from: Date; readonly to: Date } {
  const wall = Date.parse(day);
  return {
    from: new Date(instantOfWall(wall, zone)),
    to: new Date(instantOfWall(wall + 86_400_000, zone)),
  };
}

function nextPlace(more: boolean, last: { readonly at: string; readonly id: string } | undefined) {
  return more && last !== undefined ? encodeCursor({ at: last.at, id: last.id }) : null;
}

/** The names that a person is meant by; a mere name means itself. */
async function aboutWhom(context: ConsumerContext, caller: Caller, ref: string): Promise<AboutWhom> {
  const person = await findPerson(context.db, caller.agent.id, ref, await context.clock.now());
  const lower = ref.toLowerCase();
  if (person === undefined) return { names: [lower], owner: lower === namelessSubject };
  const names = person.names.flatMap(({ kind, value }) => (kind === 'name' ? [value] : []));
  const own = person.isOwner ? [namelessSubject] : [];
  return { names: [...new Set([person.name.toLowerCase(), ...names, ...own])], owner: person.isOwner };
}

function statementView(row: StatementView): StatementView {
  return {
    ...row,
    valid_from: isoInstant(row.valid_from),
    valid_to: row.valid_to === null ? null : isoInstant(row.valid_to),
  };
}
