import {
  type ActionResult,
  type ActionRuling,
  type ActStep,
  type ConsequenceTier,
  idSchema,
  type ToolCall,
  turnIdSchema,
} from '@salience/contracts';
import type { KnownTool } from '../src/call-move.ts';
import { finishedStep, type NewStep, planSteps, ruledStep, startedStep } from '../src/transitions.ts';

export const runId = turnIdSchema.parse(`turn_0${'1'.repeat(31)}`);
export const laterTurn = turnIdSchema.parse(`turn_0${'2'.repeat(31)}`);
export const approvalId = idSchema('approval').parse(`apr_0${'3'.repeat(31)}`);
export const start = new Date('2026-03-04T09:00:00.000Z');

/** The tools of the tests: one of each kind that the loop treats differently. */
export const tools: readonly KnownTool[] = [
  { name: 'recall', tier: 'observe', idempotent: false },
  { name: 'introspect', tier: 'observe', idempotent: false },
  { name: 'memorize', tier: 'organise', idempotent: true },
  { name: 'send', tier: 'act', idempotent: false },
  { name: 'pay', tier: 'commit', idempotent: true },
];

export function toolNamed(name: string): KnownTool {
  return tools.find((tool) => tool.name === name) ?? { name, tier: 'act', idempotent: false };
}

export function at(n: number, turnId: ActStep['turnId'] = runId, seconds = n): NewStep {
  return { runId, n, turnId, at: new Date(start.getTime() + seconds * 1_000) };
}

export function call(tool: string, args: Record<string, unknown> | null = {}, id = 'c'): ToolCall {
  return { id, tool, arguments: args, ...(args === null ? { broken: 'unexpected end of JSON' } : {}) };
}

export function ruling(tier: string, path: ActionRuling['path'] = 'run'): ActionRuling {
  const known = tier as ConsequenceTier;
  const gate = { level: 'safe' as const, reasons: [] };
  const least = { section: 'message', id: runId, trust: 'user' as const };
  const two = { untrusted: null, private: null, outside: null };
  const tiers = { tier: known, effectiveTier: known };
  return {
    path,
    reason: 'by the table',
    gate,
    ...tiers,
    confidence: 0.8,
    least,
    two,
    tainted: false,
    kind: '',
  };
}

export function result(text: string, rest: Partial<ActionResult> = {}): ActionResult {
  return { outcome: 'succeeded', text, trust: 'external', transient: false, durationMs: 100, ...rest };
}

/** A plan of which every call ran to its end. */
export function ran(
  n: number,
  calls: readonly ToolCall[],
  text: string | ((index: number) => ActionResult) = 'fine',
  turnId: ActStep['turnId'] = runId,
): ActStep[] {
  const [plan, ...actions] = planSteps(
    at(n, turnId),
    { text: 'thinking', calls, finish: calls.length > 0 ? 'tool-calls' : 'stop' },
    false,
  );
  const ended = actions.map((step, index) => {
    const tool = toolNamed(step.call?.tool ?? '');
    const ruled = ruledStep(step, ruling(tool.tier), start);
    const begun = startedStep(ruled, `key-${step.n}`, start);
    const given = typeof text === 'string' ? result(text) : text(index);
    return finishedStep(begun, { result: given, verdict: null }, tool, start);
  });
  return plan === undefined ? ended : [plan, ...ended];
}
