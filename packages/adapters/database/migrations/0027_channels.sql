-- Why: a message has the trust of its caller, its channel and its speaker now, and `unverified` (words of somebody of whom nobody knows who
-- they are) stands between `external` and `agent` where it is asked how far a text may be trusted to act on. What is believed of two
-- words is another question: there an unverified word counts as a person's does, and what is made of it keeps its label. Keys say which
-- channels come through them and who speaks.
-- Lock: api_keys, lists and thoughts for a moment, every list is written once; the check of thoughts is validated by one read of them, while writes to them wait.
-- Safe with the previous image: yes, its keys say nothing, and it stores no row that is unverified; where it meets one it takes it for
-- a text from outside.

-- What a key says of the messages that come through it: {channels: {name: trust}, speakers: [name], completions: {trustContext}}.
ALTER TABLE salience.api_keys ADD COLUMN rules jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
-- Who named a list said its first item; where it never had one, nobody knows.
ALTER TABLE salience.lists ADD COLUMN trust text DEFAULT 'external' NOT NULL;
--> statement-breakpoint
UPDATE salience.lists l SET trust = i.trust FROM (SELECT DISTINCT ON (agent_id, list) agent_id, list, trust FROM salience.list_items
  ORDER BY agent_id, list, created_at, id) i WHERE i.agent_id = l.agent_id AND i.list = l.name;
