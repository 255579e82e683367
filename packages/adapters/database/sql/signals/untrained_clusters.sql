-- Clusters with labels that no training has seen, over all agents. Returns [{agentId, cluster, labels, trained}]. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.untrained_clusters() RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'cluster', cluster, 'labels', labels, 'trained', trained) ORDER BY agent_id, cluster), '[]')
  FROM salience.clusters WHERE labels > trained
$$;
