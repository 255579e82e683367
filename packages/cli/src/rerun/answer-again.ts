import { createHash } from 'node:crypto';
import { type ContextView, type Mode, offlineModel } from '@salience/contracts';
import {
  extractCitations,
  type PromptName,
  sentText,
  shownAgain,
  type TemplateName,
  templateNames,
  visibleText,
  withInstructions,
} from '@salience/context';
import { SalienceError } from '@salience/errors';

/** How an answer is written again. */
export interface AnswerAsk {
  /** Other instructions, by the reply that they are for. */
  readonly prompts: Readonly<Partial<Record<PromptName, string>>>;
  /** `provider:model`; undefined: the offline responder. */
  readonly model: string | undefined;
  /** The mode that another policy would have taken; undefined: as it was. */
  readonly mode: Mode | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An answer that was written again. */
export interface AnswerAgain {
  readonly provider: string;
  readonly model: string;
  readonly template: string;
  readonly text: string;
  /** Of what was sent this time. */
  readonly hash: string;
  readonly usage: { readonly input_tokens: number | null; readonly output_tokens: number | null };
}

/** The call of a turn that wrote its reply; undefined where code or the planner wrote it, or nothing was said. */
export function replyCall(contexts: readonly ContextView[]): ContextView | undefined {
  return contexts.findLast(({ role }) => role === 'respond' || role === 'acknowledge');
}

/** Whether what is stored of a call is what was sent; null for a call of a release that kept no hash. */
export function isAsSent(call: ContextView): boolean | null {
  return call.hash === undefined ? null : hashOf(call) === call.hash;
}

/** The hash of what a call was sent, as it is kept with it. */
function hashOf({ messages = [], system = '' }: Pick<ContextView, 'messages' | 'system'>): string {
  return createHash('sha256').update(sentText({ messages, system })).digest('hex').slice(0, 32);
}

/**
 * Writes the reply of a turn again from what its call was sent. Nothing is stored, sent to anybody or done: tools that ran are told by what they
 * brought then. Throws `rerun.not-kept` where the offline responder is asked for and what it reads was not kept, and the errors of the model.
 */
export async function answerAgain(call: ContextView, ask: AnswerAsk): Promise<AnswerAgain> {
  const template = templateOf(call, ask.mode);
  const system = systemOf(call, template, ask.prompts);
  const messages = (call.messages ?? []).map(({ content, role }) => ({
    role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
    content,
  }));
  const { modelsNamed } = await import('@salience/models');
  const models = modelsNamed(ask.model, ask.env);
  const role = template === 'ACKNOWLEDGE' ? 'acknowledge' : 'respond';
  const { model, offline, provider } = models.describe(role);
  const lacking = offline ? whyNotOffline(call) : undefined;
  if (lacking !== undefined)
    throw new SalienceError('rerun.not-kept', `The reply cannot be written again: ${lacking}.`);
  const reply = await models.reply({
    role,
    prompt: { system, messages, shown: { ...shownOf(call), template } },
  });
  const refs = Object.fromEntries(
    call.items.flatMap(({ id, ref }) => (ref === undefined ? [] : [[ref, id]])),
  );
  return {
    provider,
    model,
    template,
    text: extractCitations(visibleText(reply.text), [], refs).text,
    hash: hashOf({ system, messages }),
    usage: { input_tokens: reply.usage.inputTokens, output_tokens: reply.usage.outputTokens },
  };
}

function isTemplate(name: string | undefined): name is TemplateName {
  return templateNames.some((one) => one === name);
}

/** The kind of reply: that of the mode where one is asked for that has a reply, else as it was. */
function templateOf(call: ContextView, mode: Mode | undefined): TemplateName {
  const was = isTemplate(call.template) ? call.template : 'RESPOND';
  const spoken = was === 'RESPOND' || was === 'CLARIFY' || was === 'ACKNOWLEDGE';
  return spoken && isTemplate(mode) ? mode : was;
}

function systemOf(call: ContextView, template: TemplateName, prompts: AnswerAsk['prompts']): string {
  const system = call.system ?? '';
  const own = prompts[template];
  return own === undefined && template === call.template ? system : withInstructions(system, template, own);
}

function shownOf({ shown }: ContextView) {
  return shown === undefined ? nothingShown : shownAgain(shown);
}

/** A language model reads text alone. */
const nothingShown = {
  template: 'RESPOND',
  agentName: '',
  open: undefined,
  person: undefined,
  memory: [],
  history: [],
  world: [],
  message: { text: '', at: '', speaker: 'user', trust: 'user' },
  actions: [],
  approvals: [],
  conclusion: undefined,
} as const;

/** Why the offline responder cannot write a reply again; undefined where it can. */
export function whyNotOffline({ model, provider, shown }: ContextView): string | undefined {
  if (shown !== undefined) return undefined;
  const why =
    provider === offlineModel.provider
      ? 'an older release wrote it, which did not keep what the offline responder reads'
      : `${provider}:${model} wrote it, and what the offline responder reads is kept with its own replies only`;
  return `${why}; name a language model with --model provider:model`;
}
