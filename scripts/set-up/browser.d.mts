/** What SALIENCE_TEST_BROWSER names, else the first Chromium or Chrome of this system; undefined without one. */
export function findBrowser(env?: Readonly<Record<string, string | undefined>>): string | undefined;
