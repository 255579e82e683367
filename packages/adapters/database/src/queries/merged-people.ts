import type { AgentId } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { people, personNames } from '../schema/people.ts';
import { lockPeople, loadPerson, type PersonId, type PersonRow, requiredPerson } from './found-person.ts';

/**
 * Says that two persons are one: names, addresses and channels of the first go to the second, which gets its zone and quiet hours where it has
 * none. Throws `person.unknown`, `person.itself`, or `person.owner` for the owner, whom others are merged into.
 */
export function mergePeople(
  db: Database,
  agentId: AgentId,
  ref: string,
  into: string,
  now: Date,
): Promise<PersonRow> {
  return withAgent(db, agentId, async (session) => {
    const { orm } = session;
    const from = await requiredPerson(session, agentId, ref, now);
    const to = await requiredPerson(session, agentId, into, now);
    await lockPeople(orm, [from, to]);
    if (from === to)
      throw new SalienceError('person.itself', 'Expected two different persons, got the same one twice.');
    const one = await loadPerson(orm, agentId, from);
    if (one.isOwner)
      throw new SalienceError(
        'person.owner',
        'The owner stays. Merge the other person into the owner instead.',
      );
    const [other] = await orm.select().from(people).where(eq(people.id, to));
    const moved = sql`coalesce(merged_from, person_id)`;
    await orm
      .update(personNames)
      .set({ personId: to, mergedFrom: moved })
      .where(eq(personNames.personId, from));
    await session.query(
      'update salience.channels set person_id = $2, merged_from = coalesce(merged_from, person_id) where person_id = $1',
      [from, to],
    );
    // Whoever was merged into the first is the second now, as their names are.
    const gone = or(eq(people.id, from), eq(people.mergedInto, from));
    await orm.update(people).set({ mergedInto: to, updatedAt: now }).where(gone);
    await orm
      .update(people)
      .set({
        updatedAt: now,
        zone: other?.zone ?? one.zone,
        ...((other?.quietFrom ?? null) === null
          ? { quietFrom: one.quietFrom, quietUntil: one.quietUntil }
          : {}),
      })
      .where(eq(people.id, to));
    return loadPerson(orm, agentId, to);
  });
}

/**
 * Takes names out of a person. Whom a name came from with a merge is a person again, with everything that came with it; the other names make
 * one new person, called by the first. What the person is called stays with them. Throws `person.unknown`, `person.name-unknown`,
 * `person.last-name` or `person.main-name`.
 */
export function splitPerson(
  db: Database,
  agentId: AgentId,
  ref: string,
  names: readonly string[],
  now: Date,
): Promise<PersonRow[]> {
  return withAgent(db, agentId, async (session) => {
    const { orm } = session;
    const id = await requiredPerson(session, agentId, ref, now);
    await lockPeople(orm, [id]);
    const person = await loadPerson(orm, agentId, id);
    const wanted = names.map((name) => {
      const key = name.trim().toLowerCase();
      const found = person.names.find(({ value }) => value === key);
      if (found !== undefined) return found;
      throw new SalienceError(
        'person.name-unknown',
        `${person.name} has no name or address "${name}". They have: ${person.names.map(({ value }) => value).join(', ')}.`,
      );
    });
    const origins = [...new Set(wanted.flatMap(({ mergedFrom }) => mergedFrom ?? []))];
    const fresh = wanted.filter(({ mergedFrom }) => mergedFrom === null);
    const stay = person.names.filter(
      ({ kind, mergedFrom, value }) =>
        kind === 'name' &&
        !(mergedFrom === null ? fresh.some((one) => one.value === value) : origins.includes(mergedFrom)),
    );
    if (!person.isOwner && stay.length === 0)
      throw new SalienceError(
        'person.last-name',
        `${person.name} must keep a name, and these are all of them.`,
      );
    requireMainName(person, stay);
    for (const origin of origins) {
      await orm.update(people).set({ mergedInto: null, updatedAt: now }).where(eq(people.id, origin));
      for (const table of ['person_names', 'channels'])
        await session.query(
          `update salience.${table} set person_id = merged_from, merged_from = null where person_id = $1 and merged_from = $2`,
          [id, origin],
        );
    }
    const [first] = fresh;
    const made: PersonId[] = [...origins];
    if (first !== undefined) {
      const own = newId('person', now.getTime());
      await orm
        .insert(people)
        .values({ id: own, agentId, name: first.value, createdAt: now, updatedAt: now });
      const values = fresh.map(({ value }) => value);
      await orm
        .update(personNames)
        .set({ personId: own })
        .where(
          and(
            eq(personNames.personId, id),
            isNull(personNames.mergedFrom),
            inArray(personNames.value, values),
          ),
        );
      made.push(own);
    }
    const rows: PersonRow[] = [];
    for (const one of [id, ...made]) rows.push(await loadPerson(orm, agentId, one));
    return rows;
  });
}

/** Throws `person.main-name` if the name that a person is called by is not among those that stay. */
function requireMainName(person: PersonRow, stay: PersonRow['names']): void {
  const isMain = ({ value }: PersonRow['names'][number]) => value === person.name.toLowerCase();
  if (stay.some(isMain) || !person.names.some(isMain)) return;
  const others = person.names.filter((name) => !isMain(name)).map(({ value }) => value);
  throw new SalienceError(
    'person.main-name',
    `"${person.name}" is what they are called, so it stays with them. ` +
      `Take out another name (they have: ${others.join(', ')}), or call them otherwise first.`,
  );
}