--> statement-breakpoint
ALTER TABLE salience.thoughts DROP CONSTRAINT thoughts_trust, ADD CONSTRAINT thoughts_trust CHECK (trust IN ('external', 'unverified', 'agent'));
--> statement-breakpoint
-- Whose word counts more: what came from outside, what an agent wrote, what somebody said.
CREATE OR REPLACE FUNCTION salience.word_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 2 WHEN 'user' THEN 2 WHEN 'unverified' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- The same of a statement that rests on one half of an exchange: what an agent answered is its own word, whomever it answered.
CREATE FUNCTION salience.word_rank(p_trust text, p_half text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_half = 'reply' THEN least(salience.word_rank(p_trust), 1) ELSE salience.word_rank(p_trust) END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION salience.trust_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 3 WHEN 'user' THEN 2 WHEN 'unverified' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- Which label something has that several said: that of whom is believed most, and of equals the one of whom it is known who they are.
CREATE FUNCTION salience.label_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 4 WHEN 'user' THEN 3 WHEN 'unverified' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- The label of a rank of label_rank.
CREATE FUNCTION salience.trust_at(p_rank integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['external', 'agent', 'unverified', 'user', 'owner'])[p_rank + 1]
$$;
--> statement-breakpoint
-- Lets the messages that wait behind a running turn and may steer it enter its run, in order and each once: a step, and their
-- turn ends merged. Stops at the first that may not; reminders and continuations are passed over, they are about something else.
-- Under the lane's lock, which accepting takes too: a message is either seen here or runs as its own turn.
CREATE OR REPLACE FUNCTION salience.take_steering(p_turn salience.turns, p_run text, p_fence bigint, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_levels text[] := ARRAY['external', 'unverified', 'agent', 'user', 'owner'];
  v_next salience.turns;
  v_step salience.act_steps;
  v_n integer;
  v_text text := p_turn.steered_text;
  v_taken jsonb := '[]'::jsonb;
BEGIN
  FOR v_next IN
    SELECT * FROM salience.turns WHERE thread_id = p_turn.thread_id AND seq > p_turn.seq ORDER BY seq FOR UPDATE
  LOOP
    CONTINUE WHEN v_next.state NOT IN ('pending', 'running') OR v_next.source IN ('reminder', 'approval');
    EXIT WHEN NOT v_next.steering OR v_next.started_at IS NOT NULL OR v_next.state <> 'pending'
      OR v_next.cancel_requested_at IS NOT NULL OR v_next.context IS NOT NULL OR btrim(v_next.text) = ''
      OR array_position(v_levels, v_next.trust) < array_position(v_levels, p_turn.trust)
      OR jsonb_array_length(v_taken) = 20 OR length(coalesce(v_text, '')) + length(v_next.text) > 16000;
    SELECT coalesce(max(n), -1) + 1 INTO v_n FROM salience.act_steps WHERE run_id = p_run;
    INSERT INTO salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, note, reason, at)
    VALUES (p_run, v_n, p_turn.agent_id, p_turn.thread_id, p_turn.id, 'steer', 'done', v_next.text, v_next.id, p_now)
    RETURNING * INTO v_step;
    UPDATE salience.turns SET merged_into = p_turn.id WHERE id = v_next.id;
    PERFORM salience.end_turn(v_next, 'merged', p_fence, p_now, NULL);
    v_text := concat_ws(E'\n', v_text, v_next.text);
    v_taken := v_taken || (salience.act_step_view(v_step) || jsonb_build_object('messageTurnId', v_next.id,
      'speaker', v_next.speaker, 'trust', v_next.trust, 'saidAt', v_next.said_at));
  END LOOP;
  IF v_taken <> '[]'::jsonb THEN UPDATE salience.turns SET steered_text = v_text WHERE id = p_turn.id; END IF;
  RETURN v_taken;
END $$;
--> statement-breakpoint
-- Works out from all that was said which values a trait had and when, in the order in which it was said: the same rows, in
-- whatever order exchanges are read, by however many chunkers. What is trusted less never changes what is trusted more
-- (law 10), and what is trusted more counts whatever was there. Among equals a stated value ends the one before; an inferred one
-- only an inferred one that is less sure. What is said to hold no longer ends, with nothing in its place. The same value again
-- strengthens, each time by less. p_added: nothing was taken away
-- since; then what was said last of all goes on from where the rows stand.
CREATE OR REPLACE FUNCTION salience.settle_traits(p_agent text, p_person text, p_key text, p_added boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_said salience.trait_sources;
  v_last salience.trait_sources;
  v_now salience.traits;
  v_made text[] := '{}';
  v_trust text[] := ARRAY['external', 'agent', 'user', 'owner'];
  v_rank integer;
  v_higher integer;
  v_supports text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'trait', p_agent, p_person, p_key), 13));
  IF p_added THEN
    SELECT * INTO v_last FROM salience.trait_sources WHERE agent_id = p_agent AND person = p_person AND key = p_key AND settled
    ORDER BY said_at DESC, exchange_id DESC LIMIT 1;
    IF v_last.id IS NOT NULL AND EXISTS (SELECT 1 FROM salience.trait_sources WHERE agent_id = p_agent AND person = p_person
      AND key = p_key AND NOT settled AND (said_at, exchange_id) < (v_last.said_at, v_last.exchange_id))
    THEN
      v_last := NULL;
    END IF;
  END IF;
  IF v_last.id IS NOT NULL THEN
    SELECT * INTO v_now FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND key = p_key AND valid_to IS NULL;
    -- A trait has the id of the statement that it began with, and all that strengthened it was said by somebody as much believed.
    v_rank := coalesce((SELECT salience.word_rank(v_now.trust, s.half) FROM salience.trait_sources s WHERE s.id = v_now.id),
      salience.word_rank(v_now.trust));
  END IF;
  -- Out of the way of the one that will be current.
  UPDATE salience.traits SET valid_to = valid_from
  WHERE agent_id = p_agent AND person = p_person AND key = p_key AND valid_to IS NULL;
  FOR v_said IN
    SELECT * FROM salience.trait_sources WHERE agent_id = p_agent AND person = p_person AND key = p_key
      AND (said_at, exchange_id) > (coalesce(v_last.said_at, '-infinity'), coalesce(v_last.exchange_id, ''))
    ORDER BY said_at, exchange_id
  LOOP
    v_supports := NULL;
    v_higher := salience.word_rank(v_said.trust, v_said.half) - v_rank;
    IF v_said.ends THEN
      IF v_higher >= 0 AND lower(v_said.value) = lower(v_now.value) AND (v_said.origin = 'explicit' OR v_now.origin = 'inferred') THEN
        v_supports := v_now.id;
        v_now.valid_to := v_said.said_at;
        PERFORM salience.put_trait(v_now);
        v_now := NULL;
        v_rank := NULL;
      END IF;
    ELSIF v_now.id IS NOT NULL AND v_higher = 0 AND lower(v_said.value) = lower(v_now.value) THEN
      v_now.mentions := v_now.mentions + 1;
      v_now.confidence := greatest(v_now.confidence, v_said.confidence);
      v_now.confidence := v_now.confidence + (1 - v_now.confidence) * 0.2 / v_now.mentions;
      v_now.last_seen_at := v_said.said_at;
      v_now.literal := v_now.literal OR v_said.literal;
      IF v_said.origin = 'explicit' THEN v_now.origin := 'explicit'; END IF;
      -- Whoever says it after a person takes nothing away from what the person said.
      v_now.trust := CASE 'unverified' WHEN v_said.trust THEN v_now.trust WHEN v_now.trust THEN v_said.trust
        ELSE v_trust[least(array_position(v_trust, v_now.trust), array_position(v_trust, v_said.trust))] END;
      IF v_said.source <> v_now.source THEN v_now.source := 'mixed'; END IF;
      v_supports := v_now.id;
    ELSIF v_now.id IS NULL OR v_higher > 0 OR (v_higher = 0 AND (v_said.origin = 'explicit'
      OR (v_now.origin = 'inferred' AND v_said.confidence > v_now.confidence)))
    THEN
      IF v_now.id IS NOT NULL THEN
        v_now.valid_to := v_said.said_at;
        v_now.superseded_by := v_said.id;
        PERFORM salience.put_trait(v_now);
      END IF;
      SELECT v_said.id, v_said.agent_id, v_said.person, v_said.key, v_said.value, v_said.category, v_said.origin, v_said.literal,
        v_said.confidence, 1, v_said.trust, v_said.source, v_said.exchange_id, v_said.thread_id, v_said.said_at, NULL, NULL,
        v_said.said_at, v_said.created_at INTO v_now;
      v_rank := salience.word_rank(v_said.trust, v_said.half);
      v_made := v_made || v_said.id;
      v_supports := v_said.id;
    END IF;
    UPDATE salience.trait_sources SET trait_id = v_supports, settled = true
    WHERE id = v_said.id AND (trait_id IS DISTINCT FROM v_supports OR NOT settled);
  END LOOP;
  IF v_now.id IS NOT NULL THEN PERFORM salience.put_trait(v_now); END IF;
  IF v_last.id IS NULL THEN
    DELETE FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND key = p_key AND NOT id = ANY (v_made);
  END IF;
