-- Takes in what was said elsewhere, as far as it is new: exchanges with their ids, times, threads and speakers. Nothing of it is answered
-- again; the workers of memory learn from it as from anything that was said. What is there already, what stands twice in a page, and what
-- was forgotten, is left. With dry, nothing is written. p: {agentId, now, dry, items: [{id, turnId, threadId, at, speaker, text, reply, mode, trust, replyTrust}], in the
-- order in which they were said}. Returns {imported, known, forgotten, taken: ids of another agent's, busy: threads with a turn under way};
-- where one of the last two is not empty, nothing was written.
CREATE OR REPLACE FUNCTION salience.import_said(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_new jsonb := '[]';
  v_ids text[] := '{}';
  v_known integer := 0;
  v_forgotten integer := 0;
  v_taken jsonb := '[]';
  v_busy jsonb := '[]';
  v_item jsonb;
  v_seq bigint;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  FOR v_item IN SELECT value FROM jsonb_array_elements(p->'items') LOOP
    IF EXISTS (SELECT 1 FROM salience.tombstones WHERE agent_id = v_agent AND item_id IN (v_item->>'id', v_item->>'turnId')) THEN
      v_forgotten := v_forgotten + 1;
    ELSIF v_item->>'id' = ANY (v_ids) OR EXISTS (SELECT 1 FROM salience.turn_ends WHERE agent_id = v_agent AND (exchange_id = v_item->>'id' OR turn_id = v_item->>'turnId')) THEN
      v_known := v_known + 1;
    ELSE
      v_new := v_new || v_item;
      v_ids := v_ids || (v_item->>'id');
    END IF;
  END LOOP;
  SELECT coalesce(jsonb_agg(DISTINCT i.id), '[]') INTO v_taken FROM (
    SELECT value->>'id' AS id FROM jsonb_array_elements(v_new) WHERE salience.id_is_taken(v_agent,
      value->>'id', value->>'turnId', value->>'threadId')) i;
  IF v_taken = '[]' THEN
    -- A turn under way would get a place before what is taken in.
    SELECT coalesce(jsonb_agg(thread_id), '[]') INTO v_busy FROM (
      SELECT l.thread_id FROM salience.lanes l WHERE l.agent_id = v_agent AND l.has_work
        AND l.thread_id IN (SELECT value->>'threadId' FROM jsonb_array_elements(v_new)) ORDER BY 1 FOR UPDATE) b;
  END IF;
  IF v_taken = '[]' AND v_busy = '[]' AND NOT (p->>'dry')::boolean THEN
    FOR v_item IN SELECT value FROM jsonb_array_elements(v_new) LOOP
      INSERT INTO salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
      VALUES (v_item->>'threadId', v_agent, v_item->>'threadId', 'import', '{}', (v_item->>'at')::timestamptz, (v_item->>'at')::timestamptz)
      ON CONFLICT (id) DO UPDATE SET last_activity_at = greatest(salience.threads.last_activity_at, excluded.last_activity_at);
      INSERT INTO salience.lanes AS l (thread_id, agent_id, tail, cursor) VALUES (v_item->>'threadId', v_agent, 1, 1)
      ON CONFLICT (thread_id) DO UPDATE SET tail = l.tail + 1, cursor = l.cursor + 1, fence = l.fence + 1 RETURNING tail INTO v_seq;
      INSERT INTO salience.turns (id, agent_id, thread_id, seq, state, text, speaker, source, trust, said_at, accepted_at, ended_at)
      VALUES (v_item->>'turnId', v_agent, v_item->>'threadId', v_seq, CASE WHEN v_item->>'reply' IS NULL THEN 'ignored' ELSE 'answered' END,
        v_item->>'text', v_item->>'speaker', 'import', v_item->>'trust', (v_item->>'at')::timestamptz, (p->>'now')::timestamptz,
          (p->>'now')::timestamptz);
      INSERT INTO salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, exchange_id, speaker, message, mode, trust,
        source, said_at, reply, reply_trust, citations)
      VALUES (v_item->>'turnId', v_agent, v_item->>'threadId', v_seq, CASE WHEN v_item->>'reply' IS NULL THEN 'ignored' ELSE 'answered' END, 0,
        (v_item->>'at')::timestamptz, v_item->>'id', v_item->>'speaker', v_item->>'text', v_item->>'mode', v_item->>'trust', 'import',
        (v_item->>'at')::timestamptz, v_item->>'reply', CASE WHEN v_item->>'reply' IS NOT NULL THEN v_item->>'replyTrust' END,
        CASE WHEN v_item->>'reply' IS NOT NULL THEN '[]'::jsonb END);
    END LOOP;
  END IF;
  RETURN jsonb_build_object('imported', jsonb_array_length(v_new), 'known', v_known, 'forgotten', v_forgotten, 'taken', v_taken, 'busy', v_busy);
END $$;
