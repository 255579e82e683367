import type { TestDatabase } from '../database/test-database.ts';
import type { ListenedRoom } from './room-listener.ts';
import type { PostedMessage } from './room-speaker.ts';

/** What whoever runs a room knows beside its rows. */
export interface RoomWitnesses {
  readonly room: string;
  /** The ids of the agents in it. */
  readonly agents: readonly string[];
  readonly handsMax: number;
  /** Every message that somebody was told of, of people and of agents. */
  readonly posted: readonly PostedMessage[];
  readonly listeners: readonly ListenedRoom[];
  /** The last event before the listeners left. */
  readonly heardTo: number;
  /** The ids of the webhooks that came, each time. */
  readonly received: readonly string[];
  /** Requests that a model had. */
  readonly modelCalls: number;
}

/** What there was. */
export interface RoomStats {
  readonly messages: number;
  readonly thoughts: number;
  readonly turns: number;
  readonly transitions: number;
  readonly raises: number;
  /** Raises by what became of telling them. */
  readonly deliveries: Readonly<Record<string, number>>;
  /** The most hands that were up at once. */
  readonly handsAtMost: number;
  readonly events: number;
  readonly reconnects: number;
}

/** What a run is judged to be. */
export interface RoomCheck {
  readonly violations: readonly string[];
  readonly stats: RoomStats;
}

interface EventRow {
  readonly seq: number;
  readonly kind: string;
  readonly data: { readonly hand?: HandSaid; readonly message?: number };
}

interface HandSaid {
  readonly agentId: string;
  readonly state: string;
  readonly version: number;
}

interface Judged {
  readonly said: readonly string[];
  readonly stats: Partial<RoomStats>;
}

/** Judges a room at rest by its rows and by what those outside were told. Uses no code of ours but the names of tables. */
export async function checkRoom(
  { admin }: Pick<TestDatabase, 'admin'>,
  witnesses: RoomWitnesses,
): Promise<RoomCheck> {
  const { room } = witnesses;
  const events = await admin<EventRow>(
    'select seq::int as seq, kind, data from salience.room_events where room = $1 order by room_events.seq',
    [room],
  );
  const parts = [
    await messagesKept(admin, witnesses, events),
    await thoughtsOnce(admin, witnesses),
    await turnsOverheard(admin, witnesses),
    await handsMoved(admin, witnesses, events),
    await raisesTold(admin, witnesses, events),
    heardInOrder(witnesses, events),
    {
      said: witnesses.modelCalls === 0 ? [] : [`no model is called: ${witnesses.modelCalls} requests came`],
      stats: {},
    },
  ];
  const stats = Object.assign({}, ...parts.map((part) => part.stats)) as RoomStats;
  return { violations: parts.flatMap(({ said }) => said.slice(0, saidMax)), stats };
}

const saidMax = 10;
type Admin = TestDatabase['admin'];

/** Each message that somebody was told of is there once, where they were told, and nothing else is. */
async function messagesKept(
  admin: Admin,
  { posted, room }: RoomWitnesses,
  events: readonly EventRow[],
): Promise<Judged> {
  const rows = await admin<{ id: string; seq: number; content: string }>(
    'select id, seq::int as seq, content from salience.room_messages where room = $1',
    [room],
  );
  const said: string[] = [];
  const kept = Map.groupBy(rows, ({ id }) => id);
  const shown = Map.groupBy(
    events.filter(({ kind }) => kind === 'message'),
    ({ data }) => data.message,
  );
  for (const { content, id, told } of posted) {
    const [row, ...more] = kept.get(id) ?? [];
    if (row === undefined) said.push(`nothing is lost: ${id} was told as kept and is not there`);
    else if (row.content !== content || told.some((seq) => seq !== row.seq))
      said.push(`a message is what it was: ${id} is at ${row.seq}, told as ${told.join(', ')}`);
    if (more.length > 0) said.push(`a message is there once: ${id} is there ${more.length + 1} times`);
  }
  const known = new Set(posted.map(({ id }) => id));
  for (const { id, seq } of rows) {
    if (!known.has(id)) said.push(`nothing is made up: nobody posted ${id}`);
    const times = shown.get(seq)?.length ?? 0;
    if (times !== 1) said.push(`a message is one event: ${id} has ${times}`);
  }
  return { said, stats: { messages: rows.length } };
}

