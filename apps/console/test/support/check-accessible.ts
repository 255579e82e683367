import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

let script: Promise<string> | undefined;

/** Rules whose findings depend on colours; the others find the same in each theme. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page that is serious or critical, in its theme and in the dark one, one line each; none of it is allowed. */
export async function seriousFindings(page: Page): Promise<string[]> {
  script ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Through the debugger, which the content policy of the page does not bind.
  await page.evaluate(await script);
  const found = await run(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  // Two frames later colours have been set, and none is on its way any more.
  await page.evaluate(settled);
  const dark = await run(page, { runOnly: ofColours });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found, ...dark.map((finding) => `dark: ${finding}`)];
}

const settled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const one of document.getAnimations()) if (one.effect?.getTiming().iterations !== Infinity) one.finish();
  done();
})))`;

async function run(page: Page, options: object): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary = '', target }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}
