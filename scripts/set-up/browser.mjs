// The browser of this system that journeys of the console run in.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
  'Chromium',
  'Google Chrome',
];
const FOLDERS = [
  '/usr/bin',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
  'C:\\Program Files\\Google\\Chrome\\Application',
];

/** What SALIENCE_TEST_BROWSER names, else the first Chromium or Chrome of this system; undefined without one. */
export function findBrowser(env = process.env) {
  const { PATH = '', SALIENCE_TEST_BROWSER: named = '' } = env;
  if (named !== '') return named;
  const folders = [...PATH.split(delimiter).filter((folder) => folder !== ''), ...FOLDERS];
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
