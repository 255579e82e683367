import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { senseSignal } from '@salience/contracts';
import { systemClock } from '@salience/database';
import { createAgent } from '@salience/database/agents';
import { changeModule, listModules } from '@salience/database/signals';
import { silentLogger } from '@salience/telemetry';
import { backends, scratchFolder, spawnApp, until } from '@salience/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createModulesFromFiles, registerFiles } from '../src/pulse/modules-from-files.ts';
import { modulesMax } from '../src/pulse/modules.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantModule, watchesFolder } from './support/plant-signals.ts';

describe.each(backends())('modules from files on %s', (backend) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture(backend);
  });

  /** A folder with these files; texts as they are, all else as JSON. */
  const folderWith = (files: Readonly<Record<string, unknown>>): string => {
    const folder = scratchFolder('modules');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    return folder;
  };
  const named = (name: string, more: object = {}) => ({ ...watchesFolder, module_id: name, ...more });
  const deps = () => ({
    db: fixture.db,
    queues: fixture.queues,
    clock: systemClock,
    log: silentLogger,
  });
  const agentOf = async (name: string) =>
    (await createAgent(fixture.operatorDb, { name: `${name}-${backend}`, persona: 'p', settings: {} })).id;

  it('are registered once: the same file again changes nothing, another one changes its module', async () => {
    const agentId = await agentOf('once');
    const folder = folderWith({
      'b.json': named('beta'),
      'a.JSON': named('alpha'),
      'notes.txt': 'no module',
    });
    const first = await registerFiles(deps(), agentId, folder);
    expect(first).toEqual({ changed: ['alpha', 'beta'], same: [], refused: [] });
    const rows = await listModules(fixture.db, agentId);
    expect(await registerFiles(deps(), agentId, folder)).toEqual({
      changed: [],
      same: ['alpha', 'beta'],
      refused: [],
    });
    expect(await listModules(fixture.db, agentId)).toEqual(rows);
    writeFileSync(join(folder, 'b.json'), JSON.stringify(named('beta', { default_threshold: 0.8 })));
    expect(await registerFiles(deps(), agentId, folder)).toMatchObject({
      changed: ['beta'],
      same: ['alpha'],
    });
  });

  it('that a person paused stay paused', async () => {
    const agentId = await agentOf('paused');
    const folder = folderWith({ 'a.json': named('alpha') });
    await registerFiles(deps(), agentId, folder);
    await changeModule(fixture.db, agentId, 'alpha', { now: new Date(), state: 'paused', threshold: 0.9 });
    writeFileSync(join(folder, 'a.json'), JSON.stringify(named('alpha', { version: '2' })));
    await registerFiles(deps(), agentId, folder);
    expect(await listModules(fixture.db, agentId)).toMatchObject([
      { state: 'paused', threshold: 0.9, fingerprint: { version: '2' } },
    ]);
  });

  it('are named with the reason where a file holds none, and the others are registered', async () => {
    const agentId = await agentOf('refused');
    const folder = folderWith({
      '1-broken.json': '{',
      '2-typo.json': named('typo', { clutser: 'x' }),
      '3-good.json': named('good'),
      '4-twice.json': named('good', { version: '2' }),
      '5-large.json': `"${'x'.repeat(262_144)}"`,
    });
    mkdirSync(join(folder, '6-folder.json'));
    // A pipe that nobody writes to would be read for ever.
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(folder, '7-pipe.json')]);
    const { changed, refused } = await registerFiles(deps(), agentId, folder);
    expect(changed).toEqual(['good']);
    expect(refused).toEqual([
      { file: '1-broken.json', reason: expect.stringContaining('JSON') },
      { file: '2-typo.json', reason: expect.stringContaining('expected "cluster" for "clutser"') },
      { file: '4-twice.json', reason: 'It names the module "good", as 3-good.json does.' },
      { file: '5-large.json', reason: 'Expected a file of at most 262144 bytes, got 262146.' },
      { file: '6-folder.json', reason: 'Expected a file.' },
      { file: '7-pipe.json', reason: 'Expected a file.' },
    ]);
    expect(await listModules(fixture.db, agentId)).toMatchObject([{ fingerprint: { version: '1' } }]);
  });

  it('are refused where the agent has as many as it may, and one that it has is changed all the same', async () => {
    const agentId = await agentOf('full');
    for (let n = 0; n < modulesMax; n += 1) await plantModule(fixture, agentId, named(`m${n}`));
    const folder = folderWith({ 'a.json': named('extra'), 'b.json': named('m0', { version: '2' }) });
    expect(await registerFiles(deps(), agentId, folder)).toEqual({
      changed: ['m0'],
      same: [],
      refused: [{ file: 'a.json', reason: expect.stringContaining(`has ${modulesMax} modules`) }],
    });
  });

  it('are told to pulse-sensor where one is new, and only then', async () => {
    const heard: string[] = [];
    onTestFinished(await fixture.queues.signals.listen(senseSignal, (about) => heard.push(about)));
    await until(
      async () => {
        await fixture.queues.signals.send(senseSignal, 'probe');
        return heard.includes('probe');
      },
      { what: 'the listener' },
    );
    const folder = folderWith({ 'a.json': named('told') });
    const start = async () =>
      await createModulesFromFiles(deps(), folder).start(new AbortController().signal);
    await start();
    await until(() => heard.includes(fixture.agentId), { what: 'the hint' });
    await start();
    await fixture.queues.signals.send(senseSignal, 'end');
    await until(() => heard.includes('end'), { what: 'what was sent last' });
    expect(heard.filter((about) => about === fixture.agentId)).toHaveLength(1);
  });

  it('are registered by a consumer that starts, which starts in any case', async () => {
    const { database, db, queues } = fixture;
    const folder = folderWith({ '1.json': '{', '2.json': named('started') });
    const env = { SALIENCE_MODULES_DIR: folder };
    const app = await spawnApp('consumer', { database, queues, env });
    expect((await listModules(db, fixture.agentId)).map(({ name }) => name)).toContain('started');
    const lines = JSON.stringify(app.lines());
    expect(lines).toContain(join(folder, '1.json'));
    await app.stop();
    const gone = { SALIENCE_MODULES_DIR: join(folder, 'gone') };
    const without = await spawnApp('consumer', { database, queues, env: gone });
    expect(JSON.stringify(without.lines())).toContain('modules of files could not be registered');
    await without.stop();
  });
});
