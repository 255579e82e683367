import { limbicTrainJob, senseSignal } from '@salience/contracts';
import { hintedBy, hint, type Runtime, timeZoneOf, workLoop, workQueue } from '@salience/runtime';
import type { Loop, Service } from '@salience/worker';
import type { Deps } from './deps.ts';
import type { PulseSensorEnv } from './env.ts';
import { createJudge } from './judging/judge-clusters.ts';
import { createTrainingSender } from './learning/send-trainings.ts';
import { createTraining } from './learning/train-cluster.ts';
import { createModuleBook } from './modules/module-book.ts';
import { createRowFollower } from './senses/follow-rows.ts';
import { createPagePolls } from './senses/poll-pages.ts';
import type { SenseDeps } from './senses/sense-deps.ts';
import { createTicks } from './senses/tick.ts';
import { createFileWatch } from './senses/watch-files.ts';
import { createHostSense } from './senses/watch-host.ts';
import { createHearing, createReplyReader } from './waking/follow-wakes.ts';
import { createDigests } from './waking/tell-digests.ts';
import { createWaker } from './waking/wake-due.ts';

/** From one look to the next where a hint was lost, in milliseconds. */
const lookMs = 1_000;
/** How old the book of modules may be, in milliseconds. */
const bookMs = 2_000;
const slowMs = 5_000;

/** The senses, the judge, the waker and the training: every one of them may run on any number of replicas. */
export function pulseServices(runtime: Runtime<PulseSensorEnv>, deps: Deps): readonly Service[] {
  const { env } = runtime;
  const book = createModuleBook(deps.db, { maxAgeMs: bookMs, zone: timeZoneOf(env) });
  const loop = (name: string, everyMs: number, run: Parameters<typeof workLoop>[1]['run']): Loop =>
    workLoop(runtime, { name, everyMs, run });
  const waker = loop('wakes', lookMs, createWaker({ ...deps, book }));
  const judge = loop(
    'judge',
    lookMs,
    createJudge({
      ...deps,
      book,
      lstm: lstmOf(runtime),
      due: (inMs) => void setTimeout(() => waker.hint(), inMs + 1).unref(),
    }),
  );
  const sensing: SenseDeps = {
    ...deps,
    book,
    judge: (clusters) => {
      judge.hint();
      hint(deps, senseSignal, clusters[0] ?? '');
    },
  };
  const training = createTraining({ ...deps, book });
  const files = createFileWatch({ ...sensing, takeoverMs: env.SALIENCE_ROOT_TAKEOVER_MS });
  return [
    hintedBy(runtime, senseSignal, judge),
    waker,
    loop('files', lookMs, files),
    loop('pages', lookMs, createPagePolls(sensing)),
    loop('rows', env.SALIENCE_SENSE_ROWS_MS, createRowFollower(sensing)),
    loop('ticks', lookMs, createTicks(sensing)),
    loop('host', slowMs, createHostSense(sensing)),
    loop('hearing', slowMs, createHearing({ ...deps, book })),
    loop('replies', slowMs, createReplyReader({ ...deps, book })),
    loop('digests', slowMs, createDigests({ ...deps, book })),
    loop('trainings', slowMs, createTrainingSender({ ...deps, book })),
    workQueue(runtime, limbicTrainJob, training, { concurrency: 1 }),
  ];
}

/** The LSTM, opened when it is first needed: a machine whose clusters have no model never loads it. */
function lstmOf(runtime: Runtime<PulseSensorEnv>) {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { openLimbicSession } = await import('@salience/embeddings');
    const session = await openLimbicSession();
    runtime.use('the LSTM of signals', () => session.release());
    return session;
  };
  return () => {
    opened ??= open();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
}
