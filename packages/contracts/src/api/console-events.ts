import { z } from 'zod';
import { agentIdSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { agentRefSchema } from './operators.ts';

/** What the console is told as it happens. `gap`: events before this one are missing, so that everything is to be read again. */
const consoleEventTypes = [
  'turn.accepted',
  'turn.ended',
  'approval',
  'task',
  'signal',
  'activation',
  'notice',
  'thought',
  'schedule',
  'policy',
  'memory',
  'room',
  'gap',
] as const;

const place = {
  /** Names the event for ever: after a resume some events come again, and a reader drops those whose key it knows. */
  key: z.string(),
  /** Business time. */
  at: z.iso.datetime({ offset: true }),
};

/**
 * One event of GET /events: ids, states and times, never words. Whoever wants to know more reads what `id` names: a turn, an approval, a
 * task, a signal, an activation, a thought, a schedule, a change of a policy, a memory, a room; of a notice the turn.
 */
export const consoleEventSchema = z.discriminatedUnion('type', [
  /** The first of a stream: whose events follow. */
  z.object({ type: z.literal('listening'), ...place, agents: z.array(agentIdSchema) }),
  z.object({
    type: z.enum(consoleEventTypes),
    ...place,
    /** Empty for a gap. */
    id: z.string(),
    /** Null for what belongs to no single agent: a policy, a room, a gap. */
    agent_id: agentIdSchema.nullable(),
    thread_id: threadIdSchema.optional(),
    turn_id: turnIdSchema.optional(),
    seq: z.number().int().optional(),
    state: z.string().optional(),
    /** Of a turn and a notice: what began it. */
    source: z.string().optional(),
    /** Of a memory `gist`, `fact`, `episode` or `concept`, or `forgotten`: then `id` is the request, and its state `asked` or `gone`; of a room what happened in it. */
    kind: z.string().optional(),
    /** Of a policy: its name. */
    policy: z.string().optional(),
  }),
]);
export type ConsoleEvent = z.infer<typeof consoleEventSchema>;

/** The query of GET /events. */
export const consoleEventsQuerySchema = z.object({
  /**
   * Whose events, by name or id, in place of X-Agent, which a browser's event stream cannot send; `*`: of every agent that the caller may
   * see.
   */
  agent: z.union([z.literal('*'), agentRefSchema]).optional(),
});
