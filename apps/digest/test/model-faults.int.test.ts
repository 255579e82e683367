import { createServer } from 'node:net';
import { backends, createFakeModelServer, type FakeModelServer, modelFaults } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

const question = 'What is a good name for a boat?';
/** Short, so that silence ends soon; long enough for three tries on a slow machine. */
const times = { SALIENCE_MODEL_TIMEOUT_MS: '4000', SALIENCE_MODEL_STALL_MS: '250' };
/** A tie-breaker of its own would blur the count of requests. */
const others = { SALIENCE_MODEL_TIEBREAK: 'offline' };

let server: FakeModelServer;
let world: LaneWorld;
beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres');
});

/** Runs one turn and gives it with everything that tells of its end. */
async function ask(env: Readonly<Record<string, string>>) {
  await world.useModels({ ...env, ...others });
  const before = server.requests().length;
  const { turnId, threadId } = await world.accept(question);
  await world.run(threadId);
  const [turn, events, terminal, exchanges] = await Promise.all([
    world.load(turnId),
    world.heard(turnId),
    world.database.admin('select kind from salience.terminal_events where turn_id = $1', [turnId]),
    world.database.admin('select message, reply from salience.exchanges where turn_id = $1', [turnId]),
  ]);
  return { turn, events, terminal, exchanges, requests: server.requests().length - before };
}

type Asked = Awaited<ReturnType<typeof ask>>;

function expectFailed({ turn, events, terminal, exchanges }: Asked, code: string): void {
  expect(turn).toMatchObject({ state: 'failed', reply: null, error: { code } });
  expect(terminal).toEqual([{ kind: 'failed' }]);
  expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('ended');
  expect(exchanges).toEqual([{ message: question, reply: null }]);
  // Honest: named, kept, and a next step that fits; nothing of what the provider wrote.
  expect(turn.error?.message).toMatch(/^I had trouble thinking about that/);
  expect(turn.error?.message).toContain(`(${code})`);
  expect(turn.error?.message).toContain(turn.id);
  expect(turn.error?.message).not.toMatch(/scripted|credit|maximum/);
  expect(turn.error?.message.includes('try again')).toBe(turn.error?.recoverable);
}

function expectAnswered({ turn, events, terminal, exchanges }: Asked): void {
  expect(turn.state).toBe('answered');
  expect(terminal).toEqual([{ kind: 'answered' }]);
  expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
  const heard = events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
  expect(heard).toBe(turn.reply?.text);
  expect(exchanges).toEqual([{ message: question, reply: turn.reply?.text }]);
}

describe.each([
  ['openai', () => server.env],
  ['anthropic', () => server.anthropicEnv],
] as const)('a provider that speaks as %s', (dialect, env) => {
  it.each(modelFaults)('$name ends the turn once: $streamed (law 5)', async (fault) => {
    server.script(() => fault.reply(dialect));
    // A drip is only ended by the deadline, and the shorter that is the better. No pause of a busy machine may pass for a stall before.
    const drips = { SALIENCE_MODEL_TIMEOUT_MS: '400', SALIENCE_MODEL_STALL_MS: '4000' };
    const own = fault.streamed === 'llm.timeout' ? drips : {};
    const asked = await ask({ ...env(), ...times, ...own });
    if (fault.streamed === 'ok') expectAnswered(asked);
    else expectFailed(asked, fault.streamed);
    // A prompt that is too long is sent once more, compacted.
    expect(asked.requests).toBe(fault.streamed === 'llm.context-overflow' ? 2 : fault.tries);
    server.script([{ text: 'Better now.' }]);
    expect((await ask({ ...env(), ...times })).turn).toMatchObject({
      state: 'answered',
      reply: { text: 'Better now.' },
    });
  });

  it('a rate limit that ends soon is waited for, and the turn is answered', async () => {
    server.script([{ rateLimitS: 1 }, { text: 'Call it Otter.' }]);
    // A model of its own: the long pauses above are shared through Postgres and still in force.
    const asked = await ask({ ...env(), ...times, SALIENCE_MODEL: `${dialect}:patient` });
    expectAnswered(asked);
    expect(asked.requests).toBe(2);
  });

  it('a pause that one replica was told of is kept by another that shares its limit, without a request', async () => {
    const shared = { ...env(), ...times, SALIENCE_MODEL: `${dialect}:shared`, SALIENCE_MODEL_RPM: '600' };
    server.script([{ rateLimitS: 60 }, { text: 'Never asked for.' }]);
    expectFailed(await ask(shared), 'llm.rate-limited');
    // Models made anew know of no pause themselves, as in another process.
    const asked = await ask(shared);
    expectFailed(asked, 'llm.rate-limited');
    expect(asked.requests).toBe(0);
  });
});

