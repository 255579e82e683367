import type { AgentId, HandRules } from '@salience/contracts';
import { createAgent } from '../src/doors/agents.ts';
import { type WriteThought, writeThought } from '../src/doors/pfc.ts';
import { createRoom, type Heard, joinRoom, postRoomMessage } from '../src/doors/rooms.ts';
import type { AcceptResult } from '../src/doors/turns.ts';
import { type Database, newId } from '../src/index.ts';
import type { World } from './world.ts';

/** The hour in which these tests happen. */
export const start = new Date('2026-03-01T09:00:00Z');

/** So many seconds into it. */
export const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);

/** The rules that hold where nothing was set. */
const rules = {
  threshold: 3,
  immediateTypes: ['disagreement', 'question', 'insight'],
} satisfies Pick<HandRules, 'threshold' | 'immediateTypes'>;

/** Full attention, with a bid. */
export const attentive = (bid = 0.5): HandRules => ({ ...rules, focus: 'full', bid });

/** Writes a thought of the default agent; a reaction in the channel 10 that somebody vouches for. */
export function think(
  world: Pick<World, 'agentId' | 'consumer'>,
  content: string,
  { db = world.consumer, ...more }: Partial<WriteThought> & { readonly db?: Database } = {},
): ReturnType<typeof writeThought> {
  return writeThought(db, {
    agentId: world.agentId,
    channel: '10',
    type: 'reaction',
    rule: 'given',
    content,
    trust: 'owner',
    now: start,
    ...more,
  });
}

/** Agents with these names. */
export async function agentsCalled<N extends readonly string[]>(
  world: World,
  ...names: N
): Promise<{ -readonly [K in keyof N]: AgentId }> {
  const operator = world.database.connect('salience_operator');
  const made: AgentId[] = [];
  for (const name of names) made.push((await createAgent(operator, { name, persona: '' })).id);
  return made as { -readonly [K in keyof N]: AgentId };
}

/** The turn that was accepted; throws where none was. */
export function acceptedOf(
  turn: AcceptResult | null | undefined,
): Extract<AcceptResult, { status: 'accepted' }> {
  if (turn?.status !== 'accepted') throw new Error(`expected an accepted turn, got ${String(turn?.status)}`);
  return turn;
}

/** A room with these agents and people in it. */
export async function roomOf(
  world: World,
  {
    agents = [],
    handsMax,
    id = 'hall',
    people = [],
  }: {
    readonly agents?: readonly AgentId[];
    readonly people?: readonly string[];
    readonly handsMax?: number;
    readonly id?: string;
  },
): Promise<string> {
  await createRoom(world.consumer, { id, name: id, kind: 'voice', handsMax, now: start });
  for (const member of agents)
    await joinRoom(world.consumer, { room: id, kind: 'agent', member, display: member, now: start });
  for (const member of people)
    await joinRoom(world.consumer, { room: id, kind: 'human', member, display: member, now: start });
  return id;
}

/** What an agent makes of a message: a question, without a turn. */
export function heardBy(agentId: AgentId, more: Partial<Heard> = {}): Heard {
  return {
    agentId,
    type: 'question',
    rule: 'question',
    focus: 'full',
    bid: 0.5,
    config: rules,
    targeted: false,
    mentioned: false,
    acceptTurn: null,
    ...more,
  };
}

/** The turn of an agent that hears a message of a room. */
export function turnFor(
  agentId: AgentId,
  text: string,
  key: string,
  overheard: boolean,
): Heard['acceptTurn'] {
  return {
    agentId,
    turnId: newId('turn'),
    newThreadId: newId('thread'),
    threadKey: 'room:hall',
    caller: 'room',
    text,
    speaker: 'lance',
    source: 'room',
    trust: 'user',
    idempotencyKey: key,
    overheard,
    now: start,
  };
}

/** Says something in a room as a person; throws where the room refuses. */
export async function say(
  world: World,
  room: string,
  content: string,
  {
    author = 'lance',
    db = world.consumer,
    heard = [],
    id = newId('turn'),
    now = start,
  }: {
    readonly author?: string;
    readonly heard?: readonly Heard[];
    readonly id?: string;
    readonly now?: Date;
    readonly db?: Database;
  } = {},
): Promise<Exclude<Awaited<ReturnType<typeof postRoomMessage>>, { refused: string }>> {
  const posted = await postRoomMessage(db, {
    room,
    id,
    authorKind: 'human',
    author,
    display: author,
    content,
    now,
    heard,
  });
  if ('refused' in posted) throw new Error(`expected a message, got ${posted.refused}`);
  return posted;
}
