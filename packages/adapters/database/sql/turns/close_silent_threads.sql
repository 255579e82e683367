-- Closes the open range of silent threads, and expires those that stayed silent. Touches only lanes without work and owner, and locks
-- their row, so a new turn either waits or is seen. Returns the ranges to build: [{rangeId, agentId}].
CREATE OR REPLACE FUNCTION salience.close_silent_threads(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_expiry timestamptz := v_now - (p->>'expiryMs')::bigint * interval '1 millisecond';
  v_row record;
  v_range text;
  v_made jsonb := '[]'::jsonb;
  v_index integer := 0;
BEGIN
  FOR v_row IN
    SELECT t.id FROM salience.threads t JOIN salience.lanes l ON l.thread_id = t.id
    WHERE t.state = 'active' AND l.tail = l.cursor AND l.owner IS NULL
      AND (t.last_activity_at < v_expiry
        OR (t.session->>'openFromSeq' IS NOT NULL
            AND t.last_activity_at < v_now - (p->>'silenceMs')::bigint * interval '1 millisecond'))
    ORDER BY t.last_activity_at LIMIT jsonb_array_length(p->'rangeIds')
    FOR UPDATE OF l SKIP LOCKED
  LOOP
    -- The candidates were read before their lanes were locked; what counts is how each stands now.
    SELECT t.id, t.agent_id, t.session, t.last_activity_at,
      (SELECT max(seq) FROM salience.exchanges WHERE thread_id = t.id) AS last_seq INTO v_row
    FROM salience.threads t JOIN salience.lanes l ON l.thread_id = t.id
    WHERE t.id = v_row.id AND t.state = 'active' AND l.tail = l.cursor AND l.owner IS NULL
      AND (t.last_activity_at < v_expiry
        OR (t.session->>'openFromSeq' IS NOT NULL
            AND t.last_activity_at < v_now - (p->>'silenceMs')::bigint * interval '1 millisecond'));
    CONTINUE WHEN NOT FOUND;
    IF v_row.session->>'openFromSeq' IS NOT NULL AND v_row.last_seq >= (v_row.session->>'openFromSeq')::bigint THEN
      v_range := p->'rangeIds'->>v_index;
      v_index := v_index + 1;
      INSERT INTO salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, created_at, swept_at, traceparent)
      VALUES (v_range, v_row.agent_id, v_row.id, (v_row.session->>'openFromSeq')::bigint, v_row.last_seq,
        CASE WHEN v_row.last_activity_at < v_expiry THEN 'expiry' ELSE 'silence' END, v_now, clock_timestamp(),
        (SELECT traceparent FROM salience.exchanges WHERE thread_id = v_row.id AND seq = v_row.last_seq));
      v_made := v_made || jsonb_build_object('rangeId', v_range, 'agentId', v_row.agent_id);
    END IF;
    UPDATE salience.threads SET
      session = CASE WHEN session IS NULL THEN NULL
        ELSE session || '{"openFromSeq": null, "topicCount": 0, "sessionCount": 0}'::jsonb END,
      state = CASE WHEN last_activity_at < v_expiry THEN 'expired' ELSE state END
    WHERE id = v_row.id;
  END LOOP;
  RETURN v_made;
END $$;
