import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

let script: Promise<string> | undefined;

/** What axe finds on a page that is serious or critical, one line each; none of it is allowed. */
export async function seriousFindings(page: Page): Promise<string[]> {
  script ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Through the debugger, which the content policy of the page does not bind.
  await page.evaluate(await script);
  const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run(document)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary = '', target }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}
