-- Stores what models saw in a turn; the system text once per agent, with the day on which it was last sent.
CREATE OR REPLACE FUNCTION salience.save_contexts(p_agent text, p_turn text, p_contexts jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_day date := (p_now AT TIME ZONE 'UTC')::date;
BEGIN
  INSERT INTO salience.context_prefixes AS x (agent_id, hash, system, used_on)
  SELECT DISTINCT ON (h.hash) p_agent, h.hash, h.system, v_day FROM (
    SELECT encode(sha256(convert_to(c->>'system', 'UTF8')), 'hex') AS hash, c->>'system' AS system FROM jsonb_array_elements(p_contexts) c) h
  WHERE NOT EXISTS (SELECT 1 FROM salience.context_prefixes k WHERE k.agent_id = p_agent AND k.hash = h.hash AND k.used_on >= v_day)
  ORDER BY h.hash
  -- If delete_old_contexts is deleting the row now, this waits for it and inserts the row again.
  ON CONFLICT (agent_id, hash) DO UPDATE SET used_on = greatest(x.used_on, excluded.used_on);
  INSERT INTO salience.contexts (turn_id, call, agent_id, model, system_hash, body, tokens, created_at)
  SELECT p_turn, (c->>'call')::integer, p_agent, c->>'model', encode(sha256(convert_to(c->>'system', 'UTF8')), 'hex'),
    c - 'system' - 'call' - 'tokens' - 'model', (c->>'tokens')::integer, p_now
  FROM jsonb_array_elements(p_contexts) c;
END $$;
