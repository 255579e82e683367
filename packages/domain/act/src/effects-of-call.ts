import type { ConsequenceTier } from '@salience/contracts';
import { canonicalText } from './canonical.ts';
import { visibleText } from './shown.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** What is known of a call when a person is asked about it. */
export interface AskedCall {
  readonly tool: string;
  readonly arguments: Arguments;
  readonly tier: ConsequenceTier;
}

/** What a call of each tier can do, whatever the tool is. */
const ofTier: Readonly<Record<ConsequenceTier, string>> = {
  observe: 'It only reads; nothing is changed.',
  organise: 'It changes what the agent keeps for you. It can be changed back.',
  act: 'It acts outside of the agent, where others may see it.',
  commit: 'It cannot be taken back.',
};

/** What the agent's own skills do with these arguments; a tool that is not here is somebody else's. */
const ofSkills: Readonly<Record<string, (args: Arguments) => readonly string[]>> = {
  forget: (args) => [
    forgets(args),
    'Everything that was derived from it goes too: facts, episodes, what is known of people.',
    'Before it runs nothing is gone; afterwards nobody can bring it back.',
  ],
  mail: (args) =>
    args['action'] === 'send'
      ? [
          `A mail leaves ${to(args['to'], 'to whom the task answers')}${about(args['subject'])}.`,
          'Once it has left it cannot be called back; where its end is not known it is not sent again.',
        ]
      : [`A draft of a mail is kept ${to(args['to'], 'as the answer of its task')}. Nothing leaves.`],
  memorize: (args) => [`The agent keeps ${quoted(args['text'])} as a fact that does not fade.`],
  list: (args) => [ofList(args)],
  schedule: (args) => [ofSchedule(args)],
  focus: (args) => [
    args['action'] === 'set'
      ? `The focus of this conversation becomes ${quoted(args['on'])}.`
      : args['action'] === 'clear'
        ? 'The focus of this conversation is cleared.'
        : 'The focus of this conversation is read.',
  ],
  persistent_task: (args) => [ofTask(args)],
  time_zone: (args) => [
    `Your clock becomes that of ${quoted(args['place'])}: times are read and said by it.`,
  ],
};

/**
 * What a call would change, in sentences that code makes from the tool and its exact arguments; no model writes any of it. Of a tool that is not the agent's own
 * only what its declaration says. Every character is visible. Never throws.
 */
export function effectsOfCall({ arguments: args, tier, tool }: AskedCall): string[] {
  const known = Object.hasOwn(ofSkills, tool) ? ofSkills[tool] : undefined;
  const sentences = known === undefined ? ofOther(tool, args) : known(args);
  return [...sentences, ofTier[tier]].map(visibleText);
}

function ofOther(tool: string, args: Arguments): string[] {
  const names = Object.keys(args).toSorted();
  const given =
    names.length === 0 ? 'without arguments' : `with exactly these arguments: ${names.join(', ')}`;
  return [
    `The tool "${tool}" is called once, ${given}.`,
    'What it changes is up to whoever runs it; Salience knows only how grave it is said to be.',
  ];
}

function forgets(args: Arguments): string {
  const { from, id, last, person, statement, to: until } = args;
  if (person !== undefined) return `Everything that concerns ${quoted(person)} is erased.`;
  if (id !== undefined) return `The memory ${quoted(id)} is erased.`;
  if (last === true) return 'What was said just before is erased.';
  if (from !== undefined)
    return `What was said from ${quoted(from)} ${until === undefined ? 'until now' : `to ${quoted(until)}`} is erased.`;
  return `What memory holds on ${quoted(statement ?? args)} is erased.`;
}

function ofList(args: Arguments): string {
  const { action, items, list, to: name } = args;
  const on = list === undefined ? 'the list' : `the list ${quoted(list)}`;
  const what = Array.isArray(items) ? items.map(quoted).join(', ') : 'nothing';
  switch (action) {
    case 'add':
      return `${what} is put on ${on}.`;
    case 'remove':
      return `${what} is taken off ${on}.`;
    case 'check':
      return `${what} is ticked off on ${on}.`;
    case 'uncheck':
      return `${what} is open again on ${on}.`;
    case 'rename':
      return `${capital(on)} is called ${quoted(name)} from now on.`;
    case 'delete':
    case 'clear':
      return `${capital(on)} is emptied or removed.`;
    default:
      return `${capital(on)} is read.`;
  }
}

function ofSchedule(args: Arguments): string {
  const { action, due_at: due, kind, reminder, rule, starts_at: first, text } = args;
  const which = quoted(reminder ?? 'it');
  const when = due ?? first;
  switch (action) {
    case 'create':
      return kind === 'prompt'
        ? `The agent will act by itself${at(when, rule)}: ${quoted(text)}.`
        : `You will be reminded${at(when, rule)}: ${quoted(text)}.`;
    case 'cancel':
      return `The schedule ${which} is cancelled and does not come again.`;
    case 'pause':
      return `The schedule ${which} is paused: its times pass unheard.`;
    case 'resume':
      return `The schedule ${which} goes on.`;
    case 'run':
      return `The schedule ${which} comes once now.`;
    case 'end':
      return `The schedule ${which} ends.`;
    default:
      return 'Schedules are read.';
  }
}

function ofTask({ action, steps, task, title }: Arguments): string {
  switch (action) {
    case 'create':
      return `A task ${quoted(title ?? 'without a title')} is made: the agent works on it by itself, step by step${Array.isArray(steps) ? `: ${steps.map(quoted).join(', ')}` : ''}.`;
    case 'cancel':
      return `The task ${quoted(task ?? title ?? 'it')} is cancelled; what it did stays done.`;
    default:
      return 'Tasks are read.';
  }
}

function at(when: unknown, rule: unknown): string {
  const first = when === undefined ? '' : ` at ${quoted(when)}`;
  return rule === undefined ? first : `${first} and again by the rule ${quoted(rule)}`;
}

function to(address: unknown, otherwise: string): string {
  return address === undefined ? otherwise : `to ${quoted(address)}`;
}

function about(subject: unknown): string {
  return subject === undefined ? '' : ` under the subject ${quoted(subject)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As JSON writes it, so that nothing in it can pass for our words; cut where it is long. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : safeText(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

function safeText(value: unknown): string {
  try {
    return canonicalText(value);
  } catch {
    return '(what cannot be written out)';
  }
}