END $$;
--> statement-breakpoint
-- Takes in statements of one relation of which nobody ever said that it is over: then it is one stretch, whatever the order in which
-- they came. False, with nothing done, where that is not so. Arguments as of settle_relations; p_old: the stretches there are.
CREATE OR REPLACE FUNCTION salience.repeat_relation(p_agent text, p_from text, p_to text, p_type text, p_source text, p_more jsonb, p_old text[],
  p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_id text := coalesce(p_old[1], salience.new_id('rel', p_now));
  v_new record;
BEGIN
  IF cardinality(p_old) > 1 OR jsonb_path_exists(p_more, '$[*] ? (@.denies == true)')
    OR EXISTS (SELECT 1 FROM salience.relations r WHERE r.id = p_old[1] AND r.valid_to IS NOT NULL)
    OR EXISTS (SELECT 1 FROM salience.relation_sources s WHERE s.relation_id = p_old[1] AND s.denies)
  THEN RETURN false; END IF;
  SELECT count(*) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at, max(m.confidence) AS confidence,
    max(salience.label_rank(m.trust)) AS rank INTO v_new
  FROM jsonb_to_recordset(p_more) AS m(episode text, exchange text, trust text, confidence real, at timestamptz)
  WHERE NOT EXISTS (SELECT 1 FROM salience.relation_sources s
    WHERE s.relation_id = v_id AND s.episode_id = m.episode AND s.exchange_id IS NOT DISTINCT FROM m.exchange);
  IF v_new.mentions = 0 THEN RETURN true; END IF;
  INSERT INTO salience.relations AS r (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from,
    first_seen_at, last_seen_at, created_at)
  VALUES (v_id, p_agent, p_from, p_to, p_type, salience.mentioned_strength(v_new.confidence, v_new.mentions::integer), v_new.confidence,
    v_new.mentions, salience.trust_at(v_new.rank), p_source, v_new.first_at, v_new.first_at,
    v_new.last_at, p_now)
  ON CONFLICT (id) DO UPDATE SET
    strength = salience.mentioned_strength(greatest(r.confidence, excluded.confidence), r.mentions + excluded.mentions),
    confidence = greatest(r.confidence, excluded.confidence), mentions = r.mentions + excluded.mentions,
    trust = salience.trust_at(greatest(salience.label_rank(r.trust), v_new.rank)),
    source = CASE WHEN r.source = excluded.source THEN r.source ELSE 'mixed' END,
    valid_from = least(r.valid_from, excluded.valid_from), first_seen_at = least(r.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(r.last_seen_at, excluded.last_seen_at);
  INSERT INTO salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, denies, said_at)
  SELECT p_agent, v_id, m.episode, m.exchange, m.trust, m.confidence, false, m.at
  FROM jsonb_to_recordset(p_more) AS m(episode text, exchange text, trust text, confidence real, at timestamptz)
  ON CONFLICT ON CONSTRAINT relation_sources_once DO NOTHING;
  RETURN true;
END $$;
--> statement-breakpoint
-- Makes the relations of one group say what was stated: of p_from and p_type to p_to; where p_to is null, to whatever, and then what is
-- said later ends what held before. The result depends on the statements alone, not on the order in which they came. p_more:
-- [{to, episode, exchange, trust, confidence, denies, at}]. What somebody said is ended by somebody's word only, never by what
-- an agent or the outside says. In the caller's transaction, under its lock. What is only said again, as
-- nearly everything is, adds to the one stretch there is.
CREATE OR REPLACE FUNCTION salience.settle_relations(p_agent text, p_from text, p_to text, p_type text, p_source text, p_more jsonb, p_now timestamptz)
RETURNS text[] LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_s record;
  v_at integer;
  v_count integer := 0;
  v_ids text[] := '{}';
  v_tos text[] := '{}';
  v_from timestamptz[] := '{}';
  v_until timestamptz[] := '{}';
  v_by text[] := '{}';
  v_rank integer[] := '{}';
  v_conf real[] := '{}';
  v_mentions integer[] := '{}';
  v_seen timestamptz[] := '{}';
  v_old text[] := ARRAY(SELECT r.id FROM salience.relations r
    WHERE r.from_id = p_from AND r.type = p_type AND r.agent_id = p_agent AND (p_to IS NULL OR r.to_id = p_to) ORDER BY r.valid_from, r.id);
  v_said jsonb := '[]';
  v_gone text[];
BEGIN
  IF p_to IS NOT NULL AND salience.repeat_relation(p_agent, p_from, p_to, p_type, p_source, p_more, v_old, p_now) THEN RETURN '{}'; END IF;
  -- For the time of this, none stands open: no two stretches of one relation may at any moment.
  UPDATE salience.relations SET valid_to = 'infinity' WHERE id = ANY (v_old) AND valid_to IS NULL;
  FOR v_s IN
    SELECT r.to_id, s.relation_id, s.episode_id, s.exchange_id, s.trust, s.confidence, s.denies, s.said_at
    FROM salience.relation_sources s JOIN salience.relations r ON r.id = s.relation_id WHERE s.relation_id = ANY (v_old)
    UNION ALL
    SELECT m->>'to', NULL, m->>'episode', m->>'exchange', m->>'trust', (m->>'confidence')::real, (m->>'denies')::boolean, (m->>'at')::timestamptz
    FROM jsonb_array_elements(p_more) m
    WHERE NOT EXISTS (SELECT 1 FROM salience.relation_sources s JOIN salience.relations r ON r.id = s.relation_id
      WHERE s.relation_id = ANY (v_old) AND r.to_id = m->>'to' AND s.episode_id = m->>'episode' AND s.exchange_id IS NOT DISTINCT FROM m->>'exchange')
    ORDER BY said_at, denies, to_id, episode_id, exchange_id
  LOOP
    -- Where this one stands open, or else where it last stood.
    v_at := (SELECT n FROM generate_series(1, v_count) n WHERE v_tos[n] = v_s.to_id ORDER BY v_until[n] DESC NULLS FIRST, n DESC LIMIT 1);
    IF v_s.denies AND v_at IS NOT NULL THEN
      IF v_until[v_at] IS NULL AND v_s.said_at > v_from[v_at] AND salience.label_rank(v_s.trust) >= least(v_rank[v_at], 2) THEN
        v_until[v_at] := v_s.said_at;
      END IF;
    ELSIF v_at IS NULL OR v_until[v_at] IS NOT NULL THEN
      v_count := v_count + 1;
      v_at := v_count;
      v_ids[v_at] := coalesce(
        (SELECT r.id FROM salience.relations r WHERE r.id = ANY (v_old) AND r.to_id = v_s.to_id AND NOT r.id = ANY (v_ids)
          ORDER BY r.valid_from, r.id LIMIT 1),
        salience.new_id('rel', p_now));
      v_tos[v_at] := v_s.to_id;
      v_from[v_at] := v_s.said_at;
      -- A denial of what nobody said yet is kept as a moment in which nothing held: an episode of before may still come.
      v_until[v_at] := CASE WHEN v_s.denies THEN v_s.said_at END;
      v_by[v_at] := NULL;
      v_rank[v_at] := salience.label_rank(v_s.trust);
      v_conf[v_at] := v_s.confidence;
      v_mentions[v_at] := CASE WHEN v_s.denies THEN 0 ELSE 1 END;
      v_seen[v_at] := v_s.said_at;
    ELSE
      v_rank[v_at] := greatest(v_rank[v_at], salience.label_rank(v_s.trust));
      v_conf[v_at] := greatest(v_conf[v_at], v_s.confidence);
      v_mentions[v_at] := v_mentions[v_at] + 1;
      v_seen[v_at] := v_s.said_at;
    END IF;
    IF p_to IS NULL AND NOT v_s.denies THEN
      FOR n IN 1 .. v_count LOOP
        IF v_tos[n] <> v_s.to_id AND v_until[n] IS NULL AND v_seen[n] < v_s.said_at AND salience.label_rank(v_s.trust) >= least(v_rank[n], 2) THEN
          v_until[n] := v_s.said_at;
          v_by[n] := v_ids[v_at];
        END IF;
      END LOOP;
    END IF;
    v_said := v_said || jsonb_build_object('was', v_s.relation_id, 'id', v_ids[v_at], 'episode', v_s.episode_id, 'exchange', v_s.exchange_id,
      'trust', v_s.trust, 'confidence', v_s.confidence, 'denies', v_s.denies, 'at', v_s.said_at);
  END LOOP;
  FOR v_at IN 1 .. v_count LOOP
    INSERT INTO salience.relations AS r (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from,
      valid_to, closed_by, first_seen_at, last_seen_at, created_at)
    VALUES (v_ids[v_at], p_agent, p_from, v_tos[v_at], p_type, salience.mentioned_strength(v_conf[v_at], v_mentions[v_at]), v_conf[v_at],
      v_mentions[v_at], salience.trust_at(v_rank[v_at]), p_source, v_from[v_at], v_until[v_at], v_by[v_at],
      v_from[v_at], v_seen[v_at], p_now)
    ON CONFLICT (id) DO UPDATE SET strength = excluded.strength, confidence = excluded.confidence, mentions = excluded.mentions,
      trust = excluded.trust, source = CASE WHEN r.source = excluded.source THEN r.source ELSE 'mixed' END,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to, closed_by = excluded.closed_by,
      first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at;
  END LOOP;
  UPDATE salience.relation_sources s SET relation_id = m->>'id' FROM jsonb_array_elements(v_said) m
  WHERE s.relation_id = m->>'was' AND m->>'was' <> m->>'id' AND s.episode_id = m->>'episode' AND s.exchange_id IS NOT DISTINCT FROM m->>'exchange';
  INSERT INTO salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, denies, said_at)
  SELECT p_agent, m->>'id', m->>'episode', m->>'exchange', m->>'trust', (m->>'confidence')::real, (m->>'denies')::boolean, (m->>'at')::timestamptz
  FROM jsonb_array_elements(v_said) m WHERE m->>'was' IS NULL
  ON CONFLICT ON CONSTRAINT relation_sources_once DO NOTHING;
  v_gone := ARRAY(SELECT o FROM unnest(v_old) o WHERE NOT o = ANY (v_ids));
  IF cardinality(v_gone) > 0 THEN DELETE FROM salience.relations WHERE id = ANY (v_gone); END IF;
  RETURN v_gone;
