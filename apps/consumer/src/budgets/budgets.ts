import type { Budget, BudgetName, Budgets } from '@salience/contracts';
import { type UsedBudgets, usedBudgets } from '@salience/database/operations';
import { wakeLimits } from '@salience/escalation';
import { localDayOf } from '@salience/language';
import { listenPerDayDefault } from '@salience/memory';
import { openTasksMax } from '@salience/tasks';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { ownerZone } from '../pulse/owner-zone.ts';

const dayMs = 86_400_000;
/** Tasks at once where an agent's settings say nothing: see keep_agenda.sql. */
const tasksAtOnce = 4;

/** What is told of a limit beside its numbers. */
type Told = Pick<Budget, 'beyond' | 'unit' | 'what'>;

const told: Readonly<Record<BudgetName, Told>> = {
  'turns-per-minute': {
    what: 'Messages that are accepted in a minute, after a burst of as many.',
    unit: 'turns',
    beyond: 'A message is refused with 429 and told when to come again.',
  },
  'open-turns': {
    what: 'Messages that were accepted and have not ended.',
    unit: 'turns',
    beyond: 'A message is refused with 429 until one has ended.',
  },
  'wakes-per-day': {
    what: 'Questions that signals ask the agent in a day of the person; mails and hooks use up half at most.',
    unit: 'wakes',
    beyond: 'What passes its threshold is told in one digest when the day is over.',
  },
  'wake-tokens-per-day': {
    what: 'Tokens of models that the turns of wakes use in a day of the person.',
    unit: 'tokens',
    beyond: 'What passes its threshold is told in one digest when the day is over.',
  },
  'listens-per-day': {
    what: 'Model calls about overheard messages in a day (UTC).',
    unit: 'calls',
    beyond: 'Of overheard messages names and times alone are kept.',
  },
  'thoughts-per-day': {
    what: 'Thoughts that the agent says by itself in 24 hours. Unless it is set: one with a language model, none without.',
    unit: 'thoughts',
    beyond: 'A thought is kept and not said.',
  },
  'thinking-tokens': {
    what: 'Tokens of models that idle thinking took in 24 hours. Its limit belongs to the installation.',
    unit: 'tokens',
    beyond: 'The agent thinks on when older thinking is a day past.',
  },
  'tasks-at-once': {
    what: 'Tasks that run at once.',
    unit: 'tasks',
    beyond: 'A task that is due waits for another to end.',
  },
  'open-tasks': {
    what: 'Tasks that have not ended.',
    unit: 'tasks',
    beyond: 'A new one is refused, and what comes in waits at its inlet.',
  },
};

/** The limits of a caller's agent and what is used of them, on the day of its person. */
export async function budgetsOf(context: ConsumerContext, caller: Caller): Promise<Budgets> {
  const { agent } = caller;
  const zone = await ownerZone(context, caller);
  const now = await context.clock.now();
  const day = localDayOf(now, zone);
  const dayBefore = new Date(now.getTime() - dayMs);
  const { limits, pulse, listenPerDay, tasks, thoughtsPerDay } = agent.settings;
  const turnsPerMinute = limits?.turnsPerMinute ?? context.turnLimits?.turnsPerMinute ?? null;
  const openTurns = limits?.openTurns ?? context.turnLimits?.openTurns ?? null;
  const spans = {
    dayStart: day.start,
    listenDay: now.toISOString().slice(0, 10),
    dayBefore,
    turnsPerMinute,
  };
  const { models, used } = await usedBudgets(context.db, agent.id, spans);
  const ofDay = { since: day.start.toISOString(), resets_at: nextDay(now, zone).toISOString() };
  const ofUtcDay = { since: utcDay(now, 0), resets_at: utcDay(now, 1) };
  const rolling = { since: dayBefore.toISOString(), resets_at: null };
  const open = { since: null, resets_at: null };
  const row = (
    name: BudgetName,
    of: keyof UsedBudgets,
    [set, fallback]: readonly [number | undefined, number | null],
    when: Pick<Budget, 'resets_at' | 'since'>,
  ): Budget => ({
    name,
    ...told[name],
    used: used[of],
    limit: set ?? fallback,
    set_by: set === undefined ? 'default' : 'agent',
    ...when,
  });
  return {
    time_zone: zone,
    day: day.name,
    day_start: day.start.toISOString(),
    budgets: [
      row('wakes-per-day', 'wakes', [pulse?.wakesPerDay, wakeLimits.wakesPerDay], ofDay),
      row('wake-tokens-per-day', 'wakeTokens', [pulse?.tokensPerDay, wakeLimits.tokensPerDay], ofDay),
      row('listens-per-day', 'listened', [listenPerDay, listenPerDayDefault], ofUtcDay),
      row('thoughts-per-day', 'thoughts', [thoughtsPerDay, null], rolling),
      row('thinking-tokens', 'thinkingTokens', [undefined, null], rolling),
      row('tasks-at-once', 'runningTasks', [tasks?.concurrent, tasksAtOnce], open),
      row('open-tasks', 'openTasks', [tasks?.openMax, openTasksMax], open),
      row('turns-per-minute', 'turns', [limits?.turnsPerMinute, turnsPerMinute], open),
      row('open-turns', 'openTurns', [limits?.openTurns, openTurns], open),
    ],
    models: models.map(({ inputTokens, model, outputTokens, turns }) => ({
      model,
      turns,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    })),
  };
}

/** When the next day of a zone begins. A day has 23 to 25 hours, so one and a half days behind its beginning lies in the next. */
function nextDay(now: Date, zone: string): Date {
  const { start } = localDayOf(now, zone);
  return localDayOf(new Date(start.getTime() + 1.5 * dayMs), zone).start;
}

function utcDay(now: Date, later: number): string {
  return new Date((Math.floor(now.getTime() / dayMs) + later) * dayMs).toISOString();
}
