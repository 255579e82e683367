import { createFloor } from './floor.ts';
import type { PluginApi } from './gateway-shapes.ts';
import { createHearing } from './hearing.ts';
import { createJudging } from './judging.ts';
import { createPfc } from './pfc.ts';
import { createPlaces } from './places.ts';
import { readSettings } from './settings.ts';

/** Before plugins that answer: what is not for the agent needs none of them. */
const priority = 100;

/** The entry that a gateway loads: https://docs.openclaw.ai/plugins/sdk-entrypoints */
// oxlint-disable-next-line import/no-default-export -- the gateway reads the default export
export default {
  id: 'salience-pfc',
  name: 'Salience PFC',
  description:
    'Hears without a model call, raises a hand, speaks when it has the floor, and asks before it acts.',
  register,
};

function register(api: PluginApi): void {
  const settings = readSettings(api.pluginConfig);
  const pfc = createPfc(settings, api.logger);
  const floor = createFloor(settings, pfc, api, createPlaces(api));
  const hearing = createHearing(settings, pfc, floor);
  const judging = createJudging(settings, pfc, hearing);
  let looking: NodeJS.Timeout | undefined;

  api.on('message_received', (event, context) => hearing.received(event, context), { priority });
  api.on('inbound_claim', (event, context) => hearing.claimed(event, context), { priority });
  api.on(
    'before_agent_reply',
    async (event, context) => {
      const handled = await hearing.beforeReply(event, context);
      // Silence is no turn.
      if (handled === undefined) floor.began(context);
      return handled;
    },
    { priority },
  );
  api.on('before_tool_call', (event, context) => judging.beforeTool(event, context));
  api.on('after_tool_call', (event, context) => judging.afterTool(event, context));
  api.on('message_sending', (event, context) => judging.sending(event, context));
  api.on('message_sent', (event, context) => judging.sent(event, context));
  api.on('agent_end', async (event, context) => {
    await judging.ended(event, context);
    await floor.ended({ ...context, ...(event.runId === undefined ? {} : { runId: event.runId }) });
  });
  api.on('gateway_start', async () => {
    clearInterval(looking);
    looking = setInterval(() => void floor.look(), settings.pollMs);
    looking.unref();
    if (settings.focus !== undefined) await pfc.focus(settings.focus);
    // Whoever got the floor while the gateway was away speaks now.
    await floor.look();
  });
  api.on('gateway_stop', async () => {
    clearInterval(looking);
    await hearing.settle();
  });
}
