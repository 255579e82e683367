import type { AgentId, TurnId } from '@salience/contracts';
import { type AboutTurn, type PersonKnown, PersonSearch, type SaidTurn } from '@salience/memory';
import type { Client } from './memory-lock.ts';

/** Whom a request is about. */
export interface NamedPerson {
  readonly agentId: AgentId;
  readonly name: string;
  readonly alsoNamed: readonly string[];
  /** Turns accepted later are not looked at. */
  readonly until: Date;
}

/** The turns that are about a person, and what is known of who that is. */
export interface FoundAbout extends PersonKnown {
  readonly gone: readonly AboutTurn<TurnId>[];
  /** Those that may be about them, and stay. */
  readonly unsure: readonly AboutTurn<TurnId>[];
}

const pageTurns = 2_000;

/**
 * Reads all turns of an agent, twice and in pages: first who is what to whom, then, thread by thread, which turns are about the person.
 * Writes nothing.
 */
export async function findAbout(client: Client, person: NamedPerson): Promise<FoundAbout> {
  const { agentId, alsoNamed, name } = person;
  const asked = [name, ...alsoNamed];
  const first = await namesOf(client, agentId, asked);
  // Who speaks without a name, and has none, is found by that alone.
  if (isUser(name) && first.names.length === 0)
    return {
      names: [nobody],
      called: [nobody],
      relations: [],
      shared: [],
      gone: [],
      unsure: [],
    };
  const related = await relatedTo(client, agentId);
  let found = await learn(client, person, related, first);
  // Whom a relation means is known only now, and so are the further names of that person.
  const more = await namesOf(client, agentId, [...asked, ...found.known.names]);
  if (more.names.length > 0 || more.isOwner !== first.isOwner)
    found = await learn(client, person, related, { ...more, names: [...first.names, ...more.names] });
  const { known, search } = found;
  const gone: AboutTurn<TurnId>[] = [];
  const unsure: AboutTurn<TurnId>[] = [];
  let thread: SaidTurn<TurnId>[] = [];
  const judge = (): void => {
    for (const found of search.judge(thread)) {
      if (found.gone) gone.push(found);
      else if (found.isUnsure) unsure.push(found);
    }
    thread = [];
  };
  for await (const page of saidPages(client, person)) {
    for (const turn of page) {
      if (thread.length > 0 && thread[0]?.threadId !== turn.threadId) judge();
      thread.push(turn);
    }
  }
  judge();
  if (!more.isOwner) return { ...known, gone, unsure };
  const names = known.names.length === 0 ? [] : [nobody, ...known.names];
  return { ...known, names, called: [nobody, ...known.called], gone, unsure };
}

/** What whoever speaks without a name is called. */
const nobody = 'user';

function isUser(name: string): boolean {
  return name.trim().toLowerCase() === nobody;
}

/** Reads all turns once: who is what to whom. */
async function learn(
  client: Client,
  person: NamedPerson,
  related: readonly RelatedPerson[],
  { isOwner, names }: FurtherNames,
): Promise<{ readonly search: PersonSearch; readonly known: PersonKnown }> {
  const [name = person.name, ...alsoNamed] = [person.name, ...person.alsoNamed, ...names].filter(
    (one) => !isUser(one),
  );
  const others = await otherPeople(client, person.agentId, [name, ...alsoNamed]);
  const search = new PersonSearch({ name, alsoNamed, isOwner, related, others });
  for await (const page of saidPages(client, person)) for (const turn of page) search.learn(turn);
  return { search, known: search.settle() };
}

/** What was said: the turns with their answers, then the tasks, since no turn may have worked on one yet. */
export async function* saidPages(
  client: Client,
  wish: Pick<NamedPerson, 'agentId' | 'until'>,
): AsyncGenerator<SaidTurn<TurnId>[]> {
  yield* turnPages(client, wish);
  yield* taskPages(client, wish);
}

/** The turns with their answers, in the order of their threads. What steered a turn was said with it. */
async function* turnPages(
  client: Client,
  { agentId, until }: Pick<NamedPerson, 'agentId' | 'until'>,
): AsyncGenerator<SaidTurn<TurnId>[]> {
  let after: { readonly threadId: string; readonly seq: number } = { threadId: '', seq: -1 };
  for (;;) {
    const { rows } = await client.query<Omit<SaidTurn<TurnId>, 'at'> & { seq: number; at: Date }>({
      name: 'turns_said',
      text: `select t.id, t.thread_id as "threadId", t.seq, t.said_at as at, t.speaker,
        concat_ws(E'\\n', t.text, t.steered_text) as message, nullif(e.reply, '[forgotten]') as reply
        from salience.turns t left join salience.turn_ends e on e.turn_id = t.id
        where t.agent_id = $1 and t.forgotten_at is null and t.accepted_at <= $2 and (t.thread_id, t.seq) > ($3, $4)
        order by t.thread_id, t.seq limit ${pageTurns}`,
      values: [agentId, until, after.threadId, after.seq],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ at, seq: _, ...turn }) => ({ ...turn, at: at.getTime() }));
    after = last;
    if (rows.length < pageTurns) return;
  }
}

