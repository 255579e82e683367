import type { TestDatabase } from '@salience/testing';

/**
 * From now on notes each accepted turn in a row that nobody changes, in the accepting transaction; the turn's own row is written again
 * within milliseconds. The function tells when that transaction committed, in milliseconds since 1970: Postgres has to run with
 * `track_commit_timestamp`.
 */
export async function openAcceptances(database: TestDatabase): Promise<(turnId: string) => Promise<number>> {
  await database.admin('create table public.accepted (turn_id text primary key)');
  await database.admin(
    `create function public.note_accepted() returns trigger language plpgsql security definer as
     $$ begin insert into public.accepted values (new.id); return null; end $$`,
  );
  await database.admin(
    'create trigger accepted after insert on salience.turns for each row execute function public.note_accepted()',
  );
  return async (turnId) => {
    const [row] = await database.admin<{ at: number }>(
      'select (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as at from public.accepted where turn_id = $1',
      [turnId],
    );
    if (row === undefined) throw new Error(`Expected turn ${turnId} to be noted.`);
    return row.at;
  };
}
