import type { AgentId } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Orm, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { people, personNames } from '../schema/people.ts';
import {
  ensureOwner,
  lockPeople,
  loadPerson,
  type PersonId,
  personIdOf,
  type PersonRow,
  requiredPerson,
  withNames,
} from './found-person.ts';

/** What `person_names` compares by. */
const keyOf = (value: string) => sql<string>`lower(btrim(${value}))`;

/** A page of the people that an agent knows, the owner first, then by age; those that were merged into another are left out. */
export function listPeople(
  db: Database,
  agentId: AgentId,
  page: {
    readonly limit: number;
    readonly after?: { readonly at: Date; readonly id: string } | undefined;
    readonly now: Date;
  },
): Promise<PersonRow[]> {
  return withAgent(db, agentId, async (session) => {
    await ensureOwner(session, agentId, page.now);
    const { after } = page;
    const later =
      after &&
      sql`(date_trunc('milliseconds', ${people.createdAt}), ${people.id}) > (${after.at}, ${after.id})`;
    const rows = await session.orm
      .select()
      .from(people)
      .where(and(eq(people.agentId, agentId), isNull(people.mergedInto), later))
      .orderBy(asc(sql`date_trunc('milliseconds', ${people.createdAt})`), asc(people.id))
      .limit(page.limit);
    return withNames(session.orm, agentId, rows);
  });
}

/** The person that an id, a name, or `owner` means; of one that was merged, the one it was merged into. Undefined if there is none. */
export function findPerson(
  db: Database,
  agentId: AgentId,
  ref: string,
  now: Date,
): Promise<PersonRow | undefined> {
  return withAgent(db, agentId, async (session) => {
    const id = await personIdOf(session, agentId, ref, now);
    return id === undefined ? undefined : loadPerson(session.orm, agentId, id);
  });
}

/**
 * Every name that means the same person as this one: name, id or `owner`; empty for an owner without names. A mere name means itself.
 */
export function namesOf(db: Database, agentId: AgentId, ref: string, now: Date): Promise<string[]> {
  return withAgent(db, agentId, async (session) => {
    const id = await personIdOf(session, agentId, ref, now);
    if (id === undefined) return [ref];
    const rows = await session.orm
      .select({ value: personNames.value })
      .from(personNames)
      .where(and(eq(personNames.personId, id), eq(personNames.kind, 'name')))
      .orderBy(personNames.value);
    return rows.map(({ value }) => value);
  });
}

/** What a person may say of themselves. `null` takes a setting away. */
export interface PersonChange {
  readonly name?: string | undefined;
  readonly zone?: string | null | undefined;
  /** `HH:MM` each. */
  readonly quiet?: { readonly from: string; readonly until: string } | null | undefined;
  /** What becomes of the zone that was proposed. */
  readonly proposal?: 'accept' | 'refuse' | undefined;
}

/** Makes a person; their name becomes one of their names. Throws `person.name-taken`. */
export function createPerson(
  db: Database,
  agentId: AgentId,
  person: {
    readonly name: string;
    readonly zone?: string | undefined;
    readonly quiet?: { from: string; until: string } | undefined;
  },
  now: Date,
): Promise<PersonRow> {
  return withAgent(db, agentId, async ({ orm }) => {
    const id = newId('person', now.getTime());
    const { name, quiet, zone } = person;
    await orm.insert(people).values({
      id,
      agentId,
      name: name.trim(),
      zone: zone ?? null,
      quietFrom: quiet?.from ?? null,
      quietUntil: quiet?.until ?? null,
      createdAt: now,
      updatedAt: now,
    });
    await addName(orm, agentId, id, { kind: 'name', value: name }, now);
    return loadPerson(orm, agentId, id);
  });
}