/** One thought for each agent and message, none of an agent's own. */
async function thoughtsOnce(admin: Admin, { agents, room }: RoomWitnesses): Promise<Judged> {
  const wrong = await admin<{ agent: string; id: string; n: number; wanted: number }>(
    `select a.agent, m.id, count(t.id)::int as n, (case when m.author = a.agent then 0 else 1 end) as wanted
     from salience.room_messages m cross join unnest($2::text[]) as a(agent)
       left join salience.pfc_monologue t on t.agent_id = a.agent and t.channel = m.room and t.trigger_message_id = m.id
     where m.room = $1 group by a.agent, m.id, m.author having count(t.id) <> case when m.author = a.agent then 0 else 1 end`,
    [room, agents],
  );
  const [all] = await admin<{ n: number; strange: number }>(
    `select count(*)::int as n, count(*) filter (where not exists (select 1 from salience.room_messages m where m.room = t.channel and m.id = t.trigger_message_id))::int as strange
     from salience.pfc_monologue t where t.channel = $1`,
    [room],
  );
  const said = wrong.map(
    ({ agent, id, n, wanted }) =>
      `one thought of an agent and message: ${agent} has ${n} of ${id}, not ${wanted}`,
  );
  const strange = all?.strange ?? 0;
  if (strange > 0) said.push(`one thought of an agent and message: ${strange} are of no message`);
  return { said, stats: { thoughts: all?.n ?? 0 } };
}

/** Each thought has one turn that was overheard, and that ended without a reply. */
async function turnsOverheard(admin: Admin, { agents }: RoomWitnesses): Promise<Judged> {
  const [row] = await admin<Record<'turns' | 'loud' | 'open' | 'answered' | 'alone' | 'shared', number>>(
    `select count(*)::int as turns, count(*) filter (where not t.overheard)::int as loud,
       count(*) filter (where t.ended_at is null)::int as open,
       count(*) filter (where e.reply is not null or t.state = 'answered')::int as answered,
       count(*) filter (where not exists (select 1 from salience.pfc_monologue m where m.turn_id = t.id))::int as alone,
       (select count(*) - count(distinct m.turn_id) from salience.pfc_monologue m where m.agent_id = any($1))::int as shared
     from salience.turns t left join salience.turn_ends e on e.turn_id = t.id where t.agent_id = any($1) and t.source = 'room'`,
    [agents],
  );
  const said = Object.entries(row ?? {}).flatMap(([what, n]) =>
    what === 'turns' || n === 0 ? [] : [`every thought has a turn that was only heard: ${n} ${what}`],
  );
  return { said, stats: { turns: row?.turns ?? 0 } };
}

