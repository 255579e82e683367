import type { Hooks, NextTurnInjection, PluginApi } from '../src/gateway-shapes.ts';
import plugin from '../src/plugin.ts';

type Handler<K extends keyof Hooks> = (
  event: Hooks[K][0],
  context: Hooks[K][1],
) => Hooks[K][2] | Promise<Hooks[K][2]>;

/** A message that comes to a gateway from a channel. */
export interface Incoming {
  readonly content: string;
  readonly messageId?: string;
  readonly senderName?: string;
  readonly isGroup?: boolean;
  readonly wasMentioned?: boolean;
  /** False: this channel has no `inbound_claim`, as those of older gateways. */
  readonly claims?: boolean;
  /** False: nothing observes it as it comes. */
  readonly observed?: boolean;
  /** False: the gateway begins no turn of it. */
  readonly runs?: boolean;
  /** The run that it begins; null: it has no id. */
  readonly runId?: string | null;
}

/** A gateway with one plugin, as far as it is documented. */
export interface FakeGateway {
  /** Everything that would have cost a model call. */
  readonly modelCalls: string[];
  readonly injections: NextTurnInjection[];
  readonly events: string[];
  readonly heartbeats: { readonly intent: string; readonly sessionKey?: string | undefined }[];
  readonly logs: string[];
  readonly priorities: Readonly<Record<string, number>>;
  /** Brings a message in; resolves when it was routed, answered or silenced. */
  receive(message: Incoming): Promise<'answered' | 'silent'>;
  /** Runs a tool in a turn of the session; resolves with why it was not run, or undefined. */
  callTool(toolName: string, params: Record<string, unknown>, error?: string): Promise<string | undefined>;
  /** Sends a message; resolves with why it was not sent, or undefined. */
  send(content: string, success?: boolean): Promise<string | undefined>;
  endTurn(success?: boolean, runId?: string | null): Promise<void>;
  /** A heartbeat turn of the session. */
  beat(runId?: string | null): Promise<'answered' | 'silent'>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a gateway can do, and where it keeps its files. */
export interface GatewayOptions {
  readonly injects?: boolean;
  /** Injections beyond these are refused. */
  readonly injectionsMax?: number;
  readonly stateDir?: string;
  /** What an injection waits for. */
  readonly injecting?: () => Promise<void>;
}

/** https://docs.openclaw.ai/concepts/session: how the session of a group is called. */
export const groupSession = 'agent:main:bridge:group:10';

/**
 * Loads the plugin into a gateway that follows https://docs.openclaw.ai/plugins/hooks: handlers run in descending order of priority, `handled: true` and `block: true` end the chain, a
 * handler that throws is left out, and injections are known by their key.
 */
export function fakeGateway(
  config: Record<string, unknown>,
  { injects = true, injecting, injectionsMax = Number.POSITIVE_INFINITY, stateDir }: GatewayOptions = {},
): FakeGateway {
  const handlers = new Map<string, { handler: Handler<keyof Hooks>; priority: number }[]>();
  const gateway = {
    modelCalls: [] as string[],
    injections: [] as NextTurnInjection[],
    events: [] as string[],
    heartbeats: [] as { intent: string; sessionKey?: string | undefined }[],
    logs: [] as string[],
    priorities: {} as Record<string, number>,
  };
  const api: PluginApi = {
    pluginConfig: config,
    logger: { info: (text) => void gateway.logs.push(text), warn: (text) => void gateway.logs.push(text) },
    runtime: {
      system: {
        enqueueSystemEvent: (text) => void gateway.events.push(text),
        requestHeartbeat: ({ intent, sessionKey }) => void gateway.heartbeats.push({ intent, sessionKey }),
      },
      ...(stateDir === undefined ? {} : { state: { resolveStateDir: () => stateDir } }),
    },
    on(name, handler, options) {
      const all = handlers.get(name) ?? [];
      all.push({ handler: handler as Handler<keyof Hooks>, priority: options?.priority ?? 0 });
      handlers.set(name, all);
      gateway.priorities[name] = options?.priority ?? 0;
    },
    ...(injects
      ? {
          async enqueueNextTurnInjection(injection: NextTurnInjection) {
            await injecting?.();
            const known = gateway.injections.some(
              ({ idempotencyKey }) => idempotencyKey === injection.idempotencyKey,
            );
            if (!known && gateway.injections.length >= injectionsMax) throw new Error('full');
            if (!known) gateway.injections.push(injection);
            return { enqueued: !known, id: '1', sessionKey: injection.sessionKey };
          },
        }
      : {}),
  };
  plugin.register(api);
  const run = async <K extends keyof Hooks>(
    name: K,
    event: Hooks[K][0],
    context: Hooks[K][1],
    ends: (result: Exclude<Hooks[K][2], void>) => boolean = () => false,
  ): Promise<Exclude<Hooks[K][2], void> | undefined> => {
    const all = (handlers.get(name) ?? []).toSorted((a, b) => b.priority - a.priority);
    for (const { handler } of all) {
      const result = await Promise.resolve()
        .then(() => (handler as unknown as Handler<K>)(event, context))
        .catch(() => undefined);
      if (result !== undefined && ends(result as Exclude<Hooks[K][2], void>))
        return result as Exclude<Hooks[K][2], void>;
    }
    return undefined;
  };
  const context = { channelId: 'bridge', conversationId: '10', sessionKey: groupSession };
  const named = (runId: string | null) => (runId === null ? {} : { runId });
  const turn = async (body: string, runId: string | null): Promise<'answered' | 'silent'> => {
    const agent = { sessionKey: groupSession, ...named(runId), trigger: 'user' };
    if (await run('before_agent_reply', { cleanedBody: body }, agent, ({ handled }) => handled))
      return 'silent';
    gateway.modelCalls.push(body);
    return 'answered';
  };
  return {
    ...gateway,
    async receive({
      claims = true,
      content,
      isGroup = true,
      messageId,
      observed = true,
      runId = 'run-1',
      runs = true,
      senderName = 'Lance',
      wasMentioned = false,
    }) {
      const id = messageId === undefined ? {} : { messageId };
      const place = isGroup ? context : { ...context, sessionKey: 'agent:main:bridge:direct:lance' };
      if (observed) await run('message_received', { from: senderName, content, ...id }, place);
      const claim = { content, channel: 'bridge', isGroup, wasMentioned, senderName, ...id };
      if (claims && (await run('inbound_claim', claim, place, ({ handled }) => handled))) return 'silent';
      return runs ? await turn(content, runId) : 'silent';
    },
    async callTool(toolName, params, error) {
      const call = { toolName, params, runId: 'run-1', toolCallId: `call-${toolName}` };
      const place = { sessionKey: groupSession, channelId: '10' };
      const decided = await run(
        'before_tool_call',
        call,
        place,
        ({ block, requireApproval }) => block === true || requireApproval !== undefined,
      );
      if (decided?.block === true) return decided.blockReason;
      if (decided?.requireApproval !== undefined) return `asked: ${decided.requireApproval.title}`;
      await run('after_tool_call', { ...call, ...(error === undefined ? {} : { error }) }, place);
      return undefined;
    },
    async send(content, success = true) {
      const decided = await run(
        'message_sending',
        { to: 'channel:10', content },
        context,
        ({ cancel }) => cancel === true,
      );
      if (decided?.cancel === true) return decided.cancelReason;
      await run('message_sent', { to: 'channel:10', content, success, messageId: 'sent-1' }, context);
      return undefined;
    },
    async endTurn(success = true, runId: string | null = 'run-1') {
      await run('agent_end', { ...named(runId), success }, { sessionKey: groupSession, ...named(runId) });
    },
    beat: (runId: string | null = 'run-1') => turn('Read HEARTBEAT.md and follow it.', runId),
    async start() {
      await run('gateway_start', {}, {});
    },
    async stop() {
      await run('gateway_stop', {}, {});
    },
  };
}
