-- Notes the zones that follow from where people said they live. p: [{agentId, exchangeId, zone, place}]; the speaker is the exchange's, and one
-- who is a mere name has nowhere to keep it. A zone is proposed until somebody takes or refuses it, or until they say that they live where the
-- clocks are those in use or not known (zone null). It never counts by itself. The caller has set app.agent.
CREATE OR REPLACE FUNCTION salience.propose_zones(p jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_item record;
  v_person text;
BEGIN
  FOR v_item IN SELECT c->>'agentId' AS agent, c->>'exchangeId' AS exchange, c->>'zone' AS zone, c->>'place' AS place,
      c->>'personId' AS own, (c->>'now')::timestamptz AS now, e.speaker
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId' ORDER BY e.said_at, e.id
  LOOP
    v_person := CASE WHEN v_item.speaker IS NULL AND v_item.zone IS NOT NULL THEN salience.ensure_owner(v_item.agent, v_item.own, v_item.now)
      ELSE salience.person_of(v_item.agent, v_item.speaker) END;
    UPDATE salience.people SET proposed_zone = v_item.zone, proposed_place = CASE WHEN v_item.zone IS NOT NULL THEN v_item.place END,
      proposed_by = CASE WHEN v_item.zone IS NOT NULL THEN v_item.exchange END, proposal_told_at = NULL
    WHERE id = v_person AND proposed_zone IS DISTINCT FROM v_item.zone AND (v_item.zone IS NULL OR zone IS DISTINCT FROM v_item.zone);
  END LOOP;
END $$;
