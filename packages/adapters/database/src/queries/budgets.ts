import type { AgentId } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';

/** From when what is used counts. */
export interface BudgetSpans {
  /** When the day of the person began. */
  readonly dayStart: Date;
  /** The day of the installation's clock, as overheard messages are counted: `2026-11-23`. */
  readonly listenDay: string;
  /** A day before now: thoughts that were said, and tokens that thinking took, are counted since then. */
  readonly dayBefore: Date;
  /** Turns of one burst; null: no limit. */
  readonly turnsPerMinute: number | null;
}

/** What an agent has used of its limits. */
export interface UsedBudgets {
  /** Of the burst of a minute; 0 without a limit. */
  readonly turns: number;
  readonly openTurns: number;
  readonly wakes: number;
  readonly wakeTokens: number;
  readonly listened: number;
  readonly thoughts: number;
  readonly thinkingTokens: number;
  readonly runningTasks: number;
  readonly openTasks: number;
}

/** What replies took of one model. */
export interface ModelUse {
  readonly model: string;
  readonly turns: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const tokens = (of: string): string => `coalesce((e.usage->>'${of}')::bigint, 0)`;

/** What an agent has used of its limits, counted as those count who keep them. Consumer. */
export function usedBudgets(
  db: Database,
  agentId: AgentId,
  { dayBefore, dayStart, listenDay, turnsPerMinute }: BudgetSpans,
): Promise<{ readonly used: UsedBudgets; readonly models: readonly ModelUse[] }> {
  return withAgent(db, agentId, async (session) => {
    const used = await session.query<Record<keyof UsedBudgets, string | number | null>>(
      `select
         (select ceil(greatest(0, extract(epoch from l.free_at - clock_timestamp())) / 60 * $5) from salience.agent_limits l where l.agent_id = $1) as turns,
         (select count(*) from salience.lanes l join salience.turns t on t.thread_id = l.thread_id and t.seq > l.cursor and t.state in ('pending', 'running')
           where l.agent_id = $1 and l.has_work) as "openTurns",
         w.wakes, w.tokens as "wakeTokens",
         (select l.listened from salience.memory_leases l where l.agent_id = $1 and l.kind = 'chunk' and l.listened_on = $3::date) as listened,
         (select count(*) from salience.notices n where n.agent_id = $1 and n.source = 'thought' and n.created_at > $4) as thoughts,
         (select sum(r.tokens) from salience.drift_runs r where r.agent_id = $1 and r.started_at > $4) as "thinkingTokens",
         (select g.running from salience.agendas g where g.agent_id = $1) as "runningTasks",
         (select g.open from salience.agendas g where g.agent_id = $1) as "openTasks"
       from (select count(*) as wakes, sum(${tokens('inputTokens')} + ${tokens('outputTokens')}) as tokens
         from salience.activations a left join salience.turn_ends e on e.turn_id = a.turn_id where a.agent_id = $1 and a.asked_at >= $2) w`,
      [agentId, dayStart, listenDay, dayBefore, turnsPerMinute ?? 0],
    );
    const models = await session.query<ModelUse>(
      `select e.model, count(*)::integer as turns, sum(${tokens('inputTokens')})::float8 as "inputTokens", sum(${tokens('outputTokens')})::float8 as "outputTokens"
       from salience.turn_ends e where e.agent_id = $1 and e.ended_at >= $2 and e.model is not null
       group by e.model order by sum(${tokens('inputTokens')} + ${tokens('outputTokens')}) desc, e.model limit 50`,
      [agentId, dayStart],
    );
    const [found] = used.rows;
    const number = (name: keyof UsedBudgets): number => Number(found?.[name] ?? 0);
    return {
      used: {
        turns: number('turns'),
        openTurns: number('openTurns'),
        wakes: number('wakes'),
        wakeTokens: number('wakeTokens'),
        listened: number('listened'),
        thoughts: number('thoughts'),
        thinkingTokens: number('thinkingTokens'),
        runningTasks: number('runningTasks'),
        openTasks: number('openTasks'),
      },
      models: models.rows,
    };
  });
}
