import { targetProblem } from '@salience/channels';
import { bridgeRequestSchema, type BridgeView, bridgeViewSchema } from '@salience/contracts';
import { loadBridge, removeBridge, setBridge, type ShownBridge } from '@salience/database/bridges';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';

const tag = 'Turns';

/** GET /bridge. */
export const getBridge = callerRoute({
  method: 'GET',
  path: '/bridge',
  needs: 'person',
  does: 'The Bridge that the agent listens to, how far its channels were heard, and what became of answers',
  tag,
  answers: { 200: { is: 'The Bridge, without its key.', json: bridgeViewSchema } },
  problems: { 404: ['bridge.none'] },
  handle: async (context, { caller, response }) => {
    response.json(await bridgeOf(context, caller));
  },
});

/** PUT /bridge: sets it, or changes it. */
export const putBridge = callerRoute({
  method: 'PUT',
  path: '/bridge',
  needs: 'person',
  does: 'Have the agent listen to channels of a Bridge, and answer there when it is asked',
  more: 'What is said is heard without a model; a message that is for the agent makes a turn, whose answer is claimed and posted once. Without "key" the one that is set stays. See docs/bridge.md.',
  tag,
  body: bridgeRequestSchema,
  answers: { 200: { is: 'The Bridge, without its key.', json: bridgeViewSchema } },
  problems: { 422: ['bridge.bad-address', 'bridge.no-key'] },
  handle: async (context, { body, caller, response }) => {
    const { channels, key, mention_names: mentionNames, self_names: selfNames, url } = body;
    const wrong = targetProblem('webhook', url, context.channelHosts ?? []);
    if (wrong !== undefined) throw httpProblem(422, 'bridge.bad-address', wrong);
    const now = await context.clock.now();
    const wish = { agentId: caller.agent.id, url, key, channels, selfNames, mentionNames, now };
    if (!(await setBridge(context.db, wish)))
      throw httpProblem(
        422,
        'bridge.no-key',
        'Expected "key": none is set for this address yet, and a key is for one Bridge.',
      );
    response.json(await bridgeOf(context, caller));
  },
});

/** DELETE /bridge. */
export const deleteBridge = callerRoute({
  method: 'DELETE',
  path: '/bridge',
  needs: 'person',
  does: 'Leave the Bridge: its key and how far it was heard are gone',
  tag,
  answers: { 204: { is: 'It is left.' } },
  problems: { 404: ['bridge.none'] },
  handle: async (context, { caller, response }) => {
    const now = await context.clock.now();
    if (!(await removeBridge(context.db, { agentId: caller.agent.id, now }))) throw noBridge();
    response.status(204).end();
  },
});

async function bridgeOf(context: ConsumerContext, caller: Caller): Promise<BridgeView> {
  const bridge = await loadBridge(context.db, caller.agent.id);
  if (bridge === null) throw noBridge();
  return bridgeView(bridge);
}

function noBridge() {
  return httpProblem(404, 'bridge.none', 'This agent listens to no Bridge. PUT /bridge sets one.');
}

function bridgeView(bridge: ShownBridge): BridgeView {
  const heard = new Map(bridge.heard.map((row) => [row.channel, row]));
  return {
    url: bridge.url,
    channels: bridge.channels.map((channel) => ({
      channel,
      last_message: heard.get(channel)?.lastMessage ?? null,
      heard_at: heard.get(channel)?.updatedAt.toISOString() ?? null,
    })),
    self_names: [...bridge.selfNames],
    mention_names: [...bridge.mentionNames],
    seen_at: bridge.seenAt?.toISOString() ?? null,
    failures: bridge.failures,
    error: bridge.error,
    retry_at: bridge.retryAt?.toISOString() ?? null,
    replies: bridge.replies.map((row) => ({
      turn_id: row.turnId,
      channel: row.channel,
      message_id: row.messageId,
      state: row.state,
      error: row.error,
      created_at: row.createdAt.toISOString(),
      settled_at: row.settledAt?.toISOString() ?? null,
    })),
  };
}
