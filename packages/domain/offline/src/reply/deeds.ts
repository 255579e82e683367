import { type LanguageCode, localZone } from '@salience/language';
import type { ShownAction, ShownApproval, ShownHistoryItem, ShownMessage } from '@salience/context';
import { languageOfBackground } from '../plan/background-orders.ts';
import { languageOfOrder } from '../plan/schedule-orders.ts';
import { languageAsked } from './ask-when.ts';
import { confirmChange } from './confirm-change.ts';
import { confirmMail, confirmTask } from './confirm-order.ts';
import { confirmSchedule } from './confirm-schedule.ts';
import { languageHere } from './language-here.ts';

/** What was done in a turn, as its prompt tells it. */
export interface Deeds {
  readonly actions: readonly ShownAction[];
  readonly approvals: readonly ShownApproval[];
  /** What was said before: an answer to our question is confirmed in the language of the question. */
  readonly history?: readonly (Pick<ShownHistoryItem, 'reply'> & Partial<Pick<ShownHistoryItem, 'text'>>)[];
  /** Whose clock is told, UTC without one, and in whose language. */
  readonly message?: (Pick<ShownMessage, 'zone'> & Partial<Pick<ShownMessage, 'text'>>) | undefined;
}

/** Told one by one; more are counted. */
const toldMax = 6;
const resultChars = 1_500;
const argumentChars = 300;

/**
 * Says what was done, what was not and what waits for a yes, in a sentence each, from what is written in the prompt; undefined when
 * nothing was tried. What went wrong on the way to a success of the same tool is left out.
 */
export function tellDeeds({ actions, approvals, history, message }: Deeds): string | undefined {
  const text = message?.text ?? '';
  const language =
    languageOfBackground(text) ??
    languageOfOrder(text) ??
    languageAsked(history?.at(-1)?.reply ?? '') ??
    languageHere(text, history);
  const listener = { zone: localZone(message?.zone), language };
  const told = actions.filter((action, at) => !wasMended(action, actions.slice(at + 1)));
  const waiting = new Set(approvals.map(({ tool }) => tool));
  const lines = [
    ...told
      .filter(({ outcome, tool }) => outcome !== 'asked' || !waiting.has(tool))
      .map((action) => tellAction(action, listener)),
    ...(approvals.length === 0 ? [] : [askFirst[language]]),
  ];
  const unique = [...new Set(lines)];
  if (unique.length === 0) return undefined;
  const more = unique.length - toldMax;
  if (more <= 1) return unique.join('\n');
  // Whatever waits for a yes must be seen.
  const last = approvals.length === 0 ? [] : unique.slice(-1);
  const first = unique.slice(0, toldMax - last.length);
  return [...first, `And ${unique.length - first.length - last.length} more.`, ...last].join('\n');
}

/**
 * True when nothing but memory was asked, or what was asked had nothing to tell: then what the prompt remembers may answer better than
 * a report.
 */
export function onlyRecalled({ actions, approvals }: Deeds): boolean {
  const read = actions.every(
    ({ outcome, text, tool }) =>
      outcome === 'succeeded' && (tool === 'recall' || (readers.has(tool) && toldNothing.test(text.trim()))),
  );
  return actions.length > 0 && approvals.length === 0 && read;
}

function wasMended(action: ShownAction, later: readonly ShownAction[]): boolean {
  if (action.outcome !== 'failed' && action.outcome !== 'timed_out') return false;
  return later.some(({ outcome, tool }) => tool === action.tool && outcome === 'succeeded');
}

interface Listener {
  readonly zone: string;
  readonly language: LanguageCode;
}

function tellAction(action: ShownAction, listener: Listener): string {
  const what = nameOf(action);
  const why = reason(action.text);
  switch (action.outcome) {
    case 'succeeded': {
      const { doubt } = action;
      if (doubt === undefined || doubt.trim() === '') return tellSuccess(action, listener);
      return `${ended(tellSuccess(action, listener))} I am not sure of it: ${ended(doubt)}`;
    }
    case 'failed':
      // It says by itself what is missing.
      if (action.tool === 'list' && action.text.startsWith('There is no list')) return action.text.trim();
      return `I could not ${what}${why}`;
    case 'timed_out':
      return `I could not ${what} in time${why}`;
    case 'unknown':
      return `I do not know whether I managed to ${what}${why}`;
    case 'refused':
      return `I may not ${what}${why}`;
    case 'denied':
      return `I did not ${what}: you said no.`;
    case 'expired':
      return `I did not ${what}: nobody said yes in time.`;
    case 'waiting':
      return `I could not ${what} yet; I will try again.`;
    default:
      return `I did not ${what}${why}`;
  }
}

