import {
  costsQuerySchema,
  type CostsView,
  costsViewSchema,
  type ModelHealthView,
  modelHealthViewSchema,
  pageSchema,
  type UsageSumsView,
} from '@salience/contracts';
import { loadCosts, loadModelHealth, type ModelHealth, type UsageSums } from '@salience/database/operators';
import { operatorRoute } from '../../http/route.ts';
import { isoInstant } from '../../turns/iso-instant.ts';

const dayMs = 86_400_000;
/** Of agents so many are told apart. */
const agentsTold = 100;
/** Models that were asked within so many days are listed. */
const healthDays = 7;

/** GET /operator/costs: what calls of models came to. */
export const getCosts = operatorRoute({
  method: 'GET',
  path: '/operator/costs',
  does: 'What calls of models came to, by day, agent, role and model',
  more: 'Each process adds its counts with its heartbeat, so they are some seconds old. Days are UTC.',
  query: costsQuerySchema,
  answers: { 200: { is: 'The sums.', json: costsViewSchema } },
  handle: async (context, { query: { agent_id: agentId, days }, response }) => {
    const now = await context.clock.now();
    const [from, to] = [dayOf(now, days - 1), dayOf(now, 0)];
    const found = await loadCosts(context.db, { from, to, agentId, top: agentsTold });
    const view: CostsView = {
      from,
      to,
      total: sumsView(totalOf(found.models)),
      days: found.days.map((row) => ({ ...sumsView(row), day: row.day, role: row.role })),
      agents: found.agents.map((row) => ({
        ...sumsView(row),
        agent_id: row.agentId,
        agent: row.agentName,
        role: row.role,
      })),
      models: found.models.map((row) => ({ ...sumsView(row), ...partsOf(row.model), role: row.role })),
    };
    response.json(view);
  },
});

/** GET /operator/models: models that were asked within a week. */
export const getModelHealth = operatorRoute({
  method: 'GET',
  path: '/operator/models',
  does: 'Models that were asked within a week: calls, errors, times, pauses, and who leaves them alone',
  answers: { 200: { is: 'One page with all of them, by name.', json: pageSchema(modelHealthViewSchema) } },
  handle: async (context, { response }) => {
    const now = await context.clock.now();
    const found = await loadModelHealth(context.db, {
      from: dayOf(now, healthDays - 1),
      today: dayOf(now, 0),
    });
    response.json({ items: found.map(healthView), next: null });
  },
});

function healthView(row: ModelHealth): ModelHealthView {
  const { lastAt, lastError } = row;
  return {
    ...partsOf(row.model),
    roles: [...row.roles],
    week: row.since && { ...sumsView(row.since), failed_over: row.since.failedOver },
    today: row.today && { ...sumsView(row.today), failed_over: row.today.failedOver },
    last_at: lastAt === null ? null : isoInstant(lastAt),
    last_error: lastError && { code: lastError.code, at: isoInstant(lastError.at) },
    paused_ms: row.pausedMs,
    away_for: [...row.awayFor],
  };
}

function sumsView(sums: UsageSums): UsageSumsView {
  return {
    calls: sums.calls,
    errors: sums.errors,
    input_tokens: sums.inputTokens,
    output_tokens: sums.outputTokens,
    untold: sums.untold,
    unpriced: sums.unpriced,
    cost_usd: sums.costUsd,
    mean_ms: sums.calls === 0 ? 0 : Math.round(sums.totalMs / sums.calls),
    longest_ms: sums.longestMs,
  };
}

function totalOf(rows: readonly UsageSums[]): UsageSums {
  const none: UsageSums = {
    calls: 0,
    errors: 0,
    inputTokens: 0,
    outputTokens: 0,
    untold: 0,
    unpriced: 0,
    costUsd: 0,
    totalMs: 0,
    longestMs: 0,
  };
  return rows.reduce(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      errors: sum.errors + row.errors,
      inputTokens: sum.inputTokens + row.inputTokens,
      outputTokens: sum.outputTokens + row.outputTokens,
      untold: sum.untold + row.untold,
      unpriced: sum.unpriced + row.unpriced,
      costUsd: sum.costUsd + row.costUsd,
      totalMs: sum.totalMs + row.totalMs,
      longestMs: Math.max(sum.longestMs, row.longestMs),
    }),
    none,
  );
}

/** `provider:model` in two. */
function partsOf(name: string): { readonly provider: string; readonly model: string } {
  const at = name.indexOf(':');
  return { provider: name.slice(0, Math.max(0, at)), model: name.slice(at + 1) };
}

/** The day so many days before an instant, UTC. */
function dayOf(now: Date, daysBefore: number): string {
  return new Date(now.getTime() - daysBefore * dayMs).toISOString().slice(0, 10);
}
