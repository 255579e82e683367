/**
 * The parts of OpenClaw's plugin API that this plugin touches, in our words. Each names the published document that it follows; what a gateway leaves out is
 * optional here. Hooks, their results and their order: https://docs.openclaw.ai/plugins/hooks
 */

/** https://docs.openclaw.ai/plugins/hooks, "Message hooks": the context of message hooks. */
export interface MessageContext {
  readonly channelId: string;
  readonly conversationId?: string;
  readonly sessionKey?: string;
  readonly runId?: string;
  readonly messageId?: string;
  readonly senderId?: string;
}

/** https://docs.openclaw.ai/plugins/hooks, "Message hooks": `message_received` is observed, and returns nothing. */
export interface MessageReceived {
  readonly from: string;
  readonly content: string;
  readonly timestamp?: number;
  readonly messageId?: string;
  readonly senderId?: string;
  readonly sessionKey?: string;
}

/** https://docs.openclaw.ai/plugins/hooks, "Messages and delivery": `inbound_claim` comes before an agent is chosen; `{ handled: true }` ends it there. */
export interface InboundClaim {
  readonly content: string;
  readonly channel: string;
  readonly isGroup: boolean;
  readonly timestamp?: number;
  readonly conversationId?: string;
  readonly senderId?: string;
  readonly senderName?: string;
  readonly senderUsername?: string;
  readonly messageId?: string;
  readonly sessionKey?: string;
  readonly wasMentioned?: boolean;
}

/** https://docs.openclaw.ai/plugins/hooks, "Agent turn": `before_agent_reply` answers in the model's place, or with silence. */
export interface BeforeAgentReply {
  readonly cleanedBody: string;
}

/** The result of `inbound_claim` and of `before_agent_reply`; without a reply it is silence. */
export interface Handled {
  readonly handled: boolean;
  readonly reason?: string;
}

/** https://docs.openclaw.ai/plugins/hooks, "Prompt and model hooks": the context of a run. */
export interface AgentContext {
  readonly runId?: string;
  readonly sessionKey?: string;
  readonly trigger?: string;
  readonly channelId?: string;
}

/** https://docs.openclaw.ai/plugins/hooks, "Prompt and model hooks": `agent_end`; a plugin from outside needs `hooks.allowConversationAccess`. */
export interface AgentEnd {
  readonly runId?: string;
  readonly success: boolean;
  readonly error?: string;
}

/** https://docs.openclaw.ai/plugins/hooks, "Tool call policy": before and after a call. */
export interface ToolCall {
  readonly toolName: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly runId?: string;
  readonly toolCallId?: string;
}
export interface ToolCallEnded extends ToolCall {
  readonly error?: string;
}
export interface ToolContext {
  readonly sessionKey?: string;
  readonly runId?: string;
  readonly toolCallId?: string;
  readonly channelId?: string;
}

/** https://docs.openclaw.ai/plugins/hooks, "Tool call policy": `block: true` ends the call; `requireApproval` asks a person. */
export interface ToolCallDecision {
  readonly block?: boolean;
  readonly blockReason?: string;
  readonly requireApproval?: {
    readonly title: string;
    readonly description: string;
    readonly severity: 'info' | 'warning' | 'critical';
    readonly timeoutMs: number;
    readonly timeoutBehavior: 'allow' | 'deny';
  };
}

/** https://docs.openclaw.ai/plugins/hooks, "Message hooks": `message_sending` may cancel, `message_sent` observes. */
export interface MessageSending {
  readonly to: string;
  readonly content: string;
}
export interface MessageSendingDecision {
  readonly cancel?: boolean;
  readonly cancelReason?: string;
}
export interface MessageSent extends MessageSending {
  readonly success: boolean;
  readonly messageId?: string;
  readonly error?: string;
}

/** The hooks by name: what they get, in which context, and what they may return. */
export interface Hooks {
  readonly message_received: [MessageReceived, MessageContext, void];
  readonly inbound_claim: [InboundClaim, MessageContext, Handled | void];
  readonly before_agent_reply: [BeforeAgentReply, AgentContext, Handled | void];
  readonly before_tool_call: [ToolCall, ToolContext, ToolCallDecision | void];
  readonly after_tool_call: [ToolCallEnded, ToolContext, void];
  readonly message_sending: [MessageSending, MessageContext, MessageSendingDecision | void];
  readonly message_sent: [MessageSent, MessageContext, void];
  readonly agent_end: [AgentEnd, AgentContext, void];
  readonly gateway_start: [unknown, unknown, void];
  readonly gateway_stop: [unknown, unknown, void];
}

/** https://docs.openclaw.ai/plugins/hooks, "Session extensions and next-turn injections": reaches the next turn of a session exactly once, by its key. */
export interface NextTurnInjection {
  readonly sessionKey: string;
  readonly text: string;
  readonly idempotencyKey: string;
  readonly placement: 'prepend_context' | 'append_context';
  readonly ttlMs: number;
}

/** https://docs.openclaw.ai/plugins/sdk-runtime, "api.runtime.system": a short line for the next prompt, and a wish that there be one. */
export interface SystemRuntime {
  enqueueSystemEvent(text: string, options: { readonly sessionKey: string }): unknown;
  requestHeartbeat(options: {
    readonly source: 'hook' | 'other';
    readonly intent: 'event' | 'immediate';
    readonly reason: string;
    readonly sessionKey?: string;
  }): unknown;
}

/** https://docs.openclaw.ai/plugins/sdk-runtime, "api.runtime.state": where files of plugins may be kept. */
export interface StateRuntime {
  resolveStateDir(): string;
}

/** https://docs.openclaw.ai/plugins/sdk-overview: what a plugin is given when it is registered. */
export interface PluginApi {
  readonly pluginConfig?: Readonly<Record<string, unknown>>;
  readonly logger: { info(text: string): void; warn(text: string): void };
  readonly runtime?: { readonly system?: Partial<SystemRuntime>; readonly state?: Partial<StateRuntime> };
  enqueueNextTurnInjection?(injection: NextTurnInjection): Promise<unknown>;
  on<K extends keyof Hooks>(
    name: K,
    handler: (event: Hooks[K][0], context: Hooks[K][1]) => Hooks[K][2] | Promise<Hooks[K][2]>,
    options?: { readonly priority?: number; readonly timeoutMs?: number },
  ): void;
}
