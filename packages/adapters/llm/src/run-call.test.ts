import { SalienceError } from '@salience/errors';
import { describe, expect, test } from 'vitest';
import { fault, type FaultCode } from './call-errors.ts';
import { createPacing } from './pacing.ts';
import { fillPorts, type ModelEvent, type ModelPorts } from './ports.ts';
import { createProviderHealth } from './provider-health.ts';
import type { ProviderModel } from './provider-model.ts';
import { createKnownManner } from './request-manner.ts';
import { type CallPlan, runCall } from './run-call.ts';

/** A room whose clock moves only when a call waits; `waits` are the waits in order. */
function makeRoom(more: ModelPorts = {}) {
  const waits: number[] = [];
  const events: ModelEvent[] = [];
  let now = 0;
  const ports = fillPorts({
    now: () => now,
    random: () => 0.5,
    onEvent: (event) => events.push(event),
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
    ...more,
  });
  const provider = (model: string, perMinute?: number): ProviderModel => ({
    provider: 'test',
    model,
    key: `test:${model}`,
    perMinute,
    price: undefined,
    health: createProviderHealth({ ...ports, onChange: () => undefined }),
    manner: createKnownManner({
      format: 'schema',
      temperature: true,
      limit: 'max_tokens',
      reasoning: true,
      thinks: false,
    }),
    schemaDialect: 'nullable',
    optionsKey: 'test',
    load: () => Promise.reject(new Error('not needed')),
  });
  return {
    room: { ports, pacing: createPacing(ports) },
    waits,
    events,
    provider,
    pass: (ms: number) => (now += ms),
  };
}

type Step = FaultCode | 'llm.stalled' | 'llm.timeout' | 'ok' | readonly [FaultCode, number];

/** A plan whose attempts end as `steps` say, one after another. */
function planOf(
  candidates: readonly ProviderModel[],
  steps: readonly Step[],
  more: Partial<CallPlan<string>> = {},
) {
  const asked: string[] = [];
  const plan: CallPlan<string> = {
    candidates,
    timeoutMs: 60_000,
    stallMs: 20_000,
    shown: () => 'nothing',
    reset: () => undefined,
    adapt: () => false,
    async attempt(provider) {
      asked.push(provider.model);
      const step = steps[asked.length - 1] ?? 'ok';
      if (step === 'ok') return `said ${provider.model}`;
      const [code, retryAfterMs] = typeof step === 'string' ? [step, undefined] : step;
      if (code === 'llm.timeout' || code === 'llm.stalled')
        throw new SalienceError(code, 'x', { kind: 'retryable' });
      throw fault(code, provider, 'failed', { retryAfterMs });
    },
    ...more,
  };
  return { plan, asked };
}