/** Each transition of a hand is one event and one version, and never are more up than the room has places. */
async function handsMoved(
  admin: Admin,
  { agents, handsMax, room }: RoomWitnesses,
  events: readonly EventRow[],
): Promise<Judged> {
  const said: string[] = [];
  const hands = new Map<string, HandSaid>();
  let handsAtMost = 0;
  let transitions = 0;
  for (const { data, seq } of events) {
    const { hand } = data;
    if (hand === undefined) continue;
    transitions += 1;
    const before = hands.get(hand.agentId);
    if (hand.version !== (before?.version ?? 0) + 1)
      said.push(
        `one event for a transition: ${hand.agentId} has ${hand.version} after ${before?.version ?? 0} at ${seq}`,
      );
    if (hand.state === (before?.state ?? 'lowered'))
      said.push(`a transition changes the hand: ${hand.agentId} is ${hand.state} again at ${seq}`);
    hands.set(hand.agentId, hand);
    const up = [...hands.values()].filter(({ state }) => state === 'raised').length;
    handsAtMost = Math.max(handsAtMost, up);
    if (up > handsMax) said.push(`never more hands than places: ${up} are up at ${seq}`);
  }
  const rows = await admin<{ agent: string; state: string; version: number }>(
    'select agent_id as agent, state, version::int as version from salience.pfc_hands where channel = $1',
    [room],
  );
  for (const { agent, state, version } of rows) {
    const last = hands.get(agent);
    if (version !== (last?.version ?? 0) || state !== (last?.state ?? 'lowered'))
      said.push(
        `hands are as they were told: ${agent} is ${state} ${version}, told ${last?.state ?? 'nothing'} ${last?.version ?? 0}`,
      );
  }
  const waiting = rows.filter(({ state }) => state === 'waiting').length;
  const up = rows.filter(({ state }) => state === 'raised').length;
  if (waiting > 0 && up < handsMax) said.push(`no place stays free: ${up} are up while ${waiting} wait`);
  if (rows.some(({ agent }) => !agents.includes(agent))) said.push('hands are of those in the room');
  return { said, stats: { transitions, handsAtMost } };
}

/** Each raise is told once: one delivery under one key, and whoever was told had it. */
async function raisesTold(
  admin: Admin,
  { received, room }: RoomWitnesses,
  events: readonly EventRow[],
): Promise<Judged> {
  const rows = await admin<{ agent: string; version: number; state: string; key: string }>(
    'select agent_id as agent, version::int as version, state, key from salience.hand_deliveries where channel = $1',
    [room],
  );
  const raises = events.flatMap(({ data: { hand } }) => (hand?.state === 'raised' ? [hand] : []));
  const wanted = new Set(raises.map(({ agentId, version }) => `hand:${agentId}:${room}:${version}`));
  const keys = Map.groupBy(rows, ({ key }) => key);
  const arrived = new Set(received);
  const said: string[] = [];
  for (const key of wanted)
    if (keys.get(key)?.length !== 1)
      said.push(`a raise is told once: ${key} has ${keys.get(key)?.length ?? 0} rows`);
  for (const { key, state } of rows) {
    if (!wanted.has(key)) said.push(`nothing is told that was not: ${key}`);
    if (state === 'sent' && !arrived.has(key)) said.push(`sent is had: ${key} never came`);
    if (!['sent', 'late'].includes(state)) said.push(`telling ends: ${key} is ${state}`);
  }
  for (const key of arrived) if (!wanted.has(key)) said.push(`nothing is told that was not: ${key} came`);
  const deliveries = Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => state)].map(([state, those]) => [state, those.length]),
  );
  return { said, stats: { raises: raises.length, deliveries } };
}

/** Events have no gap, and each client that listened was shown every one of them once and in order. */
function heardInOrder({ heardTo, listeners }: RoomWitnesses, events: readonly EventRow[]): Judged {
  const said = events.flatMap(({ seq }, at) =>
    seq === at + 1 ? [] : [`events have no gap: ${seq} is at ${at + 1}`],
  );
  const kinds = new Map(events.map(({ kind, seq }) => [seq, kind]));
  for (const { events: heard, faults, from, name } of listeners) {
    said.push(...faults.slice(0, 3));
    const missed = heardTo - from - heard.filter(({ seq }) => seq <= heardTo).length;
    if (missed !== 0) said.push(`${name} was shown other than each event once: ${missed} are missing`);
    const other = heard.find(({ kind, seq }) => kinds.get(seq) !== kind);
    if (other !== undefined)
      said.push(
        `${name} was shown ${other.kind} as ${other.seq}, it is ${kinds.get(other.seq) ?? 'nothing'}`,
      );
  }
  const reconnects = listeners.reduce((sum, one) => sum + one.reconnects, 0);
  return { said, stats: { events: events.length, reconnects } };
}
