-- What is known of files below a watched folder, for its watcher to compare with. p: {agentId, root, paths: [those that are there], inodes: [theirs],
-- gone: [paths at and below which there is nothing]}. Returns {known: [{path, inode, mtimeMs, size}] of these paths, moved: [the same, of other paths
-- that have one of the inodes], gone: [the same, of those at and below]}.
CREATE OR REPLACE FUNCTION salience.look_at_files(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_paths text[] := ARRAY(SELECT jsonb_array_elements_text(p->'paths'));
BEGIN
  RETURN jsonb_build_object(
    'known', (SELECT coalesce(jsonb_agg(jsonb_build_object('path', path, 'inode', inode, 'mtimeMs', mtime_ms, 'size', size)), '[]')
      FROM salience.watched_files WHERE agent_id = v_agent AND root = p->>'root' AND path = ANY(v_paths)),
    'moved', (SELECT coalesce(jsonb_agg(jsonb_build_object('path', path, 'inode', inode, 'mtimeMs', mtime_ms, 'size', size) ORDER BY path), '[]')
      FROM salience.watched_files WHERE agent_id = v_agent AND root = p->>'root' AND inode = ANY(ARRAY(SELECT jsonb_array_elements_text(p->'inodes')))
        AND path <> ALL(v_paths)),
    'gone', (SELECT coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'inode', f.inode, 'mtimeMs', f.mtime_ms, 'size', f.size) ORDER BY f.path), '[]')
      FROM jsonb_array_elements_text(p->'gone') g(path) JOIN salience.watched_files f ON f.agent_id = v_agent AND f.root = p->>'root'
        AND (f.path = g.path OR (f.path > g.path || '/' AND f.path < g.path || '0'))));
END $$;
