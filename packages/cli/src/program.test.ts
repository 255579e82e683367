import { freePort } from '@salience/embedded';
import { expect, test, vi } from 'vitest';
import { exitCodeOf } from './exit-codes.ts';
import { runProgram } from './program.ts';

/** Runs the command line in this process; its words go nowhere. */
async function codeOf(...args: string[]): Promise<number> {
  const quiet = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  try {
    return await runProgram(args).catch(exitCodeOf);
  } finally {
    for (const spy of quiet) spy.mockRestore();
  }
}

test.each([
  [['--help'], 0],
  [['up', '--help'], 0],
  [['nonsense'], 2],
  [['up', '--nonsense'], 2],
  [['up', '--port', 'eighty'], 2],
  [['up', '--queues', 'pigeons'], 2],
  [['why'], 2],
  [['replay-decision'], 2],
  [['chat', '--json'], 2],
  [['schedule', 'add', 'x', '--due', 'tomorrow'], 2],
  [['replay', '/nonexistent/file'], 1],
  [['dead-letters', 'retry'], 2],
  [['dead-letters', 'drop', 'x', '--all'], 2],
  [['quarantine', 'retry', 'x'], 2],
  [['approvals', 'approve', 'x'], 2],
  [['approvals', 'list', '--state', 'maybe'], 2],
  [['approvals', 'edit', `apr_${'0'.repeat(32)}`, 'no json'], 2],
  [['tasks', 'list', '--state', 'open'], 2],
  [['tasks', 'list', '--source', 'pigeon'], 2],
  [['tasks', 'list', '--limit', 'many'], 2],
  [['tasks', 'show', 'x'], 2],
  [['tasks', 'why', `turn_${'0'.repeat(32)}`], 2],
  [['tasks', 'add'], 2],
  [['tasks', 'add', 'x', '--step', 'one'], 2],
  [['tasks', 'add', 'x', '--step', 'one', '--step', 'two', '--plan', 'mail'], 2],
  [['tasks', 'add', 'x', '--at', 'soon'], 2],
  [['tasks', 'add', 'x', '--at', '2h'], 2],
  [['tasks', 'add', 'x', '--in', '2030-01-31T09:00'], 2],
  [['tasks', 'add', 'x', '--in', '2h', '--at', '2030-01-31T09:00'], 2],
  [['tasks', 'add', 'x', '--plan', '/nonexistent/file'], 1],
  [['tasks', 'retry', 'x'], 2],
  [['tasks', 'inbound', '--limit', '0'], 2],
  [['review', 'approve', 'x'], 2],
  [['review', 'approve', `apr_${'0'.repeat(32)}`, '--session', '8d'], 2],
  [['review', 'revoke', 'x'], 2],
  [['pulse', '--help'], 0],
  [['pulse', 'modules', 'add'], 2],
  [['pulse', 'modules', 'add', 'a.json', '--shipped', 'homework'], 2],
  [['pulse', 'modules', 'add', '--shipped', 'nothing'], 2],
  [['pulse', 'modules', 'add', '/nonexistent/file'], 1],
  [['pulse', 'modules', 'add', import.meta.filename], 2],
  [['pulse', 'modules', 'show', '../x'], 2],
  [['pulse', 'modules', 'threshold', 'x'], 2],
  [['pulse', 'modules', 'threshold', 'x', 'high'], 2],
  [['pulse', 'modules', 'threshold', 'x', ''], 2],
  [['pulse', 'modules', 'threshold', 'x', '0.5', '--learned'], 2],
  [['pulse', 'modules', 'rollback', 'x', 'last'], 2],
  [['pulse', 'signals', '--source', 'pigeon'], 2],
  [['pulse', 'signals', '--limit', '0'], 2],
  [['pulse', 'why', `turn_${'0'.repeat(32)}`], 2],
  [['pulse', 'activations', '--module', 'no name'], 2],
  [['pulse', 'feedback', `sig_${'0'.repeat(32)}`, 'useful'], 2],
  [['pulse', 'feedback', `act_${'0'.repeat(32)}`, 'great'], 2],
  [['pulse', 'feedback', `act_${'0'.repeat(32)}`, ''], 2],
  [['pulse', 'feedback', `act_${'0'.repeat(32)}`, '2'], 2],
  [['pulse', 'feedback', `act_${'0'.repeat(32)}`, '1', '--choice', 'no name'], 2],
  [['pulse', 'simulate', 'no name'], 2],
  [['pulse', 'simulate', './nonexistent'], 1],
  [['pulse', 'simulate', 'x', '--days', '0.5'], 2],
  [['pulse', 'simulate', 'x', '--days', '91'], 2],
  [['pulse', 'simulate', 'x', '--threshold', 'high'], 2],
  [['room', '--help'], 0],
  [['room', 'show'], 2],
  [['room', 'create', 'x', '--hands', '0'], 2],
  [['policy', '--help'], 0],
  [['policy', 'show', 'No Name'], 2],
  [['policy', 'show', 'fleet', 'last'], 2],
  [['policy', 'diff', 'fleet', '0'], 2],
  [['policy', 'history', 'fleet', '--limit', '0'], 2],
  [['policy', 'pin', 'fleet'], 2],
  [['policy', 'pin', 'fleet', '1.5'], 2],
  [['policy', 'rollback', 'fleet', '3', '--wait', '0'], 2],
  [['policy', 'simulate', 'fleet', '--weight', 'clarify.base'], 2],
  [['policy', 'simulate', 'fleet', '--weight', 'clarify.base=much'], 2],
  [['policy', 'simulate', 'fleet', '--days', '91'], 2],
  [['policy', 'labels', '--kind', 'wrong'], 2],
  [['policy', 'labels', '--turn', 'x'], 2],
  [['hook', 'add', 'x', '--as', 'system'], 2],
  [['hook', 'add', 'x', '--action', 'anything'], 2],
  [['hook', 'add', 'x', '--per-minute', '0'], 2],
  [['hook', 'add', 'x', '--plan', '/nonexistent/file'], 1],
  [['tail', '--kind', 'pigeons'], 2],
  [['tail', '--since', 'yesterday'], 2],
  [['status', '--watch', '--every', 'never'], 2],
  [['operator', 'key', 'create', 'anna', '--expires', 'yesterday'], 2],
  [['audit', '--limit', '0'], 2],
  [['people', 'zone', 'owner'], 2],
  [['people', 'zone', 'owner', 'Europe/Lisbon', '--accept'], 2],
  [['people', 'zone', 'owner', 'Mars/Olympus'], 2],
  [['people', 'split', 'owner'], 2],
  [['people', 'quiet', 'owner', '22:00'], 2],
  [['people', 'quiet', 'owner', '9:00', '9:00'], 2],
  [['feedback', 'x', 'good'], 2],
  [['feedback', `turn_${'0'.repeat(32)}`, 'great'], 2],
  [['listen', '--after', '3'], 2],
  [['listen', 'trip', '--missed'], 2],
  [['bench', 'pigeons'], 2],
  [['bench', '--list'], 0],
  [['eval', 'pigeons', '--in', 'x', '--out', 'y'], 2],
  [['eval', 'mode', '--out', 'y'], 2],
  [['eval', 'mode', '--in', '/nonexistent/file', '--out', 'y'], 1],
])('%s ends with %d', async (args, expected) => {
  expect(await codeOf(...args)).toBe(expected);
});

/** What a command prints about itself. */
async function helpOf(...command: string[]): Promise<string> {
  let text = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await runProgram([...command, '--help']);
    return text;
  } finally {
    spy.mockRestore();
  }
}

/** The commands below one, from its help. */
async function commandsOf(...command: string[]): Promise<string[][]> {
  const [, listed = ''] = (await helpOf(...command)).split(/^Commands:$/m);
  const names = [...listed.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = '']) => name);
  const below = names.filter((name) => name !== 'help').map((name) => [...command, name]);
  const all = [...below];
  // One after another: what a command prints is caught where every command writes.
  for (const one of below) all.push(...(await commandsOf(...one)));
  return all;
}

test('every command shows how it is called and what its exit codes mean', async () => {
  const commands = await commandsOf();
  expect(commands.length).toBeGreaterThan(35);
  const silent: string[] = [];
  for (const command of commands) {
    const help = await helpOf(...command);
    if (!help.includes('$ ') || !help.includes('Exit codes: 0')) silent.push(command.join(' '));
  }
  expect(silent).toEqual([]);
});

test('nothing running ends with 3', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect(await codeOf('status', '--url', url)).toBe(3);
  expect(await codeOf('chat', 'hello', '--url', url)).toBe(3);
});
