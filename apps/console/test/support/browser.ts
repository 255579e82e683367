import { findBrowser } from '../../../../scripts/set-up/browser.mjs';

/** The program of the browser that journeys run in; undefined where this system has none, and they are not run. */
export const browser = findBrowser();
