import type { ActionResult } from '@salience/contracts';
import { isSalienceError, messageOf } from '@salience/errors';
import { type CallFailure, classifyFailure, isBusy } from './classify-failure.ts';
import type { Connection } from './connection.ts';
import type { McpTool, RunnableTool } from './mcp-tool.ts';
import { type ToolAnswer, toolAnswerSchema } from './listed-tool.ts';
import { cleanText, cutText, resultText } from './result-text.ts';
import { codeOf } from './tool-server.ts';
import type { Flight } from './watched-transport.ts';

/** A call to run. */
export interface ToolCallRequest {
  /** Its name as offered. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The same for every try of one action. */
  readonly idempotencyKey: string;
  /** The trace that it belongs to. */
  readonly traceparent?: string | undefined;
  /** Ends the call when the turn ends. */
  readonly signal: AbortSignal;
  /** Defaults to the tool's own. */
  readonly timeoutMs?: number | undefined;
}

/** An answer that arrived after the caller stopped waiting: recorded, never used. */
export interface LateAnswer {
  readonly tool: string;
  readonly idempotencyKey: string;
  readonly text: string;
  readonly isError: boolean;
  /** From the call to the answer, in milliseconds. */
  readonly afterMs: number;
}

/** The name under which a server finds the idempotency key in a call's `_meta`. */
const idempotencyMeta = 'salience/idempotencyKey';

/** How a late answer is kept, in characters. */
const lateChars = 10_000;

/** The result of a call whose tool is not there: for good, or because its server is `away` and was never heard. */
export function withoutTool(tool: string, away: boolean): ActionResult {
  const text = away
    ? 'The tool could not be reached: its server is away.'
    : `There is no tool named "${tool.slice(0, 100)}".`;
  return { outcome: 'failed', text, transient: away, trust: 'agent', durationMs: 0 };
}

/** Runs one call from its check to its end. Never throws: what went wrong is the result. */
export async function runCall(
  runnable: RunnableTool,
  call: ToolCallRequest,
  onLate: (late: LateAnswer) => void,
): Promise<ActionResult> {
  const { tool, check } = runnable;
  const repeatable = tool.tier === 'observe' || tool.idempotent;
  const startedAt = performance.now();
  const ended = (
    result: Pick<ActionResult, 'outcome' | 'text' | 'transient'>,
    trust: ActionResult['trust'] = 'external',
  ): ActionResult => ({
    ...result,
    // Words of a check or of a refusal quote the server, or what the model sent to it.
    text: cleanText(result.text),
    trust,
    durationMs: Math.round(performance.now() - startedAt),
  });
  const problem = check(call.arguments);
  if (problem !== null) return ended({ outcome: 'failed', text: problem, transient: false });
  const flight = newFlight(startedAt, (late) =>
    onLate({ ...late, tool: tool.name, idempotencyKey: call.idempotencyKey }),
  );
  const answer = await sendCall(runnable, call, flight);
  if ('kind' in answer) {
    const failure = answer as CallFailure;
    // Only a refusal quotes the server; of everything else that goes wrong the words are ours.
    return ended(classifyFailure(failure, repeatable), failure.kind === 'refused' ? 'external' : 'agent');
  }
  const text = textOf(answer, tool);
  if (text === null) return ended(classifyFailure({ kind: 'unreadable' }, repeatable), 'agent');
  if (answer.isError !== true) return ended({ outcome: 'succeeded', text, transient: false });
  return ended({ outcome: 'failed', text, transient: isBusy(text, repeatable) });
}

/** The words of an answer; null when they cannot be read. */
function textOf(answer: ToolAnswer, tool: Pick<McpTool, 'outputSchema'>): string | null {
  const { content, isError, structuredContent: structured } = answer;
  // Where a server promises a form, what has the form is the result; its text says the same for clients that cannot read it.
  const promised = tool.outputSchema !== undefined && structured !== undefined && isError !== true;
  try {
    return resultText(promised ? [] : content, structured);
  } catch {
    return null;
  }
}

