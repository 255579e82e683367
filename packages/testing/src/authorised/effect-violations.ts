import type { GivenAnswer, SeenEffect } from './witnesses.ts';

/** A call of a run of a task, as its rows tell it. */
export interface StoredCall {
  readonly taskId: string;
  readonly taskState: string;
  readonly runId: string;
  readonly state: string;
  readonly key: string | null;
  /** The argument that tells its effect from every other. */
  readonly text: string | null;
  /** What became of the request for it; null: there was none. */
  readonly approval: string | null;
}

/** A request to a person, as its row tells it. */
export interface StoredAnswer {
  readonly id: string;
  readonly state: string;
  readonly resolvedBy: string | null;
}

/** How often the effect of a call may have happened, by its state. Nobody knows where its worker was lost between start and end. */
const happened: Readonly<Record<string, readonly number[]>> = { succeeded: [1], unknown: [0, 1] };
const never: readonly number[] = [0];

/**
 * Each effect happened once at most, by its key and by what it is about; exactly once where its call says so, never where it was not run; each after a yes;
 * and of every completed task what it was for.
 */
export function effectViolations(effects: readonly SeenEffect[], calls: readonly StoredCall[]): string[] {
  const byKey = countBy(effects, ({ key }) => key);
  const byText = countBy(effects, ({ text }) => text);
  const ofKey = new Map(calls.flatMap((call) => (call.key === null ? [] : [[call.key, call] as const])));
  return [
    ...[...byText]
      .filter(([, count]) => count > 1)
      .map(([text, count]) => `an effect happens once: ${text} happened ${count} times`),
    ...effects
      .filter(({ key, text }) => ofKey.get(key)?.text !== text)
      .map(({ key, text }) => `an effect is of a call: ${text} (${key}) is of none`),
    ...calls.flatMap((call) => {
      const times = byKey.get(call.key ?? '') ?? 0;
      const may = happened[call.state] ?? never;
      return [
        ...(may.includes(times)
          ? []
          : [
              `a call tells what it did: ${call.text ?? ''} of ${call.taskId} is ${call.state} and happened ${times} times`,
            ]),
        ...(times > 0 && call.approval !== 'approved' && call.approval !== 'edited'
          ? [
              `ask first: ${call.text ?? ''} of ${call.taskId} happened, its request is ${call.approval ?? 'none'}`,
            ]
          : []),
      ];
    }),
    ...completedIdle(calls),
  ];
}

/** A run of a completed task did its work, or says that nobody knows, or that it failed. */
function completedIdle(calls: readonly StoredCall[]): string[] {
  const ended = new Set(['succeeded', 'unknown', 'failed', 'timed_out']);
  return calls
    .filter(({ state, taskState }) => taskState === 'completed' && !ended.has(state))
    .map(
      ({ state, taskId, text }) =>
        `a completed task did what was asked: ${taskId} left ${text ?? ''} ${state}`,
    );
}

/** The status of a consumer whose store is away: what became of the answer, it does not know either. */
const storeAway = 503;
const stateOf = { approve: 'approved', refuse: 'refused' } as const;

/** One answer to a request counts, whoever else answers, and what its giver was told stays. */
export function answerViolations(given: readonly GivenAnswer[], stored: readonly StoredAnswer[]): string[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  return [...Map.groupBy(given, ({ approvalId }) => approvalId)].flatMap(([id, answers]) => {
    const row = rows.get(id);
    const counted = answers.filter(({ status }) => status === 200);
    const odd = answers.filter(({ status }) => status !== null && ![200, 409, storeAway].includes(status));
    return [
      ...(row === undefined ? [`a request is a row: ${id} is none`] : []),
      ...(counted.length > 1
        ? [`one answer counts: ${id} took ${counted.map(({ answer }) => answer).join(' and ')}`]
        : []),
      ...counted
        .filter(({ answer }) => row?.state !== stateOf[answer])
        .map(({ answer }) => `an answer stays: ${id} took ${answer} and is ${row?.state ?? 'gone'}`),
      ...odd.map(({ status }) => `an answer is taken or was given before: ${id} got ${status ?? ''}`),
    ];
  });
}

function countBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}
