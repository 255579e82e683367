import { describe, expect, it, vi } from 'vitest';
import { createDisposer } from './disposer.ts';
import { createLoop } from './loop.ts';
import { runWorker, type WorkerOptions } from './run-worker.ts';
import type { Service } from './service.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A service that writes down what happens to it. */
function service(name: string, events: string[], faults: { start?: Error; left?: string[] } = {}): Service {
  return {
    name,
    start: () => {
      events.push(`start ${name}`);
      return faults.start === undefined ? Promise.resolve() : Promise.reject(faults.start);
    },
    stop: () => {
      events.push(`stop ${name}`);
      return Promise.resolve(faults.left ?? []);
    },
    running: () => faults.left ?? [],
    stalled: () => undefined,
  };
}

function options(events: string[], services: Service[], stop: AbortSignal): WorkerOptions {
  return {
    acquire: () => Promise.resolve({ services, release: () => Promise.resolve(void events.push('release')) }),
    beat: (state) => Promise.resolve(void events.push(`beat ${state}`)),
    drainMs: 100,
    stop,
    log: quiet,
  };
}

describe('the life of a worker', () => {
  it('starts in order, tells each state, drains, releases last', async () => {
    const events: string[] = [];
    const stop = new AbortController();
    const worker = await runWorker(
      options(events, [service('a', events), service('b', events)], stop.signal),
    );
    expect(worker.state()).toBe('ready');
    stop.abort();
    expect(await worker.stopped).toEqual([]);
    expect(events.filter((event) => event !== 'beat ready')).toEqual([
      'beat starting',
      'start a',
      'start b',
      'beat draining',
      'stop a',
      'stop b',
      'beat stopped',
      'release',
    ]);
    expect(events).toContain('beat ready');
  });

  it('names what was still running at the deadline', async () => {
    const stop = new AbortController();
    const worker = await runWorker(options([], [service('a', [], { left: ['turn.digest/7'] })], stop.signal));
    stop.abort();
    expect(await worker.stopped).toEqual(['turn.digest/7']);
  });

  it('tells which services take no work for now', async () => {
    const stop = new AbortController();
    const reasons: string[] = [];
    const holding: Service = { ...service('a', []), held: () => reasons[0] };
    const events: string[] = [];
    const usual = options(events, [holding, service('b', [])], stop.signal);
    const worker = await runWorker({ ...usual, beatMs: 5 });
    expect(worker.held()).toEqual([]);
    reasons.push('it does not know enough');
    expect(worker.held()).toEqual(['it does not know enough']);
    await vi.waitFor(() => expect(events).toContain('beat held'));
    stop.abort();
    await worker.stopped;
  });

  it('a failed start stops what had started, releases everything and is told', async () => {
    const events: string[] = [];
    const services = [service('a', events), service('b', events, { start: new Error('no port') })];
    await expect(runWorker(options(events, services, new AbortController().signal))).rejects.toThrow(
      'no port',
    );
    expect(events.slice(-3)).toEqual(['stop a', 'stop b', 'release']);
  });

  it('a stop that was asked for during the start is obeyed', async () => {
    const events: string[] = [];
    const stop = new AbortController();
    stop.abort();
    const worker = await runWorker(options(events, [service('a', events)], stop.signal));
    await worker.stopped;
    expect(events.at(-1)).toBe('release');
  });
});

describe('a loop', () => {
  it('goes on after an error, and stop waits for the run in hand', async () => {
    const errors: unknown[] = [];
    const second = Promise.withResolvers<void>();
    let runs = 0;
    const loop = createLoop({
      name: 'test',
      everyMs: 1,
      runOnce: () => {
        runs += 1;
        if (runs === 1) return Promise.reject(new Error('first'));
        second.resolve();
        return Promise.resolve();
      },
      onError: (error) => errors.push(error),
    });
    await loop.start(new AbortController().signal);
    await second.promise;
    expect(await loop.stop(1_000)).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it('names itself when the run in hand does not end', async () => {
    const loop = createLoop({
      name: 'stuck',
      everyMs: 1,
      runOnce: () => new Promise(() => {}),
      onError: () => {},
    });
    await loop.start(new AbortController().signal);
    expect(await loop.stop(5)).toEqual(['stuck']);
  });

  it('may be stopped before it started, and twice', async () => {
    const loop = createLoop({
      name: 'idle',
      everyMs: 1,
      runOnce: () => Promise.resolve(),
      onError: () => {},
    });
    expect(await loop.stop(5)).toEqual([]);
    await loop.start(new AbortController().signal);
    expect(await loop.stop(5)).toEqual([]);
  });
});

describe('a disposer', () => {
  it('releases in reverse order, goes on after an error and throws the first', async () => {
    const released: string[] = [];
    const disposer = createDisposer((name, message) => released.push(`${name} failed: ${message}`));
    disposer.use('database', () => Promise.resolve(void released.push('database')));
    disposer.use('queues', () => Promise.reject(new Error('gone')));
    disposer.use('server', () => Promise.resolve(void released.push('server')));
    await expect(disposer.dispose()).rejects.toThrow('gone');
    expect(released).toEqual(['server', 'queues failed: gone', 'database']);
  });
});