describe('retries', () => {
  test('wait longer each time, with jitter, three tries in all', async () => {
    const { provider, room, waits } = makeRoom();
    const { plan, asked } = planOf(
      [provider('a')],
      ['llm.overloaded', 'llm.provider-error', 'llm.overloaded'],
    );
    await expect(runCall(room, plan)).rejects.toMatchObject({
      code: 'llm.overloaded',
      data: {
        tried: [
          { outcome: 'llm.overloaded' },
          { outcome: 'llm.provider-error' },
          { outcome: 'llm.overloaded' },
        ],
      },
    });
    expect(asked).toEqual(['a', 'a', 'a']);
    expect(waits).toEqual([125, 250]);
  });

  test('wait as long as the provider asks, and no shorter', async () => {
    const { provider, room, waits } = makeRoom();
    const { plan } = planOf([provider('a')], [['llm.rate-limited', 4_000]]);
    expect(await runCall(room, plan)).toMatchObject({ value: 'said a', attempts: 2 });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(4_125);
  });

  test('end at once, with the truth, when the wait would pass the deadline', async () => {
    const { provider, room, waits } = makeRoom();
    const { plan, asked } = planOf([provider('a')], [['llm.rate-limited', 60_000]]);
    await expect(runCall(room, plan)).rejects.toMatchObject({
      code: 'llm.rate-limited',
      retryAfterMs: 60_000,
    });
    expect(asked).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test.each([
    'llm.auth',
    'llm.quota',
    'llm.model-unknown',
    'llm.bad-request',
    'llm.context-overflow',
    'llm.refused',
    'llm.timeout',
  ] as const)('are not made of %s', async (code) => {
    const { provider, room } = makeRoom();
    const { plan, asked } = planOf([provider('a')], [code]);
    await expect(runCall(room, plan)).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  test('are not made of a reply that was shown and cannot be taken back', async () => {
    const { provider, room } = makeRoom();
    const { plan, asked } = planOf([provider('a')], ['llm.unreachable'], { shown: () => 'final' });
    await expect(runCall(room, plan)).rejects.toMatchObject({ code: 'llm.unreachable' });
    expect(asked).toHaveLength(1);
  });
});

describe('a request that is refused for a part of it', () => {
  test('is made again at once, without a wait, and counts as no round', async () => {
    const { provider, room, waits } = makeRoom();
    let parts = 4;
    const { plan, asked } = planOf(
      [provider('a'), provider('b')],
      ['llm.bad-request', 'llm.bad-request', 'llm.bad-request', 'llm.bad-request'],
      { adapt: () => (parts -= 1) >= 0 },
    );
    expect(await runCall(room, plan)).toMatchObject({ value: 'said a', attempts: 5 });
    expect(asked).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect(waits).toEqual([]);
  });

  test('is not made again once something was shown', async () => {
    const { provider, room } = makeRoom();
    const more = { adapt: () => true, shown: () => 'final' as const };
    const { plan, asked } = planOf([provider('a')], ['llm.bad-request'], more);
    await expect(runCall(room, plan)).rejects.toMatchObject({ code: 'llm.bad-request' });
    expect(asked).toEqual(['a']);
  });
});

describe('failover', () => {
  test.each([
    'llm.unreachable',
    'llm.provider-error',
    'llm.overloaded',
    'llm.stalled',
    'llm.quota',
    ['llm.rate-limited', 30_000] as const,
    'llm.rate-limited',
  ] as const)('to the next model after %s, at once', async (step) => {
    const { provider, room, waits } = makeRoom();
    const outcomes: string[] = [];
    const { plan, asked } = planOf([provider('a'), provider('b')], [step], {
      onAttempt: ({ model, outcome }) => outcomes.push(`${model} ${outcome}`),
    });
    const done = await runCall(room, plan);
    expect(done).toMatchObject({ value: 'said b', attempts: 2, provider: { model: 'b' } });
    expect(asked).toEqual(['a', 'b']);
    expect(outcomes).toEqual([`a ${typeof step === 'string' ? step : step[0]}`, 'b ok']);
    expect(waits).toEqual([]);
  });

  test.each([
    'llm.auth',
    'llm.model-unknown',
    'llm.bad-request',
    'llm.context-overflow',
    'llm.refused',
    'llm.wrong-address',
  ] as const)('never after %s: that is for us to put right, or an answer', async (code) => {
    const { provider, room } = makeRoom();
    const { plan, asked } = planOf([provider('a'), provider('b')], [code]);
    await expect(runCall(room, plan)).rejects.toMatchObject({ code });
    expect(asked).toEqual(['a']);
  });

  test('never once output was shown: the answer stays with the model that began it', async () => {
    const { provider, room } = makeRoom();
    const { plan, asked } = planOf([provider('a'), provider('b')], ['llm.unreachable'], {
      shown: () => 'voidable',
    });
    expect(await runCall(room, plan)).toMatchObject({ value: 'said a' });
    expect(asked).toEqual(['a', 'a']);
  });

  test('a short rate limit is waited for', async () => {
    const { provider, room } = makeRoom();
    const { plan, asked } = planOf([provider('a'), provider('b')], [['llm.rate-limited', 1_500]]);
    await runCall(room, plan);
    expect(asked).toEqual(['a', 'a']);
  });

  test('the last of the list failed: from the first again, after a pause', async () => {
    const { provider, room, waits } = makeRoom();
    const { plan, asked } = planOf([provider('a'), provider('b')], ['llm.overloaded', 'llm.overloaded']);
    expect(await runCall(room, plan)).toMatchObject({ value: 'said a', attempts: 3 });
    expect(asked).toEqual(['a', 'b', 'a']);
    expect(waits).toEqual([125]);
  });

  test('a model that is only silent may not use up the time of the next', async () => {
    const { provider, room } = makeRoom({ now: () => performance.now() });
    const { plan } = planOf([provider('a'), provider('b')], [], {
      timeoutMs: 200,
      stallMs: 200,
      attempt: (model, { signal }) =>
        model.model === 'b'
          ? Promise.resolve('said b')
          : new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            }),
    });
    expect(await runCall(room, plan)).toMatchObject({ value: 'said b' });
  });
});

describe('a provider that is not there', () => {
  test('is left alone after three tries, tried once when the time is up, and back when it answers', async () => {
    const changes: boolean[] = [];
    const { pass, provider, room } = makeRoom();
    const model = {
      ...provider('a'),
      health: createProviderHealth({ ...room.ports, onChange: ({ offline }) => changes.push(offline) }),
    };
    const call = (steps: readonly Step[]) => {
      const { plan, asked } = planOf([model], steps);
      return runCall(room, plan).then(
        () => `ok ${asked.length}`,
        (error: SalienceError) => `${error.code} ${asked.length}`,
      );
    };
    const gone = ['llm.unreachable', 'llm.unreachable', 'llm.unreachable'] as const;
    expect(await call(gone)).toBe('llm.unreachable 3');
    expect(await call(gone)).toBe('llm.offline 0');
    pass(1_000);
    // One probe; the retry behind it finds the door closed again.
    expect(await call(gone)).toBe('llm.offline 1');
    pass(1_000);
    expect(await call([])).toBe('llm.offline 0');
    pass(1_000);
    expect(await call([])).toBe('ok 1');
    expect(await call([])).toBe('ok 1');
    expect(changes).toEqual([true, false]);
  });

  test('one probe at a time: the others fail at once meanwhile', async () => {
    const { pass, provider, room } = makeRoom();
    const model = provider('a');
    const gone = planOf([model], ['llm.unreachable', 'llm.unreachable', 'llm.unreachable']);
    await runCall(room, gone.plan).catch(() => undefined);
    pass(1_000);
    const answer = Promise.withResolvers<string>();
    const probe = runCall(room, planOf([model], [], { attempt: () => answer.promise }).plan);
    await expect(runCall(room, planOf([model], []).plan)).rejects.toMatchObject({ code: 'llm.offline' });
    answer.resolve('back');
    expect(await probe).toMatchObject({ value: 'back' });
    expect(await runCall(room, planOf([model], []).plan)).toMatchObject({ value: 'said a' });
  });

  test('is not what an error over HTTP, a silence or an abort means', async () => {
    const { provider, room } = makeRoom();
    const model = provider('a');
    for (const code of ['llm.provider-error', 'llm.timeout', 'llm.auth'] as const) {
      await runCall(room, planOf([model], [code, code, code]).plan).catch(() => undefined);
    }
    expect(await runCall(room, planOf([model], []).plan)).toMatchObject({ value: 'said a' });
  });
});

describe('limits', () => {
  test('no limit and no pause: nobody is asked', async () => {
    const claims: unknown[] = [];
    const limits = {
      claim: async (claim: unknown) => {
        claims.push(claim);
        return { granted: true, waitMs: 0 };
      },
      pause: async () => ({ waitMs: 0 }),
    };
    const { provider, room } = makeRoom({ limits });
    await runCall(room, planOf([provider('a')], []).plan);
    expect(claims).toEqual([]);
    await runCall(room, planOf([provider('a', 60)], []).plan);
    expect(claims).toEqual([{ model: 'test:a', perMinute: 60, maxWaitMs: 60_000 }]);
  });

  test('a place that is too far off ends the call before a request', async () => {
    const limits = {
      claim: async () => ({ granted: false, waitMs: 90_000 }),
      pause: async () => ({ waitMs: 0 }),
    };
    const { provider, room } = makeRoom({ limits });
    const { plan, asked } = planOf([provider('a', 1)], []);
    await expect(runCall(room, plan)).rejects.toMatchObject({
      code: 'llm.rate-limited',
      retryAfterMs: 90_000,
    });
    expect(asked).toEqual([]);
  });

  test('a pause is remembered and shared, and one that cannot be shared is told', async () => {
    const limits = {
      claim: async () => ({ granted: true, waitMs: 0 }),
      pause: () => Promise.reject(new Error('away')),
    };
    const { events, provider, room } = makeRoom({ limits });
    const model = provider('a');
    await runCall(room, planOf([model], [['llm.rate-limited', 90_000]]).plan).catch(() => undefined);
    expect(events.map((event) => event.kind)).toEqual(['model-paused', 'pause-not-shared']);
    const { plan, asked } = planOf([model], []);
    await expect(runCall(room, plan)).rejects.toMatchObject({ code: 'llm.rate-limited' });
    expect(asked).toEqual([]);
  });
});
