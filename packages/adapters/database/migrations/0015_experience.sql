-- Why: an episode says what was wanted, done and felt, and names its exchanges; what an external tool answered becomes an episode
-- too, by way of a row that is made with the finished step and survives every crash until it is settled.
-- Lock: columns are added without rewriting a row; the new check reads episodes once and writes to them wait that long; exchanges of
-- earlier episodes are listed once. A trigger is added to act_steps.
-- Safe with the previous image: yes, save_episode takes what it sends, and it never reads a row that has no range.

ALTER TABLE salience.episodes ADD COLUMN intent_type text;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN direction text;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN context jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN action text;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN emotion jsonb;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN factors jsonb;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN durability text;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN refused integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD COLUMN experience_id text COLLATE "C";
--> statement-breakpoint
ALTER TABLE salience.episodes ALTER COLUMN range_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.episodes ALTER COLUMN first_exchange_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.episodes ALTER COLUMN last_exchange_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.episodes ADD CONSTRAINT episodes_origin CHECK ((range_id is null) = (experience_id is not null));
--> statement-breakpoint
ALTER TABLE salience.episodes ADD CONSTRAINT episodes_durability CHECK (durability in ('stable', 'evolving', 'transient'));
--> statement-breakpoint
CREATE UNIQUE INDEX episodes_experience ON salience.episodes (experience_id) WHERE experience_id is not null;
--> statement-breakpoint
-- The same observation is kept once.
CREATE INDEX episodes_observation ON salience.episodes (agent_id, md5(gist)) WHERE experience_id is not null;
--> statement-breakpoint
-- Which exchanges an episode was made from. Of a range that mixes topics the others stay in the range alone.
CREATE TABLE salience.episode_exchanges (
  episode_id text COLLATE "C" NOT NULL REFERENCES salience.episodes(id),
  exchange_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  CONSTRAINT episode_exchanges_episode_id_exchange_id_pk PRIMARY KEY (episode_id, exchange_id)
);
--> statement-breakpoint
CREATE INDEX episode_exchanges_exchange ON salience.episode_exchanges (exchange_id);
--> statement-breakpoint
-- What a tool answered and nobody has looked at yet. The words are in the step.
CREATE TABLE salience.experiences (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  thread_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  step_n integer NOT NULL,
  tool text NOT NULL,
  content_hash text NOT NULL,
  topic_id text COLLATE "C",
  cooldown_key text COLLATE "C",
  state text DEFAULT 'pending' NOT NULL,
  error text,
  due_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone,
  settled_at timestamp with time zone,
  episode_id text COLLATE "C",
  swept_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT experiences_run_id_step_n_fk FOREIGN KEY (run_id, step_n) REFERENCES salience.act_steps(run_id, n),
  CONSTRAINT experiences_state CHECK (state in ('pending', 'stored', 'skipped', 'failed')),
  CONSTRAINT experiences_stored CHECK ((state = 'stored') = (episode_id is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX experiences_step ON salience.experiences (run_id, step_n);
--> statement-breakpoint
-- The same answer waits once; one that was settled long enough ago, or failed, may come again.
CREATE UNIQUE INDEX experiences_waiting ON salience.experiences (agent_id, content_hash) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX experiences_seen ON salience.experiences (agent_id, content_hash, settled_at) WHERE settled_at is not null;
--> statement-breakpoint
CREATE INDEX experiences_due ON salience.experiences (due_at) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX experiences_asked ON salience.experiences (agent_id, asked_at) WHERE asked_at is not null;
--> statement-breakpoint
CREATE INDEX experiences_turn ON salience.experiences (turn_id);
--> statement-breakpoint
CREATE INDEX experiences_episode ON salience.experiences (episode_id) WHERE episode_id is not null;
--> statement-breakpoint
GRANT SELECT ON salience.episode_exchanges, salience.experiences TO salience_app;
--> statement-breakpoint
GRANT INSERT ON salience.episode_exchanges TO salience_episodic;
--> statement-breakpoint
GRANT UPDATE (ended_at) ON salience.episodes TO salience_episodic;
--> statement-breakpoint
GRANT INSERT ON salience.experiences TO salience_digest;
--> statement-breakpoint
GRANT UPDATE ON salience.experiences TO salience_episodic, salience_scheduler;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['episode_exchanges', 'experiences'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY own_agent ON salience.%1$I TO salience_app USING (%2$s) WITH CHECK (%2$s)',
      table_name, 'agent_id = current_setting(''app.agent'', true)');
    EXECUTE format(
      'CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator USING (true) WITH CHECK (true)',
      table_name);
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
SELECT p.id, e.id, p.agent_id FROM salience.episodes p JOIN salience.ranges r ON r.id = p.range_id
JOIN salience.exchanges e ON e.thread_id = r.thread_id AND e.seq BETWEEN r.first_seq AND r.last_seq;
--> statement-breakpoint
-- Ranges for their episodes with their exchanges and what is known of each (gists, facts, and now how its words felt, 0 to 1),
-- or null, in the order asked.
CREATE OR REPLACE FUNCTION salience.load_ranges(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'threadId', r.thread_id,
    'firstSeq', r.first_seq, 'lastSeq', r.last_seq, 'reason', r.reason, 'state', r.state, 'createdAt', r.created_at,
    'traceparent', r.traceparent,
    'exchanges', coalesce((SELECT jsonb_agg(salience.exchange_view(e) || jsonb_build_object(
      'sentiment', (SELECT round(k.sentiment::numeric, 3) FROM salience.chunks k WHERE k.exchange_id = e.id),
      'gists', (SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'content', content, 'confidence', confidence)), '[]')
        FROM salience.gists WHERE exchange_id = e.id),
      'facts', (SELECT coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value, 'confidence', confidence)), '[]')
        FROM salience.facts WHERE exchange_id = e.id)) ORDER BY e.seq)
      FROM salience.exchanges e WHERE e.thread_id = r.thread_id AND e.seq BETWEEN r.first_seq AND r.last_seq), '[]')) END
  FROM unnest(p_ids) WITH ORDINALITY i(id, place) LEFT JOIN salience.ranges r ON r.id = i.id ORDER BY i.place;
