-- Empties steps of runs: arguments, results and reasons. The tool and the outcome stay. Open approvals of these steps expire.
CREATE OR REPLACE FUNCTION salience.blank_steps(p_steps salience.act_steps[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.act_steps s SET note = NULL, reason = CASE WHEN s.kind = 'plan' OR s.kind = 'closing' THEN s.reason END,
    call = CASE WHEN s.call IS NULL THEN NULL ELSE (s.call || '{"arguments": {}}') - 'broken' END,
    ruling = CASE WHEN s.ruling IS NULL THEN NULL ELSE (s.ruling - 'asked') || '{"reason": "[forgotten]"}' ||
      jsonb_build_object('gate', (s.ruling->'gate') || '{"reasons": []}') END,
    result = CASE WHEN s.result IS NULL THEN NULL ELSE s.result || '{"text": "[forgotten]"}' END,
    verdict = CASE WHEN s.verdict IS NULL THEN NULL ELSE s.verdict || '{"reason": "[forgotten]"}' END, late = NULL,
    state = CASE WHEN s.state = 'asked' THEN 'expired' ELSE s.state END
  FROM unnest(p_steps) o WHERE s.run_id = o.run_id AND s.n = o.n;
  UPDATE salience.approvals q SET arguments = '{}', edited_arguments = CASE WHEN q.edited_arguments IS NULL THEN NULL ELSE '{}'::jsonb END,
    arguments_hash = '', reason = '[forgotten]', state = CASE q.state WHEN 'pending' THEN 'expired' ELSE q.state END,
    resolved_at = coalesce(q.resolved_at, p_now), resolved_by = coalesce(q.resolved_by, 'forget')
  FROM unnest(p_steps) o WHERE q.run_id = o.run_id AND q.n = o.n;
END $$;
