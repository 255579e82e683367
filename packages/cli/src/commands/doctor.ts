import type { Command } from 'commander';
import type { RunAction } from '../command.ts';
import { readinessSchema } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { AskedApi, Finding } from '@salience/supervisor/doctor';
import type { Context } from '../context.ts';
import { renderFindings } from '../doctor/render-findings.ts';
import { note, print, printJson } from '../terminal.ts';

const DOCTOR_HELP = `
Examples:
  $ ./salience doctor
  $ ./salience doctor --quiet
  $ ./salience doctor --json
  $ ./salience doctor --bundle support.json
  $ ./salience doctor --models

Exit codes: 0 all is well, 1 something to look at, 2 something to repair (or called wrongly).
It works whatever runs, and changes nothing.`;

/** doctor. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('doctor')
    .description('check the installation and say what to fix')
    .option('--quiet', 'only show problems and warnings')
    .option(
      '--models',
      'instead, call each model of each role once with a small request and report what works and how fast; costs tokens',
    )
    .option('--bundle <file>', 'also write a file for support: numbers, versions and ids only')
    .addHelpText('after', DOCTOR_HELP)
    .action(run(runDoctor));
}

const ASK_MS = 3_000;

/**
 * `salience doctor`: looks at everything and says what to do; ends with 0, 1 for warnings, 2 for problems. With `models` it calls each
 * model of each role instead, which costs tokens.
 */
export async function runDoctor(
  context: Context,
  options: { readonly bundle?: string; readonly models?: boolean; readonly quiet?: boolean },
): Promise<number> {
  const doctor = await import('@salience/supervisor/doctor');
  const redact = doctor.installationRedactor(context);
  if (options.models === true) {
    const found = await doctor.checkRoleCalls(context.env.origin.effective, ({ check }) =>
      note(`${check}: asked`),
    );
    const findings = found.map((finding) => redacted(finding, redact));
    return printFindings(context, findings, doctor.severity(findings), options.quiet);
  }
  const target = await doctor.openCheckTarget(context, () => askApi(context));
  try {
    const findings = (await doctor.runChecks(target)).map((finding) => redacted(finding, redact));
    if (options.bundle !== undefined) {
      await doctor.writeBundle(options.bundle, target, findings);
      note(
        `Wrote ${options.bundle}: numbers, versions and ids, no texts, names, addresses or keys. Read it before you send it.`,
      );
    }
    return printFindings(context, findings, doctor.severity(findings), options.quiet);
  } finally {
    await target.close();
  }
}

/** What the API says of itself; why not, where it does not answer. */
async function askApi(context: Context): Promise<AskedApi> {
  const client = await context.client();
  const { url } = client.address;
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const readiness = await client.ask('/ready', readinessSchema, { alsoAnswers: 503, signal });
    return { url, readiness, why: undefined };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    const why = late ? `no answer within ${ASK_MS / 1_000} s` : messageOf(error);
    return { url, readiness: undefined, why };
  }
}

/** Shows findings and gives the exit code that they come to back. */
function printFindings(context: Context, findings: readonly Finding[], code: number, quiet = false): number {
  const shown = quiet ? findings.filter(({ level }) => level !== 'ok') : findings;
  if (context.json) printJson({ exit_code: code, findings: shown });
  else print(renderFindings(shown, findings));
  return code;
}

function redacted(finding: Finding, redact: (text: string) => string): Finding {
  return {
    ...finding,
    says: redact(finding.says),
    ...(finding.fix === undefined ? {} : { fix: redact(finding.fix) }),
  };
}
