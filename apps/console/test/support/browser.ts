import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe'];
const places = [
  '/usr/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
];
const macNames = ['Google Chrome', 'Chromium'];

/** The browser of this system that journeys run in: SALIENCE_TEST_BROWSER, else the first Chromium or Chrome; undefined without one. */
export function findBrowser(): string | undefined {
  const { SALIENCE_TEST_BROWSER: named, PATH = '' } = process.env;
  if (named !== undefined && named !== '') return named;
  const folders = [...PATH.split(delimiter).filter(Boolean), ...places];
  return folders
    .flatMap((folder) => [...names, ...macNames].map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
