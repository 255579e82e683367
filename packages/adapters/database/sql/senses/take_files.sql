-- Notes files as they are now, and takes in the signals that account for their changes, in one commit, under the fence of their watched folder. p: {agentId, root,
-- fence, now, files: [{path, inode, mtimeMs, size, signalKey: the external id of the signal that accounts for its change (null: no news)}], gone: [paths], signals: as take_signals}. Returns what take_signals does;
-- null where somebody else has the folder.
CREATE OR REPLACE FUNCTION salience.take_files(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_taken jsonb;
BEGIN
  PERFORM 1 FROM salience.roots WHERE agent_id = v_agent AND root = p->>'root' AND fence = (p->>'fence')::bigint FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_taken := salience.take_signals(p);
  DELETE FROM salience.watched_files WHERE agent_id = v_agent AND root = p->>'root'
    AND path = ANY(ARRAY(SELECT jsonb_array_elements_text(p->'gone')));
  INSERT INTO salience.watched_files AS f (agent_id, root, path, inode, mtime_ms, size, signal_id)
  SELECT v_agent, p->>'root', n->>'path', n->>'inode', (n->>'mtimeMs')::double precision, (n->>'size')::bigint,
    (SELECT s.id FROM salience.signals s WHERE s.agent_id = v_agent AND s.source = 'filesystem' AND s.external_id = n->>'signalKey')
  FROM jsonb_array_elements(p->'files') n ORDER BY n->>'path' COLLATE "C"
  ON CONFLICT (agent_id, root, path) DO UPDATE SET inode = excluded.inode, mtime_ms = excluded.mtime_ms, size = excluded.size,
    signal_id = coalesce(excluded.signal_id, f.signal_id);
  RETURN v_taken;
END $$;