END $$;
--> statement-breakpoint
-- Stores the episode of a range with the exchanges it was made from and its sign code, once. Without exchangeIds (an older sender)
-- all exchanges of the range count. Returns {status: stored | known}.
CREATE OR REPLACE FUNCTION salience.save_episode(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_range salience.ranges;
  v_stored boolean;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.ranges SET state = 'built', error = NULL WHERE id = p->>'rangeId' AND state <> 'built' RETURNING * INTO v_range;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episodes (id, agent_id, thread_id, range_id, first_exchange_id, last_exchange_id, topic_id, gist, intent,
    intent_type, direction, context, action, emotion, outcome, open_loops, factors, refused, salience, complete, trust, source, model,
    started_at, ended_at, created_at)
  VALUES (p->>'id', v_agent, v_range.thread_id, v_range.id, p->>'firstExchangeId', p->>'lastExchangeId', p->>'topicId',
    p->>'gist', p->>'intent', p->>'intentType', p->>'direction', coalesce(p->'context', '{}'), p->>'action', nullif(p->'emotion', 'null'),
    p->>'outcome', p->'openLoops', nullif(p->'factors', 'null'), coalesce((p->>'refused')::integer, 0), (p->>'salience')::real,
    (p->>'complete')::boolean, p->>'trust', p->>'source', p->>'model', (p->>'startedAt')::timestamptz, (p->>'endedAt')::timestamptz, v_now)
  ON CONFLICT (thread_id, first_exchange_id, last_exchange_id) DO NOTHING RETURNING true INTO v_stored;
  IF v_stored IS NULL THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
  SELECT p->>'id', e.id, v_agent FROM salience.exchanges e
  WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq
    AND (NOT p ? 'exchangeIds' OR p->'exchangeIds' ? e.id);
  IF jsonb_typeof(p->'code') = 'string' THEN
    PERFORM salience.save_codes(v_agent, jsonb_build_array(jsonb_build_object('id', p->'id', 'kind', 'episode', 'modelId', p->'codeModelId', 'code', p->'code')));
  END IF;
  RETURN jsonb_build_object('status', 'stored');
END $$;
--> statement-breakpoint
-- Keeps the answer of an external tool for assimilation, in the transaction that saves the finished step. Skills tell of the agent's
-- own rows: a memory of a memory is none. An answer that the critic did not accept teaches nothing. The id is made of the step's
-- place, so once more is no harm.
CREATE FUNCTION salience.note_experience() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_mark text := md5(NEW.run_id || ' ' || NEW.n);
BEGIN
  INSERT INTO salience.experiences (id, agent_id, thread_id, turn_id, run_id, step_n, tool, content_hash, due_at, created_at)
  VALUES ('xp_' || lpad(to_hex((extract(epoch FROM NEW.at) * 1000)::bigint), 12, '0') || '7' || left(v_mark, 3) || '8' || substr(v_mark, 4, 15),
    NEW.agent_id, NEW.thread_id, NEW.turn_id, NEW.run_id, NEW.n, NEW.call->>'tool',
    encode(sha256(convert_to(btrim(NEW.result->>'text', E' \n\r\t'), 'UTF8')), 'hex'), NEW.at, NEW.at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Tools of servers have two underscores in their names, skills have none. Less than 50 characters is an acknowledgement.
CREATE TRIGGER act_steps_experience AFTER INSERT OR UPDATE OF state ON salience.act_steps FOR EACH ROW
WHEN (NEW.kind = 'action' AND NEW.state = 'succeeded' AND position('__' IN NEW.call->>'tool') > 1
  AND length(btrim(NEW.result->>'text', E' \n\r\t')) >= 50 AND coalesce(NEW.verdict->>'verdict', 'accept') = 'accept')
EXECUTE FUNCTION salience.note_experience();
--> statement-breakpoint
-- Experiences whose time has come and whose turn has ended, each at most every five seconds. Those that found no place for a week
-- are skipped, visibly. p_now is business time. Returns {due: [{agentId, experienceId}], expired}.
CREATE FUNCTION salience.sweep_experiences(p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_due jsonb;
  v_expired integer;
BEGIN
  WITH old AS (
    SELECT id FROM salience.experiences WHERE state = 'pending' AND due_at <= p_now AND created_at < p_now - interval '7 days'
    LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), skipped AS (
    UPDATE salience.experiences x SET state = 'skipped', error = 'experience.too-old', settled_at = p_now FROM old WHERE x.id = old.id RETURNING 1
  ) SELECT count(*) INTO v_expired FROM skipped;
  WITH due AS (
    SELECT x.id FROM salience.experiences x WHERE x.state = 'pending' AND x.due_at <= p_now
      AND (x.swept_at IS NULL OR x.swept_at < clock_timestamp() - interval '5 seconds')
      AND NOT EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = x.turn_id AND t.state IN ('pending', 'running'))
    ORDER BY x.due_at LIMIT p_limit FOR UPDATE OF x SKIP LOCKED
  ), touched AS (
    UPDATE salience.experiences x SET swept_at = clock_timestamp() FROM due WHERE x.id = due.id RETURNING x.id, x.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'experienceId', id)), '[]') INTO v_due FROM touched;
  RETURN jsonb_build_object('due', v_due, 'expired', v_expired);
