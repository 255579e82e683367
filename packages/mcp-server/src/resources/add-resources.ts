import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type Client } from '@salience/client';

/** Items of a page. */
const pageSize = 50;
type Variables = Readonly<Record<string, string | string[]>>;

/** Threads, people and days: a list of each, page by page, and each of them. JSON throughout. */
export function addResources(server: McpServer, client: Client): void {
  addList(server, 'threads', 'Conversations of the agent, the latest first', (query) =>
    client.get('/threads', { query }),
  );
  addOne(server, 'thread', 'threads/{id}', 'What was said in a conversation, the latest first', {
    read: async (id, cursor) => ({
      ...(await client.get('/threads/:thread', { params: { thread: id } })),
      messages: await client.get('/threads/:thread/messages', {
        params: { thread: id },
        query: pageOf(cursor),
      }),
    }),
    list: async () =>
      (await client.get('/threads', { query: { limit: pageSize } })).items.map(
        ({ key, thread_id, title }) => ({ id: thread_id, name: title ?? key }),
      ),
  });
  addList(server, 'people', 'People whom the agent knows', (query) => client.get('/people', { query }));
  addOne(server, 'person', 'people/{id}', 'A person, and what is remembered of them, the latest first', {
    read: async (id, cursor) => ({
      ...(await client.get('/people/:person', { params: { person: id } })),
      remembered: await client.get('/memory/items', { query: { ...pageOf(cursor), person: id } }),
    }),
    list: async () =>
      (await client.get('/people', { query: { limit: pageSize } })).items.map(({ name, person_id }) => ({
        id: person_id,
        name,
      })),
  });
  addList(server, 'days', 'Days on which something was remembered, the latest first', (query) =>
    client.get('/memory/days', { query }),
  );
  addOne(server, 'day', 'days/{id}', 'What was remembered on a day, the latest first', {
    read: async (id, cursor) => ({
      day: id,
      remembered: await client.get('/memory/items', { query: { ...pageOf(cursor), day: id } }),
    }),
    list: async () =>
      (await client.get('/memory/days', { query: { limit: pageSize } })).items.map(({ day }) => ({
        id: day,
        name: day,
      })),
  });
}

type Query = { readonly limit: number; readonly cursor?: string };

function pageOf(cursor: string | undefined): Query {
  return { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
}

function addList(
  server: McpServer,
  name: string,
  description: string,
  read: (query: Query) => Promise<object>,
): void {
  const config = { title: name, description, mimeType: 'application/json' };
  const uri = `salience://${name}`;
  server.registerResource(name, uri, config, (asked) => readAs(asked, () => read(pageOf(undefined))));
  server.registerResource(
    `${name}-page`,
    new ResourceTemplate(`${uri}{?cursor}`, { list: undefined }),
    { ...config, description: `${description}: a further page, by "next" of the one before` },
    (asked, variables) => readAs(asked, () => read(pageOf(textOf(variables, 'cursor')))),
  );
}

interface One {
  readonly read: (id: string, cursor: string | undefined) => Promise<object>;
  readonly list: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
}

function addOne(
  server: McpServer,
  name: string,
  template: string,
  description: string,
  { list, read }: One,
): void {
  const [folder = ''] = template.split('/');
  const listed = async () => ({
    resources: (await list()).map((one) => ({
      uri: `salience://${folder}/${encodeURIComponent(one.id)}`,
      name: one.name,
      mimeType: 'application/json',
    })),
  });
  const of = (asked: URL, variables: Variables) =>
    readAs(asked, () => read(decodeURIComponent(textOf(variables, 'id') ?? ''), textOf(variables, 'cursor')));
  const config = { title: name, description, mimeType: 'application/json' };
  const uri = `salience://${template}`;
  server.registerResource(name, new ResourceTemplate(uri, { list: listed }), config, of);
  // In one template the cursor could not be left out.
  server.registerResource(
    `${name}-page`,
    new ResourceTemplate(`${uri}{?cursor}`, { list: undefined }),
    { ...config, description: `${description}: a further page, by "next" of the one before` },
    of,
  );
}

function textOf(variables: Variables, name: string): string | undefined {
  const value = variables[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The resource as JSON; what the API refuses is an error that says why. */
async function readAs(uri: URL, read: () => Promise<object>): Promise<ReadResourceResult> {
  try {
    return {
      contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(await read()) }],
    };
  } catch (error) {
    if (error instanceof ApiError)
      throw new McpError(ErrorCode.InvalidParams, `${error.code}: ${error.message}`);
    if (error instanceof URIError)
      throw new McpError(ErrorCode.InvalidParams, `Expected a resource as it is listed, got ${uri.href}.`);
    throw error;
  }
}