it('what a provider says of a request stands with the call, for whoever asks why, and not in what the person is told', async () => {
  const said = "Unknown parameter: 'stream_options'.";
  server.script([{ status: 400, errorMessage: said }]);
  const asked = await ask({ ...server.env, ...times });
  expectFailed(asked, 'llm.bad-request');
  expect(JSON.stringify(asked.turn.error)).not.toContain('stream_options');
  const contexts = await world.database.admin<{ fault: string }>(
    "select body->>'fault' as fault from salience.contexts where turn_id = $1",
    [asked.turn.id],
  );
  expect(contexts).toEqual([{ fault: `llm.bad-request: ${said}` }]);
});

it('an answer whose provider does not say what it used has no tokens, no cost, and is counted as such', async () => {
  server.script([{ text: 'Call it Tern.', noUsage: true }]);
  const asked = await ask({
    ...server.env,
    ...times,
    SALIENCE_MODEL: 'openai:silent',
    SALIENCE_MODEL_PRICES: '{"openai:silent": {"input": 1, "output": 1}}',
  });
  expect(asked.turn.reply?.usage).toEqual({ inputTokens: null, outputTokens: null });
  const metrics = await world.deps.metrics.metricsText();
  expect(metrics).toMatch(/salience_model_usage_missing_total\{.*model="silent".*\} 1/);
  expect(metrics).not.toMatch(/salience_model_cost_usd_total\{.*model="silent"/);
});

describe('a provider that is not there', () => {
  /** An address that nothing listens at. */
  async function nowhere(): Promise<string> {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    return `http://127.0.0.1:${port}/v1`;
  }

  it('ends the turn as unreachable; the next turns fail at once as offline, without a request', async () => {
    const env = { ...server.env, ...times, ...others, OPENAI_BASE_URL: await nowhere() };
    expectFailed(await ask(env), 'llm.unreachable');
    // The same models, which have now failed three times in a row.
    const { turnId, threadId } = await world.accept(question);
    await world.run(threadId);
    expect(await world.load(turnId)).toMatchObject({ state: 'failed', error: { code: 'llm.offline' } });
    expect(await world.deps.metrics.metricsText()).toMatch(
      /salience_model_provider_offline\{.*provider="openai-compatible".*\} 1/,
    );
  });

  it('is stood in for where another is configured, which the reply names', async () => {
    server.script([{ text: 'Call it Heron.' }]);
    const asked = await ask({
      ...times,
      OPENAI_BASE_URL: await nowhere(),
      ANTHROPIC_BASE_URL: server.baseUrl,
      ANTHROPIC_API_KEY: 'test',
      SALIENCE_MODEL: 'openai:first|anthropic:second',
      SALIENCE_MODEL_PRICES: '{"anthropic:second": {"input": 1000000, "output": 0}}',
    });
    expectAnswered(asked);
    const rows = await world.database.admin('select model from salience.replies where turn_id = $1', [
      asked.turn.id,
    ]);
    expect(rows).toEqual([{ model: 'second' }]);
    const metrics = await world.deps.metrics.metricsText();
    expect(metrics).toMatch(/salience_model_cost_usd_total\{.*model="second".*\} 10\b/);
    expect(metrics).toMatch(/salience_model_calls_total\{.*outcome="failed-over".*\} 1/);
    expect(metrics).toMatch(/salience_model_attempts_total\{.*model="first",outcome="llm.unreachable".*\} 1/);
  });
});
