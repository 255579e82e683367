import type { Page } from 'playwright-core';

/** What went wrong on a page: errors of its script, what it logged as an error, what its content policy refused. */
export interface Troubles {
  readonly all: readonly string[];
}

/** A refused or lost request is no trouble by itself: what the page makes of it counts. */
const requests = /^Failed to load resource/;

/** Collects from now on. */
export function watchTroubles(page: Page): Troubles {
  const all: string[] = [];
  page.on('pageerror', (error) => all.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !requests.test(message.text())) all.push(`console: ${message.text()}`);
  });
  return { all };
}
