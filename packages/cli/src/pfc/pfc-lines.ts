import type {
  ActionView,
  EvaluationView,
  GoalView,
  HandView,
  SynthesisView,
  ThoughtView,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { colour, table } from '../terminal.ts';

/** Goals as a table, in the order in which they weigh. */
export function goalTable(goals: readonly GoalView[]): string {
  const rows = goals.map(({ context, goal, id, priority, status, trust }) => [
    `${id}`,
    `${priority}`,
    status,
    trust === 'owner' ? '' : trust,
    context === null ? goal : `${goal} (${context})`,
  ]);
  return table(['goal', 'priority', 'status', 'trust', ''], rows);
}

/** What an action would be worth, with what that is made of. */
export function evaluationLines(evaluation: EvaluationView): string[] {
  const { action_id: id, decision, factors, matched_goals: goals, merged_into: into, salience } = evaluation;
  const terms = Object.entries(factors).filter(([, value]) => value !== 0);
  return [
    `${painted(decision)} ${salience.toFixed(2)}  action ${id}`,
    ...(into === null ? [] : [`It goes into action ${into}, which is held.`]),
    ...(terms.length === 0
      ? []
      : [
          table(
            ['term', ''],
            terms.map(([name, value]) => [name, figure(value)]),
          ),
        ]),
    ...(goals.length === 0
      ? ['It serves no goal.']
      : [
          table(
            ['goal', 'priority', 'overlap', ''],
            goals.map(({ goal, id: goalId, overlap, priority }) => [
              `${goalId}`,
              `${priority}`,
              figure(overlap),
              goal,
            ]),
          ),
        ]),
  ];
}

/** Evaluated actions as a table, the newest first. */
export function actionTable(actions: readonly ActionView[], zone: string): string {
  const rows = actions.map(({ action, created_at: at, decision, hold, id, outcome, salience }) => [
    `${id}`,
    localTime(at, zone),
    decision,
    salience.toFixed(2),
    outcome ?? hold ?? '',
    action,
  ]);
  return table(['action', 'at', 'decision', 'salience', 'outcome', ''], rows);
}

/** Thoughts as a table. */
export function thoughtTable(thoughts: readonly ThoughtView[], zone: string): string {
  const rows = thoughts.map(
    ({ channel, content, created_at: at, rule, thought_type: type, trigger_author: who }) => [
      localTime(at, zone),
      channel ?? '',
      type,
      rule ?? '',
      who === null ? content : `${who}: ${content}`,
    ],
  );
  return table(['at', 'channel', 'type', 'rule', ''], rows);
}

/** What was thought in a channel, in words. */
export function synthesisLines({
  cleared,
  digest,
  dropped,
  thought_count: count,
  truncated,
  total_buffered: all,
}: SynthesisView): string[] {
  const more = truncated ? `, the newest of ${all}` : '';
  const gone = dropped > 0 ? `, with ${dropped} older ones` : '';
  return [
    colour.bold(`${count} thoughts${more}`),
    ...(digest === '' ? [] : [digest]),
    ...(cleared ? [colour.dim(`Cleared${gone}.`)] : []),
  ];
}

/** A hand in one line. */
export function handLine(
  { bid, channel, count, raised_at: at, reason, state }: HandView,
  zone: string,
): string {
  const since = at === null ? '' : ` since ${localTime(at, zone)}`;
  const why = reason === null ? '' : ` by ${reason}, bid ${bid.toFixed(2)}`;
  return `${channel}: ${state}${since}${why}; ${count} thoughts counted`;
}

function painted(decision: EvaluationView['decision']): string {
  if (decision === 'act') return colour.green(decision);
  return decision === 'skip' ? colour.red(decision) : colour.yellow(decision);
}

function figure(value: number): string {
  return value.toFixed(2);
}
