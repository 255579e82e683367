import { shownCall, visibleText } from '@salience/act';
import type { ActStep } from '@salience/contracts';
import type { ApprovalRow } from '@salience/database/acting';

/**
 * The text that asks the person, written by code, with the exact arguments and every character visible, so that no model can
 * ask for one action and get approval for another (law 11). Without ids, because replies are shown to models. Empty if no
 * approval is open.
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
 * The steps with an open approval, in the order in which they asked; one that asked again comes last, whatever its number. The
 * person sees them in this order, and a bare "yes" answers the last.
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

/** The reply to an answer that came after another one. */
export function alreadyText({ resolvedBy, state, tool }: ApprovalRow): string {
  return `${visibleText(tool)} was ${state} before you answered, by ${resolvedBy ?? 'somebody else'}; your answer changed nothing.`;
}
