/** The browser that journeys run in; undefined where this system has none, and they are not run. */
export { findBrowser } from '../../../../scripts/set-up/browser.mjs';
