import type { JobContract } from '@salience/contracts';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import { DelayedError, type Job, UnrecoverableError, WaitingError } from 'bullmq';
import type { QueueLog } from '../queue-connection.ts';
import type {
  DeadLetterReason,
  DeadLetterRecord,
  JobEvent,
  JobHandler,
  JobRunFacts,
  RunOutcome,
  WorkOptions,
} from './handler.ts';
import { callHandler } from './handler-run.ts';
import { isOutcome, type Outcome } from './outcome.ts';
import { type PayloadIssue, readPayload } from './payload.ts';
import type { RunningJob, RunningJobs } from './running-jobs.ts';

/** Delay before a job whose dead letter could not be written runs again, in milliseconds. */
const HELD_MS = 5_000;
const MESSAGE_CHARS_MAX = 1_000;

/** State shared by all runs of a worker. */
export interface RunnerParts<P> {
  readonly job: JobContract<P>;
  readonly handler: JobHandler<P>;
  readonly options: WorkOptions;
  readonly running: RunningJobs;
  readonly log: QueueLog;
}

/** The result of a run, and what to throw at BullMQ: nothing when the job completed, else the error that steers it. */
interface Ending {
  readonly outcome: RunOutcome;
  readonly code?: string;
  readonly message?: string;
  readonly raise?: Error;
}

/** Runs one fetched job: reads its payload, calls the handler, reports the result. Throws only errors that steer BullMQ. */
export async function runJob<P>(parts: RunnerParts<P>, bull: Job, token: string): Promise<void> {
  const facts = factsOf(parts.job, bull);
  const run = parts.running.begin(`${facts.name}/${facts.jobId}`);
  const start = performance.now();
  try {
    // Beyond the limit: jobs sent to this worker alone took the place while this one was being fetched.
    if (parts.running.paused || parts.running.count > parts.options.concurrency)
      throw await handBack(bull, token);
    report(parts, { type: 'started', ...facts });
    const { raise, ...ending } = await perform(parts, bull, token, facts, run).catch(lost);
    report(parts, { type: 'finished', ...facts, ...ending, durationMs: performance.now() - start });
    if (raise) throw raise;
  } finally {
    run.end();
  }
}

/** Runs a job that was sent to this worker alone. Resolves with undefined when it is over, else with when it should run again. */
export async function runDirect<P>(
  parts: RunnerParts<P>,
  jobId: string,
  payload: P,
): Promise<{ readonly delayMs?: number } | undefined> {
  const { handler, job, running } = parts;
  const facts = { queue: job.queue, name: job.name, jobId, attempt: 1, attemptsMax: 1, waitMs: 0 };
  const run = running.begin(`${job.name}/${jobId}`);
  const start = performance.now();
  const end = (outcome: RunOutcome, cause: Partial<Cause> = {}): void =>
    report(parts, { type: 'finished', ...facts, outcome, ...cause, durationMs: performance.now() - start });
  try {
    report(parts, { type: 'started', ...facts });
    const context = { jobId, attempt: 1, attemptsMax: 1, waitMs: 0, signal: run.signal };
    const result = await callHandler(job, handler, payload, context, run);
    if (result.kind === 'returned' && isOutcome(result.value)) {
      const outcome = result.value;
      if (outcome.kind === 'snooze') {
        end('snoozed');
        return { delayMs: outcome.ms };
      }
      if (outcome.kind === 'cancel') end('cancelled', { code: outcome.reason });
      else end('done');
      return undefined;
    }
    const error = result.kind === 'threw' ? result.error : unknownOutcome(job.name, result.value);
    // The queue counts its tries, and writes the dead letter.
    end('returned', causeOf(error));
    return {};
  } finally {
    run.end();
  }
}

/** The record of a job that BullMQ gave up because its workers kept dying. */
export function stalledOutRecord(job: JobContract, bull: Job): DeadLetterRecord {
  const message = `The workers of job ${job.name} died while it ran, more often than the queue allows.`;
  return record(factsOf(job, bull), bull, 'exhausted', { code: 'queues.stalled-out', message }, []);
}

