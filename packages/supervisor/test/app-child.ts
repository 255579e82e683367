// A small app for the supervisor's tests: answers on its health port, can be told to hang, notes how it ended.
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { settingsOf } from '@salience/worker';

const name = process.env['APP_NAME'] ?? '';
const port = settingsOf(process.env, name)['APP_PORT'] ?? '';
const traits = (process.env['APP_TRAITS'] ?? '').split(',');
let stalled = false;
// As after a restart while a server is away: alive, and not ready before it is told.
let waiting = traits.includes('waits-later') && existsSync(process.env['APP_NOTES'] ?? '');

function note(what: string): void {
  appendFileSync(process.env['APP_NOTES'] ?? '', `${name} ${what}\n`);
}

if (traits.includes('broken')) {
  process.stderr.write('the configuration makes no sense\n');
  process.exit(7);
}
process.on('SIGTERM', () => {
  note('SIGTERM');
  if (!traits.includes('stubborn')) process.exit(0);
});
process.on('SIGINT', () => note('SIGINT'));
process.stdin.on('end', () => {
  note('orphaned');
  if (!traits.includes('stubborn')) process.exit(0);
});
process.stdin.resume();
createServer((request, response) => {
  if (request.url === '/stall') stalled = true;
  if (request.url === '/server-is-back') waiting = false;
  if (request.url === '/ready' && waiting) note('not ready');
  const bad = (request.url === '/health' && stalled) || (request.url === '/ready' && waiting);
  response.writeHead(bad ? 503 : 200).end(stalled ? 'no progress' : 'fine');
}).listen(Number(port), '127.0.0.1', () => note(`serves ${port}`));
