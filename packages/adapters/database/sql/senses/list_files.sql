-- The files that are known below a watched folder, by path, after one. p: {agentId, root, after, limit}. Returns [{path, inode, mtimeMs, size}].
CREATE OR REPLACE FUNCTION salience.list_files(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'inode', f.inode, 'mtimeMs', f.mtime_ms, 'size', f.size) ORDER BY f.path), '[]')
    FROM (SELECT * FROM salience.watched_files WHERE agent_id = v_agent AND root = p->>'root' AND path > coalesce(p->>'after', '')
      ORDER BY path LIMIT (p->>'limit')::integer) f);
END $$;
