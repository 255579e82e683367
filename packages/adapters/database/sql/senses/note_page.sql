-- Notes what a poll of a page found, with the signal of its change, and gives the lease back, in one commit. p: {agentId, endpoint, fence, now, nextAt, error (null: it
-- was read), page: {etag, lastModified, hash, status, bytes, value} of one that was read, signals: as take_signals, forget (nobody declares it any more)}. Returns what take_signals does;
-- null where somebody else has it.
CREATE OR REPLACE FUNCTION salience.note_page(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_page jsonb := p->'page';
BEGIN
  UPDATE salience.pages SET next_at = (p->>'nextAt')::timestamptz, owner = NULL, lease_until = NULL, error = p->>'error',
    failures = CASE WHEN p->>'error' IS NULL THEN 0 ELSE failures + 1 END
  WHERE agent_id = v_agent AND endpoint = p->>'endpoint' AND fence = (p->>'fence')::bigint;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF p->>'error' IS NULL THEN
    UPDATE salience.pages SET etag = v_page->>'etag', last_modified = v_page->>'lastModified', hash = v_page->>'hash', status = (v_page->>'status')::integer,
      bytes = (v_page->>'bytes')::integer, number = (v_page->>'value')::double precision, seen_at = (p->>'now')::timestamptz
    WHERE agent_id = v_agent AND endpoint = p->>'endpoint';
  END IF;
  RETURN salience.take_signals(p);
END $$;
