import { colour } from '../terminal.ts';
import type { Finding, Level } from '@salience/supervisor/doctor';

const MARKS: Readonly<Record<Level, string>> = { ok: '✓', warn: '!', problem: '✗', skipped: '-' };

const PAINT: Readonly<Record<Level, (text: string) => string>> = {
  ok: (text) => colour.green(text),
  warn: (text) => colour.yellow(text),
  problem: (text) => colour.red(text),
  skipped: (text) => colour.dim(text),
};

/** The findings for a person: each with its mark and, where something is to be done, the command to do it. */
export function renderFindings(findings: readonly Finding[], counted: readonly Finding[] = findings): string {
  const lines = findings.flatMap(({ check, level, says, fix }) => [
    `${PAINT[level](MARKS[level])} ${check.padEnd(22)} ${level === 'ok' || level === 'skipped' ? colour.dim(says) : says}`,
    ...(fix === undefined ? [] : [`  ${' '.repeat(22)} ${colour.cyan('→')} ${fix}`]),
  ]);
  return [...lines, ...(lines.length === 0 ? [] : ['']), summary(counted)].join('\n');
}

function summary(findings: readonly Finding[]): string {
  const count = (level: Level): number => findings.filter((one) => one.level === level).length;
  const parts = [
    `${count('ok')} well`,
    ...(count('warn') > 0 ? [colour.yellow(`${count('warn')} to look at`)] : []),
    ...(count('problem') > 0 ? [colour.red(`${count('problem')} to fix`)] : []),
    ...(count('skipped') > 0 ? [colour.dim(`${count('skipped')} not checked`)] : []),
  ];
  return parts.join(', ');
}