function tellSuccess(action: ShownAction, { language, zone }: Listener): string {
  const args = readArguments(action);
  const result = capped(action.text, resultChars);
  const on = `your ${wordOf(args.list, '').replace(/\s*\blist$/i, '')} list`.replace(/\s+/g, ' ');
  const items = Array.isArray(args.items) ? joined(args.items.map(String)) : '';
  // A success that has something to add says it better itself.
  if (skills.has(action.tool) && /\b(?:already|not on the list)\b/i.test(result)) return result;
  switch (`${action.tool} ${wordOf(args.action, '')}`.trim()) {
    case 'schedule create':
      return confirmSchedule(args, zone, language);
    case 'schedule cancel':
    case 'schedule end':
    case 'schedule pause':
    case 'schedule resume':
    case 'schedule run':
      return confirmChange(result, language) ?? result;
    case 'persistent_task create':
      return confirmTask(args, language) ?? result;
    case 'mail draft':
    case 'mail send':
      return confirmMail(args, language) ?? result;
    case 'time_zone':
      return result;
    case 'memorize':
      return `I noted: ${ended(wordOf(args.text, result))}`;
    case 'list add':
      return `I added ${items} to ${on}.`;
    case 'list remove':
      return `I removed ${items} from ${on}.`;
    case 'list check':
      return `I checked off ${items} on ${on}.`;
    case 'focus set':
      return `Your focus is now: ${ended(String(args.on))}`;
    case 'focus clear':
      return 'You no longer have a focus.';
  }
  // What the skills of our own say is a sentence for the person; anything else is data of whoever wrote it.
  if (skills.has(action.tool)) return result === '' ? `Done: ${action.tool}.` : result;
  return result === '' ? `I used ${action.tool}; it returned nothing.` : `I used ${action.tool}: ${result}`;
}

const skills = new Set([
  'recall',
  'memorize',
  'introspect',
  'associate',
  'autobiography',
  'list',
  'focus',
  'schedule',
  'forget',
  'persistent_task',
]);
const readers = new Set(['associate', 'autobiography']);
const toldNothing = /^(?:No concept of this name is known\.|There is no written account of you yet)/;
const verbs: Readonly<Record<string, string>> = {
  'schedule create': 'set the reminder',
  'schedule list': 'look up your reminders',
  'schedule cancel': 'cancel the reminder',
  'schedule pause': 'pause the reminder',
  'schedule resume': 'resume the reminder',
  'schedule run': 'run it now',
  'schedule end': 'end the reminder',
  'persistent_task create': 'start that in the background',
  'persistent_task list': 'look up what I do in the background',
  'persistent_task show': 'look up that task',
  'persistent_task cancel': 'stop that task',
  'mail draft': 'write the draft',
  'mail send': 'send the mail',
  memorize: 'note that',
  forget: 'forget that',
  recall: 'search my memory',
  introspect: 'look at what I have been doing',
  associate: 'look up what is connected with it',
  autobiography: 'read what I wrote of you',
  'list view': 'look at your list',
  'list list_all': 'look up your lists',
  'focus set': 'set your focus',
  'focus check': 'look up your focus',
  'focus clear': 'clear your focus',
};

function nameOf(action: ShownAction): string {
  const { tool } = action;
  const known = verbs[`${tool} ${wordOf(readArguments(action).action, '')}`.trim()] ?? verbs[tool];
  return known ?? (tool === 'list' ? 'change your list' : `use ${tool}`);
}

/** Nothing more: code writes the request itself below every answer. */
const askFirst: Readonly<Record<LanguageCode, string>> = {
  en: 'I have to ask you first.',
  de: 'Da muss ich dich erst fragen.',
  fr: "Je dois d'abord te demander.",
  es: 'Antes tengo que preguntarte.',
  pt: 'Antes tenho de te perguntar.',
  it: 'Prima devo chiedertelo.',
};

/** The arguments of an action; none where they were cut to fit the prompt. */
function readArguments(action: ShownAction): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(action.arguments);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** An argument as it was written; what is no word at all is left out. */
function wordOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function reason(text: string): string {
  const why = capped(text, argumentChars);
  return why === '' ? '.' : `: ${ended(why)}`;
}

function ended(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

function capped(text: string, max: number): string {
  const clean = text.trim();
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function joined(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
