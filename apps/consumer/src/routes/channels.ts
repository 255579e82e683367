import { newSigningSecret, targetProblem } from '@salience/channels';
import {
  addedChannelSchema,
  channelCodeSchema,
  channelRequestSchema,
  type ChannelView,
  channelViewSchema,
  type Id,
  idSchema,
  pageSchema,
  type RotatedChannel,
  rotatedChannelSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import {
  addChannel,
  answerChannelCode,
  type ChannelRow,
  listChannels,
  removeChannel,
  rotateChannelSecret,
  sendToChannel,
} from '@salience/database/channels';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';

const params = { channel: idSchema('channel') };
const tag = 'Turns';
/** How long the secret before signs too, in milliseconds. */
const overlapMs = 86_400_000;

/** GET /channels: oldest first. */
export const getChannels = callerRoute({
  method: 'GET',
  path: '/channels',
  needs: 'person',
  does: 'Channels over which people are reached away from a stream, oldest first',
  tag,
  answers: { 200: { is: 'All of them; at most 50.', json: pageSchema(channelViewSchema) } },
  handle: async (context, { caller, response }) => {
    const rows = await listChannels(context.db, caller.agent.id);
    response.json({ items: rows.map(channelView), next: null });
  },
});

/** POST /channels: adds one, and has a code sent over it. */
export const postChannel = callerRoute({
  method: 'POST',
  path: '/channels',
  needs: 'person',
  does: 'Add a channel: a webhook or a mail address',
  more: 'A code of eight digits is sent over it; it carries notices once the code was answered. What is sent to a webhook is signed by Standard Webhooks; see docs/channels.md.',
  tag,
  body: channelRequestSchema,
  answers: {
    201: { is: 'The channel, unconfirmed. The secret is shown here alone.', json: addedChannelSchema },
  },
  problems: {
    404: ['person.unknown'],
    409: ['channel.exists', 'channel.limit'],
    422: ['channel.bad-target'],
  },
  handle: async (context, { body, caller, response }) => {
    const { kind, person, target } = body;
    const wrong = targetProblem(kind, target, context.channelHosts ?? []);
    if (wrong !== undefined) throw httpProblem(422, 'channel.bad-target', wrong);
    const now = await context.clock.now();
    const id = newId('channel', now.getTime());
    const secret = kind === 'webhook' ? newSigningSecret() : undefined;
    const added = await addChannel(context.db, {
      agentId: caller.agent.id,
      id,
      kind,
      target,
      secret,
      person,
      now,
    });
    if (added === 'no_person')
      throw httpProblem(
        404,
        'person.unknown',
        'This agent knows no person by this name. Leave it out for the owner.',
      );
    if (added === 'exists')
      throw httpProblem(
        409,
        'channel.exists',
        'This agent has a channel to this target. Remove that one first.',
      );
    if (added === 'full')
      throw httpProblem(409, 'channel.limit', 'This agent has 50 channels. Remove one first.');
    const view = await oneView(context, caller, id);
    response
      .status(201)
      .location(`/channels/${id}`)
      .json({ ...view, secret: secret ?? null });
  },
});

/** GET /channels/:channel. */
export const getChannel = callerRoute({
  method: 'GET',
  path: '/channels/:channel',
  needs: 'person',
  does: 'A channel, with what was sent over it last',
  tag,
  params,
  answers: { 200: { is: 'The channel.', json: channelViewSchema } },
  problems: { 404: ['channel.unknown'] },
  handle: async (context, { caller, params, response }) => {
    response.json(await oneView(context, caller, params.channel));
  },
});

/** POST /channels/:channel/confirm: answers the code. */
export const postChannelConfirm = callerRoute({
  method: 'POST',
  path: '/channels/:channel/confirm',
  needs: 'person',
  does: 'Confirm a channel with the code that was sent over it',
  more: 'A code is good for 15 minutes and five answers.',
  tag,
  params,
  body: channelCodeSchema,
  answers: { 200: { is: 'The channel, confirmed.', json: channelViewSchema } },
  problems: { 404: ['channel.unknown'], 409: ['channel.code-wrong', 'channel.code-expired'] },
  handle: async (context, { body, caller, params, response }) => {
    const { left, status } = await answerChannelCode(context.db, {
      agentId: caller.agent.id,
      id: params.channel,
      code: body.code,
      now: await context.clock.now(),
    });
    if (status === 'missing') throw unknownChannel();
    if (status === 'wrong')
      throw httpProblem(
        409,
        'channel.code-wrong',
        `This is not the latest code that was sent over this channel. ${left} answers are left for it.`,
      );
    if (status === 'expired')
      throw httpProblem(
        409,
        'channel.code-expired',
        'There is no code that could be answered: none was sent yet, it is older than 15 minutes, or five answers were wrong. POST /channels/:channel/code asks for another.',
      );
    response.json(await oneView(context, caller, params.channel));
  },
});

/** POST /channels/:channel/code: a new code. */
export const postChannelCode = callerRoute({
  method: 'POST',
  path: '/channels/:channel/code',
  needs: 'person',
  does: 'Send a new code over an unconfirmed channel',
  tag,
  params,
  answers: { 202: { is: 'The channel; the code is on its way.', json: channelViewSchema } },
  problems: { 404: ['channel.unknown'], 409: ['channel.confirmed', 'channel.too-soon'] },
  handle: async (context, { caller, params, response }) => {
    await sendNow(context, caller, params.channel, 'code');
    response.status(202).json(await oneView(context, caller, params.channel));
  },
});

/** POST /channels/:channel/test: a message that says nothing. */
export const postChannelTest = callerRoute({
  method: 'POST',
  path: '/channels/:channel/test',
  needs: 'person',
  does: 'Send a test over a confirmed channel',
  tag,
  params,
  answers: { 202: { is: 'The channel; the test is on its way.', json: channelViewSchema } },
  problems: { 404: ['channel.unknown'], 409: ['channel.unconfirmed', 'channel.too-soon'] },
  handle: async (context, { caller, params, response }) => {
    await sendNow(context, caller, params.channel, 'test');
    response.status(202).json(await oneView(context, caller, params.channel));
  },
});

/** POST /channels/:channel/rotate: another secret for a webhook. */
export const postChannelRotate = callerRoute({
  method: 'POST',
  path: '/channels/:channel/rotate',
  needs: 'person',
  does: 'Give a webhook another secret',
  more: 'For 24 hours each message is signed with both, then with the new one alone. A secret that was replaced before signs no more.',
  tag,
  params,
  answers: { 200: { is: 'The secret. It is shown here alone.', json: rotatedChannelSchema } },
  problems: { 404: ['channel.unknown'], 409: ['channel.no-secret'] },
  handle: async (context, { caller, params, response }) => {
    const secret = newSigningSecret();
    const until = new Date((await context.clock.now()).getTime() + overlapMs);
    const status = await rotateChannelSecret(context.db, {
      agentId: caller.agent.id,
      id: params.channel,
      secret,
      until,
    });
    if (status === 'missing') throw unknownChannel();
    if (status === 'not_webhook')
      throw httpProblem(
        409,
        'channel.no-secret',
        'Only a webhook has a secret; this channel is a mail address.',
      );
    const view: RotatedChannel = {
      channel_id: params.channel,
      secret,
      old_signs_until: until.toISOString(),
    };
    response.json(view);
  },
});

/** DELETE /channels/:channel. */
export const deleteChannel = callerRoute({
  method: 'DELETE',
  path: '/channels/:channel',
  needs: 'person',
  does: 'Remove a channel, with its address and its secret',
  tag,
  params,
  answers: { 204: { is: 'It is removed.' } },
  problems: { 404: ['channel.unknown'] },
  handle: async (context, { caller, params, response }) => {
    const now = await context.clock.now();
    if (!(await removeChannel(context.db, { agentId: caller.agent.id, id: params.channel, now })))
      throw unknownChannel();
    response.status(204).end();
  },
});

async function sendNow(
  context: ConsumerContext,
  caller: Caller,
  id: Id<'channel'>,
  kind: 'code' | 'test',
): Promise<void> {
  const now = await context.clock.now();
  const status = await sendToChannel(context.db, { agentId: caller.agent.id, id, kind, now });
  if (status === 'missing') throw unknownChannel();
  if (status === 'confirmed')
    throw httpProblem(409, 'channel.confirmed', 'This channel is confirmed; it needs no code.');
  if (status === 'not_confirmed')
    throw httpProblem(
      409,
      'channel.unconfirmed',
      'Only a confirmed channel carries a test. Answer its code first.',
    );
  if (status === 'too_soon')
    throw httpProblem(
      409,
      'channel.too-soon',
      'One is on its way, or was sent in the last half minute. Look at "last" of the channel.',
    );
}

async function oneView(context: ConsumerContext, caller: Caller, id: Id<'channel'>): Promise<ChannelView> {
  const [row] = await listChannels(context.db, caller.agent.id, id);
  if (row === undefined) throw unknownChannel();
  return channelView(row);
}

function unknownChannel() {
  return httpProblem(
    404,
    'channel.unknown',
    'This agent has no channel with this id. GET /channels lists them.',
  );
}

function channelView({ last, ...row }: ChannelRow): ChannelView {
  return {
    channel_id: row.id,
    kind: row.kind,
    target: row.target,
    person: row.person,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    last:
      last === null
        ? null
        : {
            kind: last.kind,
            state: last.state,
            attempts: last.attempts,
            error: last.error,
            created_at: new Date(last.createdAt).toISOString(),
            next_at: last.nextAt === null ? null : new Date(last.nextAt).toISOString(),
          },
  };
}
