import process from 'node:process';
import { inspect } from 'node:util';

/** Runs the work of a script to its end: its report is one line of JSON, exit code 0 when `isGood`, else 1; 2 when it broke off. */
export async function printReport<R extends object>(
  work: () => Promise<R>,
  isGood: (report: R) => boolean,
): Promise<void> {
  try {
    const report = await work();
    process.stdout.write(`${JSON.stringify(report)}\n`);
    process.exitCode = isGood(report) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`);
    process.exitCode = 2;
  }
}