END $$;
--> statement-breakpoint
-- Ends an experience that tells nothing new. The episode that it confirms was true until then at least.
CREATE FUNCTION salience.confirm_experience(p_row salience.experiences, p_episode text, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE salience.experiences SET state = 'skipped', error = 'experience.known', settled_at = p_now WHERE id = p_row.id;
  UPDATE salience.episodes SET ended_at = greatest(ended_at, p_row.created_at) WHERE id = p_episode AND experience_id IS NOT NULL;
END $$;
--> statement-breakpoint
-- Decides whether an experience is looked at now: one per topic in each cooldown and a number a day, the others later, in a place
-- of their own behind those of their topic. An answer that was kept before confirms its episode, whose time moves on; one that was
-- worth nothing is not looked at again while that is fresh. What is let through is noted, and one that was let through today stays so. One that failed is only tried again because an operator said so, and waits for nothing.
-- p: {agentId, experienceId, now, cooldownMs, freshMs, perDay}. Returns {status: ready | later | known | settled, dueAt, experience}.
CREATE FUNCTION salience.begin_experience(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_cooldown interval := (p->>'cooldownMs')::double precision * interval '1 millisecond';
  v_day timestamptz := date_trunc('day', (p->>'now')::timestamptz, 'UTC');
  v_row salience.experiences;
  v_topic text;
  v_exchange text;
  v_key text;
  v_twin text;
  v_cooling timestamptz;
  v_from timestamptz;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  -- Cooldown and budget look at what others were let through, so an agent's decisions are made one after another.
  PERFORM pg_advisory_xact_lock(hashtextextended('experience ' || v_agent, 0));
  SELECT * INTO v_row FROM salience.experiences WHERE id = p->>'experienceId' AND agent_id = v_agent FOR UPDATE;
  IF NOT FOUND OR v_row.state IN ('stored', 'skipped') THEN RETURN jsonb_build_object('status', 'settled'); END IF;
  SELECT x.episode_id INTO v_twin FROM salience.experiences x
  WHERE x.agent_id = v_agent AND x.content_hash = v_row.content_hash AND x.settled_at IS NOT NULL AND x.state = 'stored' LIMIT 1;
  IF v_twin IS NOT NULL OR EXISTS (SELECT 1 FROM salience.experiences x WHERE x.agent_id = v_agent AND x.content_hash = v_row.content_hash
    AND x.settled_at > v_now - (p->>'freshMs')::double precision * interval '1 millisecond' AND x.error = 'experience.not-worth')
  THEN
    PERFORM salience.confirm_experience(v_row, v_twin, v_now);
    RETURN jsonb_build_object('status', 'known');
  END IF;
  -- The words were forgotten meanwhile.
  IF NOT EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = v_row.run_id AND s.n = v_row.step_n AND s.result->>'text' <> '') THEN
    UPDATE salience.experiences SET state = 'skipped', error = 'experience.gone', settled_at = v_now WHERE id = v_row.id;
    RETURN jsonb_build_object('status', 'settled');
  END IF;
  SELECT e.topic_id, e.id INTO v_topic, v_exchange FROM salience.exchanges e WHERE e.turn_id = v_row.turn_id;
  v_key := coalesce(v_topic, v_row.thread_id);
  IF v_row.state = 'pending' AND (v_row.asked_at IS NULL OR v_row.asked_at < v_day) THEN
    SELECT max(x.asked_at) INTO v_cooling FROM salience.experiences x
    WHERE x.agent_id = v_agent AND x.asked_at > v_now - v_cooldown AND x.cooldown_key = v_key AND x.id <> v_row.id;
    IF (SELECT count(*) FROM salience.experiences x WHERE x.agent_id = v_agent AND x.asked_at >= v_day) >= (p->>'perDay')::integer THEN
      v_from := v_day + interval '1 day';
    ELSIF v_cooling IS NOT NULL THEN
      v_from := v_cooling + v_cooldown;
    END IF;
    IF v_from IS NOT NULL THEN
      UPDATE salience.experiences SET topic_id = v_topic, cooldown_key = v_key, swept_at = NULL, due_at = greatest(v_from,
        (SELECT max(x.due_at) + v_cooldown FROM salience.experiences x
          WHERE x.state = 'pending' AND x.due_at > v_now AND x.agent_id = v_agent AND x.cooldown_key = v_key AND x.id <> v_row.id))
      WHERE id = v_row.id RETURNING * INTO v_row;
      RETURN jsonb_build_object('status', 'later', 'dueAt', v_row.due_at);
    END IF;
  END IF;
  UPDATE salience.experiences SET topic_id = v_topic, cooldown_key = v_key,
    asked_at = CASE WHEN asked_at >= v_day THEN asked_at ELSE v_now END
  WHERE id = v_row.id;
  RETURN (SELECT jsonb_build_object('status', 'ready', 'experience', jsonb_build_object('id', v_row.id, 'threadId', v_row.thread_id,
      'topicId', v_topic, 'exchangeId', v_exchange, 'tool', v_row.tool, 'arguments', s.call->'arguments', 'text', left(s.result->>'text', 20000),
      'at', s.at, 'request', t.text, 'requestTrust', t.trust, 'traceparent', t.traceparent))
    FROM salience.act_steps s JOIN salience.turns t ON t.id = s.run_id WHERE s.run_id = v_row.run_id AND s.n = v_row.step_n);
END $$;
--> statement-breakpoint
-- Stores the episode of an experience with its sign code, once; it stands on the step, and on the exchange of its turn where there
-- is one. Where the same was observed before, that episode is confirmed instead. p as for save_episode, with experienceId and
-- durability. Returns {status: stored | known}.
CREATE FUNCTION salience.save_experience(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.experiences;
  v_twin text;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  -- As in begin_experience: two answers that teach the same must see each other.
  PERFORM pg_advisory_xact_lock(hashtextextended('experience ' || v_agent, 0));
  SELECT * INTO v_row FROM salience.experiences WHERE id = p->>'experienceId' AND agent_id = v_agent AND state IN ('pending', 'failed') FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  SELECT id INTO v_twin FROM salience.episodes
  WHERE agent_id = v_agent AND md5(gist) = md5(p->>'gist') AND experience_id IS NOT NULL LIMIT 1;
  IF v_twin IS NOT NULL THEN
    PERFORM salience.confirm_experience(v_row, v_twin, v_now);
    RETURN jsonb_build_object('status', 'known');
  END IF;
  UPDATE salience.experiences x SET state = 'stored', error = NULL, episode_id = p->>'id', settled_at = v_now
  WHERE x.id = p->>'experienceId' AND x.agent_id = v_agent AND x.state IN ('pending', 'failed')
    -- Nothing is stored of words that were forgotten while a model read them.
    AND EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = x.run_id AND s.n = x.step_n AND s.result->>'text' <> '')
  RETURNING * INTO v_row;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episodes (id, agent_id, thread_id, experience_id, topic_id, gist, intent, action, outcome, open_loops, refused,
    durability, salience, complete, trust, source, model, started_at, ended_at, created_at)
  VALUES (p->>'id', v_agent, v_row.thread_id, v_row.id, v_row.topic_id, p->>'gist', p->>'intent', p->>'action', '', '[]',
    (p->>'refused')::integer, p->>'durability', (p->>'salience')::real, true, p->>'trust', 'experience', p->>'model',
    (p->>'at')::timestamptz, (p->>'at')::timestamptz, v_now);
  INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
  SELECT p->>'id', e.id, v_agent FROM salience.exchanges e WHERE e.turn_id = v_row.turn_id;
  IF jsonb_typeof(p->'code') = 'string' THEN
    PERFORM salience.save_codes(v_agent, jsonb_build_array(jsonb_build_object('id', p->'id', 'kind', 'episode', 'modelId', p->'codeModelId', 'code', p->'code')));
  END IF;
  RETURN jsonb_build_object('status', 'stored');
END $$;
--> statement-breakpoint
-- A replaced function loses its settings.
ALTER FUNCTION salience.save_episode(jsonb) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION salience.save_episode(jsonb) SET jit = off;
