import type { HeardView, heardMessageSchema } from '@salience/contracts';
import { hearMessage } from '@salience/intake';
import { wake } from '@salience/runtime';
import { trustOfMessage } from '@salience/safety';
import { currentTraceparent } from '@salience/telemetry';
import type { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { limitProblem } from '../turns/accept-message.ts';
import { originOf } from '../turns/message-origin.ts';
import { handView, thoughtView } from './pfc-views.ts';
import { trustOf } from './standing.ts';

const source = 'bridge';

/** Hears a message for the agent of its caller, and wakes the lane of the turn that it makes. */
export async function hear(
  context: ConsumerContext,
  caller: Caller,
  body: z.output<typeof heardMessageSchema>,
): Promise<HeardView> {
  const { agent } = caller;
  const now = await context.clock.now();
  const at = body.at === undefined ? now : new Date(body.at);
  const speaker = body.author ?? undefined;
  const { created, hand, limited, thought, turn } = await hearMessage(
    {
      db: context.db,
      minds: context.minds,
      now,
      source,
      trust: trustOf(caller),
      trustOfTurns: trustOfMessage(originOf(caller, { source, speaker, trust: 'unverified' })),
      answers: body.answer && context.serves !== 'pfc',
      zone: agent.settings.timeZone ?? context.timeZone,
      limits: context.turnLimits,
      traceparent: currentTraceparent(),
    },
    {
      agent: agent.id,
      channel: body.channel,
      messageId: body.id,
      author: body.author,
      authorIsAgent: body.author_is_agent,
      self: body.self,
      content: body.content,
      targeted: body.targeted,
      mentioned: body.mentioned,
      // What a clock that is ahead says was said now.
      at: at > now ? now : at,
      withMemory: body.with_memory,
    },
  );
  if (limited !== null) throw limitProblem(limited);
  if (turn !== null && !turn.replayed) {
    const { fence, heldBy, threadId } = turn;
    context.signalAccepted(agent.id);
    context.background.keep(wake(context, { agentId: agent.id, threadId, fence, heldBy }));
  }
  return {
    thought: thought === null ? null : thoughtView(thought),
    hand: hand === null ? null : handView(hand),
    turn_id: turn?.turnId ?? thought?.turnId ?? null,
    created,
  };
}
