import { type Database, query } from '../connect.ts';
import type { Waiting } from './work-diagnosis.ts';

/** A folder that modules declare, and how its watch goes. */
export interface DiagnosedRoot {
  readonly root: string;
  /** `failing`: watching it fails, with the code of the error. `unwatched`: nobody has held it for a minute. `unseen`: it is held and was not looked through for three hours, or never. */
  readonly state: 'failing' | 'unseen' | 'unwatched';
  readonly error: string | null;
  readonly failures: number;
}

/** Signals that want somebody's attention, over all agents. */
export interface SignalFacts {
  readonly modules: number;
  /** By path; what is watched as it should be is not among them. */
  readonly roots: readonly DiagnosedRoot[];
  /** Pages whose latest poll failed, each with the code of its error. */
  readonly pages: readonly { readonly endpoint: string; readonly error: string; readonly failures: number }[];
  /** Wakes of the last day; those whose question stood in nothing that a model was shown within ten minutes. */
  readonly asked: number;
  readonly unheard: number;
  /** Clusters with signals that are not judged, and that nobody has held for a minute. */
  readonly lagging: Waiting;
}

/** Counts what of signals wants attention. Folders and pages of agents whose modules declare none any more are left out. Operator. */
export async function inspectSignals(db: Database, now: Date): Promise<SignalFacts> {
  const rows = await query<{ r: SignalFacts }>(
    db,
    'inspect_signals',
    `with watched as (
       select root, error, failures, case when error is not null then 'failing'
           when lease_until is null or lease_until < clock_timestamp() - interval '1 minute' then 'unwatched'
           when seen_at is null or seen_at < $1::timestamptz - interval '3 hours' then 'unseen' end as state
       from salience.roots r where exists (select 1 from salience.modules m where m.agent_id = r.agent_id and m.state = 'active'
         and m.fingerprint #> '{signal_priors,filesystem}' is not null)),
     wakes as (select heard_at, asked_at from salience.activations where state = 'asked' and asked_at > $1::timestamptz - interval '1 day'),
     lagging as (
       select s.taken_at from salience.clusters c
       join salience.cluster_signals x on x.agent_id = c.agent_id and x.cluster = c.cluster and x.seq = c.judged + 1
       join salience.signals s on s.id = x.signal_id
       where c.tail > c.judged and (c.lease_until is null or c.lease_until < clock_timestamp() - interval '1 minute')
         and s.taken_at < $1::timestamptz - interval '1 minute')
     select jsonb_build_object(
       'modules', (select count(*) from salience.modules where state = 'active'),
       'roots', coalesce((select jsonb_agg(to_jsonb(w) order by root) from watched w where state is not null), '[]'),
       'pages', coalesce((select jsonb_agg(jsonb_build_object('endpoint', endpoint, 'error', error, 'failures', failures) order by endpoint)
         from salience.pages p where error is not null and exists (select 1 from salience.modules m where m.agent_id = p.agent_id
           and m.state = 'active' and m.fingerprint #> '{signal_priors,network,endpoints}' ? endpoint)), '[]'),
       'asked', (select count(*) from wakes),
       'unheard', (select count(*) from wakes where heard_at is null and asked_at < $1::timestamptz - interval '10 minutes'),
       'lagging', (select jsonb_build_object('count', count(*),
         'oldestMs', (extract(epoch from $1::timestamptz - min(taken_at)) * 1000)::float8) from lagging)) as r`,
    [now],
  );
  return (rows[0] as { r: SignalFacts }).r;
}
