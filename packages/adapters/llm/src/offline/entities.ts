import type { EntityTest } from './answer-span.ts';

type Nlp = typeof import('compromise/two').default;

let loading: Promise<Nlp> | undefined;

/** The language library, imported once and only when something needs it: it costs about half a second and 50 MB. */
export async function loadNlp(): Promise<Nlp> {
  loading ??= import('compromise/two').then((module) => module.default);
  return loading;
}

/** Entity tests by the loaded library. */
export function entityTest(library: Nlp): EntityTest {
  return (text, kind) => library(text).has(kind === 'person' ? '#Person' : '#Place');
}
