-- Why: a turn that throws was given back as if the database had failed, and taken again at once, for ever; and each failure of one
-- job was a dead letter of its own. Now every failure counts as an attempt, each waits longer for the next, and the third sets the
-- turn aside; and what fails again in the same way is one dead letter with a count.
-- Lock: dead_letters for a moment, for columns with constant defaults, and once while its index is built. Safe with the previous
-- image: yes, its dead letters are merged as they are inserted, and it calls none of the new functions.

-- count: how often this job failed like this while nobody had settled it; last_at: when it did last.
ALTER TABLE salience.dead_letters ADD COLUMN count integer NOT NULL DEFAULT 1,
  ADD COLUMN last_at timestamp with time zone NOT NULL DEFAULT now();
--> statement-breakpoint
UPDATE salience.dead_letters SET last_at = created_at;
--> statement-breakpoint
CREATE INDEX dead_letters_same ON salience.dead_letters (queue, job, code, md5(payload::text)) WHERE state = 'dead';
--> statement-breakpoint
-- A letter like one that is still open is counted there. Runs as the owner: whoever writes a letter may not read it, and a letter
-- of no agent is nobody's. The lock makes two that come at the same moment one.
CREATE FUNCTION salience.merge_dead_letter() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_payload text := md5(NEW.payload::text);
BEGIN
  IF NEW.state <> 'dead' THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(
    concat_ws('|', 'dead letter', coalesce(NEW.agent_id, ''), NEW.queue, NEW.job, NEW.code, v_payload), 0));
  UPDATE salience.dead_letters SET count = count + 1, last_at = clock_timestamp(), error = NEW.error, attempts = NEW.attempts
  WHERE state = 'dead' AND id = (
    SELECT d.id FROM salience.dead_letters d
    WHERE d.state = 'dead' AND d.queue = NEW.queue AND d.job = NEW.job AND d.code = NEW.code
      AND md5(d.payload::text) = v_payload AND d.agent_id IS NOT DISTINCT FROM NEW.agent_id
    ORDER BY d.created_at, d.id LIMIT 1);
  IF FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.merge_dead_letter() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER dead_letters_merge BEFORE INSERT ON salience.dead_letters FOR EACH ROW EXECUTE FUNCTION salience.merge_dead_letter();
--> statement-breakpoint
-- Counts a failed attempt at the turn at the head of a lane whose row is locked and has no owner any more: the turn is the lane's
-- next one again, not before the delay is over, or, at the third attempt, set aside. One that was asked to stop waits for nothing.
-- p: {now, code, delaysMs: one per attempt, the last for all that follow}. Returns {status: delayed | quarantined, attempts, wakeAt,
-- more}; `more`: wake the lane now.
CREATE FUNCTION salience.count_failure(p_lane salience.lanes, p_turn salience.turns, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_wake timestamptz;
BEGIN
  IF p_turn.attempts >= 3 AND p_turn.cancel_requested_at IS NULL THEN
    PERFORM salience.end_turn(p_turn, 'quarantined', p_lane.fence, v_now, jsonb_build_object('code', p->>'code', 'message',
      'Work on this message failed three times (' || (p->>'code') || '). It was set aside; the conversation goes on.',
      'recoverable', false));
    UPDATE salience.lanes SET cursor = p_turn.seq WHERE thread_id = p_lane.thread_id;
    RETURN jsonb_build_object('status', 'quarantined', 'attempts', p_turn.attempts, 'wakeAt', NULL, 'more', p_lane.tail > p_turn.seq);
  END IF;
  IF p_turn.cancel_requested_at IS NULL THEN
    v_wake := v_now + (p->'delaysMs'->>(least(p_turn.attempts, jsonb_array_length(p->'delaysMs')) - 1))::integer * interval '1 millisecond';
  END IF;
  UPDATE salience.turns SET state = 'pending', error = jsonb_build_object('code', p->>'code', 'message',
    'Work on this message failed (' || (p->>'code') || ') and is tried again.', 'recoverable', true)
  WHERE id = p_turn.id;
  UPDATE salience.lanes SET wake_at = v_wake WHERE thread_id = p_lane.thread_id;
  RETURN jsonb_build_object('status', 'delayed', 'attempts', p_turn.attempts, 'wakeAt', v_wake, 'more', v_wake IS NULL);
END $$;
--> statement-breakpoint
-- Gives a lane back after the turn in hand failed, with its attempt counted. A turn that had ended before it failed is left as it is,
-- and what the lane took after it goes back uncounted. p: {agentId, threadId, turnId, fence, now, code, delaysMs}.
-- Returns what count_failure does, or {status: fenced | released, more}.
CREATE FUNCTION salience.fail_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_fence bigint := (p->>'fence')::bigint;
  v_lane salience.lanes;
  v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'more', false); END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE id = p->>'turnId' AND thread_id = v_lane.thread_id AND state = 'running' AND fence = v_fence FOR UPDATE;
  IF FOUND THEN RETURN salience.count_failure(v_lane, v_turn, p); END IF;
  UPDATE salience.turns SET state = 'pending', attempts = attempts - 1
  WHERE thread_id = v_lane.thread_id AND seq > v_lane.cursor AND state = 'running' AND fence = v_fence;
  RETURN jsonb_build_object('status', 'released', 'more', v_lane.tail > v_lane.cursor);
