import type { TemplateName } from '../prompt.ts';
import { acknowledgeInstructions } from './acknowledge.ts';
import { clarifyInstructions } from './clarify.ts';
import { remindInstructions } from './remind.ts';
import { respondInstructions } from './respond.ts';

/** The instructions of each kind of reply. None holds a raw `<`: only markup opens elements. */
export const templates: Readonly<Record<TemplateName, string>> = {
  RESPOND: respondInstructions,
  CLARIFY: clarifyInstructions,
  ACKNOWLEDGE: acknowledgeInstructions,
  REMIND: remindInstructions,
};
