import type { Shapes } from '../../api/routes.gen.ts';

type Task = Shapes['Task'];

/** Whom the sender of something was shown to be. */
const authorityWords: Readonly<Record<Task['authority'], string>> = {
  unknown: 'somebody whom nothing proves',
  owner_claimed: 'calls itself the owner, without proof',
  external_verified: 'somebody known, with proof',
  owner_verified: 'the owner, with proof',
  approved_session: 'somebody you let in for a while',
  system: 'you, or whoever holds a key',
};

/** What a kind of action does. */
const actionWords: Readonly<Record<Task['action_class'], string>> = {
  read_public: 'read what is public',
  read_private: 'read what is private',
  write_local: 'change what the agent keeps',
  external_send: 'send something to others',
  destructive: 'do what cannot be undone',
  code_or_computer: 'run commands',
};

/** By what a task came. */
export const taskSourceWords: Readonly<Record<Task['source'], string>> = {
  mail: 'mail',
  hook: 'a hook',
  api: 'you, or a program with a key',
  skill: 'the agent itself, in a talk',
};

/** How far a text is trusted, as whose words they are. */
export const trustWords: Readonly<Record<Task['trust'], string>> = {
  owner: 'the owner’s words',
  user: 'a person’s words',
  agent: 'the agent’s own words',
  unverified: 'words that nobody checked',
  external: 'words of others',
};

/** An authority of the arguments of a request; one that this page does not know, as it is. */
export function authorityIn(value: unknown): string {
  return wordIn(authorityWords, value);
}

/** A kind of action of the arguments of a request; one that this page does not know, as it is. */
export function actionIn(value: unknown): string {
  return wordIn(actionWords, value);
}

function wordIn(words: Readonly<Record<string, string>>, value: unknown): string {
  const name = String(value);
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name.replaceAll('_', ' ');
}
