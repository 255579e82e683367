import type { MailSender, SendOutcome } from '@salience/channels';
import {
  beginLetter,
  type ClaimedLetter,
  claimLetters,
  expireLetters,
  settleLetter,
} from '@salience/database/tasks';
import { annotateSpan, attributeKeys, failSpan, spanNames, withSpan } from '@salience/telemetry';
import type { Deps, Run } from '../deps.ts';

/** Letters at once. */
const batch = 8;
/** Longer than any sender takes: a claim that ran out means that its scheduler died. */
const claimSeconds = 60;
/** From one attempt to the next, by the number of attempts, in milliseconds; after the last it has failed. */
const pausesMs = [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 86_400_000];

/**
 * Makes the run that sends the mails that a person said yes to. One leaves once: `sending` is committed before its first byte, and one of which nobody
 * knows whether it left is unknown and never sent again (law 4).
 */
export function createLetters(deps: Deps, mails: MailSender | undefined): Run {
  const { clock, db, log, metrics } = deps;
  return async (signal, alive) => {
    let total = await expireLetters(db, { now: await clock.now(), limit: batch });
    if (total > 0) {
      metrics.letters.inc({ kind: 'send', outcome: 'unknown' }, total);
      log.warn(
        { count: total },
        'mails were under way when their scheduler ended; nobody knows whether they arrived',
      );
    }
    while (!signal.aborted) {
      const now = await clock.now();
      const claimed = await claimLetters(db, { kind: 'send', now, limit: batch, seconds: claimSeconds });
      if (claimed.length === 0) break;
      await Promise.all(claimed.map((letter) => send(deps, mails, letter)));
      total += claimed.length;
      alive?.();
    }
    return total;
  };
}

/** One attempt, below what began the turn that wrote the mail. */
function send(deps: Deps, mails: MailSender | undefined, letter: ClaimedLetter): Promise<void> {
  const attributes = { [attributeKeys.agentId]: letter.agentId };
  const settings = { kind: 'client', attributes, parent: letter.traceparent, begins: true } as const;
  return withSpan(spanNames.letterSend, settings, () => attempt(deps, mails, letter));
}

async function attempt(deps: Deps, mails: MailSender | undefined, letter: ClaimedLetter): Promise<void> {
  const { clock, db, fault, log, metrics } = deps;
  await fault('scheduler.letter-claimed');
  const outcome = await leave(deps, mails, letter);
  await fault('scheduler.letter-sent');
  if (outcome.kind === 'lost') return;
  const now = await clock.now();
  const pause = outcome.kind === 'retry' ? pausesMs[letter.attempt - 1] : undefined;
  const end = endOf(outcome, pause);
  annotateSpan({ [attributeKeys.letterOutcome]: end });
  if ('error' in outcome) failSpan(outcome.error);
  const ours = await settleLetter(db, letter, {
    outcome: end,
    now,
    ...('error' in outcome ? { error: outcome.error } : {}),
    ...(pause === undefined ? {} : { nextAt: new Date(now.getTime() + pause) }),
  });
  if (!ours) return;
  metrics.letters.inc({ kind: 'send', outcome: end });
  const fields = { letterId: letter.id, agentId: letter.agentId, attempt: letter.attempt, outcome: end };
  if (end === 'done') log.info(fields, 'a mail was sent');
  else log.warn({ ...fields, error: 'error' in outcome ? outcome.error : undefined }, 'a mail was not sent');
}

function endOf(
  { kind }: Exclude<SendOutcome, { kind: 'lost' }>,
  pause: number | undefined,
): 'done' | 'failed' | 'retry' | 'unknown' {
  if (kind === 'delivered') return 'done';
  if (kind === 'unknown') return 'unknown';
  return kind === 'retry' && pause !== undefined ? 'retry' : 'failed';
}

function leave(
  { db, fault }: Deps,
  mails: MailSender | undefined,
  letter: ClaimedLetter,
): Promise<SendOutcome> {
  if (mails === undefined) return Promise.resolve({ kind: 'retry', error: 'not-configured' });
  const { body, id, inReplyTo, recipient, subject } = letter;
  const mail = { id, to: recipient, subject, text: body, at: new Date(), inReplyTo: inReplyTo ?? undefined };
  return mails.send(mail, async () => {
    const ours = await beginLetter(db, letter);
    await fault('scheduler.letter-begun');
    return ours;
  });
}