/** The tasks: each is read like a turn that is alone in its thread, said by whom it is from. */
async function* taskPages(
  client: Client,
  { agentId, until }: Pick<NamedPerson, 'agentId' | 'until'>,
): AsyncGenerator<SaidTurn<TurnId>[]> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<Omit<SaidTurn<TurnId>, 'at'> & { at: Date }>({
      name: 'tasks_said',
      text: `select t.id, t.id as "threadId", t.created_at as at,
        case when t.inbound_id is null then t.speaker else t.from_name end as speaker,
        concat_ws(E'\\n', t.title, t.text, salience.asked_for(t)) as message, nullif(t.result, '[forgotten]') as reply
        from salience.tasks t where t.agent_id = $1 and t.title <> '[forgotten]' and t.created_at <= $2 and t.id > $3
        order by t.id limit ${pageTurns}`,
      values: [agentId, until, after],
    });
    yield rows.map(({ at, ...task }) => ({ ...task, at: at.getTime() }));
    after = rows.at(-1)?.id ?? '';
    if (rows.length < pageTurns) return;
  }
}

/** What else a person is called. */
export interface FurtherNames {
  readonly names: readonly string[];
  /** One of the names is that of whoever speaks without a name. */
  readonly isOwner: boolean;
}

/** Further names of a person: those that their concept goes by, and those of the person of `people`, also after a merge. */
export async function namesOf(
  client: Client,
  agentId: AgentId,
  names: readonly string[],
): Promise<FurtherNames> {
  const known = [...new Set(names.map((name) => name.trim().toLowerCase()))];
  const { rows: called } = await client.query<{ name: string }>({
    name: 'names_of_concept',
    text: `select distinct o.name from salience.concept_names n join salience.concept_names o on o.concept_id = n.concept_id
      where n.agent_id = $1 and n.kind = 'person' and lower(n.name) = any ($2)`,
    values: [agentId, known.filter((name) => name !== nobody)],
  });
  const { rows: persons } = await client.query<{ name: string | null; isOwner: boolean }>({
    name: 'names_of_person',
    text: `select distinct coalesce(p.name, o.value) as name, r.is_owner as "isOwner"
      from salience.people r left join salience.person_names o on o.person_id = r.id and o.kind = 'name'
        left join salience.people p on p.agent_id = $1 and r.id in (p.id, p.merged_into) and lower(btrim(p.name)) = o.value
      where r.agent_id = $1 and r.id = any (salience.people_called($1, $2))`,
    values: [agentId, known],
  });
  const further = [
    // A relation is no name: a concept may be called "my sister".
    ...called.map(({ name }) => name).filter((name) => /^\p{Lu}/u.test(name)),
    ...persons.flatMap(({ name }) => name ?? []),
  ];
  return {
    names: [...new Map(further.map((name) => [name.toLowerCase(), name]))]
      .filter(([key]) => !known.includes(key))
      .map(([, name]) => name),
    isOwner: persons.some(({ isOwner }) => isOwner),
  };
}

interface RelatedPerson {
  readonly of: string | null;
  readonly relation: string;
  readonly name: string;
}

/** Facts that say who somebody's sister is. Where the key names no relation it is passed over. */
async function relatedTo(client: Client, agentId: AgentId): Promise<RelatedPerson[]> {
  const { rows } = await client.query<{ of: string; relation: string; name: string }>({
    name: 'related_people',
    text: `select distinct f.subject as of, split_part(f.key, '_', 1) as relation, f.value as name from salience.facts f
      where f.agent_id = $1 and length(f.value) <= 40 and f.value ~ '^[[:upper:]]' and f.key !~ '_(is|has|likes)' limit 20000`,
    values: [agentId],
  });
  return rows.map(({ name, of, relation }) => ({
    name,
    relation,
    of: of.toLowerCase() === 'user' ? null : of,
  }));
}

async function otherPeople(client: Client, agentId: AgentId, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>({
    name: 'other_people',
    text: `select name from salience.concepts where agent_id = $1 and kind = 'person' and not lower(name) = any ($2) limit 20000`,
    values: [agentId, names.map((name) => name.toLowerCase())],
  });
  return rows.map(({ name }) => name);
}
