-- The literal traits of a person that held at p_now: core ones first, then explicit ones, then by confidence. `validTo`: when a trait
-- ended, as far as is known today.
CREATE OR REPLACE FUNCTION salience.traits_for(p_agent text, p_person text, p_limit integer, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'person', t.person, 'key', t.key, 'value', t.value,
      'category', t.category, 'origin', t.origin, 'confidence', t.confidence, 'mentions', t.mentions, 'trust', t.trust,
      'exchangeId', t.exchange_id, 'threadId', t.thread_id, 'validFrom', t.valid_from, 'validTo', t.valid_to, 'lastSeenAt', t.last_seen_at)
      ORDER BY (t.category = 'core') DESC, (t.origin = 'explicit') DESC, t.confidence DESC, t.id), '[]')
    FROM (
      SELECT * FROM (
        (SELECT * FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND literal AND valid_to IS NULL AND valid_from <= p_now
          ORDER BY (category = 'core') DESC, (origin = 'explicit') DESC, confidence DESC, id LIMIT p_limit)
        -- Traits that have ended since; there are some only if p_now is in the past.
        UNION ALL (SELECT * FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND literal AND valid_to > p_now
          AND valid_from <= p_now)
      ) held ORDER BY (category = 'core') DESC, (origin = 'explicit') DESC, confidence DESC, id LIMIT p_limit) t);
END $$;
