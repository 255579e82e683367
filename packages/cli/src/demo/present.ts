import {
  addedHookSchema,
  type FingerprintInput,
  goalViewSchema,
  hookViewSchema,
  pageSchema,
  registeredModuleSchema,
  roomStateSchema,
  roomViewSchema,
  scheduleViewSchema,
  taskViewSchema,
} from '@salience/contracts';
import { z } from 'zod';
import type { ApiClient } from '../client/api-client.ts';
import { endOfTurn } from '../client/end-of-turn.ts';
import { giveFeedback } from '../client/give-feedback.ts';
import { sendMessage } from '../client/send-message.ts';
import { demoModule, goals, hookMessages, room, said, schedules, tasks } from './today.ts';
import { postSigned } from './post-signed.ts';
import { threadIdOf } from './past.ts';

/** What a step needs to know. */
export interface Stage {
  readonly client: ApiClient;
  /** The id and name of the agent whose life it is. */
  readonly agentId: string;
  readonly agent: string;
  /** The name of another agent, for rooms. */
  readonly other: string;
}

/** One part of today: what it is called while it goes on, and what it does. Each does nothing where it was done before. */
export interface Step {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}

/** How long one turn is waited for before the next is sent. */
const turnWithinMs = 30_000;

/** Today in the example life, in its order. */
export const steps: readonly Step[] = [
  { name: 'goals', run: setGoals },
  { name: 'a module that watches facts, orders and the machine', run: addModule },
  { name: 'a talk with every kind of answer', run: talk },
  { name: 'reminders', run: setSchedules },
  { name: 'tasks', run: giveTasks },
  { name: 'orders that come in through a hook', run: receiveOrders },
  { name: 'a room', run: openRoom },
];

async function setGoals({ client }: Stage): Promise<void> {
  const page = z.array(goalViewSchema);
  const known = new Set((await client.ask('/goals', page)).map(({ goal }) => goal));
  for (const one of goals)
    if (!known.has(one.goal)) await client.ask('/goals', z.unknown(), { method: 'POST', body: one });
}

async function addModule({ client }: Stage): Promise<void> {
  const body: FingerprintInput = demoModule;
  await client.ask('/modules', registeredModuleSchema, { method: 'POST', body });
}

/** Each message under a key of its own, so a second load sends none again. The first reply is praised, so that there is a label. */
async function talk({ agentId, client }: Stage): Promise<void> {
  let first = true;
  for (const [n, { text, thread }] of said.entries()) {
    const message = { text, source: 'example', thread_id: threadIdOf(agentId, thread) };
    const { turn_id: turnId } = await sendMessage(client, message, `example-${agentId}-${n}`);
    await endOfTurn(client, turnId, turnWithinMs);
    if (first) await giveFeedback(client, turnId, 1, 'Just what I wanted to know.');
    first = false;
  }
}

async function setSchedules({ client }: Stage): Promise<void> {
  const page = pageSchema(scheduleViewSchema).pick({ items: true });
  const known = new Set((await client.ask('/schedules', page)).items.map(({ text }) => text));
  for (const one of schedules(new Date()))
    if (!known.has(one.text)) await client.ask('/schedules', z.unknown(), { method: 'POST', body: one });
}

async function giveTasks({ client }: Stage): Promise<void> {
  const page = pageSchema(taskViewSchema).pick({ items: true });
  const known = new Set((await client.ask('/tasks', page)).items.map(({ title }) => title));
  for (const one of tasks(new Date()))
    if (!known.has(one.title)) await client.ask('/tasks', z.unknown(), { method: 'POST', body: one });
}

/** Its secret is shown once, so a hook that is there already has had its messages. */
async function receiveOrders({ client }: Stage): Promise<void> {
  const page = pageSchema(hookViewSchema).pick({ items: true });
  const there = (await client.ask('/hooks', page)).items.some(({ name }) => name === 'orders');
  if (there) return;
  const body = { name: 'orders', action: 'read_public' };
  const hook = await client.ask('/hooks', addedHookSchema, { method: 'POST', body });
  for (const message of hookMessages)
    await postSigned(`${client.address.url}${hook.path}`, hook.secret, message);
}

async function openRoom({ agent, client, other }: Stage): Promise<void> {
  const page = pageSchema(roomViewSchema).pick({ items: true });
  const there = (await client.ask('/rooms', page)).items.some(({ id }) => id === room.id);
  if (!there) {
    const body = { id: room.id, name: room.name, agents: [agent, other] };
    await client.ask('/rooms', roomStateSchema, { method: 'POST', body });
  }
  // Who raises a hand enters the room by it.
  await client.ask(`/rooms/${room.id}/queue`, z.unknown(), { method: 'POST', body: { tier: 'normal' } });
  for (const [n, content] of room.messages.entries()) {
    const body = { content, id: `example-${n}` };
    await client.ask(`/rooms/${room.id}/messages`, z.unknown(), { method: 'POST', body });
  }
}
