import type {
  AgentContext,
  AgentEnd,
  MessageContext,
  MessageSending,
  MessageSendingDecision,
  MessageSent,
  ToolCall,
  ToolCallDecision,
  ToolCallEnded,
  ToolContext,
} from './gateway-shapes.ts';
import { channelOf, type Hearing } from './hearing.ts';
import type { Evaluation, Pfc } from './pfc.ts';
import type { Settings } from './settings.ts';

/** What the hooks of actions do. */
export interface Judging {
  beforeTool(event: ToolCall, context: ToolContext): Promise<ToolCallDecision | undefined>;
  afterTool(event: ToolCallEnded, context: ToolContext): Promise<void>;
  sending(event: MessageSending, context: MessageContext): Promise<MessageSendingDecision | undefined>;
  sent(event: MessageSent, context: MessageContext): Promise<void>;
  ended(event: AgentEnd, context: AgentContext): Promise<void>;
}

const actionMax = 1_000;
const openMax = 1_000;
const askMs = 120_000;
const secret = /pass|secret|token|key|auth|cookie|credential/i;

interface Open {
  readonly actionId: number;
  readonly session: string;
}

/** The actions that were judged and have not ended. */
interface OpenActions {
  add(key: string, actionId: number, session: string | undefined): void;
  close(key: string, outcome: string, notes: string | null): Promise<void>;
  /** Those of a session. */
  of(session: string): readonly string[];
}

function createOpenActions(pfc: Pfc): OpenActions {
  const open = new Map<string, Open>();
  return {
    add(key, actionId, session = '') {
      open.set(key, { actionId, session });
      if (open.size <= openMax) return;
      for (const oldest of open.keys()) {
        open.delete(oldest);
        break;
      }
    },
    async close(key, outcome, notes) {
      const action = open.get(key);
      open.delete(key);
      if (action !== undefined) await pfc.outcome(action.actionId, outcome, notes?.slice(0, 500) ?? null);
    },
    of: (session) => [...open].filter(([, one]) => one.session === session).map(([key]) => key),
  };
}

/** Makes the judging: an action is evaluated before it is done, and how it went is told afterwards. An action that the PFC could not judge is done as without it. */
export function createJudging(settings: Settings, pfc: Pfc, hearing: Pick<Hearing, 'isAddressed'>): Judging {
  const open = createOpenActions(pfc);
  const skip = async ({ action_id: id, reasoning }: Evaluation): Promise<string> => {
    await pfc.outcome(id, 'skipped', null);
    return `Not worth it now: ${reasoning}`;
  };
  return {
    async beforeTool(event, context) {
      if (!isEvaluated(settings, event.toolName)) return undefined;
      const judged = await pfc.evaluate(actionOf(event), {
        kind: event.toolName,
        addressed: hearing.isAddressed(context.sessionKey),
        ...(context.channelId === undefined ? {} : { channel: context.channelId }),
      });
      if (judged === undefined) return undefined;
      if (judged.decision === 'skip') return { block: true, blockReason: await skip(judged) };
      open.add(keyOf(event, context), judged.action_id, context.sessionKey);
      if (judged.decision === 'act' || settings.onConsider === 'allow') return undefined;
      return { requireApproval: approvalOf(event, judged) };
    },
    afterTool: (event, context) =>
      open.close(
        keyOf(event, context),
        event.error === undefined ? 'succeeded' : 'failed',
        event.error ?? null,
      ),
    async sending(event, context) {
      if (!settings.evaluateMessages) return undefined;
      const judged = await pfc.evaluate(
        `Send a message to ${event.to}: ${event.content}`.slice(0, actionMax),
        {
          kind: 'message',
          channel: channelOf(settings, context),
          addressed: hearing.isAddressed(context.sessionKey),
        },
      );
      if (judged === undefined) return undefined;
      if (judged.decision === 'skip') return { cancel: true, cancelReason: await skip(judged) };
      open.add(messageKey(event), judged.action_id, context.sessionKey);
      return undefined;
    },
    async sent(event, context) {
      await open.close(messageKey(event), event.success ? 'succeeded' : 'failed', event.error ?? null);
      const id = event.messageId ?? context.messageId;
      if (!event.success || id === undefined) return;
      // Its own words take its hand down.
      const [author = null] = settings.selfNames;
      const channel = channelOf(settings, context);
      await pfc.hear({ id, channel, content: event.content, author, mentioned: false, self: true });
    },
    async ended({ error, success }, { sessionKey = '' }) {
      if (sessionKey === '') return;
      // What was judged in this session and never came to an end of its own.
      for (const key of open.of(sessionKey))
        await open.close(key, success ? 'unfinished' : 'failed', error ?? null);
    },
  };
}

function isEvaluated({ evaluateTools }: Settings, tool: string): boolean {
  if (evaluateTools === 'all' || evaluateTools === 'none') return evaluateTools === 'all';
  return evaluateTools.includes(tool);
}

function approvalOf(
  { toolName }: ToolCall,
  { reasoning }: Evaluation,
): NonNullable<ToolCallDecision['requireApproval']> {
  return {
    title: `Run ${toolName}?`,
    description: reasoning,
    severity: 'info',
    timeoutMs: askMs,
    timeoutBehavior: 'deny',
  };
}

function keyOf({ runId, toolCallId, toolName }: ToolCall, context: ToolContext): string {
  return `tool:${toolCallId ?? context.toolCallId ?? `${runId ?? context.runId ?? ''}:${toolName}`}`;
}

function messageKey({ content, to }: MessageSending): string {
  return `message:${to}\n${content}`;
}

/** A call in words, without what looks like a secret. */
function actionOf({ params, toolName }: ToolCall): string {
  const shown = Object.entries(params).flatMap(([name, value]) => {
    if (secret.test(name)) return [];
    const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
    return isPlain ? [`${name} ${String(value).slice(0, 200)}`] : [name];
  });
  return `${toolName} ${shown.join(', ')}`.trim().slice(0, actionMax);
}
