import { z } from 'zod';
import type { TurnId } from './ids.ts';

/** The kinds of thought that are told apart by what was said. A caller may name others. */
export const thoughtTypes = [
  'reaction',
  'question',
  'connection',
  'disagreement',
  'insight',
  'background',
] as const;
export type ThoughtType = (typeof thoughtTypes)[number];

/** The most characters of a thought's type. */
const thoughtTypeCharsMax = 64;

/** A thought's type: one of ours, or a name of the caller's. */
export const thoughtTypeSchema = z
  .string('expected a text')
  .trim()
  .min(1, 'expected a type that is not empty')
  .max(thoughtTypeCharsMax, `expected at most ${thoughtTypeCharsMax} characters`);

/** The trust of what stands in the prefrontal tables: of whoever showed the agent's key or the person's token, or of nobody in particular. */
export const pfcTrustSchema = z.enum(['owner', 'unverified']);
export type PfcTrust = z.infer<typeof pfcTrustSchema>;

/** What a proposed action deserves: to be done, to be held for a while, or to be left. */
export const evaluatedAsSchema = z.enum(['act', 'consider', 'skip']);
export type EvaluatedAs = z.infer<typeof evaluatedAsSchema>;

export const goalStatusSchema = z.enum(['active', 'paused', 'completed', 'abandoned']);
export type GoalStatus = z.infer<typeof goalStatusSchema>;

/** Where an evaluated action was proposed: by a caller of the API, in a run of actions, or before a wake. */
export const evaluationSourceSchema = z.enum(['api', 'act', 'pulse']);
export type EvaluationSource = z.infer<typeof evaluationSourceSchema>;

/** What became of an action that was to be considered: it waits, it went into a later one, its time ran out, or it was let through. */
export const holdSchema = z.enum(['held', 'merged', 'expired', 'released']);
export type Hold = z.infer<typeof holdSchema>;

/** A goal that an action served, as it was when the action was evaluated. */
export const matchedGoalSchema = z.object({
  id: z.int(),
  goal: z.string(),
  priority: z.int(),
  /** How much of the goal's words or meaning the action shares, 0 to 1. */
  overlap: z.number(),
  /** What it added to the relevance, 0 to 1. */
  contribution: z.number(),
});
export type MatchedGoal = Readonly<z.infer<typeof matchedGoalSchema>>;

/** A goal as evaluation sees it. */
export const evaluationGoalSchema = z.object({
  id: z.int(),
  goal: z.string(),
  /** 0 to 100. */
  priority: z.int(),
  context: z.string().nullable(),
  trust: pfcTrustSchema,
});
export type EvaluationGoal = Readonly<z.infer<typeof evaluationGoalSchema>>;

/** An action of late, for what repeats it and for how much was done in a channel. */
export const recentActionSchema = z.object({
  id: z.int(),
  action: z.string(),
  kind: z.string().nullable(),
  channel: z.string().nullable(),
  decision: evaluatedAsSchema,
  at: z.date(),
});
export type RecentAction = Readonly<z.infer<typeof recentActionSchema>>;

/** How an earlier action went, with the goals that it served. */
export const actionOutcomeSchema = z.object({
  actionId: z.int(),
  goalIds: z.array(z.int()),
  channel: z.string().nullable(),
  kind: z.string().nullable(),
  /** From −1, badly, to 1, well. */
  value: z.number(),
  at: z.date(),
});
export type ActionOutcome = Readonly<z.infer<typeof actionOutcomeSchema>>;

/** What an evaluation is made of, as it is stored. */
export const evaluationInputsSchema = z.object({
  /** Active ones by priority, the highest first, then the older. */
  goals: z.array(evaluationGoalSchema),
  /** Of the last 24 hours, the newest first. */
  recent: z.array(recentActionSchema),
  /** The newest first. */
  outcomes: z.array(actionOutcomeSchema),
  /** What was set of `evaluate.thresholds`, unchecked; null: nothing. */
  thresholds: z.unknown(),
});
export type EvaluationInputs = Readonly<z.infer<typeof evaluationInputsSchema>>;

/** A hand: down, waiting for a free place in its room, up, or called upon. */
export const handStateSchema = z.enum(['lowered', 'waiting', 'raised', 'granted']);
export type HandState = z.infer<typeof handStateSchema>;

/** What may be said of whether a raised hand was told to somebody. `late`: it was too old, or down again, before it left. */
export const handDeliveryStateSchema = z.enum(['pending', 'sent', 'unknown', 'failed', 'late']);
export type HandDeliveryState = z.infer<typeof handDeliveryStateSchema>;

/** An agent's hand in a channel. */
export const handSchema = z.object({
  channel: z.string(),
  state: handStateSchema,
  /** Thoughts that were counted since the last reset. */
  count: z.int().min(0),
  /** Why it wants to speak: a type of thought, `threshold`, or `asked`; null while it is down. */
  reason: z.string().nullable(),
  /** How much it wants to, 0 to 1. */
  bid: z.number(),
  /** Rises with each transition; 0: it never was up. */
  version: z.int().min(0),
  /** When it began to want to speak; null while it is down. */
  raisedAt: z.date().nullable(),
  updatedAt: z.date().nullable(),
});
export type Hand = Readonly<z.infer<typeof handSchema>>;

/** Whom a raised hand is told to, and how that went. */
export interface HandDelivery {
  readonly target: string;
  readonly version: number;
  readonly state: HandDeliveryState;
  readonly attempts: number;
  readonly lastError: string | null;
}

/** What a thought may do to a hand: the rules that hold, and what the caller made of the message. */
export interface HandRules {
  /** Thoughts that are counted until the hand goes up. */
  readonly threshold: number;
  /** Types that raise it at once. */
  readonly immediateTypes: readonly string[];
  /** Background neither counts nor raises. */
  readonly focus: 'full' | 'background';
  /** 0 to 1. */
  readonly bid: number;
}

/** A thought of the monologue with its words, wherever they are kept. */
export interface MonologueThought {
  readonly id: number;
  readonly channel: string | null;
  readonly thoughtType: string;
  readonly content: string;
  readonly triggerMessageId: string | null;
  readonly triggerAuthor: string | null;
  readonly triggerContent: string | null;
  /** Which rule gave the type; `given`: the caller did. */
  readonly rule: string | null;
  readonly turnId: TurnId | null;
  readonly trust: PfcTrust;
  readonly createdAt: Date;
}

const types = z.array(thoughtTypeSchema).max(100);

/** The settings of an agent's prefrontal cortex. Keys that nobody knows are kept. */
export const pfcConfigSchema = z.looseObject({
  handRaise: z.looseObject({
    threshold: z.int('expected a whole number').min(1, 'expected at least 1').max(10_000),
    immediateTypes: types,
  }),
  thoughtTypes: types,
  synthesis: z.looseObject({
    style: z.string('expected a text').max(64),
    maxThoughts: z.int('expected a whole number').min(1).max(10_000, 'expected at most 10,000'),
  }),
});
export type PfcConfig = Readonly<z.infer<typeof pfcConfigSchema>>;
