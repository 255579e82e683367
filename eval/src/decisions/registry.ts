import type { Evaluator } from './evaluator.ts';

/** A decision that can be measured on rows. */
export interface EvaluatorEntry {
  readonly about: string;
  load(): Promise<Evaluator>;
}

/** Every evaluator by the name that the command line knows; its code is loaded when it is called. */
export const evaluators = {
  'topic-switch': {
    about: 'whether an utterance opens a new topic, from it and what came before',
    load: () => import('./topic-switch.ts').then((module) => module.topicSwitch),
  },
  'topic-class': {
    about: 'which known topic a message belongs to, or that it belongs to none',
    load: () => import('./topic-class.ts').then((module) => module.topicClass),
  },
  mode: {
    about: 'what a message deserves: an answer, a question back, a nod, an action, silence',
    load: () => import('./mode.ts').then((module) => module.mode),
  },
  addressed: {
    about: 'whether a message in a room of many speaks to the agent',
    load: () => import('./addressed.ts').then((module) => module.addressed),
  },
  thought: {
    about: 'which type of thought a message is: disagreement, insight, question, connection, reaction',
    load: () => import('./thought.ts').then((module) => module.thought),
  },
  commands: {
    about: 'how dangerous a shell command is',
    load: () => import('./commands.ts').then((module) => module.commands),
  },
  escalation: {
    about: 'whether a signal is worth a question to the agent, and what feedback teaches',
    load: () => import('./escalation.ts').then((module) => module.escalation),
  },
  series: {
    about: 'which numbers of a series are unusual',
    load: () => import('./series.ts').then((module) => module.series),
  },
  events: {
    about: 'whether something went wrong in a run, by the kinds of its events',
    load: () => import('./events.ts').then((module) => module.events),
  },
  times: {
    about: 'when something is due, by the words of a person',
    load: () => import('./times/times.ts').then((module) => module.times),
  },
} as const satisfies Record<string, EvaluatorEntry>;