async function perform<P>(
  parts: RunnerParts<P>,
  bull: Job,
  token: string,
  facts: JobRunFacts,
  run: RunningJob,
): Promise<Ending> {
  const bury = (reason: DeadLetterReason, cause: Cause, issues: readonly PayloadIssue[] = []) =>
    giveUp(parts, bull, token, record(facts, bull, reason, cause, issues));

  if (bull.name !== parts.job.name) {
    const message = `Queue ${facts.queue} carries ${parts.job.name}, got a job named ${bull.name}.`;
    return bury('invalid', { code: 'queues.unknown-job', message });
  }
  const reading = readPayload(parts.job, bull.data);
  if (!reading.ok) {
    const message = `The payload of ${parts.job.name} does not fit its contract.`;
    return bury('invalid', { code: 'queues.invalid-payload', message }, reading.issues);
  }
  const { jobId, attempt, attemptsMax, waitMs } = facts;
  const context = { jobId, attempt, attemptsMax, waitMs, signal: run.signal };
  const result = await callHandler(parts.job, parts.handler, reading.payload, context, run);
  if (result.kind === 'returned' && isOutcome(result.value)) return follow(result.value, bull, token);

  const error = result.kind === 'threw' ? result.error : unknownOutcome(parts.job.name, result.value);
  const cause = causeOf(error);
  if (isSalienceError(error) && error.kind !== 'retryable') return bury(error.kind, cause);
  if (isDrained(run.signal)) return { outcome: 'returned', raise: await handBack(bull, token) };
  if (attempt >= attemptsMax) return bury('exhausted', cause);
  return { outcome: 'retry', ...cause, raise: error instanceof Error ? error : new Error(cause.message) };
}

/** Only communication with the backend throws here; a failing handler is a result. */
function lost(error: unknown): Ending {
  const raise = error instanceof Error ? error : new Error(String(error));
  return { outcome: 'lost', code: 'queues.lost', message: raise.message, raise };
}

async function follow(outcome: Outcome, bull: Job, token: string): Promise<Ending> {
  if (outcome.kind === 'done') return { outcome: 'done' };
  if (outcome.kind === 'cancel')
    return { outcome: 'cancelled', code: outcome.reason, raise: new UnrecoverableError(outcome.reason) };
  await bull.moveToDelayed(Date.now() + outcome.ms, token);
  return { outcome: 'snoozed', raise: new DelayedError() };
}

/** Writes the dead letter, then lets the job go. Without the dead letter the job is kept. */
async function giveUp<P>(
  parts: RunnerParts<P>,
  bull: Job,
  token: string,
  letter: DeadLetterRecord,
): Promise<Ending> {
  const { code, message } = letter;
  try {
    await parts.options.onDeadLetter(letter);
  } catch (error) {
    const fields = { queue: letter.queue, job: letter.name, jobId: letter.jobId, error: messageOf(error) };
    parts.log.error(fields, 'A dead letter could not be written; the job is put back');
    await bull.moveToDelayed(Date.now() + HELD_MS, token);
    return { outcome: 'held', code, message, raise: new DelayedError() };
  }
  const outcome = letter.reason === 'invalid' ? 'invalid' : 'dead';
  return { outcome, code, message, raise: new UnrecoverableError(message) };
}

async function handBack(bull: Job, token: string): Promise<Error> {
  await bull.moveToWait(token);
  return new WaitingError();
}

function factsOf(job: { readonly queue: string }, bull: Job): JobRunFacts {
  const due = bull.timestamp + (bull.opts.delay ?? 0);
  return {
    queue: job.queue,
    name: bull.name,
    jobId: bull.id ?? '',
    attempt: bull.attemptsMade + 1,
    attemptsMax: bull.opts.attempts || 1,
    // The clocks of two machines may differ.
    waitMs: Math.max(0, (bull.processedOn ?? Date.now()) - due),
  };
}

interface Cause {
  readonly code: string;
  readonly message: string;
}

function causeOf(error: unknown): Cause {
  const code = isSalienceError(error) ? error.code : 'error.unexpected';
  return { code, message: messageOf(error).slice(0, MESSAGE_CHARS_MAX) };
}

function record(
  facts: JobRunFacts,
  bull: Job,
  reason: DeadLetterReason,
  cause: Cause,
  issues: readonly PayloadIssue[],
): DeadLetterRecord {
  return {
    queue: facts.queue,
    name: facts.name,
    jobId: facts.jobId,
    payload: bull.data,
    reason,
    code: cause.code,
    message: cause.message,
    attempts: facts.attempt,
    issues,
    enqueuedAt: new Date(bull.timestamp),
  };
}

function unknownOutcome(name: string, value: unknown): SalienceError {
  const message = `The handler of ${name} must end with done(), cancel() or snooze(), got ${JSON.stringify(value)}.`;
  return new SalienceError('queues.unknown-outcome', message, { kind: 'bug' });
}

function isDrained(signal: AbortSignal): boolean {
  return signal.aborted && isSalienceError(signal.reason) && signal.reason.code === 'queues.drained';
}

function report<P>(parts: RunnerParts<P>, event: JobEvent): void {
  try {
    parts.options.onEvent?.(event);
  } catch (error) {
    parts.log.error(
      { job: event.name, jobId: event.jobId, error: messageOf(error) },
      'A job event listener threw',
    );
  }
}
