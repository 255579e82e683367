import { localTime } from '@salience/language';
import { colour, table } from '../terminal.ts';
import type { Rerun, RerunAnswer } from './rerun-turn.ts';

/** A turn that was run again, for a person. */
export function renderRerun(rerun: Rerun, zone: string): string {
  return [
    `${colour.bold(rerun.turn_id)}  ${localTime(rerun.at, zone)}`,
    rerun.text === '' ? colour.dim('(no words)') : rerun.text,
    '',
    ...decisionLines(rerun),
    ...contextLines(rerun),
    ...answerLines(rerun.answer),
  ].join('\n');
}

function decisionLines({ decision }: Rerun): string[] {
  if (decision === null) return ['decision  it was never routed'];
  if (decision.redacted === true) return ['decision  forgotten on request'];
  const lines = decision.parts.flatMap((part) => {
    const by = colour.dim(`  by ${part.policy}@${part.policy_version}, from the stored signals`);
    const what = part.part === 'reroute' ? 'after its actions' : 'decision';
    if (part.equal) return [`${what}  ${part.mode}, the same bit for bit${by}`];
    const rows = part.differences.map(({ computed, field, stored }) => [
      field,
      shown(stored),
      shown(computed),
    ]);
    const change =
      part.was === part.mode
        ? `${part.mode}, as before`
        : `${part.was} then, ${colour.yellow(part.mode)} now`;
    return [`${what}  ${change}${by}`, table(['', 'then', 'now'], rows)];
  });
  const early = decision.unmeasured ?? [];
  return early.length === 0 || decision.equal
    ? lines
    : [...lines, colour.dim(`not measured then, so taken as they stand: ${early.join(', ')}`)];
}

function shown(value: number | string | null): string {
  return typeof value === 'number' ? `${Number(value.toFixed(4))}` : (value ?? 'none');
}

function contextLines({ contexts }: Rerun): string[] {
  const lost = contexts.filter((one) => one.as_sent === false).map(({ call }) => call);
  if (contexts.length === 0) return ['context   no call of a model is kept'];
  if (lost.length > 0)
    return [colour.red(`context   what is stored of call ${lost.join(', ')} is not what was sent`)];
  const known = contexts.filter((one) => one.as_sent === true).length;
  const calls = contexts.length === 1 ? 'one call' : `${contexts.length} calls`;
  return [
    known === contexts.length
      ? `context   ${calls}, stored as sent`
      : `context   ${calls}; of ${contexts.length - known} no hash was kept`,
  ];
}

function answerLines(answer: RerunAnswer): string[] {
  if (answer.kind === 'none')
    return [
      `answer    not written again: ${answer.why}`,
      ...(answer.was === null ? [] : ['', colour.dim('then'), answer.was]),
    ];
  const { added, by, now, same, was } = answer;
  const writer = `${now.provider}:${now.model}`;
  const tokens = now.usage.input_tokens === null ? '' : `, ${now.usage.input_tokens} tokens read`;
  const who = colour.dim(`  ${by} then, ${writer} now${tokens}`);
  if (same)
    return [
      `answer    the same word for word${who}`,
      '',
      was,
      ...(added === null
        ? []
        : [colour.dim(`(the last ${added.split('\n').length === 1 ? 'line' : 'lines'} were added by code)`)]),
    ];
  return [
    `answer    ${colour.yellow('another one')}${who}`,
    '',
    colour.dim('then'),
    was,
    '',
    colour.dim('now'),
    now.text,
  ];
}
