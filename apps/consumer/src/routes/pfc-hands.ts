import {
  channelQuerySchema,
  configChangeSchema,
  configViewSchema,
  floorRequestSchema,
  focusRequestSchema,
  focusViewSchema,
  handDetailSchema,
  handViewSchema,
  heardMessageSchema,
  heardViewSchema,
  type Hand,
} from '@salience/contracts';
import { type HandChange, loadConfig, loadFocus, loadHand, setFocus, setHand } from '@salience/database/pfc';
import { finishAudit, startAudit } from '@salience/database/operators';
import { configOf } from '@salience/pfc';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { changeConfig } from '../pfc/change-config.ts';
import { hear } from '../pfc/hear.ts';
import { deliveryView, handView } from '../pfc/pfc-views.ts';
import { counted, trustOf } from '../pfc/standing.ts';

const pfc = { needs: 'machine', tag: 'PFC', dialect: 'pfc' } as const;
const revisionHeader = { ETag: 'The revision of the settings.' };

/** GET /config. */
export const getConfig = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/config',
  does: 'The settings of the agent’s PFC, over the defaults',
  answers: { 200: { is: 'The settings.', json: configViewSchema, headers: revisionHeader } },
  handle: async (context, { caller, response }) => {
    const { doc, revision } = await loadConfig(context.db, caller.agent.id);
    response.set('ETag', `"${revision}"`).json(configOf(doc));
  },
});

/** PATCH /config. */
export const patchConfigRoute = callerRoute({
  ...pfc,
  method: 'PATCH',
  path: '/config',
  does: 'Change settings, one level deep: of a section the named keys, everything else as a whole',
  more: 'Null takes a key or a section back to its default. Every replica goes by it within five seconds. The file that settings were read from is not written. Each change is in the audit log. "evaluate" also decides what the agent does by itself, so without a key it is not changed.',
  body: configChangeSchema,
  answers: { 200: { is: 'The settings.', json: configViewSchema, headers: revisionHeader } },
  problems: { 400: ['config.invalid'], 403: ['config.owner'], 409: ['config.busy'] },
  handle: async (context, { body, caller, response }) => {
    const { agent, name, operator, voice } = caller;
    const sections = Object.keys(body)
      .slice(0, 20)
      .map((section) => section.slice(0, 64));
    const audit = await startAudit(context.db, {
      actor: operator ?? `${voice}:${name}`,
      action: 'pfc.config',
      target: agent.id,
      details: { sections },
    });
    const stored = await changeConfig(context, {
      agentId: agent.id,
      trust: trustOf(caller),
      wish: body,
    }).catch(async (error: unknown) => {
      await finishAudit(context.db, audit, 'failed');
      throw error;
    });
    context.minds.drop(agent.id);
    await finishAudit(context.db, audit, 'done');
    response.set('ETag', `"${stored.revision}"`).json(configOf(stored.doc));
  },
});

/** POST /pfc/messages. */
export const postHeard = callerRoute({
  ...pfc,
  method: 'POST',
  path: '/pfc/messages',
  does: 'Have the agent hear one message of a Bridge or another room',
  more: 'Its own message takes its hand down and is not stored. Any other becomes a thought, in full where the agent listens with its voice or is named, and as background elsewhere, without a model. One that is for it, or a person’s that names it, also begins a turn, unless "answer" is false. The same id of a channel once more changes nothing.',
  body: heardMessageSchema,
  answers: {
    200: { is: 'It was heard before, or it is the agent’s own.', json: heardViewSchema },
    201: { is: 'What became of it.', json: heardViewSchema },
  },
  problems: { 429: ['limit.rate', 'limit.open-turns'] },
  handle: async (context, { body, caller, response }) => {
    const heard = await hear(context, caller, body);
    response.status(heard.created ? 201 : 200).json(heard);
  },
});

