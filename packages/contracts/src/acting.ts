import { z } from 'zod';
import { actionClassSchema, authorisationSchema } from './authority.ts';
import { idSchema, threadIdSchema, turnIdSchema } from './ids.ts';
import { reviewKindSchema } from './task.ts';
import { trustSchema } from './vocabulary.ts';

/** What an action can do to the world, from harmless to irreversible. The order counts. */
export const consequenceTiers = ['observe', 'organise', 'act', 'commit'] as const;
export const consequenceTierSchema = z.enum(consequenceTiers);
export type ConsequenceTier = z.infer<typeof consequenceTierSchema>;

/** What the safety gate says of a call; the highest of all matches counts. The order counts. */
export const gateLevels = ['safe', 'confirm', 'block'] as const;
export const gateLevelSchema = z.enum(gateLevels);
export type GateLevel = z.infer<typeof gateLevelSchema>;

/** What happens to a proposed action: it runs, a person is asked first, or it is refused. */
export const actionPathSchema = z.enum(['run', 'ask', 'refuse']);
export type ActionPath = z.infer<typeof actionPathSchema>;

/** A call that a model asked for. `broken` says why its arguments could not be read; such a call never runs. */
export const toolCallSchema = z.object({
  id: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
  broken: z.string().optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** One element of what a planner was shown: the part of the prompt it stood in, what it is called there, and its trust. */
export const seenElementSchema = z.object({ section: z.string(), id: z.string(), trust: trustSchema });
export type SeenElement = z.infer<typeof seenElementSchema>;

/** What counts of a planner's prompt when its calls are ruled on; stored with the plan. */
export const seenSchema = z.object({
  /** The least trusted of all its elements. */
  least: seenElementSchema,
  /** The first element that came from the agent's own memory; null without one. */
  own: z.string().nullable(),
});
export type Seen = z.infer<typeof seenSchema>;

/** Why a person is asked, for programs. */
const askedCodeSchema = z.enum([
  'safety_rule',
  'unknown_tool',
  'irreversible',
  'private_and_outside',
  'from_outside',
  'unknown_speaker',
  'others_words_later',
  'unprompted',
  'failed_before',
  'too_new',
  'not_granted',
  'changed',
]);

/** Why a person is asked: a code, and the numbers or the words of a rule that belong to it. */
export const askedWhySchema = z.object({
  code: askedCodeSchema,
  /** Of `failed_before` how often it went wrong, of `too_new` how often it went well. */
  times: z.number().nonnegative().optional(),
  of: z.number().nonnegative().optional(),
  detail: z.string().optional(),
});
export type AskedWhy = z.infer<typeof askedWhySchema>;

/** What a person is told of a ruling that asks. */
export const askedSchema = z.object({
  why: askedWhySchema,
  /** The language that it is told in, as a code of two letters. */
  language: z.string(),
  /** The reason in words, and what else a yes implies: ends a sentence that begins with what would be done. */
  because: z.string(),
});
export type Asked = z.infer<typeof askedSchema>;

/** Why an action may run, must be asked for, or is refused; stored with the step, all inputs included. */
export const actionRulingSchema = z.object({
  path: actionPathSchema,
  reason: z.string(),
  gate: z.object({ level: gateLevelSchema, reasons: z.array(z.string()) }),
  /** The tool's own tier. */
  tier: consequenceTierSchema,
  /** The tier that counted: one higher where the turn was not a person's or its text is tainted. */
  effectiveTier: consequenceTierSchema,
  /** Shrunk success rate of this kind of action, 0..1. */
  confidence: z.number().min(0).max(1),
  /** The least trusted element of all that had a say in the call. */
  least: seenElementSchema,
  /** What of the Rule of Two holds: text that is not trusted, private data, an effect outside; null where it does not. */
  two: z.object({
    untrusted: z.string().nullable(),
    private: z.string().nullable(),
    outside: z.string().nullable(),
  }),
  /** Text that is not trusted had a say in it: its success earns the tool nothing. */
  tainted: z.boolean(),
  /** The kind of call that the confidence is of: a hash of the arguments that matter; empty for the tool as a whole. */
  kind: z.string(),
  /** Of a run that belongs to a task: the class of the call, and what the task's grant says of it. */
  grant: z.object({ class: actionClassSchema, says: authorisationSchema }).optional(),
  /** Of a ruling that asks. */
  asked: askedSchema.optional(),
});
export type ActionRuling = z.infer<typeof actionRulingSchema>;

/** What became of an action that ran. `transient` failures may be tried again; `unknown` ones never. */
export const actionResultSchema = z.object({
  outcome: z.enum(['succeeded', 'failed', 'timed_out', 'unknown']),
  /** What the model reads; capped, and data whatever it says (law 10). */
  text: z.string(),
  trust: trustSchema,
  transient: z.boolean().default(false),
  durationMs: z.number().nonnegative(),
  /** How far it can be relied on, 0..1; absent where nothing ran. */
  confidence: z.number().min(0).max(1).optional(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

/** The critic's verdict on a result: use it, correct it silently (try again differently), or report it to the person. */
export const verdictSchema = z.object({
  verdict: z.enum(['accept', 'correct', 'escalate']),
  rule: z.string(),
  reason: z.string(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** A step of a run of actions, as stored. The run is named by the turn that began it; `n` counts from 0. */
const actStepKindSchema = z.enum(['plan', 'action', 'steer', 'summary', 'closing']);
/**
 * planned: a call that was not ruled on yet. started: its effect may happen from now on. waiting: a transient failure that
 * is tried again at `retryAt`. asked: a person is asked. Everything else is an end.
 */
const actStepStateSchema = z.enum([
  'planned',
  'started',
  'waiting',
  'asked',
  'succeeded',
  'failed',
  'timed_out',
  'unknown',
  'refused',
  'denied',
  'expired',
  'done',
]);

/** How an action ended that says something of its tool; `doubted`: it succeeded, and the critic was not content. */
export const outcomeCodes = [
  'succeeded',
  'doubted',
  'failed',
  'timed_out',
  'unknown',
  'denied',
  'expired',
  'refused',
] as const;
export type OutcomeCode = (typeof outcomeCodes)[number];

export const actStepSchema = z.object({
  runId: turnIdSchema,
  n: z.number().int().nonnegative(),
  /** The turn that made it: the run's own or a continuation. */
  turnId: turnIdSchema,
  kind: actStepKindSchema,
  state: actStepStateSchema,
  /**
   * Of a plan: the model's words. Of a steer: the message. Of an action whose arguments a person changed: the first ones, as JSON. Of a
   * summary, whose words are its result: the number of the first step that it does not stand for.
   */
  note: z.string().nullable(),
  /** Of a plan: `tool-calls`, `stop`, `length`, …; of a closing: the stop reason; of an action that did not run: why. */
  reason: z.string().nullable(),
  call: toolCallSchema.nullable(),
  /** Of a plan: what counts of its prompt. */
  seen: seenSchema.nullable(),
  ruling: actionRulingSchema.nullable(),
  result: actionResultSchema.nullable(),
  verdict: verdictSchema.nullable(),
  approvalId: idSchema('approval').nullable(),
  /** The same for every try of one action; passed on to the tool. */
  idempotencyKey: z.string().nullable(),
  attempt: z.number().int().nonnegative(),
  retryAt: z.iso.datetime({ offset: true }).nullable(),
  /** A result that came after its time was over: recorded, never used. */
  late: z.string().nullable(),
  at: z.iso.datetime({ offset: true }),
});
export type ActStep = z.infer<typeof actStepSchema>;

/** What a model writes of a run's earlier steps, which a planner is no longer shown. */
const runNote = z.string().max(1_200).default('');
export const runNotesSchema = z.object({
  /** What was done and found so far. */
  progress: runNote,
  /** What of the request is still to be done. */
  remaining: runNote,
  /** Names, numbers, addresses and ids that later steps need. */
  data: runNote,
  /** What was decided, and why. */
  decisions: runNote,
});
export type RunNotes = z.infer<typeof runNotesSchema>;

/** The state of an approval. Only `pending` ever changes. */
export const approvalStateSchema = z.enum(['pending', 'approved', 'edited', 'refused', 'expired']);
export type ApprovalState = z.infer<typeof approvalStateSchema>;

const instant = z.iso.datetime({ offset: true });

/** An approval, as the API shows it. */
export const approvalViewSchema = z.object({
  approval_id: idSchema('approval'),
  /** What is asked for: a call of a tool, that a message is taken in as a task, or a step of a task that is a person's. */
  kind: reviewKindSchema,
  /** The task that waits for the answer. */
  task_id: idSchema('task').nullable(),
  thread_id: threadIdSchema,
  turn_id: turnIdSchema,
  state: approvalStateSchema,
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Of an edited one: what runs instead. */
  edited_arguments: z.record(z.string(), z.unknown()).nullable(),
  /** What is decided, as eyes can see it: tool and arguments, whole, with every invisible character written out. */
  shown: z.string(),
  /**
   * What the call would change, in sentences that code makes from the tool and the arguments that would run; empty where no call is asked for.
   * Absent in answers of older servers.
   */
  effects: z.array(z.string()).optional(),
  /**
   * SHA-256 over tool, arguments and definition of the tool, hex. An answer that sends it as If-Match counts for exactly this. Of
   * an edited request: of what runs.
   */
  hash: z.string(),
  reason: z.string(),
  tier: consequenceTierSchema,
  created_at: instant,
  /** From then on the answer is no. */
  expires_at: instant,
  resolved_at: instant.nullable(),
  /** Who answered: `agent-key`, `local`, `operator:<name>`, `chat`; or `deadline`. */
  resolved_by: z.string().nullable(),
  /** The turn that goes on from the answer. */
  continuation_turn_id: turnIdSchema.nullable(),
});
export type ApprovalView = z.infer<typeof approvalViewSchema>;

/** The query of GET /approvals. */
export const approvalQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
  state: approvalStateSchema.optional(),
  kind: reviewKindSchema.optional(),
  thread_id: threadIdSchema.optional(),
});

/** Answers a request: yes, no, or yes with these arguments instead. */
export const approvalAnswerSchema = z.discriminatedUnion('answer', [
  z.strictObject({
    answer: z.literal('approve'),
    /** Of a message that came in: let its sender in without asking for so many minutes. */
    session_minutes: z.number().int().min(1).max(10_080).optional(),
  }),
  z.strictObject({ answer: z.literal('refuse') }),
  z.strictObject({ answer: z.literal('edit'), arguments: z.record(z.string(), z.unknown()) }),
]);
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
