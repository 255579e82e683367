import { shownCall, visibleText } from '@salience/act';
import type { ActStep } from '@salience/contracts';
import type { ApprovalRow } from '@salience/database';

/**
 * What the person is asked, word for word: written by code, with the exact arguments and every character of them visible, so that
 * no model can ask for one thing and get leave for another (law 11). Without ids: it stands in replies, which models are shown.
 * Empty when nothing waits.
 */
export function requestText(steps: readonly ActStep[], waitMs: number): string {
  const asked = openRequests(steps);
  if (asked.length === 0) return '';
  const requests = asked.map(
    ({ call, ruling }) =>
      `- ${shownCall(call?.tool ?? '', call?.arguments ?? {})} (${visibleText(ruling?.reason ?? '')})`,
  );
  const answer = asked.length > 1 ? 'Answer "yes" or "no" to the last one' : 'Answer "yes" or "no"';
  return [
    'I need your yes before I do this:',
    ...requests,
    `${answer}, or use \`salience approvals\`. Without an answer within ${hours(waitMs)} it stays undone.`,
  ].join('\n');
}

/**
 * The steps that wait for a yes in the order in which they asked: a step that had to ask anew comes last, whatever its number. The
 * person is shown them so, and a bare yes is for the last of them.
 */
export function openRequests(steps: readonly ActStep[]): ActStep[] {
  return steps
    .filter((step) => step.state === 'asked')
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.n - b.n);
}

function hours(ms: number): string {
  const whole = Math.round(ms / 3_600_000);
  return whole >= 1 ? `${whole} h` : `${Math.max(1, Math.round(ms / 60_000))} min`;
}

/** What is said to an answer that came after another one. */
export function alreadyText({ resolvedBy, state, tool }: ApprovalRow): string {
  return `${visibleText(tool)} was ${state} before you answered, by ${resolvedBy ?? 'somebody else'}; your answer changed nothing.`;
}