END $$;
--> statement-breakpoint
-- Counts an attempt at a lane that could not even be claimed: what is stored for its next turn cannot be read. Nothing happens to a
-- lane that somebody has, or that waits for its time. p: {agentId, threadId, now, code, delaysMs}. Returns what
-- count_failure does, with {turnId, fence}, or {status: held}.
CREATE FUNCTION salience.fail_claim(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_lane salience.lanes;
  v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO v_lane FROM salience.lanes WHERE thread_id = p->>'threadId' FOR UPDATE;
  IF NOT FOUND OR v_lane.lease_until >= clock_timestamp() OR v_lane.wake_at > v_now THEN RETURN '{"status": "held"}'::jsonb; END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE thread_id = v_lane.thread_id AND seq > v_lane.cursor AND state IN ('pending', 'running') ORDER BY seq LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"status": "held"}'::jsonb; END IF;
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL, wake_at = NULL, fence = nextval('salience.lane_fence')
  WHERE thread_id = v_lane.thread_id RETURNING * INTO v_lane;
  UPDATE salience.turns SET attempts = attempts + 1, fence = v_lane.fence WHERE id = v_turn.id RETURNING * INTO v_turn;
  RETURN salience.count_failure(v_lane, v_turn, p)
    || jsonb_build_object('turnId', v_turn.id, 'fence', v_lane.fence);
END $$;
--> statement-breakpoint
-- The next turn of a lane that the caller holds, counted as an attempt, with the snapshot it will be judged by;
-- or the lane's release when nothing is left. Turns that were cancelled while waiting, and turns that crashed three
-- times, are ended here so that the lane goes on; turns that wait to be answered together become one. `ended` names all of
-- them, `endedAs` their states in the same order.
CREATE OR REPLACE FUNCTION salience.next_turn(p_lane salience.lanes, p_now timestamptz, p_lease_ms integer, p_history integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_cursor bigint := p_lane.cursor;
  v_ended jsonb := '[]'::jsonb;
  v_states jsonb := '[]'::jsonb;
  v_state text;
  v_merged text[];
  v_again boolean;
BEGIN
  LOOP
    SELECT * INTO v_turn FROM salience.turns
    WHERE thread_id = p_lane.thread_id AND seq > v_cursor ORDER BY seq LIMIT 1 FOR UPDATE;
    IF NOT FOUND THEN
      -- Accepting updates this same row, so a message that arrives now is either seen here or waits for this commit.
      UPDATE salience.lanes SET owner = NULL, lease_until = NULL, cursor = v_cursor
      WHERE thread_id = p_lane.thread_id AND fence = p_lane.fence AND tail = v_cursor;
      IF FOUND THEN RETURN jsonb_build_object('status', 'released', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states); END IF;
      RETURN jsonb_build_object('status', 'lost', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states);
    END IF;
    EXIT WHEN v_turn.state IN ('pending', 'running') AND v_turn.attempts < 3 AND v_turn.cancel_requested_at IS NULL;
    IF v_turn.state IN ('pending', 'running') THEN
      v_state := CASE WHEN v_turn.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE 'quarantined' END;
      PERFORM salience.end_turn(v_turn, v_state, p_lane.fence, p_now,
        CASE WHEN v_turn.cancel_requested_at IS NULL THEN jsonb_build_object('code', 'turn.quarantined',
          'message', CASE WHEN v_turn.error IS NULL THEN 'The worker died three times on this message.'
            ELSE 'Work on this message failed or its worker died, three times in all (' || (v_turn.error->>'code') || ').' END
            || ' It was set aside; the conversation goes on.',
          'recoverable', false) END);
      v_ended := v_ended || to_jsonb(v_turn.id);
      v_states := v_states || to_jsonb(v_state);
    END IF;
    v_cursor := v_turn.seq;
  END LOOP;

  -- Only what nobody has begun can be combined: a turn that was taken before is taken again as it was.
  IF v_turn.mergeable AND v_turn.started_at IS NULL AND p_lane.tail > v_turn.seq THEN
    v_merged := salience.merge_waiting(v_turn, p_lane.fence, p_now);
    IF v_merged IS NOT NULL THEN
      v_ended := v_ended || to_jsonb(v_merged);
      v_states := v_states || (SELECT jsonb_agg('merged'::text) FROM unnest(v_merged));
      SELECT t.* INTO v_turn FROM salience.turns t
      WHERE t.id = (SELECT m.merged_into FROM salience.turns m WHERE m.id = v_merged[1]);
      v_cursor := v_turn.seq - 1;
    END IF;
  END IF;

  v_again := v_turn.started_at IS NOT NULL;
  UPDATE salience.turns SET state = 'running', attempts = attempts + 1, fence = p_lane.fence, started_at = p_now
  WHERE id = v_turn.id RETURNING * INTO v_turn;
  UPDATE salience.lanes SET cursor = v_cursor, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_lane.thread_id;
  RETURN jsonb_build_object('status', 'turn', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states,
    'turn', to_jsonb(v_turn) - 'idempotency_key' - 'request_hash' - 'timings',
    'snapshot', salience.snapshot(v_turn, p_history) || salience.acting_snapshot(v_turn, p_now, v_again));
END $$;
--> statement-breakpoint
-- A replaced function loses its settings; the new ones get those of their sisters.
DO $$
DECLARE
  fn text;
BEGIN
  FOREACH fn IN ARRAY ARRAY['next_turn(salience.lanes, timestamptz, integer, integer)', 'fail_turn(jsonb)', 'fail_claim(jsonb)'] LOOP
    EXECUTE format('ALTER FUNCTION salience.%s SET enable_seqscan = off', fn);
    EXECUTE format('ALTER FUNCTION salience.%s SET jit = off', fn);
  END LOOP;
END $$;
