import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileAt, moduleOf, oddEvent, signalOf, wholeModule } from '../../test/made-up.ts';
import { depthBelow, normalPath, withHome } from './place.ts';
import { routesTo } from './routes.ts';

describe('routing by declaration', () => {
  it('law 7: nothing goes to a module that declared nothing', () => {
    fc.assert(
      fc.property(oddEvent, (event) => {
        expect(routesTo(moduleOf({}), event)).toBe(false);
      }),
    );
  });

  it('takes a file by its folder, whatever its extension, and never from outside', () => {
    for (const path of ['/in/a.pdf', '/in/b/c.exe', '/in//a', '/in/./a', '/in/b/../a'])
      expect(routesTo(wholeModule, fileAt(path))).toBe(true);
    for (const path of ['/in', '/inner/a.pdf', '/in/../etc/a.pdf', 'in/a.pdf', '/other/in/a.pdf', ''])
      expect(routesTo(wholeModule, fileAt(path))).toBe(false);
  });

  it.each([
    [signalOf('memory', { namespace: 'fact' }), true],
    [signalOf('memory', { namespace: 'trait' }), false],
    [signalOf('memory', {}, { location: 'Fact' }), true],
    [signalOf('memory', { namespace: 'other', subject: 'fact' }), true],
    [signalOf('network', { endpoint: 'https://EXAMPLE.org/status#now' }), true],
    [signalOf('network', { endpoint: 'https://example.org/other' }), false],
    [signalOf('network', { endpoint: 'no address' }), false],
    [signalOf('mail', { mailbox: 'any' }), true],
    [signalOf('hook', { hook: 'build' }), true],
    [signalOf('hook', { hook: 'deploy' }), false],
    [signalOf('task', { state: 'failed' }), true],
    [signalOf('task', { state: 'completed' }), false],
    [signalOf('host', { metric: 'load' }), true],
    [signalOf('host', { metric: 'rain' }), false],
    [signalOf('time', {}), false],
  ])('reads what names a signal: %j %s', (event, expected) => {
    expect(routesTo(wholeModule, event)).toBe(expected);
  });

  it('keeps mail to the mailboxes that are named', () => {
    const module = moduleOf({ mail: { mailboxes: ['work'] } });
    expect(routesTo(module, signalOf('mail', { mailbox: 'work' }))).toBe(true);
    expect(routesTo(module, signalOf('mail', { mailbox: 'home' }))).toBe(false);
  });

  it('gives ticks to those that asked, and to those that have nothing but the clock', () => {
    const tick = signalOf('time', {}, { location: 'tick', delta_type: 'tick' });
    const time = { active_hours: [8, 9] as [number, number] };
    expect(routesTo(moduleOf({ time }), tick)).toBe(true);
    expect(routesTo(moduleOf({ time, mail: {} }), tick)).toBe(false);
    expect(routesTo(moduleOf({ time: { ...time, ticks: true }, mail: {} }), tick)).toBe(true);
  });

  it.each(['memory', 'network', 'mail', 'hook', 'task', 'host', 'filesystem'] as const)(
    'gives no %s to a module that declares another source',
    (source) => {
      const module = source === 'mail' ? moduleOf({ task: {} }) : moduleOf({ mail: {} });
      expect(
        routesTo(module, signalOf(source, { state: 'failed', metric: 'load' }, { location: '/in/a' })),
      ).toBe(false);
    },
  );
});

describe('a folder below the home folder', () => {
  const module = moduleOf({ filesystem: { watch_directories: ['~/in'] } });
  const from = (home: string | undefined, path: string) =>
    signalOf('filesystem', home === undefined ? {} : { home }, { location: path });

  it('law 7: is one of the machine that noticed, whoever looks at the signal', () => {
    expect(routesTo(module, from('/north', '/north/in/a.pdf'))).toBe(true);
    expect(routesTo(module, from('/south', '/south/in/a.pdf'))).toBe(true);
    expect(routesTo(module, from('/south', '/north/in/a.pdf'))).toBe(false);
    expect(routesTo(module, from(undefined, '/north/in/a.pdf'))).toBe(false);
    expect(routesTo(module, from('', '/in/a.pdf'))).toBe(false);
  });
});

describe('places', () => {
  it('are compared after they were made plain', () => {
    expect(normalPath('C:\\in\\.\\a\\..\\b\\')).toBe('c:/in/b');
    expect(normalPath('/../../a')).toBe('/a');
    expect(depthBelow('/', '/a')).toBe(0);
    expect(depthBelow('/a/', '/a/b/c')).toBe(1);
    expect(depthBelow('/a', '/a')).toBeUndefined();
  });

  it('law: a path made plain is plain', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        const plain = normalPath(path);
        expect(normalPath(plain)).toBe(plain);
      }),
    );
  });

  it('begin with a home folder where they began with its sign', () => {
    const folders = withHome(
      moduleOf({ filesystem: { watch_directories: ['~', '~/in', '~ana/x', '/~'] } }),
      '/srv/$&',
    );
    expect(folders.signal_priors.filesystem?.watch_directories).toEqual([
      '/srv/$&',
      '/srv/$&/in',
      '~ana/x',
      '/~',
    ]);
    expect(withHome(wholeModule, '/h').signal_priors.mail).toEqual(wholeModule.signal_priors.mail);
    expect(withHome(moduleOf({}), '/h')).toEqual(moduleOf({}));
  });
});

it('a tick that names a module is no news to another one of its cluster', () => {
  const [own, other] = ['own', 'other'].map((module_id) =>
    moduleOf({ time: { active_hours: [0, 23], ticks: true } }, { module_id }),
  );
  const tick = signalOf('time', { module: 'own' }, { location: 'tick', delta_type: 'tick' });
  expect([routesTo(own as never, tick), routesTo(other as never, tick)]).toEqual([true, false]);
});
