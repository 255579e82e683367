import { installPublished, programsOf } from '@salience/testing/published';
import { expect, it } from 'vitest';
import { startWorld } from './world.ts';

it('the program of the README runs as it stands there, with the packages as they are installed', async () => {
  const world = await startWorld();
  const installed = installPublished(
    ['packages/client', 'integrations/langgraph'],
    ['@langchain/langgraph', '@langchain/core'],
  );
  const programs = programsOf('integrations/langgraph/README.md', installed, (text) =>
    text.replaceAll('http://127.0.0.1:3300', world.url),
  );
  expect(programs).toHaveLength(1);
  installed.check(programs, 'node');
  const printed = installed.run(programs[0] ?? '', { SALIENCE_KEY: world.key });
  expect(printed).toMatch(/My boat is called Merrow\./);
}, 150_000);
