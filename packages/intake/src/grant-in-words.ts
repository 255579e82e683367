import { actionClasses, type ActionClass, type Authorisation, type Grant } from '@salience/contracts';
import { grantAllows, type PolicyRules } from '@salience/trust';
import { classWords } from '@salience/trust';

/** What a task may do by its grant, what a person is asked about, and what is refused: one plain sentence. */
export function grantInWords(grant: Grant, nowMs: number, rules: PolicyRules = {}): string {
  const says = (authorisation: Authorisation): readonly ActionClass[] =>
    actionClasses.filter((one) => grantAllows(grant, one, nowMs, rules) === authorisation);
  const allowed = says('allow');
  const asked = says('review');
  const refused = says('reject');
  const parts = [
    allowed.length === 0 ? 'It may do nothing by itself' : `It may ${listed(allowed, 'and')}`,
    ...(asked.length === 0 ? [] : [`asks a person before it may ${listed(asked, 'or')}`]),
    ...(refused.length === 0 ? [] : [`may not ${listed(refused, 'or')}`]),
  ];
  return `${parts.join('; it ')}.`;
}

function listed(classes: readonly ActionClass[], word: 'and' | 'or'): string {
  const words = classes.map((one) => classWords[one]);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${word} ${last}`;
}
