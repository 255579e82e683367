import type { ClockControl } from '../database/clock-control.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { unremembered } from '../database/unremembered.ts';
import { until } from '../until.ts';

/** The quiet that idle work waits for. */
const idleMs = 61_000;
const patienceMs = 180_000;

/** Resolves when nothing is in hand and nothing is due any more at the business time of this call. Throws with what is left. */
export async function fleetSettled(database: TestDatabase, clock: ClockControl): Promise<void> {
  const at = await clock.now();
  let left: Record<string, number> = {};
  const quiet = async (): Promise<boolean> => {
    const [row] = await database.admin<{ spoken: Date | null; left: Record<string, number> }>(
      `select (select max(accepted_at) from salience.turns) as spoken, to_jsonb(l) as left from (${stillDue}) l`,
      [at],
    );
    left = row?.left ?? {};
    // A reminder that fired is a word too: idle work waits until that is a while ago.
    const silentMs = (await clock.now()).getTime() - (row?.spoken?.getTime() ?? 0);
    if (left['lanes'] === 0 && silentMs < idleMs) await clock.advance(idleMs - silentMs);
    return Object.values(left).every((count) => count === 0);
  };
  await until(quiet, { what: 'the fleet to rest', timeoutMs: patienceMs, everyMs: 20 }).catch((cause) => {
    throw new Error(`The fleet does not come to rest: ${JSON.stringify(left)}`, { cause });
  });
}

/** What the loops of the fleet look for, as they do, at instant $1. */
const stillDue = `select
  (select count(*)::int from salience.lanes where tail > cursor or owner is not null) as lanes,
  ${unremembered('$1')},
  (select count(*)::int from salience.experiences where state = 'pending' and due_at <= $1) as experiences,
  (select count(*)::int from salience.outbox) as outbox,
  (select count(*)::int from salience.schedules where state in ('active', 'paused') and due_at <= $1) as schedules,
  (select count(*)::int from salience.threads where state = 'active' and session->>'openFromSeq' is not null
    and last_activity_at < $1::timestamptz - interval '10 minutes') as silent,
  (select count(*)::int from salience.agents a left join salience.drift_agents d on d.agent_id = a.id
    where d.agent_id is null or d.owner is not null or d.next_at <= $1) as drift,
  (select count(*)::int from salience.chores where lease_until >= clock_timestamp()) as chores,
  (select count(*)::int from salience.agents a left join salience.chores c on c.agent_id = a.id and c.task = 'autobiography'
    where (c.next_at is null or c.next_at <= $1) and (c.rewrite or (select count(*) from salience.episodes e
      where e.agent_id = a.id and e.told_version is null)
      >= case when exists (select 1 from salience.autobiographies b where b.agent_id = a.id) then 3 else 5 end)) as autobiographies,
  (select count(*)::int from salience.agents a left join salience.chores c on c.agent_id = a.id and c.task = 'profiles'
    where (c.next_at is null or c.next_at <= $1) and exists (select 1 from salience.stale_tools(a.id, $1, 1))) as profiles,
  (select count(*)::int from salience.memory_audits where audited_at < $1::timestamptz - interval '6 hours') as audits`;
