import { stripVTControlCharacters } from 'node:util';
import type { ActStep } from '@salience/contracts';
import { duration } from '@salience/supervisor/home';
import { colour } from '../terminal.ts';

const TEXT_CHARS = 160;

/** Prints the actions of a turn: the plan, each call's ruling and result, and the critic's verdict. */
export function renderSteps(steps: readonly ActStep[]): string[] {
  const [first] = steps;
  if (first === undefined) return [];
  return [colour.bold(`Actions of run ${first.runId}`), ...steps.flatMap(stepLines)];
}

function stepLines(step: ActStep): string[] {
  const head = `  ${step.n}. `;
  if (step.kind === 'summary')
    return [
      `${head}summary of the steps before ${step.note ?? step.n}${step.reason === null ? '' : `, without a model (${step.reason})`}`,
      ...resulted(step),
    ];
  if (step.call === null)
    return [
      `${head}${step.kind}: ${[step.reason, short(step.note ?? '')].filter(Boolean).join(', ') || step.state}`,
    ];
  const { arguments: given, broken, tool } = step.call;
  const args = broken === undefined ? JSON.stringify(given) : `unreadable: ${broken}`;
  return [
    `${head}${short(tool)} ${short(args)} → ${step.state}${tries(step)}`,
    ...ruled(step),
    ...resulted(step),
    ...(step.verdict === null
      ? []
      : [`     critic: ${step.verdict.verdict} (${step.verdict.rule}): ${short(step.verdict.reason)}`]),
    ...(step.late === null ? [] : [`     too late, never used: ${short(step.late)}`]),
  ];
}

function tries(step: ActStep): string {
  const again = step.attempt > 1 ? `, try ${step.attempt}` : '';
  return step.retryAt === null || step.state !== 'waiting' ? again : `${again}, again at ${step.retryAt}`;
}

/** What of the Rule of Two held, where anything did. */
function ruleOfTwo({ two }: NonNullable<ActStep['ruling']>): string {
  const held = [
    two.untrusted === null ? [] : ['not trusted'],
    two.private === null ? [] : [`private ${short(two.private)}`],
    two.outside === null ? [] : [`outside ${short(two.outside)}`],
  ].flat();
  return held.length < 2 ? '' : `; together: ${held.join(', ')}`;
}

function ruled({ ruling, approvalId }: ActStep): string[] {
  if (ruling === null) return [];
  const tier =
    ruling.tier === ruling.effectiveTier ? ruling.tier : `${ruling.tier}, counted as ${ruling.effectiveTier}`;
  const gate = [ruling.gate.level, ...ruling.gate.reasons].map(short).join(', ');
  return [
    `     ruled: ${ruling.path} (${short(ruling.reason)})`,
    colour.dim(
      `     gate ${gate}; tier ${tier}; confidence ${Math.round(ruling.confidence * 1_000) / 1_000}`,
    ),
    colour.dim(
      `     least trusted of what had a say: ${short(`${ruling.least.section} ${ruling.least.id}`)} (${ruling.least.trust})${ruleOfTwo(ruling)}`,
    ),
    ...(approvalId === null ? [] : [colour.dim(`     approval ${approvalId}`)]),
  ];
}

function resulted({ result }: ActStep): string[] {
  if (result === null) return [];
  const { confidence } = result;
  const sure = confidence === undefined ? '' : `, confidence ${Math.round(confidence * 1_000) / 1_000}`;
  return [
    `     ${result.outcome} in ${duration(result.durationMs)}, trust ${result.trust}${sure}: ${short(result.text)}`,
  ];
}

/** One line of foreign text. */
function short(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
  return line.length <= TEXT_CHARS ? line : `${line.slice(0, TEXT_CHARS - 1)}…`;
}
