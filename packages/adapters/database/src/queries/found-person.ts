import { type AgentId, type Id, idSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Orm, Session } from '../connect.ts';
import { newId } from '../new-id.ts';
import { people, personNames } from '../schema/people.ts';

/** The id of a person. */
export type PersonId = Id<'person'>;

/** A person whom an agent knows, with their names and addresses. */
export interface PersonRow extends Readonly<typeof people.$inferSelect> {
  readonly names: readonly {
    readonly kind: 'mail' | 'name';
    readonly value: string;
    /** The person that it came from with a merge. */
    readonly mergedFrom: PersonId | null;
  }[];
}

/** The name by which commands and the API mean the owner: whoever speaks without a name. */
const ownerRef = 'owner';

/** Merges, splits and changes of a person come one after another. */
export async function lockPeople(orm: Orm, ids: readonly PersonId[]): Promise<void> {
  await orm
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, [...ids]))
    .orderBy(people.id)
    .for('update');
}

/** The owner's id; makes the owner when first meant. */
export async function ensureOwner(session: Session, agentId: AgentId, now: Date): Promise<PersonId> {
  const { rows } = await session.query<{ id: PersonId }>('select salience.ensure_owner($1, $2, $3) as id', [
    agentId,
    newId('person', now.getTime()),
    now,
  ]);
  return (rows[0] as { id: PersonId }).id;
}

/** The id of a person by id, name or `owner`, who is made when first meant; undefined for a mere name. */
export async function personIdOf(
  session: Session,
  agentId: AgentId,
  ref: string,
  now: Date,
): Promise<PersonId | undefined> {
  if (ref === ownerRef) return ensureOwner(session, agentId, now);
  const { data } = idSchema('person').safeParse(ref);
  if (data === undefined) {
    const { rows } = await session.query<{ id: PersonId | null }>('select salience.person_of($1, $2) as id', [
      agentId,
      ref,
    ]);
    return rows[0]?.id ?? undefined;
  }
  const { rows } = await session.query<{ id: PersonId }>(
    `with recursive found as (
       select id, merged_into from salience.people where agent_id = $1 and id = $2
       union select p.id, p.merged_into from salience.people p join found f on p.id = f.merged_into)
     select id from found where merged_into is null`,
    [agentId, data],
  );
  return rows[0]?.id;
}

/** As `personIdOf`; throws `person.unknown`. */
export async function requiredPerson(
  session: Session,
  agentId: AgentId,
  ref: string,
  now: Date,
): Promise<PersonId> {
  const id = await personIdOf(session, agentId, ref, now);
  if (id !== undefined) return id;
  throw new SalienceError('person.unknown', `This agent knows no person by the id or name "${ref}".`);
}

/** A person who is there, with their names. */
export async function loadPerson(orm: Orm, agentId: AgentId, id: PersonId): Promise<PersonRow> {
  const rows = await orm.select().from(people).where(eq(people.id, id));
  return (await withNames(orm, agentId, rows))[0] as PersonRow;
}

/** Persons with their names. */
export async function withNames(
  orm: Orm,
  agentId: AgentId,
  rows: readonly (typeof people.$inferSelect)[],
): Promise<PersonRow[]> {
  if (rows.length === 0) return [];
  const { kind, mergedFrom, personId: of, value } = personNames;
  const names = await orm
    .select({ kind, mergedFrom, of, value })
    .from(personNames)
    .where(and(eq(personNames.agentId, agentId), or(...rows.map((row) => eq(of, row.id)))))
    .orderBy(kind, value);
  return rows.map((row) => ({
    ...row,
    names: names.filter((name) => name.of === row.id).map(({ of: _of, ...name }) => name),
  }));
}
