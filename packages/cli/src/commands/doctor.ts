import type { Context } from '../context.ts';
import { type Finding, severity } from '../doctor/finding.ts';
import { createRedactor, secretsOf } from '../doctor/redact.ts';
import { renderFindings } from '../doctor/render.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { openWorld } from '../doctor/world.ts';
import { readPersonToken } from '../home/person-token.ts';
import { keptSecrets } from '../home/state-file.ts';
import { note, print, printJson } from '../terminal.ts';

/**
 * `salience doctor`: looks at everything and says what to do; ends with 0, 1 for warnings, 2 for problems. With `models` it calls each
 * model of each role instead, which costs tokens.
 */
export async function runDoctor(
  context: Context,
  options: { readonly bundle?: string; readonly models?: boolean; readonly quiet?: boolean },
): Promise<number> {
  const redact = createRedactor([
    ...secretsOf(context.env.origin.effective),
    ...keptSecrets(context.home.stateFile),
    ...[readPersonToken(context.home) ?? []].flat(),
  ]);
  if (options.models === true) {
    const { checkRoleCalls } = await import('../doctor/checks/role-calls.ts');
    const found = await checkRoleCalls(context.env.origin.effective, ({ check }) => note(`${check}: asked`));
    return tell(
      context,
      found.map((finding) => redacted(finding, redact)),
      options.quiet,
    );
  }
  const world = await openWorld(context);
  try {
    const findings = (await runChecks(world)).map((finding) => redacted(finding, redact));
    if (options.bundle !== undefined) {
      const { writeBundle } = await import('../doctor/bundle.ts');
      await writeBundle(options.bundle, world, findings);
      note(
        `Wrote ${options.bundle}: numbers, versions and ids, no texts, names, addresses or keys. Read it before you send it.`,
      );
    }
    return tell(context, findings, options.quiet);
  } finally {
    await world.close();
  }
}

/** Shows findings and gives the exit code that they come to. */
function tell(context: Context, findings: readonly Finding[], quiet = false): number {
  const code = severity(findings);
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
