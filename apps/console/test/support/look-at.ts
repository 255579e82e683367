import { until } from '@salience/testing';
import { seriousFindings } from './check-accessible.ts';
import type { ConsoleFixture, OpenOptions } from './console-fixture.ts';

/** What the frame asks for, whichever page is shown. */
const ofFrame = new Set([
  '/agents/me',
  '/session',
  '/operator/session',
  '/operator/agents',
  '/events',
  '/notices/events',
]);
/** Requests that the data of a page may take. */
const requestsMax = 3;

/** Opens pages one after another; resolves with what is wrong with each: findings of axe, sideways scrolling, too many requests, errors of the script or the content policy. */
export async function lookAt(
  fixture: ConsoleFixture,
  paths: readonly string[],
  look: Pick<OpenOptions, 'theme' | 'width'>,
): Promise<string[]> {
  const { page, troubles } = await fixture.open({ ...look, path: paths[0] ?? '' });
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const wrong: string[] = [];
  for (const path of paths) {
    const asked = new Set<string>();
    const note = (request: { resourceType(): string; url(): string }) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'fetch' && !ofFrame.has(pathname)) asked.add(pathname);
    };
    page.on('request', note);
    await page.goto(`${fixture.at}/console${path}`);
    await page.locator('.content, .mind-page, .fleet-page').first().waitFor();
    await until(
      () => page.evaluate<boolean>('document.querySelector(".skeleton, .plot:not(:has(canvas))") === null'),
      { what: `${path} to be loaded` },
    );
    page.off('request', note);
    if (asked.size > requestsMax) wrong.push(`${path} asks for ${[...asked].join(', ')}`);
    const wider = await page.evaluate<number>(
      '(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)(document.querySelector("#page"))',
    );
    if (wider > 0) wrong.push(`${path} is ${wider} pixels wider than its place`);
    wrong.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`));
  }
  wrong.push(...troubles.all);
  await page.context().close();
  return wrong;
}
