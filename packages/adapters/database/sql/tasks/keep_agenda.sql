-- Keeps the agenda of an agent beside its tasks: how many run and are open, a time no later than the first that is due, and when one began last. Changes are
-- differences, so whatever commits first, the sums are right. How many may run at once is what the agent's settings say (tasks.concurrent), else 4.
CREATE OR REPLACE FUNCTION salience.keep_agenda() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_running integer := (NEW.state = 'running')::integer;
  v_open integer := (NEW.ended_at IS NULL)::integer;
  v_due timestamptz := CASE WHEN NEW.state IN ('scheduled', 'retry_wait') THEN NEW.run_at END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_running := v_running - (OLD.state = 'running')::integer;
    v_open := v_open - (OLD.ended_at IS NULL)::integer;
  END IF;
  -- As of one that was rejected as it came in.
  IF v_running = 0 AND v_open = 0 AND v_due IS NULL THEN RETURN NULL; END IF;
  INSERT INTO salience.agendas AS g (agent_id, next_at, running, open, concurrent, served_at)
  VALUES (NEW.agent_id, v_due, greatest(v_running, 0), greatest(v_open, 0),
    coalesce((SELECT (a.settings->'tasks'->>'concurrent')::integer FROM salience.agents a WHERE a.id = NEW.agent_id), 4),
    CASE WHEN v_running > 0 THEN clock_timestamp() END)
  ON CONFLICT (agent_id) DO UPDATE SET next_at = least(g.next_at, excluded.next_at), running = greatest(g.running + v_running, 0),
    open = greatest(g.open + v_open, 0), concurrent = excluded.concurrent, served_at = coalesce(excluded.served_at, g.served_at);
  RETURN NULL;
END $$;

CREATE TRIGGER tasks_agenda AFTER INSERT OR UPDATE OF state, run_at, ended_at ON salience.tasks FOR EACH ROW EXECUTE FUNCTION salience.keep_agenda();
