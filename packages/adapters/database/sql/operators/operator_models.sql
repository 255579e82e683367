-- Models that were asked from a day on, and those that providers asked a pause for. p: {from (date), today (date)}. Each with its roles, sums since `from` and of `today`, its last error, what is left of a pause in milliseconds
-- (database clock), and the workers that leave its provider alone among those that beat.
CREATE OR REPLACE FUNCTION salience.operator_models(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  WITH used AS MATERIALIZED (SELECT * FROM salience.model_usage WHERE day >= (p->>'from')::date),
  held AS (
    SELECT w.provider, array_agg(w.id ORDER BY w.id) AS workers FROM (
      SELECT x.id, jsonb_array_elements_text(x.away) AS provider FROM salience.workers x
      WHERE jsonb_typeof(x.away) = 'array' AND x.state <> 'stopped' AND x.seen_at > clock_timestamp() - interval '15 seconds') w GROUP BY 1
  ), named AS (
    SELECT model FROM used UNION SELECT model FROM salience.model_limits WHERE paused_until > clock_timestamp()
  ), sums AS (
    SELECT model, day >= (p->>'today')::date AS today, jsonb_build_object('calls', sum(calls), 'errors', sum(errors), 'failedOver', sum(failed_over), 'inputTokens', sum(input_tokens), 'outputTokens', sum(output_tokens),
      'untold', sum(untold), 'costUsd', sum(cost_usd), 'unpriced', sum(unpriced), 'totalMs', sum(total_ms), 'longestMs', max(longest_ms)) AS sums
    FROM used GROUP BY GROUPING SETS ((model), (model, day >= (p->>'today')::date))
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'model', n.model,
    'roles', (SELECT coalesce(jsonb_agg(DISTINCT u.role), '[]') FROM used u WHERE u.model = n.model),
    'since', (SELECT s.sums FROM sums s WHERE s.model = n.model AND s.today IS NULL),
    'today', (SELECT s.sums FROM sums s WHERE s.model = n.model AND s.today),
    'lastAt', (SELECT max(u.last_at) FROM used u WHERE u.model = n.model),
    'lastError', (SELECT jsonb_build_object('code', u.last_error, 'at', u.last_error_at) FROM used u WHERE u.model = n.model AND u.last_error IS NOT NULL ORDER BY u.last_error_at DESC LIMIT 1),
    'pausedMs', (SELECT ceil(extract(epoch FROM m.paused_until - clock_timestamp()) * 1000) FROM salience.model_limits m WHERE m.model = n.model AND m.paused_until > clock_timestamp()),
    'awayFor', coalesce((SELECT to_jsonb(h.workers) FROM held h WHERE h.provider = split_part(n.model, ':', 1)), '[]')) ORDER BY n.model), '[]')
  FROM named n
$$;

ALTER FUNCTION salience.operator_models OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_models FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_models TO salience_consumer, salience_operator;
