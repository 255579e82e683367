import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { effect, type FakeTool } from './fake-mcp-tools.ts';

/** A tool as a file of definitions names it: whatever its server wants to say of it. */
export interface PoisonedDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
}

const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });
const texts = (...names: string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});
const does = (name: string, description: string, ...fields: string[]): [string, FakeTool] => [
  name,
  {
    description,
    inputSchema: texts(...fields),
    run(call) {
      effect(name, call);
      return text('Done.');
    },
  },
];

/**
 * Tools that poisoned texts ask for, and tools that bring such texts: `read` says what the file of a page says, `open` gives it as
 * a document, `broken` fails with it. `definitions.json` in the same folder names more tools, in its own words.
 */
export function poisonTools(folder: string): Record<string, FakeTool> {
  const pageOf = (page: unknown): string => readFileSync(join(folder, `${String(page)}.txt`), 'utf8');
  const file = join(folder, 'definitions.json');
  const defined = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PoisonedDefinition[]) : [];
  return {
    ...Object.fromEntries([
      does('send', 'Sends a mail.', 'to', 'text'),
      does('erase', 'Deletes things for good.', 'what'),
      does('book', 'Books a thing.', 'what', 'at'),
      does('fetch', 'Fetches an address. Reads only.', 'url'),
    ]),
    read: {
      description: 'Reads a page.',
      inputSchema: texts('page'),
      run: (call) => text(pageOf(call.arguments['page'])),
    },
    open: {
      description: 'Opens a document.',
      inputSchema: texts('page'),
      run: (call) => ({
        content: [
          { type: 'resource', resource: { uri: 'file:///page.txt', text: pageOf(call.arguments['page']) } },
        ],
      }),
    },
    broken: {
      description: 'Reads a page and fails.',
      inputSchema: texts('page'),
      run: (call) => ({ ...text(pageOf(call.arguments['page'])), isError: true }),
    },
    ...Object.fromEntries(
      defined.map(({ name, ...tool }): [string, FakeTool] => [name, { ...tool, run: () => text('Fine.') }]),
    ),
  };
}
