-- Why: the person of this machine proves to be one by a token that no tool of an agent is given; a browser, which cannot send
-- it with a link, buys a session with a code that is good once. Both are rows, so every replica knows them.
-- Lock: a small table is changed in its catalog entry only, another is made. Safe with the previous image: yes, it looks for
-- sessions through their operator key and so finds none of a person.

ALTER TABLE salience.operator_sessions ALTER COLUMN key_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.operator_sessions ADD COLUMN person_hash text;
--> statement-breakpoint
ALTER TABLE salience.operator_sessions ADD CONSTRAINT operator_sessions_stands_for CHECK (num_nonnulls(key_id, person_hash) = 1);
--> statement-breakpoint
CREATE TABLE salience.person_codes (
  hash text COLLATE "C" PRIMARY KEY,
  person_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT ON salience.person_codes TO salience_operator;
--> statement-breakpoint
-- Keeps a code for the holder of the person's token. p: {codeHash, personHash, seconds}. Codes that ended are swept out here.
CREATE FUNCTION salience.make_person_code(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  DELETE FROM person_codes WHERE expires_at < clock_timestamp();
  INSERT INTO person_codes (hash, person_hash, expires_at)
  VALUES (p->>'codeHash', p->>'personHash', clock_timestamp() + (p->>'seconds')::integer * interval '1 second')
$$;
--> statement-breakpoint
-- Opens a session for the holder of a code of this person and takes the code away: of two that show it at once, one gets in.
-- p: {codeHash, personHash, sessionHash, seconds, auditId}. Returns the seconds that it lasts, or null when the code is not good.
CREATE FUNCTION salience.open_person_session(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
BEGIN
  DELETE FROM person_codes
  WHERE hash = p->>'codeHash' AND person_hash = p->>'personHash' AND expires_at > clock_timestamp();
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM operator_sessions WHERE expires_at < clock_timestamp();
  INSERT INTO operator_sessions (hash, person_hash, expires_at)
  VALUES (p->>'sessionHash', p->>'personHash', clock_timestamp() + (p->>'seconds')::integer * interval '1 second');
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', 'person', 'action', 'session.open'));
  RETURN p->'seconds';
END $$;
--> statement-breakpoint
-- Milliseconds that a session of this person is still good; null when it is not. p: {sessionHash, personHash}.
CREATE FUNCTION salience.person_session(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT to_jsonb(floor(extract(epoch FROM s.expires_at - clock_timestamp()) * 1000))
  FROM operator_sessions s
  WHERE s.hash = p->>'sessionHash' AND s.person_hash = p->>'personHash' AND s.expires_at > clock_timestamp()
$$;
--> statement-breakpoint
DO $$
DECLARE fn text;
BEGIN
  FOREACH fn IN ARRAY ARRAY['make_person_code', 'open_person_session', 'person_session'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION salience.%I(jsonb) FROM PUBLIC', fn);
    EXECUTE format('GRANT EXECUTE ON FUNCTION salience.%I(jsonb) TO salience_consumer', fn);
  END LOOP;
END $$;