function newFlight(
  startedAt: number,
  onLate: (late: Pick<LateAnswer, 'afterMs' | 'isError' | 'text'>) => void,
): Flight {
  return {
    sent: false,
    answered: false,
    refused: false,
    unreadable: false,
    abandoned: false,
    onLate(message) {
      const answer = toolAnswerSchema.safeParse('result' in message ? message.result : undefined);
      const { content, structuredContent, isError } = answer.data ?? {
        content: [{ type: 'text', text: 'It answered with an error.' }],
        isError: true,
      };
      onLate({
        text: cutText(
          textOf({ content, structuredContent }, {}) ?? 'It answered with what cannot be read.',
          lateChars,
        ),
        isError: isError === true,
        afterMs: Math.round(performance.now() - startedAt),
      });
    },
  };
}

async function sendCall(
  { server, tool }: RunnableTool,
  call: ToolCallRequest,
  flight: Flight,
): Promise<CallFailure | ToolAnswer> {
  const timeoutMs = call.timeoutMs ?? tool.timeoutMs;
  const clock = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([call.signal, clock]);
  const connection = await connectWithin(server.connect(), signal);
  if ('kind' in connection) return connection;
  const meta = {
    [idempotencyMeta]: call.idempotencyKey,
    ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
  };
  try {
    return await connection.call({ tool: tool.remoteName, arguments: call.arguments, meta, signal }, flight);
  } catch (error) {
    if (signal.aborted) {
      if (!flight.sent) return { kind: 'not-sent', reason: 'it was stopped before it began', lasting: true };
      return call.signal.aborted ? { kind: 'stopped' } : { kind: 'timed-out', timeoutMs };
    }
    const failure = failureOf(error, flight);
    const heard = failure.kind === 'refused' || failure.kind === 'unreadable';
    if (!heard || !connection.alive() || (failure.kind === 'refused' && failure.status === 404)) {
      server.retire(connection);
    }
    return failure;
  } finally {
    server.release(connection);
  }
}

/** A connection, or why there is none. An attempt that takes longer than the call goes on for the next one. */
async function connectWithin(
  connecting: Promise<Connection>,
  signal: AbortSignal,
): Promise<CallFailure | Connection> {
  const tooLate: CallFailure = {
    kind: 'not-sent',
    reason: 'its server was not there in time',
    lasting: false,
  };
  const stopped = new Promise<CallFailure>((resolve) => {
    if (signal.aborted) resolve(tooLate);
    signal.addEventListener('abort', () => resolve(tooLate), { once: true });
  });
  return Promise.race([
    connecting.catch(
      (error: unknown): CallFailure => ({
        kind: 'not-sent',
        reason: messageOf(error),
        lasting: isSalienceError(error) && error.kind === 'terminal',
      }),
    ),
    stopped,
  ]);
}

/** Codes of connections that were never made. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function failureOf(error: unknown, flight: Flight): CallFailure {
  const code = codeOf(error);
  const reason = messageOf(error);
  if (flight.unreadable) return { kind: 'unreadable' };
  if (!flight.sent || neverConnected.has(String(code))) {
    return { kind: 'not-sent', reason: 'no server answers at its address', lasting: false };
  }
  // Answered by the server itself, with a number of the protocol.
  if (flight.refused) {
    const words = reason.replace(/^MCP error -?\d+: /, '');
    return { kind: 'refused', reason: words, ...(typeof code === 'number' ? { code } : {}) };
  }
  if (flight.answered) return { kind: 'unreadable' };
  if (typeof code === 'number' && code >= 400 && code < 600) return { kind: 'refused', status: code, reason };
  return { kind: 'lost', reason: lostWords(code) };
}

function lostWords(code: number | string): string {
  return code === -32_000 ? 'the server ended or closed the connection' : `the connection broke (${code})`;
}