/** GET /pfc/hand. */
export const getHand = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/pfc/hand',
  does: 'The agent’s hand in a channel, and who was told that it is up',
  query: channelQuerySchema,
  answers: { 200: { is: 'The hand; one that never moved is down.', json: handDetailSchema } },
  handle: async (context, { caller, query, response }) => {
    const { deliveries, hand } = await loadHand(context.db, caller.agent.id, query.channel, counted(caller));
    response.json({ ...handView(hand), deliveries: deliveries.map(deliveryView) });
  },
});

/** DELETE /pfc/hand. */
export const deleteHand = callerRoute({
  ...pfc,
  method: 'DELETE',
  path: '/pfc/hand',
  does: 'Take the agent’s hand in a channel down; counting begins anew',
  more: 'Without a key none in a room, and none that came up by what somebody with a key brought.',
  query: channelQuerySchema,
  answers: { 200: { is: 'The hand.', json: handViewSchema } },
  problems: { 403: ['hand.owner'] },
  handle: async (context, { caller, query, response }) => {
    response.json(handView(await moveHand(context, caller, query.channel, 'lowered')));
  },
});

/** GET /pfc/focus. */
export const getFocus = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/pfc/focus',
  does: 'The channel that the agent is in with its voice',
  answers: { 200: { is: 'The channel; null: none.', json: focusViewSchema } },
  handle: async (context, { caller, response }) => {
    const { channel, updatedAt } = await loadFocus(context.db, caller.agent.id);
    response.json({ channel, updated_at: updatedAt?.toISOString() ?? null });
  },
});

/** PUT /pfc/focus. */
export const putFocus = callerRoute({
  ...pfc,
  method: 'PUT',
  path: '/pfc/focus',
  does: 'Say which channel the agent is in with its voice; null: in none',
  more: 'Messages of this channel are thought about in full, others as background. Counting begins anew in the channel that is left and in the one that is entered. Without a key it counts for messages that come without one, and changes nothing that was set with one, nor is it a room.',
  body: focusRequestSchema,
  answers: { 200: { is: 'The channel.', json: focusViewSchema } },
  problems: { 403: ['focus.owner'] },
  handle: async (context, { body, caller, response }) => {
    const now = await context.clock.now();
    const trust = trustOf(caller);
    const set = await setFocus(context.db, { agentId: caller.agent.id, channel: body.channel, trust, now });
    if (set.refused !== undefined)
      throw httpProblem(403, 'focus.owner', 'To change this focus takes the agent’s key.');
    context.minds.drop(caller.agent.id);
    response.json({ channel: body.channel, updated_at: now.toISOString() });
  },
});

/** POST /pfc/floor. */
export const postFloor = callerRoute({
  ...pfc,
  method: 'POST',
  path: '/pfc/floor',
  does: 'Say that the agent was given the floor in a channel, or that it is over',
  more: 'For channels whose floor is given elsewhere: a room of ours gives its floor itself. The agent is then to speak once: POST /internal/synthesize with "clear".',
  body: floorRequestSchema,
  answers: { 200: { is: 'The hand.', json: handViewSchema } },
  problems: { 403: ['hand.owner'], 409: ['floor.room'] },
  handle: async (context, { body: { channel, granted }, caller, response }) => {
    const event = granted ? 'floor-given' : 'floor-over';
    response.json(handView(await moveHand(context, caller, channel, event)));
  },
});

/** Moves the hand of a caller's agent. Throws 403 where that takes a key, 409 where a room gives the floor. */
async function moveHand(
  context: ConsumerContext,
  caller: Caller,
  channel: string,
  event: HandChange,
): Promise<Hand> {
  const now = await context.clock.now();
  const change = { agentId: caller.agent.id, channel, event, trust: trustOf(caller), now };
  const { hand, refused } = await setHand(context.db, change);
  if (refused === 'hand.owner')
    throw httpProblem(403, 'hand.owner', 'To move this hand takes the agent’s key.');
  if (refused === 'floor.room')
    throw httpProblem(409, 'floor.room', 'This channel is a room, which gives its floor itself.');
  return hand;
}
