import type { EntityTest, Tagger } from '@salience/offline';
import { quickSweep, type Sweep } from './quick-sweep.ts';

type Nlp = typeof import('compromise/two').default;

/** What the library is made of, as far as it is replaced or left out here; its types do not tell. */
interface Insides {
  methods(): { readonly one: { bulkMatch: Sweep } };
  hooks(): string[];
}

let loading: Promise<Nlp> | undefined;

/** The language library, imported once and only when something needs it: it costs about half a second and 50 MB. */
export async function loadNlp(): Promise<Nlp> {
  loading ??= import('compromise/two').then((module) => quickened(module.default));
  return loading;
}

/** The library with a quicker sweep, and without ids of words, which nobody asks for. It finds the same. */
function quickened(library: Nlp): Nlp {
  const insides = library as unknown as Insides;
  const { one } = insides.methods();
  one.bulkMatch = quickSweep(one.bulkMatch);
  const hooks = insides.hooks();
  if (hooks.includes('id')) hooks.splice(hooks.indexOf('id'), 1);
  return library;
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
