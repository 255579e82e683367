import type { Rule } from '../checker/rules.ts';

/** Each judgement with its position. */
const judged = `select c.agent_id, c.cluster, c.seq, c.signal_id, j->>'module' as module, j->>'reason' as reason, j->>'activation' as activation,
  (j->>'version')::integer as version, j->'score' as score from salience.cluster_signals c, jsonb_array_elements(coalesce(c.judged, '[]')) j`;
/** The modules that a question is about. */
const asks = 'a.module = m.name or (a.module is null and a.candidates ? m.name)';
const reasons =
  "('woke','ambiguous','outscored','below_threshold','template_missing','template_error','not_finite','own_doing','flood','breaker','budget','explored','stale','paused','considered','skipped')";

/** What must hold for signals, judgements, wakes, labels and models once all is quiet. */
export const pulseRules: readonly Rule[] = [
  {
    name: 'a change is one signal',
    sql: `select source || ' ' || external_id || ' is ' || count(*) || ' signals' as v from salience.signals group by agent_id, source, external_id having count(*) > 1`,
  },
  {
    name: 'a signal has a place, and one in each cluster',
    sql: `select s.id || ' has no place' as v from salience.signals s where not exists (select 1 from salience.cluster_signals c where c.signal_id = s.id)
      union all select signal_id || ' has ' || count(*) || ' places in ' || cluster from salience.cluster_signals group by agent_id, cluster, signal_id having count(*) > 1`,
  },
  {
    name: 'a place is of a signal',
    sql: `select c.cluster || ' ' || c.seq || ' is of ' || c.signal_id as v from salience.cluster_signals c where not exists (select 1 from salience.signals s where s.id = c.signal_id)`,
  },
  {
    name: 'places without gaps, up to the tail',
    sql: `select k.cluster || ' has ' || count(c.seq) || ' places from ' || coalesce(min(c.seq), 0) || ' to ' || coalesce(max(c.seq), 0) || ', its tail is ' || k.tail as v
      from salience.clusters k left join salience.cluster_signals c on c.agent_id = k.agent_id and c.cluster = k.cluster
      group by k.agent_id, k.cluster, k.tail having count(c.seq) <> k.tail or (k.tail > 0 and (min(c.seq) <> 1 or max(c.seq) <> k.tail))`,
  },
  {
    name: 'judged to its tail, and free',
    sql: `select cluster || ' is judged to ' || judged || ' of ' || tail || ', held by ' || coalesce(owner, 'nobody') || ', failures ' || failures as v
      from salience.clusters where judged <> tail or owner is not null or failures > 0`,
  },
  {
    name: 'every place is judged',
    sql: `select cluster || ' ' || seq || ' is not judged' as v from salience.cluster_signals where judged is null`,
  },
  {
    name: 'a judgement has a reason',
    sql: `select j.cluster || ' ' || j.seq || ' for ' || j.module || ': ' || coalesce(j.reason, 'none') as v from (${judged}) j where j.reason is null or j.reason not in ${reasons}`,
  },
  {
    name: 'what passes has its activation, and only that',
    sql: `select j.cluster || ' ' || j.seq || ' for ' || j.module || ' is ' || j.reason || ' with ' || coalesce(a.id, 'no activation') || ' of kind ' || coalesce(a.kind, 'none') as v
      from (${judged}) j left join salience.activations a on a.id = j.activation
      where case j.reason when 'woke' then a.kind is distinct from 'wake' when 'ambiguous' then a.kind is distinct from 'wake' or a.module is not null
        when 'explored' then a.kind is distinct from 'look' when 'breaker' then a.kind is distinct from 'look' else j.activation is not null end`,
  },
  {
    name: 'an activation is of the module that was judged',
    sql: `select j.cluster || ' ' || j.seq || ' for ' || j.module || ' opened ' || a.id || ' of ' || coalesce(a.module, a.candidates::text) as v
      from (${judged}) j join salience.activations a on a.id = j.activation
      where a.cluster <> j.cluster or not (a.module = j.module or (a.module is null and a.candidates ? j.module))`,
  },
  {
    name: 'an activation counts its signals, each once',
    sql: `select a.id || ' counts ' || a.count || ' and names ' || jsonb_array_length(a.signals) || ', judgements name it ' || count(distinct j.seq) || ' times' as v
      from salience.activations a left join (${judged}) j on j.activation = a.id group by a.id
      having a.count <> count(distinct j.seq) or jsonb_array_length(a.signals) < least(a.count, 50) or jsonb_array_length(a.signals) > a.count
        or jsonb_array_length(a.signals) <> (select count(distinct s) from jsonb_array_elements_text(a.signals) s)`,
  },
  {
    name: 'an activation names signals that opened it',
    sql: `select a.id || ' names ' || s as v from salience.activations a, jsonb_array_elements_text(a.signals) s
      where not exists (select 1 from (${judged}) j where j.signal_id = s and j.activation = a.id)`,
  },
  {
    name: 'no activation is left open',
    sql: `select id || ' of ' || coalesce(module, candidates::text) || ' is open since ' || opened_at || ', due ' || due_at as v from salience.activations where state = 'open'`,
  },
  {
    name: 'an activation ends as its kind and reason allow',
    sql: `select id || ' (' || kind || ', ' || reason || ') is ' || state as v from salience.activations where not case state
      when 'asked' then kind = 'wake' and reason in ('woke', 'ambiguous') when 'told' then kind = 'wake' and reason in ('budget', 'considered')
      when 'shown' then (kind = 'look' and reason in ('explored', 'breaker')) or reason in ('breaker', 'template_error', 'skipped') when 'dropped' then reason = 'paused' else true end`,
  },
  {
    name: 'a wake is one turn',
    sql: `select a.id || ' is ' || a.state || ' with ' || count(t.id) || ' turns, and names ' || coalesce(a.turn_id, 'none') as v from salience.activations a
      left join salience.turns t on t.agent_id = a.agent_id and t.idempotency_key = ' pulse:' || a.id
      group by a.id having count(t.id) <> case when a.state = 'asked' then 1 else 0 end or (a.state = 'asked' and min(t.id) is distinct from a.turn_id)`,
  },
  {
    name: 'a turn of a signal is a wake or a digest',
    sql: `select t.id || ' has the key ' || coalesce(t.idempotency_key, 'none') as v from salience.turns t where t.source = 'pulse'
      and not exists (select 1 from salience.activations a where a.turn_id = t.id and ((a.state = 'asked' and t.idempotency_key = ' pulse:' || a.id) or (a.state = 'told' and t.idempotency_key like ' pulse:digest %')))`,
  },
  {
    name: 'a turn of a signal is from outside, and asks its question',
    sql: `select t.id || ' has trust ' || t.trust as v from salience.turns t left join salience.activations a on a.turn_id = t.id and a.state = 'asked'
      where t.source = 'pulse' and (t.trust <> 'external' or strpos(coalesce(t.own_text, t.text), coalesce(a.question, '')) = 0)`,
  },
  {
    name: 'what was kept back is told once',
    sql: `select a.id || ' is told by ' || coalesce(a.turn_id, 'nobody') as v from salience.activations a left join salience.turns t on t.id = a.turn_id and t.source = 'pulse'
      where a.state = 'told' and t.id is null`,
  },
  {
    name: 'wakes of a module keep its pause',
    sql: `select module || ' woke at ' || asked_at || ' by ' || id || ', before at ' || before || ' by ' || by as v from (
        select m.name as module, a.id, a.asked_at, (m.fingerprint->>'cooldown_seconds')::integer as pause, lag(a.asked_at) over w as before, lag(a.id) over w as by
        from salience.modules m join salience.activations a on a.agent_id = m.agent_id and a.cluster = m.cluster and a.state = 'asked' and (${asks})
        window w as (partition by m.id order by a.asked_at, a.id)) x
      where asked_at < before + pause * interval '1 second'`,
  },
  {
    name: 'a module knows its last wake',
    sql: `select m.name || ' says ' || coalesce(m.last_wake_at::text, 'never') || ', its last wake was ' || coalesce(max(a.asked_at)::text, 'never') as v
      from salience.modules m left join salience.activations a on a.agent_id = m.agent_id and a.cluster = m.cluster and a.state = 'asked' and (${asks})
      group by m.id having m.last_wake_at is distinct from max(a.asked_at)`,
  },
  {
    name: 'no wake before it is due or without its question',
    sql: `select id || ' was opened at ' || opened_at || ', asked at ' || asked_at || ', question ' || coalesce(question, 'none') as v from salience.activations
      where state = 'asked' and (asked_at < opened_at or coalesce(question, '') = '')`,
  },
  {
    name: 'a wake is heard, or its turn failed for a reason that is told',
    sql: `select a.id || ' by ' || a.turn_id || ' is ' || coalesce(e.kind, 'not ended') || ', heard ' || coalesce(a.heard_at::text, 'never') as v
      from salience.activations a left join salience.turn_ends e on e.turn_id = a.turn_id left join salience.turns t on t.id = a.turn_id
      where a.state = 'asked' and (e.kind is null or (a.heard_at is null and (e.kind <> 'failed' or t.error is null)))`,
  },
  {
    name: 'a label is one row of feedback',
    sql: `select a.id || ' has the label ' || coalesce(a.label::text, 'none') || ' and ' || count(f.id) || ' rows of feedback' as v from salience.activations a
      left join salience.feedback f on f.agent_id = a.agent_id and f.target = a.id and f.given_by = a.labelled_by
      group by a.id having count(f.id) <> case when a.label is null then 0 else 1 end or (a.label is not null and abs(a.label - (min(f.value) + 1) / 2) > 1e-6)`,
  },
  {
    name: 'feedback on a signal is on an activation',
    sql: `select f.id || ' is on ' || f.target as v from salience.feedback f where f.target like 'act\\_%' and not exists (select 1 from salience.activations a where a.id = f.target and a.label is not null)`,
  },
  {
    name: 'a model has its parent, and the active one was promoted',
    sql: `select cluster || ' version ' || version || ' is of ' || parent as v from salience.limbic_models m
        where parent >= version or (parent > 0 and not exists (select 1 from salience.limbic_models p where p.agent_id = m.agent_id and p.cluster = m.cluster and p.version = m.parent and p.promoted))
      union all select k.cluster || ' scores by version ' || k.version from salience.clusters k
        where k.version > 0 and not exists (select 1 from salience.limbic_models m where m.agent_id = k.agent_id and m.cluster = k.cluster and m.version = k.version and m.promoted)`,
  },
  {
    name: 'the latest promoted model scores',
    sql: `select k.cluster || ' scores by ' || k.version || ', promoted was ' || max(m.version) as v from salience.clusters k
      join salience.limbic_models m on m.agent_id = k.agent_id and m.cluster = k.cluster and m.promoted group by k.agent_id, k.cluster, k.version having k.version <> max(m.version)`,
  },
  {
    name: 'a judgement names a model that there was',
    sql: `select j.cluster || ' ' || j.seq || ' was judged by version ' || j.version as v from (${judged}) j where j.version > 0
      and not exists (select 1 from salience.limbic_models m where m.agent_id = j.agent_id and m.cluster = j.cluster and m.version = j.version and m.promoted)`,
  },
  {
    name: 'no more labels were learned than given',
    sql: `select cluster || ' has ' || labels || ' labels and learned ' || trained as v from salience.clusters where trained > labels`,
  },
  {
    name: 'a folder and a page are held by nobody who is gone',
    sql: `select root || ' failed: ' || error as v from salience.roots where error is not null union all select endpoint || ' failed: ' || error from salience.pages where error is not null`,
  },
];
