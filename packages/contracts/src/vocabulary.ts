import { z } from 'zod';

/** What a message deserves. The order is the order of every score table. */
export const modes = ['RESPOND', 'CLARIFY', 'ACT', 'ACKNOWLEDGE', 'IGNORE'] as const;
export const modeSchema = z.enum(modes);
export type Mode = z.infer<typeof modeSchema>;

/**
 * How far a text may be trusted; survives consolidation, the lowest of its sources counts. `unverified`: words of somebody of whom
 * nobody knows who they are. They are answered, remembered and believed as a person's, but an action that they have a say in is
 * ruled as if they came from outside.
 */
export const trustLevels = ['external', 'unverified', 'agent', 'user', 'owner'] as const;
export const trustSchema = z.enum(trustLevels);
export type Trust = z.infer<typeof trustSchema>;

/** The states that end a turn: each turn reaches exactly one of them, once, and never leaves it. */
export const terminalStateSchema = z.enum([
  'answered',
  'ignored',
  'merged',
  'failed',
  'cancelled',
  'quarantined',
]);
export type TerminalState = z.infer<typeof terminalStateSchema>;

/** The states of a turn: on its way, or at its end. */
export const turnStateSchema = z.enum(['pending', 'running', ...terminalStateSchema.options]);
export type TurnState = z.infer<typeof turnStateSchema>;

/** True when a turn in this state will never change again. */
export function isTerminal(state: TurnState): state is TerminalState {
  return state !== 'pending' && state !== 'running';
}

/**
 * What happens to a message that arrives while its thread is busy: it waits, is refused, is answered together with the
 * others that wait, takes the place of what runs and waits, or enters the run of actions that is under way.
 */
export const midRunPolicySchema = z.enum(['queue', 'reject', 'merge', 'interrupt', 'steer']);
export type MidRunPolicy = z.infer<typeof midRunPolicySchema>;

/** Why a stretch of exchanges that becomes an episode ends where it does. */
export const stretchReasonSchema = z.enum(['switch', 'full', 'silence', 'expiry']);
export type StretchReason = z.infer<typeof stretchReasonSchema>;

/** What becomes of words that are merely overheard: what they teach, their names and times alone, or nothing beside the words. */
export const listenSchema = z.enum(['facts', 'words', 'off']);
export type Listen = z.infer<typeof listenSchema>;

/** The jobs a model can be asked to do; each is bound to a model of its own by configuration. */
export const modelRoles = [
  'respond',
  'acknowledge',
  'tiebreak',
  'plan',
  'compact',
  'critic',
  'triage',
  'chunk',
  'stretch',
  'episode',
  'concept',
  'experience',
  'biography',
  'drift',
  'reflect',
] as const;
/** What the offline responder calls itself in records and telemetry; `model` is raised whenever the same input may give other words. */
export const offlineModel = { provider: 'offline', model: 'salience-offline-5' } as const;
export const modelRoleSchema = z.enum(modelRoles);
export type ModelRole = z.infer<typeof modelRoleSchema>;

/** The deployable apps. */
export const appNames = [
  'consumer',
  'digest',
  'memory-chunker',
  'episodic',
  'cognitive-drift',
  'routing-regulator',
  'scheduler',
  'pulse-sensor',
] as const;
export const appNameSchema = z.enum(appNames);
export type AppName = z.infer<typeof appNameSchema>;

/** The two processes that the apps share on a machine of one person: what a reply waits for, and what works behind it. */
export const sharedProcesses = {
  reply: ['consumer', 'digest'],
  background: [
    'memory-chunker',
    'episodic',
    'cognitive-drift',
    'routing-regulator',
    'scheduler',
    'pulse-sensor',
  ],
} as const satisfies Record<string, readonly AppName[]>;
export type SharedProcess = keyof typeof sharedProcesses;

/** Characters of one message text; longer ones are refused, never cut. */
export const messageCharsMax = 32_768;
