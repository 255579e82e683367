import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { repositoryRoot } from '@salience/testing';
import { runBench } from '../run-bench.ts';
import type { BenchEntry } from './bench-table.ts';
import { judge, type JudgedFigure } from './figure.ts';

/** What a whole run found. */
export interface AllReport {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly figures: readonly JudgedFigure[];
  /** Figures that missed their limit, and benchmarks that failed to say anything. */
  readonly failed: readonly string[];
  /** What was not asked for. */
  readonly leftOut: Readonly<Record<string, string>>;
  readonly reports: Readonly<Record<string, unknown>>;
}

/** Runs the benchmarks one after another; a failure of one does not keep the next from running. */
export async function runAll(table: readonly BenchEntry[], say: (line: string) => void): Promise<AllReport> {
  const figures: JudgedFigure[] = [];
  const failed: string[] = [];
  const reports: Record<string, unknown> = {};
  for (const entry of table.filter(({ leftOut }) => leftOut === undefined)) {
    const startedAt = performance.now();
    say(`${entry.name} …`);
    const { report, problem } = await reportOf(entry);
    if (problem !== undefined) {
      failed.push(`${entry.name}: ${problem}`);
      say(`  ${problem}`);
    }
    reports[entry.name] = report ?? null;
    for (const figure of entry.figures.map((one) => judge(entry.name, one, report))) {
      figures.push(figure);
      say(`  ${describe(figure)}`);
      if (figure.pass === false) failed.push(`${entry.name}: ${describe(figure)}`);
    }
    say(`  took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  }
  const leftOut = table.flatMap((entry) =>
    entry.leftOut === undefined ? [] : [[entry.name, entry.leftOut] as const],
  );
  return { machine: machine(), figures, failed, leftOut: Object.fromEntries(leftOut), reports };
}

async function reportOf(entry: BenchEntry): Promise<{ report?: unknown; problem?: string }> {
  const program = entry.command[0] ?? '';
  if (!existsSync(join(repositoryRoot, program))) return { problem: `${program} is not there` };
  const { code, report, said } = await runBench(entry.command);
  // A benchmark that misses a limit of its own ends with 1 and a report; that is judged figure by figure.
  if (report !== undefined) return { report };
  return {
    problem: `${program} ended with code ${code ?? 'none'} and no report: ${said.trim().slice(-1_000)}`,
  };
}

function describe({ name, value, unit, direction, limit, aim, pass }: JudgedFigure): string {
  const shown = `${name}: ${JSON.stringify(value)}${unit === '' ? '' : ` ${unit}`}`;
  if (pass === null || limit === undefined) return shown;
  const wished = aim === undefined ? '' : `, aim ${aim}`;
  return `${pass ? 'ok  ' : 'MISS'} ${shown} (${direction ?? ''} ${limit}${wished})`;
}

function machine(): Record<string, string | number> {
  return {
    processors: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
}
