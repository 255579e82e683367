-- Gives signals the next places of a cluster, in their order. Places are given under the lock of the cluster's row, so they commit in their order.
CREATE OR REPLACE FUNCTION salience.place_signals(p_agent text, p_cluster text, p_signals text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_tail bigint;
BEGIN
  INSERT INTO salience.clusters AS k (agent_id, cluster, tail) VALUES (p_agent, p_cluster, cardinality(p_signals))
  ON CONFLICT (agent_id, cluster) DO UPDATE SET tail = k.tail + excluded.tail RETURNING tail INTO v_tail;
  INSERT INTO salience.cluster_signals (agent_id, cluster, seq, signal_id)
  SELECT p_agent, p_cluster, v_tail - cardinality(p_signals) + i, p_signals[i] FROM generate_subscripts(p_signals, 1) i;
END $$;
