import type { ModelReply, ModelRequest, ScriptedCall } from '@salience/testing';
import type { Habits } from './habits.ts';
import type { Life, LifeTurn, WantedCall } from './life.ts';
import { callsOf, messagesOf, resultsOf } from './request-text.ts';
import { withOffset } from './wall-time.ts';

/** A tool as a request offers it. */
interface Offered {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
}

/** What an error says to whoever left the offset of a time out. */
const asksForOffset = /offset|ISO datetime/i;
/** What a time is called, the best first. */
const timeNames = ['due_at', 'at', 'when', 'due', 'time'];

/** The next step of a turn's plan, or its last words, `said`, when nothing is left to do. */
export function planFor(
  life: Life,
  turn: LifeTurn,
  said: string,
  request: ModelRequest,
  habits: Habits,
): ModelReply {
  const tools = ((request.body.tools ?? []) as readonly { function: Offered }[]).map((tool) => tool.function);
  const steps = turn.plan ?? [];
  const results = resultsOf(request);
  // A step is done again when what was wrong with it is known; a plan of one step may take two requests so.
  const failed = asksForOffset.test(results.at(-1) ?? '') && callsOf(request).length > 0;
  const taken = messagesOf(request).filter(({ tool_calls: calls }) => (calls ?? []).length > 0).length;
  const place = habits.loopsIn(turn.key) ? 0 : failed ? taken - 1 : taken;
  const wanted = steps[place] ?? [];
  const calls = wanted.flatMap((call) => written(life, call, tools, failed, habits));
  return calls.length === 0 ? { text: said } : { calls };
}

function written(
  life: Life,
  wanted: WantedCall,
  tools: readonly Offered[],
  failed: boolean,
  habits: Habits,
): ScriptedCall[] {
  const named = (end: string): Offered | undefined => tools.find(({ name }) => name.endsWith(end));
  if ('call' in wanted) {
    const tool = named(wanted.call.tool);
    return tool === undefined ? [] : [{ tool: tool.name, arguments: wanted.call.arguments }];
  }
  const schedule = named('schedule');
  if (schedule === undefined) return [];
  if ('cancel' in wanted)
    return [{ tool: schedule.name, arguments: { action: 'cancel', reminder: wanted.cancel } }];
  const { at, text } = wanted.remind;
  const properties = schedule.parameters?.properties ?? {};
  const time = timeNames.find((name) => name in properties) ?? 'due_at';
  const told = `${schedule.description ?? ''} ${properties[time]?.description ?? ''}`;
  const needsOffset = failed || (habits.readsDescriptions && /offset/i.test(told) && !/local/i.test(told));
  const due = needsOffset ? withOffset(at, life.zone) : `${at}:00`;
  return [{ tool: schedule.name, arguments: { action: 'create', text, [time]: due } }];
}
