import { answersOrder, ordersSchedule } from '@salience/models';
import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  nextRouterState,
  readExchange,
  readLikeness,
  readRoom,
  type RouterState,
  type RoutingResult,
  shippedPolicy,
  type TextCues,
} from '@salience/router';
import { z } from 'zod';
import type { EvaluationTools } from './evaluator.ts';

const lineSchema = z.object({ speaker: z.string().nullish(), text: z.string() });

/** What was said before a message, oldest first: lines with their speakers, or texts by turns, of which the last is the agent's. */
export const contextSchema = z.union([z.array(lineSchema), z.array(z.string())]).default([]);

/** Who an agent is to rows that do not name it. */
const agentNames = ['agent', 'assistant', 'bot', 'system'];

/** A message with what was said before it. */
export interface MessageInContext {
  readonly text: string;
  readonly speaker?: string | undefined;
  readonly agent?: string | undefined;
  readonly context: z.infer<typeof contextSchema>;
}

/** An earlier message of the conversation and what the agent said to it; what the agent said first has no message. */
interface Exchange {
  readonly speaker: string | null;
  readonly message: string;
  readonly reply: string | null;
}

interface Line {
  readonly speaker: string | null;
  readonly text: string;
  readonly own: boolean;
}

/** Decides messages as the product would in a conversation that went like that, one message a minute; the modes before are its own decisions. */
export function messageDecider(tools: EvaluationTools): (row: MessageInContext) => Promise<RoutingResult> {
  // Texts repeat in such rows: without a context each is decided once.
  const cold = new Map<string, RoutingResult>();
  return async (row) => {
    if (row.context.length > 0) return await decideAfter(row, tools);
    const seen = cold.get(row.text);
    if (seen !== undefined) return seen;
    const result = await decideAfter(row, tools);
    cold.set(row.text, result);
    return result;
  };
}

async function decideAfter(row: MessageInContext, tools: EvaluationTools): Promise<RoutingResult> {
  const lines = linesOf(row);
  const exchanges = exchangesOf(lines);
  // Where a row names nobody, whoever spoke last goes on.
  const speaker = row.speaker ?? lines.findLast(({ own }) => !own)?.speaker ?? null;
  let state = freshRouterState;
  for (const [n, { message, speaker: who }] of exchanges.entries()) {
    if (message === '') continue;
    const result = await decideOne(
      { row, speaker: who, text: message, before: exchanges.slice(0, n) },
      state,
      tools,
    );
    state = nextRouterState(state, result, result.mode);
  }
  return await decideOne({ row, speaker, text: row.text, before: exchanges }, state, tools);
}

interface Asked {
  readonly row: MessageInContext;
  readonly speaker: string | null;
  readonly text: string;
  readonly before: readonly Exchange[];
}

async function decideOne(asked: Asked, state: RouterState, tools: EvaluationTools): Promise<RoutingResult> {
  const { before, text } = asked;
  const cues = cuesOf(text);
  const vector = text.trim() === '' ? undefined : await tools.embed(text);
  const people = new Set([
    ...before.filter(({ message }) => message !== '').map(({ speaker }) => speaker ?? ''),
    asked.speaker ?? '',
  ]);
  const signals = buildSignals(cues, {
    ...coldSnapshot,
    workingMemoryTurns: before.length,
    sessionExchangeCount: before.length,
    minutesSinceActivity: before.length === 0 ? null : 1,
    isNewTopic: before.length === 0,
    likeness: readLikeness({ vector, modelId: tools.modelId, cues }),
    speakerCount: people.size,
    room: asked.speaker !== null && people.size > 1 ? roomOf(asked) : null,
    exchange: readExchange(
      text,
      before.filter((past) => past.speaker === asked.speaker),
    ),
    isContinuation: answersOrder(text, before.at(-1)?.reply),
  });
  return decide(signals, shippedPolicy, state);
}

/** The cues of a message, as the product reads them: what orders a reminder asks for a deed, however it is worded. */
function cuesOf(text: string): TextCues {
  const cues = extractCues(text);
  return !cues.actRequest && ordersSchedule(text) ? { ...cues, actRequest: true } : cues;
}

function roomOf({ before, row, speaker, text }: Asked) {
  const agent = row.agent ?? 'agent';
  const lines = before.flatMap((past) => [
    ...(past.message === '' ? [] : [{ speaker: past.speaker, text: past.message, own: false }]),
    ...(past.reply === null ? [] : [{ speaker: agent, text: past.reply, own: true, to: past.speaker }]),
  ]);
  return readRoom({ agentNames: [agent], speaker, text, lines });
}

function linesOf({ agent, context }: MessageInContext): Line[] {
  const own = agent === undefined ? agentNames : [agent.toLowerCase()];
  return context.map((line, n): Line => {
    if (typeof line === 'string') return { speaker: null, text: line, own: (context.length - n) % 2 === 1 };
    const speaker = line.speaker ?? null;
    return { speaker, text: line.text, own: speaker !== null && own.includes(speaker.toLowerCase()) };
  });
}

/** Messages with the replies to them; lines of the agent in a row are one reply. */
function exchangesOf(lines: readonly Line[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { own, speaker, text } of lines) {
    const last = exchanges.at(-1);
    if (!own) exchanges.push({ speaker, message: text, reply: null });
    else if (last === undefined) exchanges.push({ speaker: null, message: '', reply: text });
    else
      exchanges[exchanges.length - 1] = {
        ...last,
        reply: last.reply === null ? text : `${last.reply} ${text}`,
      };
  }
  return exchanges;
}
