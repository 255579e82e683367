import type { EvaluateRequest, EvaluationView } from '@salience/contracts';
import { evaluationInputs, logAction } from '@salience/database/pfc';
import { evaluateAction, thresholdsOf } from '@salience/pfc';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { counted, trustOf } from './standing.ts';

/** How long an action that is to be considered waits, in milliseconds. */
const heldMs = 3_600_000;
const nameCharsMax = 200;

/** What is read of the object that a caller sends along; all of it is kept. */
interface SaidContext {
  readonly channel: string | null;
  readonly kind: string | null;
  readonly text: string | null;
  readonly addressed: boolean;
  readonly urgent: boolean;
  readonly reversible: boolean;
}

/** Judges an action by the goals that count for its caller, and logs it. */
export async function evaluate(
  context: ConsumerContext,
  caller: Caller,
  { action, context: sent }: EvaluateRequest,
): Promise<EvaluationView> {
  const agentId = caller.agent.id;
  const said = readContext(sent);
  const { channel } = said;
  const now = await context.clock.now();
  const inputs = await evaluationInputs(context.db, agentId, { now, channel, ...counted(caller) });
  const similarity = await context.likeness?.(action, inputs.goals);
  const found = evaluateAction({
    action,
    ...said,
    ...inputs,
    similarity,
    now,
    thresholds: thresholdsOf(inputs.thresholds),
  });
  const { decision, kind, matchedGoals, reasoning, salience } = found;
  const factors = {
    ...found.factors,
    // Left out where words alone decided.
    ...(similarity === undefined ? {} : { similarity: Math.max(...similarity.values()) }),
  };
  const row = await logAction(context.db, {
    agentId,
    action,
    context: sent,
    kind,
    channel,
    salience,
    decision,
    matchedGoals,
    reasoning,
    factors,
    source: 'api',
    trust: trustOf(caller),
    ...(decision === 'consider' ? { heldUntil: new Date(now.getTime() + heldMs) } : {}),
    now,
  });
  return {
    decision,
    salience,
    matched_goals: [...matchedGoals],
    reasoning,
    action_id: row.id,
    factors,
    held_until: row.heldUntil?.toISOString() ?? null,
    merged_into: row.mergedInto,
  };
}

/** Names that callers use already stand for what they mean: `type` of a message, `targeted`, the emergency tier of a queue. */
function readContext(sent: EvaluateRequest['context']): SaidContext {
  const is = (...names: readonly string[]) => names.some((name) => sent[name] === true);
  return {
    channel: nameIn(sent['channel']),
    kind: nameIn(sent['kind'] ?? sent['tool']),
    text: typeof sent['text'] === 'string' ? sent['text'] : null,
    addressed: is('addressed', 'targeted', 'mentioned'),
    urgent: is('urgent') || sent['tier'] === 'emergency',
    reversible: sent['reversible'] !== false,
  };
}

function nameIn(value: unknown): string | null {
  const name = typeof value === 'number' ? String(value) : value;
  return typeof name === 'string' && name !== '' && name.length <= nameCharsMax ? name : null;
}

/** What an outcome's word says of how it went, −1 to 1; null: neither. */
export function valueOfOutcome(word: string): number | null {
  return outcomeValues.find(([words]) => words.has(word.trim().toLowerCase()))?.[1] ?? null;
}

const outcomeValues: readonly (readonly [ReadonlySet<string>, number])[] = [
  [
    new Set([
      'success',
      'succeeded',
      'successful',
      'done',
      'completed',
      'good',
      'positive',
      'helpful',
      'approved',
      'ok',
      'sent',
    ]),
    1,
  ],
  [new Set(['partial', 'mixed']), 0.3],
  [new Set(['ignored', 'no_reply', 'no reply', 'neutral']), -0.3],
  [
    new Set(['failure', 'failed', 'error', 'bad', 'negative', 'unhelpful', 'rejected', 'refused', 'harmful']),
    -1,
  ],
];
