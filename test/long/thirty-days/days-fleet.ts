import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { appNames, type AppName } from '@salience/contracts';
import {
  asPerson,
  type ClientEntry,
  collectSpans,
  type SpanCollector,
  type SpawnedApp,
  spawnApp,
} from '@salience/testing';
import { readEvents, type Stores } from '@salience/testing/load';
import type { Saying } from './sayings.ts';

/** All eight apps as processes, and what they let out. */
export interface DaysFleet {
  readonly url: string;
  readonly spans: SpanCollector;
  /** The folder with the whole log of each app. */
  readonly logs: string;
  /** Every message that was sent, as its client saw it. */
  readonly clientLog: readonly ClientEntry[];
  /** Says something and hears the reply to its end; null when there was none. */
  say(saying: Saying): Promise<string | null>;
  /** What went wrong by the apps' own account: processes that ended although nobody stopped them, and lines of errors. */
  troubles(): readonly string[];
  /** Stops them. Idempotent. */
  stop(): Promise<void>;
}

/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const errorChars = 1_000;

/** Loops look often, as a day passes within seconds; business rhythms are those of production. */
const env = {
  SALIENCE_CLOCK: 'shared',
  SALIENCE_LOG_LEVEL: 'debug',
  SALIENCE_SWEEP_MS: '250',
  SALIENCE_OUTBOX_MS: '100',
  SALIENCE_SCHEDULES_MS: '100',
  SALIENCE_DRIFT_LOOK_MS: '100',
} as const;

/** Starts them on stores of their own; resolves when all are ready. */
export async function startDaysFleet(stores: Stores): Promise<DaysFleet> {
  const spans = await collectSpans();
  const logs = join(stores.folder, 'logs');
  mkdirSync(logs);
  const crashed: AppName[] = [];
  let stopping: Promise<unknown> | undefined;
  const fileOf = (app: AppName): string => join(logs, `${app}.log`);
  const apps = await Promise.all(
    appNames.map((app) =>
      spawnApp(app, {
        database: stores.database,
        queues: { env: stores.env },
        env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: spans.endpoint },
        readyMs,
        onOutput: (text) => appendFileSync(fileOf(app), text),
      }),
    ),
  );
  for (const one of apps) void one.exited.then(() => (stopping === undefined ? crashed.push(one.app) : 0));
  const url = (apps.find(({ app }) => app === 'consumer') as SpawnedApp).httpUrl();
  const clientLog: ClientEntry[] = [];
  const places = new Map<string, number>();
  return {
    url,
    spans,
    logs,
    clientLog,
    async say(saying) {
      const n = (places.get(saying.thread) ?? 0) + 1;
      places.set(saying.thread, n);
      const entry = await hear(url, saying, n);
      clientLog.push(entry);
      return entry.ended?.reply ?? null;
    },
    troubles: () => [
      ...crashed.map((app) => `${app} ended by itself`),
      ...appNames.flatMap((app) => errorsIn(fileOf(app))),
    ],
    async stop() {
      stopping ??= Promise.all(apps.map((app) => app.stop())).then(() => spans.close());
      await stopping;
    },
  };
}

/** Its lines of errors, cut to a length that can be read. */
function errorsIn(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))
    .map((line) => line.slice(0, errorChars));
}

async function hear(url: string, { speaker, text, thread }: Saying, n: number): Promise<ClientEntry> {
  const key = randomUUID();
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ text, thread_id: thread, ...(speaker === undefined ? {} : { speaker }) }),
    signal: AbortSignal.timeout(120_000),
  });
  if (!response.ok) throw new Error(`POST /chat answered ${response.status}: ${await response.text()}`);
  const turnId = response.headers.get('x-turn-id') ?? '';
  const threadId = response.headers.get('x-thread-id') ?? '';
  let reply: string | null = null;
  for await (const event of readEvents(response)) {
    if (event.type === 'message') reply = String(event.data.text);
    if (event.type === 'done')
      return { key, n, turnId, threadId, ended: { state: String(event.data.state), reply } };
  }
  throw new Error(`The stream of ${turnId} ended before its turn.`);
}
