import { type ClaimedLetter, claimLetters, settleLetter } from '@salience/database/tasks';
import { isSalienceError, messageOf as errorMessage } from '@salience/errors';
import { composeMail, type Mailbox, type MailboxConfig } from '@salience/mail';
import type { LoopRun } from '@salience/runtime';
import { annotateSpan, attributeKeys, failSpan, spanNames, withSpan } from '@salience/telemetry';
import type { Deps } from '../deps.ts';
import { agentOf } from './agent-of.ts';

const batch = 4;
/** Longer than a draft takes: a claim that ran out means that its writer died. */
const claimSeconds = 120;
/** From one attempt to the next, by the number of attempts, in milliseconds; after the last it has failed. */
const pausesMs = [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 86_400_000];

/**
 * Makes the run that puts drafts among those of the person's own mailbox. A draft is looked for by its id before it is written, so one whose writer died is
 * there once (law 4).
 */
export function createDraftWriter(deps: Deps, config: MailboxConfig, mailbox: Mailbox): LoopRun {
  const agent = agentOf(deps.db, config);
  return async (signal, alive) => {
    const agentId = await agent();
    let total = 0;
    while (!signal.aborted) {
      const now = await deps.clock.now();
      const wish = {
        kind: 'draft' as const,
        agentId,
        mailbox: config.name,
        now,
        limit: batch,
        seconds: claimSeconds,
      };
      const claimed = await claimLetters(deps.db, wish);
      if (claimed.length === 0) break;
      for (const letter of claimed) {
        await write(deps, config, mailbox, letter, signal);
        alive();
      }
      total += claimed.length;
    }
    return total;
  };
}

/** One attempt, below what began the turn that wrote the draft. */
function write(
  deps: Deps,
  config: MailboxConfig,
  mailbox: Mailbox,
  letter: ClaimedLetter,
  signal: AbortSignal,
): Promise<void> {
  const attributes = { [attributeKeys.agentId]: letter.agentId };
  const settings = { kind: 'client', attributes, parent: letter.traceparent, begins: true } as const;
  return withSpan(spanNames.letterDraft, settings, () => attempt(deps, config, mailbox, letter, signal));
}

async function attempt(
  { clock, db, fault, log, metrics }: Deps,
  config: MailboxConfig,
  mailbox: Mailbox,
  letter: ClaimedLetter,
  signal: AbortSignal,
): Promise<void> {
  await fault('pulse.draft-claimed');
  try {
    const draft = composeMail({
      id: letter.id,
      from: { address: config.address },
      to: [{ address: letter.recipient }],
      subject: letter.subject,
      text: letter.body,
      inReplyTo: letter.inReplyTo,
      at: new Date(letter.createdAt),
    });
    await mailbox.appendDraft(draft, signal);
    await fault('pulse.draft-stored');
    annotateSpan({ [attributeKeys.letterOutcome]: 'done' });
    await settleLetter(db, letter, { outcome: 'done', now: await clock.now() });
    metrics.letters.inc({ kind: 'draft', outcome: 'done' });
    log.info({ letterId: letter.id, mailbox: config.name }, 'a draft was stored');
  } catch (error) {
    if (signal.aborted) return;
    const now = await clock.now();
    const code = isSalienceError(error) ? error.code : 'error.unexpected';
    // One that is no letter will never be one.
    const pause = code === 'mail.bad-letter' ? undefined : pausesMs[letter.attempt - 1];
    const outcome = pause === undefined ? 'failed' : 'retry';
    annotateSpan({ [attributeKeys.letterOutcome]: outcome });
    failSpan(code);
    log.warn(
      { letterId: letter.id, mailbox: config.name, code, error: errorMessage(error) },
      'a draft was not stored',
    );
    metrics.letters.inc({ kind: 'draft', outcome });
    await settleLetter(db, letter, {
      outcome,
      now,
      error: code,
      ...(pause === undefined ? {} : { nextAt: new Date(now.getTime() + pause) }),
    });
  }
}
