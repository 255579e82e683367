import { hearMessage, type Minds } from '@salience/intake';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import type { Deps } from '../deps.ts';
import type { BridgeDeps } from './bridge-deps.ts';

/**
 * Makes what takes a message of a Bridge in, through the same door as every other message. Its words are from outside: those of an agent count as a tool's,
 * those of a person as a stranger's.
 */
export function createBridgeHearing({ clock, db }: Deps, minds: Minds, zone: string): BridgeDeps['hear'] {
  const hear: BridgeDeps['hear'] = async ({ agentId, mentioned, message, place, self, targeted }) => {
    const now = await clock.now();
    const { author, authorIsAgent, channel, content, id } = message;
    const said = message.at === null ? now.getTime() : Math.min(Date.parse(message.at), now.getTime());
    const heard = await hearMessage(
      {
        db,
        minds,
        now,
        source: 'bridge',
        // Whoever set the Bridge vouches for what comes this way, not for what it says.
        trust: 'owner',
        trustOfTurns: authorIsAgent ? 'external' : 'unverified',
        answers: true,
        zone,
        traceparent: currentTraceparent(),
      },
      {
        agent: agentId,
        channel,
        messageId: `${id}@bridge:${place}`,
        author,
        authorIsAgent,
        self,
        content,
        targeted,
        mentioned,
        at: new Date(said),
        withMemory: true,
      },
    );
    const isAsked = targeted || (mentioned && !authorIsAgent);
    const { thought, turn } = heard;
    annotateSpan({ [attributeKeys.turnId]: turn?.turnId });
    return {
      owed: isAsked ? (turn?.turnId ?? thought?.turnId ?? null) : null,
      wake: turn && { agentId, threadId: turn.threadId, fence: turn.fence, heldBy: turn.heldBy },
    };
  };
  return (said) => {
    const attributes = { [attributeKeys.agentId]: said.agentId, [attributeKeys.inlet]: 'bridge' };
    return withSpan(spanNames.inletTake, { attributes, begins: true }, () => hear(said));
  };
}
