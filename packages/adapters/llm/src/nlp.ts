import type { EntityTest, Tagger } from '@salience/offline';

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

/** A tagger by the loaded library. */
export function tagger(library: Nlp): Tagger {
  return (text) => {
    const sentences = library(text).json() as { terms: { text: string; post: string; tags: string[] }[] }[];
    return sentences.map(({ terms }) =>
      terms.map(({ text: word, post, tags }) => ({ text: word, post, tags })),
    );
  };
}