END $$;
--> statement-breakpoint
-- Stores what an episode says of concepts, once. p: {agentId, episodeId, now, source, line, alikeLine (bits that two codes of one
-- thing may differ in; where spelled alike), concepts: [{name, kind (null: only one that is known), aliases, confidence, definition: {text, trust, at} or null,
-- code, modelId, mentions: [{exchangeId, name, trust, at}]}], relations: [{from, to (places in concepts), type, functional,
-- symmetric, confidence, denies, statements: [{exchangeId, trust, at}]}]}. One episode of an agent at a time, so that two
-- workers make one concept of one name. Returns {status: stored | known | no_episode, concepts, created, relations, unknown}.
CREATE OR REPLACE FUNCTION salience.save_concepts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_episode text := p->>'episodeId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_c jsonb;
  v_r jsonb;
  v_ids text[] := '{}';
  v_id text;
  v_key text;
  v_kind text;
  v_known record;
  v_first timestamptz;
  v_last timestamptz;
  v_rank integer;
  v_added integer;
  v_created integer := 0;
  v_kept integer := 0;
  v_unknown integer := 0;
  v_from text;
  v_to text;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended('salience concepts ' || v_agent, 0));
  UPDATE salience.episodes SET concept_state = 'done', concept_error = NULL WHERE id = v_episode AND concept_state <> 'done';
  IF NOT FOUND THEN
    RETURN jsonb_build_object('status',
      CASE WHEN EXISTS (SELECT 1 FROM salience.episodes WHERE id = v_episode) THEN 'known' ELSE 'no_episode' END);
  END IF;
  FOR v_c IN SELECT value FROM jsonb_array_elements(p->'concepts') WITH ORDINALITY ORDER BY ordinality LOOP
    v_key := salience.concept_key(v_c->>'name');
    v_id := NULL;
    IF v_c->>'kind' IS NULL THEN
      SELECT n.concept_id INTO v_id FROM salience.concept_names n JOIN salience.concepts c ON c.id = n.concept_id
      WHERE n.agent_id = v_agent AND n.key = v_key ORDER BY c.strength DESC, c.id LIMIT 1;
    ELSIF v_key <> '' THEN
      v_id := salience.match_concept(v_agent, v_c, (p->>'line')::integer, (p->>'alikeLine')::integer);
    END IF;
    IF v_key = '' OR (v_id IS NULL AND v_c->>'kind' IS NULL) THEN
      v_ids := v_ids || NULL::text;
      CONTINUE;
    END IF;
    SELECT min((m->>'at')::timestamptz), max((m->>'at')::timestamptz), max(salience.label_rank(m->>'trust')) INTO v_first, v_last, v_rank
    FROM jsonb_array_elements(v_c->'mentions') m;
    IF v_id IS NULL THEN
      v_id := salience.new_id('con', v_now);
      v_created := v_created + 1;
      INSERT INTO salience.concepts (id, agent_id, name, kind, strength, confidence, mentions, trust, source, first_seen_at, last_seen_at, created_at)
      VALUES (v_id, v_agent, v_c->>'name', v_c->>'kind', 0.4 * (v_c->>'confidence')::real, (v_c->>'confidence')::real, 0,
        salience.trust_at(v_rank), p->>'source', v_first, v_last, v_now);
    END IF;
    SELECT kind, name, first_seen_at INTO v_known FROM salience.concepts WHERE id = v_id;
    v_kind := v_known.kind;
    IF v_kind = 'thing' AND v_c->>'kind' <> 'thing' AND NOT EXISTS (
      SELECT 1 FROM salience.concept_names n JOIN salience.concept_names o ON o.agent_id = n.agent_id AND o.key = n.key AND o.kind = v_c->>'kind'
      WHERE n.concept_id = v_id)
    THEN
      -- Now it is known what it is.
      v_kind := v_c->>'kind';
      UPDATE salience.concepts SET kind = v_kind WHERE id = v_id;
      UPDATE salience.concept_names SET kind = v_kind WHERE concept_id = v_id;
    END IF;
    IF v_c->>'kind' IS NOT NULL THEN
      INSERT INTO salience.concept_names AS n (agent_id, key, kind, concept_id, name)
      SELECT DISTINCT ON (k.key) v_agent, k.key, v_kind, v_id, k.name FROM (
        SELECT v_key AS key, v_c->>'name' AS name UNION ALL
        SELECT salience.concept_key(x), x FROM jsonb_array_elements_text(v_c->'aliases') x) k
      WHERE k.key <> '' AND NOT EXISTS (SELECT 1 FROM salience.concept_names o
        WHERE o.agent_id = v_agent AND o.key = k.key AND o.kind = v_kind AND o.name <= k.name)
      ORDER BY k.key, k.name
      ON CONFLICT (agent_id, key, kind) DO UPDATE SET name = least(n.name, excluded.name) WHERE n.name > excluded.name;
      INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
      SELECT v_agent, v_id, 'concept', v_c->>'modelId', decode(v_c->>'code', 'base64')
      WHERE v_c ? 'code' AND NOT EXISTS (SELECT 1 FROM salience.memory_codes k
        WHERE k.agent_id = v_agent AND k.item_id = v_id AND k.model_id = v_c->>'modelId')
      ON CONFLICT (agent_id, item_id) DO UPDATE SET model_id = excluded.model_id, code = excluded.code, written_xid = excluded.written_xid
      WHERE salience.memory_codes.model_id <> excluded.model_id;
    END IF;
    INSERT INTO salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
    SELECT v_agent, v_id, v_episode, m->>'exchangeId', CASE WHEN m->>'name' = v_c->>'name' THEN v_key ELSE salience.concept_key(m->>'name') END, m->>'trust', (m->>'at')::timestamptz
    FROM jsonb_array_elements(v_c->'mentions') m
    ON CONFLICT ON CONSTRAINT concept_sources_once DO NOTHING;
    GET DIAGNOSTICS v_added = ROW_COUNT;
    -- Only where it changes: a concept that gets a name has its words cut anew.
    IF v_c->>'kind' IS NOT NULL AND (v_first, v_c->>'name') < (v_known.first_seen_at, v_known.name) THEN
      UPDATE salience.concepts SET name = v_c->>'name' WHERE id = v_id;
    END IF;
    -- Strength changes by what the new mentions change, so that the order of episodes makes no difference.
    UPDATE salience.concepts c SET
      mentions = c.mentions + v_added,
      confidence = greatest(c.confidence, (v_c->>'confidence')::real),
      strength = 1 - (1 - c.strength) * (1 - 0.4 * greatest(c.confidence, (v_c->>'confidence')::real)) / (1 - 0.4 * c.confidence)
        * power(greatest(c.mentions, 1)::double precision / greatest(c.mentions + v_added, 1), 0.4),
      source = CASE WHEN c.source = p->>'source' THEN c.source ELSE 'mixed' END,
      trust = CASE WHEN c.definition = '' THEN salience.trust_at(greatest(salience.label_rank(c.trust), v_rank)) ELSE c.trust END,
      first_seen_at = least(c.first_seen_at, v_first), last_seen_at = greatest(c.last_seen_at, v_last)
    WHERE c.id = v_id;
    IF jsonb_typeof(v_c->'definition') = 'object' THEN
      -- What is said last by those who are believed most.
      UPDATE salience.concepts c SET definition = v_c->'definition'->>'text', trust = v_c->'definition'->>'trust',
        defined_at = (v_c->'definition'->>'at')::timestamptz, defined_by = v_episode
      WHERE c.id = v_id AND (c.definition = '' OR (salience.trust_rank(c.trust), c.defined_at, c.definition)
        < (salience.trust_rank(v_c->'definition'->>'trust'), (v_c->'definition'->>'at')::timestamptz, v_c->'definition'->>'text'));
    END IF;
    v_ids := v_ids || v_id;
  END LOOP;
  FOR v_r IN SELECT value FROM jsonb_array_elements(p->'relations') LOOP
    v_from := v_ids[(v_r->>'from')::integer + 1];
    v_to := v_ids[(v_r->>'to')::integer + 1];
    IF v_from IS NULL OR v_to IS NULL OR v_from = v_to THEN
      v_unknown := v_unknown + 1;
      CONTINUE;
    END IF;
    IF (v_r->>'symmetric')::boolean AND v_from > v_to THEN
      v_id := v_from;
      v_from := v_to;
      v_to := v_id;
    END IF;
    PERFORM salience.settle_relations(v_agent, v_from, CASE WHEN (v_r->>'functional')::boolean THEN NULL ELSE v_to END, v_r->>'type', p->>'source',
      (SELECT jsonb_agg(jsonb_build_object('to', v_to, 'episode', v_episode, 'exchange', s->>'exchangeId', 'trust', s->>'trust',
        'confidence', v_r->'confidence', 'denies', v_r->'denies', 'at', s->>'at')) FROM jsonb_array_elements(v_r->'statements') s), v_now);
    v_kept := v_kept + 1;
  END LOOP;
  RETURN jsonb_build_object('status', 'stored', 'concepts', (SELECT count(DISTINCT x) FROM unnest(v_ids) x), 'created', v_created,
    'relations', v_kept, 'unknown', v_unknown);
