import type { Shapes } from '../../api/routes.gen.ts';

/** Ids that say nothing to people. */
const madeUp = /^\s*(?:thr|console|task|channel)[_:-]/;

/** Where messages go that say nothing about a topic. */
const bin = 'general';

/** What a thread is called: the title of its task, its room, its topic as words, else the key that its client gave it. */
export function threadName({
  key,
  title,
  topic,
}: Pick<Shapes['Thread'], 'key' | 'topic'> & { readonly title?: string | null | undefined }): string {
  if (title !== null && title !== undefined && title.trim() !== '') return title;
  if (key.startsWith('channel:')) return `Room ${key.slice('channel:'.length)}`;
  const named = !madeUp.test(key);
  if (topic !== null && !(named && topic === bin)) return worded(topic);
  return named ? key : 'No topic yet';
}

/** A topic is stored as its words with hyphens between them: "shopping-list" is "Shopping list". */
function worded(topic: string): string {
  const words = topic.replaceAll(/(?<=\p{L})-(?=[\p{L}\d])/gu, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
