import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPublished, programsOf } from '@salience/testing/published';
import { expect, it } from 'vitest';
import { startWorld } from './world.ts';

/** In place of the provider: a model that searches memory for what it is asked, and answers with the best memory. */
const provider = `import { MockLanguageModelV4 } from 'ai/test';
const usage = { inputTokens: {}, outputTokens: {} };
export const anthropic = () => new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    if (last.role === 'tool') {
      const text = last.content[0].output.value.memories[0].text;
      return { content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage, warnings: [] };
    }
    const input = JSON.stringify({ query: last.content[0].text });
    const call = { type: 'tool-call', toolCallId: '1', toolName: 'searchMemory', input };
    return { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
  },
});
`;

it('the program of the README runs as it stands there, with the packages as they are installed', async () => {
  const world = await startWorld();
  await world.client().ask('The boat that I want to buy is a Folkboat.');
  const installed = installPublished(['packages/client', 'integrations/ai-sdk'], ['ai', 'zod']);
  const programs = programsOf('integrations/ai-sdk/README.md', installed, (text) =>
    text.replaceAll('http://127.0.0.1:3300', world.url),
  );
  expect(programs).toHaveLength(1);
  const stand = join(installed.folder, 'node_modules/@ai-sdk/anthropic');
  mkdirSync(stand, { recursive: true });
  const types = "export declare const anthropic: (name: string) => import('ai').LanguageModel;\n";
  writeFileSync(join(stand, 'index.d.ts'), types);
  writeFileSync(join(stand, 'index.js'), provider);
  writeFileSync(
    join(stand, 'package.json'),
    '{"name":"@ai-sdk/anthropic","type":"module","exports":"./index.js"}',
  );
  installed.check(programs, 'node');
  const printed = installed.run(programs[0] ?? '', { SALIENCE_KEY: world.key });
  expect(printed).toContain('The boat that I want to buy is a Folkboat.');
}, 150_000);