END $$;
--> statement-breakpoint
-- Takes what episodes said out of the graph again: mentions, statements, definitions, names that nobody else used, and what has no
-- source left. What the rest says holds from when the rest says it. Codes of what is gone are the caller's. Returns {concepts,
-- relations}: the ids of those that are gone.
CREATE OR REPLACE FUNCTION salience.forget_concept_sources(p_agent text, p_episodes text[], p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_concepts text[];
  v_relations text[];
  v_gone text[];
  v_gone_relations text[] := '{}';
  v_r record;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended('salience concepts ' || p_agent, 0));
  WITH gone AS (DELETE FROM salience.concept_sources WHERE agent_id = p_agent AND episode_id = ANY (p_episodes) RETURNING concept_id)
  SELECT coalesce(array_agg(DISTINCT concept_id), '{}') INTO v_concepts FROM gone;
  WITH gone AS (DELETE FROM salience.relation_sources WHERE agent_id = p_agent AND episode_id = ANY (p_episodes) RETURNING relation_id)
  SELECT coalesce(array_agg(DISTINCT relation_id), '{}') INTO v_relations FROM gone;
  FOR v_r IN
    SELECT DISTINCT r.from_id, r.type, r.source, CASE WHEN x.functional THEN NULL ELSE r.to_id END AS to_id FROM salience.relations r
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM salience.relations o WHERE o.closed_by IS NOT NULL AND o.from_id = r.from_id AND o.type = r.type) AS functional) x
    WHERE r.id = ANY (v_relations)
  LOOP
    v_gone_relations := v_gone_relations
      || salience.settle_relations(p_agent, v_r.from_id, v_r.to_id, v_r.type, v_r.source, '[]', p_now);
  END LOOP;
  v_gone := ARRAY(SELECT c FROM unnest(v_concepts) c WHERE NOT EXISTS (SELECT 1 FROM salience.concept_sources s WHERE s.concept_id = c));
  v_gone_relations := v_gone_relations || ARRAY(SELECT id FROM salience.relations WHERE from_id = ANY (v_gone) OR to_id = ANY (v_gone));
  DELETE FROM salience.concepts WHERE id = ANY (v_gone);
  DELETE FROM salience.concept_names n WHERE n.concept_id = ANY (v_concepts)
    AND NOT EXISTS (SELECT 1 FROM salience.concept_sources s WHERE s.concept_id = n.concept_id AND s.key = n.key);
  UPDATE salience.concepts c SET
    mentions = s.mentions, first_seen_at = s.first_at, last_seen_at = s.last_at,
    strength = salience.mentioned_strength(0.4 * c.confidence, s.mentions::integer),
    definition = CASE WHEN c.defined_by = ANY (p_episodes) THEN '' ELSE c.definition END,
    trust = CASE WHEN c.defined_by = ANY (p_episodes) OR c.definition = '' THEN salience.trust_at(s.rank) ELSE c.trust END,
    defined_at = CASE WHEN c.defined_by = ANY (p_episodes) THEN NULL ELSE c.defined_at END,
    defined_by = CASE WHEN c.defined_by = ANY (p_episodes) THEN NULL ELSE c.defined_by END,
    name = CASE WHEN EXISTS (SELECT 1 FROM salience.concept_names n WHERE n.concept_id = c.id AND n.key = salience.concept_key(c.name)) THEN c.name
      ELSE coalesce((SELECT n.name FROM salience.concept_names n JOIN salience.concept_sources f ON f.concept_id = n.concept_id AND f.key = n.key
        WHERE n.concept_id = c.id ORDER BY f.seen_at, n.key LIMIT 1), c.name) END
  FROM (SELECT concept_id, count(*) AS mentions, min(seen_at) AS first_at, max(seen_at) AS last_at, max(salience.label_rank(trust)) AS rank
    FROM salience.concept_sources WHERE concept_id = ANY (v_concepts) GROUP BY concept_id) s
  WHERE c.id = s.concept_id;
  RETURN jsonb_build_object('concepts', to_jsonb(v_gone), 'relations', to_jsonb(v_gone_relations));
END $$;
