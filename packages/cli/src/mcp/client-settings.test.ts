import { expect, test } from 'vitest';
import { clientSettings, type Reach } from './client-settings.ts';

const stdio: Reach = {
  kind: 'stdio',
  command: 'my tools/salience',
  args: ['mcp', '--agent', 'ada'],
  env: { SALIENCE_HOME: 'own-home' },
};
const http: Reach = { kind: 'http', url: 'http://127.0.0.1:3300/mcp', key: 'sk_1' };
const of = (client: string, reach: Reach) => clientSettings[client]?.(reach).text ?? '';

test.each(['claude-desktop', 'cursor', 'vscode', 'windsurf'])(
  '%s is told command, arguments and environment, and nothing else',
  (client) => {
    const setting = JSON.parse(of(client, stdio)) as Record<string, Record<string, object>>;
    expect(setting[client === 'vscode' ? 'servers' : 'mcpServers']?.['salience']).toMatchObject({
      command: 'my tools/salience',
      args: ['mcp', '--agent', 'ada'],
      env: { SALIENCE_HOME: 'own-home' },
    });
  },
);

test.each([
  ['cursor', { url: http.url, headers: { Authorization: 'Bearer sk_1' } }],
  ['windsurf', { serverUrl: http.url, headers: { Authorization: 'Bearer sk_1' } }],
])('%s is told address and key over HTTP', (client, setting) => {
  expect(JSON.parse(of(client, http))).toEqual({ mcpServers: { salience: setting } });
});

test('a command line quotes what a shell would take apart', () => {
  expect(of('claude-code', stdio)).toBe(
    "claude mcp add salience --env SALIENCE_HOME=own-home -- 'my tools/salience' mcp --agent ada",
  );
  expect(of('claude-code', http)).toBe(
    "claude mcp add --transport http salience http://127.0.0.1:3300/mcp --header 'Authorization: Bearer sk_1'",
  );
});
