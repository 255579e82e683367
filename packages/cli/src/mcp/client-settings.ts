/** How a program reaches the MCP server of an agent. */
export type Reach =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'http'; readonly url: string; readonly key: string };

/** The setting of one program: where it goes, and what is written there. */
export interface ClientSetting {
  readonly where: string;
  readonly text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const stdio = ({ args, command, env }: Reach & { kind: 'stdio' }) => ({
  command,
  args,
  ...(Object.keys(env).length === 0 ? {} : { env }),
});
const quoted = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** What the programs that people use are told, by the name of the program. Sources: docs/mcp-server.md. */
export const clientSettings: Readonly<Record<string, (reach: Reach) => ClientSetting>> = {
  'claude-code': (reach) => ({
    where: 'run once, in the folder of your project',
    text:
      reach.kind === 'http'
        ? `claude mcp add --transport http salience ${quoted(reach.url)} --header ${quoted(`Authorization: Bearer ${reach.key}`)}`
        : `claude mcp add salience ${Object.entries(reach.env)
            .map(([name, value]) => `--env ${quoted(`${name}=${value}`)} `)
            .join('')}-- ${[reach.command, ...reach.args].map(quoted).join(' ')}`,
  }),
  'claude-desktop': (reach) => ({
    where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    // It starts programs only; mcp-remote is one that speaks HTTP for it.
    text: json({
      mcpServers: {
        salience:
          reach.kind === 'stdio'
            ? stdio(reach)
            : {
                command: 'npx',
                args: ['-y', 'mcp-remote', reach.url, '--header', 'Authorization:${SALIENCE_AUTH}'],
                env: { SALIENCE_AUTH: `Bearer ${reach.key}` },
              },
      },
    }),
  }),
  cursor: (reach) => ({
    where: '~/.cursor/mcp.json, or .cursor/mcp.json of a project',
    text: json({
      mcpServers: {
        salience: reach.kind === 'stdio' ? stdio(reach) : { url: reach.url, headers: bearer(reach.key) },
      },
    }),
  }),
  vscode: (reach) => ({
    where: '.vscode/mcp.json of a project, or "MCP: Open User Configuration"',
    text: json({
      servers: {
        salience:
          reach.kind === 'stdio'
            ? { type: 'stdio', ...stdio(reach) }
            : { type: 'http', url: reach.url, headers: bearer(reach.key) },
      },
    }),
  }),
  windsurf: (reach) => ({
    where: '~/.codeium/windsurf/mcp_config.json',
    text: json({
      mcpServers: {
        salience:
          reach.kind === 'stdio' ? stdio(reach) : { serverUrl: reach.url, headers: bearer(reach.key) },
      },
    }),
  }),
};
