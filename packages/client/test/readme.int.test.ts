import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { personToken, plantsIn } from '@salience/testing';
import { type Installed, installPublished, programsOf } from '@salience/testing/published';
import { beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './support/world.ts';

let world: World;
let installed: Installed;
let programs: string[];

beforeAll(async () => {
  world = await startWorld({}, ['digest']);
  installed = installPublished(['packages/client']);
  programs = programsOf('packages/client/README.md', installed, (text) =>
    text.replaceAll('http://127.0.0.1:3300', world.url),
  );
}, 120_000);

const run = (file: string | undefined) => installed.run(file ?? '', { SALIENCE_KEY: personToken });

describe('the package as it is installed', () => {
  it('runs every program of its README against a server, and each prints what the README says', async () => {
    await (await plantsIn(world.database, new Date())).approval(new Date(Date.now() + 3_600_000));
    const printed = programs.map(run);
    expect(printed).toHaveLength(7);
    const [asked, streamed, retried, memory, approvals, lists, routes] = printed;
    expect(asked).toMatch(/^answered .+/);
    expect(streamed).toMatch(/^turn turn_[0-9a-f]{32}\n[^]*\nin full: .+\n$/);
    expect(retried).toBe('true true\nthread.unknown 404 false\n');
    expect(memory).toMatch(
      /^The spare key hangs behind the barometer\..* unverified import\nwould forget \{ .*exchange: 1/,
    );
    expect(approvals).toMatch(/nothing waits\n$/);
    expect(approvals?.split('\n').length).toBe(3);
    expect(lists).toMatch(/^family 2$/m);
    expect(lists).toMatch(/^listening$/m);
    expect(routes).toMatch(/^paused [0-3]\n$/);
  });

  it('has types that programs of others are checked by, in browsers without those of Node', () => {
    const wrong = join(installed.folder, 'wrong.ts');
    writeFileSync(
      wrong,
      `import { createClient } from '@salience/client';
const client = createClient({ baseUrl: 'x' });
await client.get('/no/such/route');
await client.post('/messages', { body: { txt: 'x' } });
(await client.turns.get('x')).no_such_field;
`,
    );
    expect(() => installed.check([wrong], 'browser')).toThrow(
      /wrong\.ts\(3,[^]*wrong\.ts\(4,[^]*wrong\.ts\(5,/,
    );
    installed.check(programs, 'node');
  });
});
