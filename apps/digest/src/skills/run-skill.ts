import { checkArguments } from '@salience/act';
import { type ActionResult, type Trust, lowestTrust } from '@salience/contracts';
import { classifyDatabaseError } from '@salience/database';
import { isSalienceError } from '@salience/errors';
import type { Skill, SkillAnswer, SkillContext } from './skill.ts';

/** The longest text of a result, in characters. */
const textChars = 100_000;

/** The input of a skill's run. */
export interface SkillRun {
  readonly skill: Skill;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Without a signal: the run makes its own from `signal` and `timeoutMs`. */
  readonly context: Omit<SkillContext, 'signal'>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Called with a result that arrives after the timeout. */
  readonly onLate: (text: string) => void;
  /** Called with unexpected errors. */
  readonly onBug: (error: unknown) => void;
}

type Ending = Omit<ActionResult, 'durationMs'>;

/** Checks a skill's arguments and runs it. Never throws: an error is a result. */
export async function runSkill(run: SkillRun): Promise<ActionResult> {
  const startedAt = performance.now();
  const ending = await endingOf(run);
  return { ...ending, durationMs: Math.round(performance.now() - startedAt) };
}

async function endingOf(run: SkillRun): Promise<Ending> {
  const { skill, context, timeoutMs } = run;
  const checked = checkArguments(skill, run.arguments);
  if (!checked.ok) return failed(checked.problem, false);
  const clock = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([run.signal, clock]);
  if (signal.aborted) return failed('It was stopped before it began.', false);
  const running = skill
    .run(checked.arguments, { ...context, signal })
    .then(succeeded, (error: unknown) => failure(error, run));
  const over = new Promise<'over'>((resolve) => {
    signal.addEventListener('abort', () => resolve('over'), { once: true });
  });
  const first = await Promise.race([running, over]);
  if (first !== 'over') return first;
  void running.then((late) => run.onLate(late.text));
  // A skill writes once per idempotency key, so a retry cannot duplicate anything.
  return run.signal.aborted
    ? failed('It was stopped before it ended.', false)
    : {
        outcome: 'timed_out',
        text: `It took longer than ${timeoutMs} ms.`,
        trust: 'agent',
        transient: skill.idempotent,
      };
}

function succeeded({ quotes = [], text }: SkillAnswer): Ending {
  return {
    outcome: 'succeeded',
    text: text.length > textChars ? `${text.slice(0, textChars - 1).toWellFormed()}…` : text,
    trust: lowestTrust(['agent', ...quotes]),
    transient: false,
  };
}

function failure(error: unknown, run: SkillRun): Ending {
  const known = isSalienceError(error) ? error : classifyDatabaseError(error);
  if (known.code === 'skill.refused') {
    const quotes = known.data['quotes'] as readonly Trust[];
    return { ...failed(known.message, false), trust: lowestTrust(['agent', ...quotes]) };
  }
  if (known.kind === 'retryable') return failed('The store did not answer.', true);
  run.onBug(error);
  // The message is for the log.
  return failed(`It failed inside (${known.code}).`, false);
}

function failed(text: string, transient: boolean): Ending {
  return { outcome: 'failed', text, trust: 'agent', transient };
}
