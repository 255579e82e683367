import { askText, visibleText } from '@salience/act';
import type { ActStep } from '@salience/contracts';
import type { ApprovalRow } from '@salience/database/acting';

/**
 * The text that asks the person, written by code, with the exact arguments and every character visible, so that no model can
 * ask for one action and get approval for another (law 11). Without ids, because replies are shown to models. Empty if no
 * approval is open. `away`: nobody can answer in the thread where it stands.
 */
export function requestText(steps: readonly ActStep[], waitMs: number, away = false): string {
  const requests = openRequests(steps).map(({ call, ruling }) => ({
    tool: call?.tool ?? '',
    arguments: call?.arguments ?? {},
    asked: ruling?.asked ?? { language: 'en', because: ruling?.reason ?? '' },
  }));
  return askText(requests, waitMs, away);
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

/** The reply to an answer that came after another one. */
export function alreadyText({ resolvedBy, state, tool }: ApprovalRow): string {
  return `${visibleText(tool)} was ${state} before you answered, by ${resolvedBy ?? 'somebody else'}; your answer changed nothing.`;
}
