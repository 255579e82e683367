import type { Trust } from '@salience/contracts';
import type { ActedNote, ActionNote, ApprovalNote, PromptItem } from './prompt.ts';
import { label, shownLabel } from './candidates.ts';
import { attributeText, textOfItem } from './item-line.ts';
import { type ShownActions, shownActions } from './shown-prompt.ts';
import { capText, cleanText } from '@salience/language';
import { estimateTokens } from './token-count.ts';
import { element } from './xml.ts';

const actionsAbout =
  'what you did for this message, and all that you did. Tell what succeeded and what came of it; say what failed or was refused, ' +
  'and why; what is unknown may have happened. An approval is not done: below your answer the person reads what would be done, why it ' +
  'is asked and how to answer, so do not repeat that';

/** The actions of a turn, for a prompt. */
export interface RenderedActions {
  /** The whole element, or nothing where nothing was done. */
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly PromptItem[];
  /** The same as values. */
  readonly shown: ShownActions;
}

const resultChars = 4_000;
const argumentChars = 1_000;
/** Minimum room of a note: an outcome without its text is still useful. */
const leastChars = 80;
/** Larger than any arguments that the API accepts: arguments to be approved are never shortened. */
const approvalChars = 64_000;

/**
 * What was done in this turn and what waits for a yes, in order. Nothing is left out: where results are longer than the
 * room of `tokens`, all are shortened alike. Arguments of approvals are whole.
 */
export function renderActions(acted: ActedNote | undefined, tokens: number): RenderedActions {
  if (acted === undefined) return { text: '', tokens: 0, items: [], shown: shownActions(undefined, 0, 0) };
  const { actions, approvals, conclusion = '', stopped } = acted;
  const asked = [...approvals.map(approvalElement), ...conclusionElement(conclusion)];
  const room = Math.max(0, tokens - tokensOf(asked));
  let chars = resultChars;
  let done = actions.map((action) => actionElement(action, chars));
  while (chars > leastChars && tokensOf(done) > room) {
    chars = Math.max(leastChars, Math.floor(chars * 0.7));
    done = actions.map((action) => actionElement(action, chars));
  }
  const text = element(
    'actions',
    { about: actionsAbout, stopped: stopped ? attributeText(stopped) : undefined },
    `\n${[...done, ...asked].join('\n')}\n`,
  );
  return {
    text,
    tokens: estimateTokens(text),
    shown: shownActions(acted, chars, argumentChars),
    items: [
      ...actions.map((action, index) =>
        itemOf(
          `action:${index + 1} ${label(action.tool)}`,
          action.trust,
          done[index] ?? '',
          cleanText(action.text).length > chars,
        ),
      ),
      ...approvals.map((approval, index) =>
        itemOf(`approval:${index + 1} ${label(approval.tool)}`, 'agent', asked[index] ?? '', false),
      ),
    ],
  };
}

function actionElement(action: ActionNote, chars: number): string {
  const attributes = {
    tool: attributeText(action.tool),
    outcome: attributeText(action.outcome),
    trust: shownLabel(action.trust, 'agent'),
    unsure: action.unsure === undefined ? undefined : `confidence ${action.unsure.toFixed(2)} of 1; say so`,
  };
  const given = capText(cleanText(action.arguments), Math.min(argumentChars, chars));
  const doubt = action.doubt
    ? element('doubt', {}, textOfItem(capText(cleanText(action.doubt), argumentChars)))
    : '';
  return element(
    'action',
    attributes,
    element('arguments', {}, textOfItem(given)) +
      element('result', {}, textOfItem(capText(cleanText(action.text), chars))) +
      doubt,
  );
}

function approvalElement(approval: ApprovalNote): string {
  const { tool, reason } = approval;
  const given = capText(cleanText(JSON.stringify(approval.arguments)), approvalChars);
  return element('approval', { tool: attributeText(tool), reason: attributeText(reason) }, textOfItem(given));
}

function conclusionElement(conclusion: string): string[] {
  const text = capText(cleanText(conclusion), argumentChars);
  return text.trim() === '' ? [] : [element('conclusion', {}, textOfItem(text))];
}

function itemOf(id: string, trust: Trust, rendered: string, shortened: boolean): PromptItem {
  const why = shortened ? 'shortened' : 'fits';
  const tokens = estimateTokens(rendered);
  return { id, section: 'actions', trust, tokens, relevance: 1, included: true, why };
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}
