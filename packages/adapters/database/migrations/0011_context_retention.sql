-- Why: what models saw grows with every call; the scheduler deletes it once it is older than is kept, and the system texts that
-- nothing refers to any more. When a system text was last sent is written once a day, so that no commit has to be waited for and
-- nothing is counted: every context that refers to it is of that day or an earlier one.
-- Lock: the new column's default is one value, so no table is rewritten; the indexes are built while writes to these two tables wait.
-- Safe with the previous image: yes, it writes these tables only through save_contexts, which keeps its signature.

ALTER TABLE salience.context_prefixes ADD COLUMN used_on date DEFAULT now() NOT NULL;
--> statement-breakpoint
CREATE INDEX context_prefixes_used ON salience.context_prefixes (used_on);
--> statement-breakpoint
CREATE INDEX contexts_created ON salience.contexts (created_at);
--> statement-breakpoint
GRANT UPDATE (used_on) ON salience.context_prefixes TO salience_digest;
--> statement-breakpoint
-- Rows to be deleted are locked first, so that several schedulers share the work; a lock asks for UPDATE of one column.
GRANT DELETE, UPDATE (created_at) ON salience.contexts TO salience_scheduler;
--> statement-breakpoint
GRANT DELETE, UPDATE (used_on) ON salience.context_prefixes TO salience_scheduler;
--> statement-breakpoint
-- Keeps what models saw in a turn; the system text once per agent, with the day on which it was last sent.
CREATE OR REPLACE FUNCTION salience.save_contexts(p_agent text, p_turn text, p_contexts jsonb, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_day date := (p_now AT TIME ZONE 'UTC')::date;
BEGIN
  INSERT INTO salience.context_prefixes AS x (agent_id, hash, system, used_on)
  SELECT DISTINCT ON (h.hash) p_agent, h.hash, h.system, v_day FROM (
    SELECT encode(sha256(convert_to(c->>'system', 'UTF8')), 'hex') AS hash, c->>'system' AS system FROM jsonb_array_elements(p_contexts) c) h
  WHERE NOT EXISTS (SELECT 1 FROM salience.context_prefixes k WHERE k.agent_id = p_agent AND k.hash = h.hash AND k.used_on >= v_day)
  ORDER BY h.hash
  -- Also where another one deletes it at this moment: this waits for that, and writes it again.
  ON CONFLICT (agent_id, hash) DO UPDATE SET used_on = greatest(x.used_on, excluded.used_on);
  INSERT INTO salience.contexts (turn_id, call, agent_id, model, system_hash, body, tokens, created_at)
  SELECT p_turn, (c->>'call')::integer, p_agent, c->>'model', encode(sha256(convert_to(c->>'system', 'UTF8')), 'hex'),
    c - 'system' - 'call' - 'tokens' - 'model', (c->>'tokens')::integer, p_now
  FROM jsonb_array_elements(p_contexts) c;
END $$;
--> statement-breakpoint
-- Deletes at most p_limit contexts of before p_before, the oldest first; once there are none, as many system texts that were last
-- sent before that day. Each row once across the fleet; returns how many. Cross-agent; scheduler only.
CREATE FUNCTION salience.delete_old_contexts(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_deleted integer;
BEGIN
  DELETE FROM salience.contexts WHERE (turn_id, call) IN (
    SELECT turn_id, call FROM salience.contexts WHERE created_at < p_before ORDER BY created_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  IF v_deleted > 0 THEN RETURN v_deleted; END IF;
  DELETE FROM salience.context_prefixes WHERE (agent_id, hash) IN (
    SELECT agent_id, hash FROM salience.context_prefixes WHERE used_on < (p_before AT TIME ZONE 'UTC')::date
    ORDER BY used_on LIMIT p_limit FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
