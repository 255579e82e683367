-- The state of the whole fleet in numbers. p: {now} (business time).
CREATE OR REPLACE FUNCTION salience.operator_fleet(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object(
    'lanes', (SELECT jsonb_build_object('waiting', count(*) FILTER (WHERE NOT busy), 'running', count(*) FILTER (WHERE busy),
        'turns', coalesce(sum(turns), 0), 'oldestMs', floor(extract(epoch FROM (p->>'now')::timestamptz
          - min(accepted_at) FILTER (WHERE NOT busy)) * 1000))
      FROM (SELECT coalesce(l.lease_until >= clock_timestamp(), false) AS busy, l.tail - l.cursor AS turns, t.accepted_at
        FROM salience.lanes l LEFT JOIN salience.turns t ON t.thread_id = l.thread_id AND t.seq = l.cursor + 1 WHERE l.has_work
          AND (l.wake_at IS NULL OR l.wake_at <= (p->>'now')::timestamptz)) x),
    'lastMinute', salience.operator_pace((p->>'now')::timestamptz, interval '1 minute'),
    'deadLetters', (SELECT count(*) FROM salience.dead_letters WHERE state = 'dead'),
    'quarantined', salience.count_quarantined(),
    'undelivered', (SELECT count(*) FROM salience.notices WHERE settled_as = 'undelivered'),
    'outbox', (SELECT jsonb_build_object('waiting', count(*),
        'oldestMs', floor(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000)) FROM salience.outbox))
$$;

ALTER FUNCTION salience.operator_fleet OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_fleet FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_fleet TO salience_consumer, salience_operator;