/** Changes a person. Throws `person.unknown`, `person.name-taken`, or `person.no-proposal`. */
export function changePerson(
  db: Database,
  agentId: AgentId,
  ref: string,
  change: PersonChange,
  now: Date,
): Promise<PersonRow> {
  return withPerson(db, agentId, ref, now, async (orm, person) => {
    const { name, proposal, quiet } = change;
    if (proposal !== undefined && person.proposedZone === null)
      throw new SalienceError('person.no-proposal', `No zone is proposed for ${person.name}.`);
    const zone = proposal === 'accept' ? person.proposedZone : change.zone;
    // A zone that somebody set answers the proposal too.
    const answered = proposal !== undefined || change.zone !== undefined;
    await orm
      .update(people)
      .set({
        updatedAt: now,
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(zone === undefined ? {} : { zone }),
        ...(quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }),
        ...(answered
          ? { proposedZone: null, proposedBy: null, proposedPlace: null, proposalToldAt: null }
          : {}),
      })
      .where(eq(people.id, person.id));
    if (name !== undefined) await addName(orm, agentId, person.id, { kind: 'name', value: name }, now);
  });
}

/** A name or a mail address. */
export interface PersonName {
  readonly kind: 'mail' | 'name';
  readonly value: string;
}

/** Gives a person one more name or address. Safe to repeat. Throws `person.unknown` or `person.name-taken`. */
export function addPersonName(
  db: Database,
  agentId: AgentId,
  ref: string,
  name: PersonName,
  now: Date,
): Promise<PersonRow> {
  return withPerson(db, agentId, ref, now, (orm, person) => addName(orm, agentId, person.id, name, now));
}

/** Takes a name or an address away. Throws `person.unknown`, or `person.last-name`: nobody but the owner can be without one. */
export function removePersonName(
  db: Database,
  agentId: AgentId,
  ref: string,
  { kind, value }: PersonName,
  now: Date,
): Promise<PersonRow> {
  return withPerson(db, agentId, ref, now, async (orm, person) => {
    const others = person.names.filter(
      (one) => one.kind === 'name' && one.value !== value.trim().toLowerCase(),
    );
    if (kind === 'name' && !person.isOwner && others.length === 0)
      throw new SalienceError(
        'person.last-name',
        `"${value}" is the only name of ${person.name}: without it no speaker would mean them. Give them another one first.`,
      );
    await orm
      .delete(personNames)
      .where(
        and(
          eq(personNames.personId, person.id),
          eq(personNames.kind, kind),
          eq(personNames.value, keyOf(value)),
        ),
      );
  });
}

/** The zones of an agent's people: by speaker, lower case; the owner's under ''. At most 10,000 names. */
export function personZones(db: Database, agentId: AgentId): Promise<ReadonlyMap<string, string>> {
  return withAgent(db, agentId, async ({ orm }) => {
    const rows = await orm
      .select({ zone: people.zone, isOwner: people.isOwner, value: personNames.value })
      .from(people)
      .leftJoin(personNames, and(eq(personNames.personId, people.id), eq(personNames.kind, 'name')))
      .where(and(eq(people.agentId, agentId), sql`${people.zone} is not null`))
      .limit(10_000);
    return new Map(
      rows.flatMap(({ isOwner, value, zone }) => [
        ...(value === null ? [] : [[value, zone as string] as const]),
        ...(isOwner ? [['', zone as string] as const] : []),
      ]),
    );
  });
}

async function withPerson(
  db: Database,
  agentId: AgentId,
  ref: string,
  now: Date,
  change: (orm: Orm, person: PersonRow) => Promise<void>,
): Promise<PersonRow> {
  return withAgent(db, agentId, async (session) => {
    const id = await requiredPerson(session, agentId, ref, now);
    await lockPeople(session.orm, [id]);
    await change(session.orm, await loadPerson(session.orm, agentId, id));
    await session.orm.update(people).set({ updatedAt: now }).where(eq(people.id, id));
    return loadPerson(session.orm, agentId, id);
  });
}

async function addName(
  orm: Orm,
  agentId: AgentId,
  id: PersonId,
  { kind, value }: PersonName,
  now: Date,
): Promise<void> {
  const key = keyOf(value);
  await orm
    .insert(personNames)
    .values({ agentId, kind, value: key, personId: id, createdAt: now })
    .onConflictDoNothing();
  const [holder] = await orm
    .select({ id: people.id, name: people.name })
    .from(personNames)
    .innerJoin(people, eq(people.id, personNames.personId))
    .where(and(eq(personNames.agentId, agentId), eq(personNames.kind, kind), eq(personNames.value, key)));
  if (holder !== undefined && holder.id !== id)
    throw new SalienceError(
      'person.name-taken',
      `"${value}" is ${holder.name} (${holder.id}) already. If they are one person, merge the two.`,
    );
}
