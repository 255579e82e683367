import type { ConceptPromptInput } from '@salience/context';
import type { ConceptKind, ConceptProposal } from '@salience/contracts';
import { linksIn, type Link } from './concept-links.ts';
import type { Tagger } from './tagger.ts';
import { nameKey, sameName, splitSentences } from '@salience/language';
import { nounPhrases } from './noun-phrases.ts';

const conceptsMax = 24;
const relationsMax = 40;
const definitionChars = 300;
const textChars = 6_000;

interface Found {
  readonly name: string;
  readonly kind: ConceptKind;
  readonly proper: boolean;
  readonly aliases: Set<string>;
  /** Messages that name it. */
  readonly messages: Set<number>;
  definition: string;
  linked: number;
}

/** Concepts and relations of an episode, by what its words are and what its sentences state; copied, never invented. Always fits its schema. */
export function proposeConcepts(input: ConceptPromptInput, tag: Tagger): ConceptProposal {
  const messages =
    input.exchanges.length > 0
      ? input.exchanges.map(({ speaker, text }) => ({ speaker, text: text.slice(0, textChars) }))
      : [{ speaker: '', text: input.told.slice(0, textChars) }];
  const found = new Map<string, Found>();
  const speakers = [...new Set(messages.map(({ speaker }) => speaker).filter((speaker) => speaker !== ''))];
  for (const speaker of speakers) found.set(nameKey(speaker), person(speaker));
  for (const [at, { text }] of messages.entries()) collect(found, text, at, tag, speakers);
  const about = new Map<string, string>();
  const links = messages.flatMap(({ speaker, text }) => stated(text, speaker, about));
  const kept = chosen(found, links, speakers).map((one) => ({
    ...one,
    kind: kindByLinks(one, found, links),
  }));
  return {
    concepts: kept.map(({ aliases, definition, kind, messages: { size }, name, proper }) => ({
      name,
      kind,
      definition,
      aliases: [...aliases].slice(0, 4),
      confidence: proper ? 0.9 : Math.min(0.9, 0.6 + 0.1 * size),
    })),
    relations: statedAmong(links, kept).slice(0, relationsMax),
  };
}

function person(name: string): Found {
  return {
    name,
    kind: 'person',
    proper: true,
    aliases: new Set(),
    messages: new Set(),
    definition: '',
    linked: 0,
  };
}

function collect(
  found: Map<string, Found>,
  text: string,
  at: number,
  tag: Tagger,
  speakers: readonly string[],
): void {
  for (const sentence of splitSentences(text)) {
    for (const { kind, proper, text: name } of nounPhrases(sentence, tag)) {
      const speaker = proper ? speakers.find((one) => isShortFor(name, one)) : undefined;
      const key = nameKey(speaker ?? name);
      const known = found.get(key) ?? { ...person(name), kind, proper };
      found.set(key, known);
      if (speaker !== undefined && !sameName(speaker, name)) known.aliases.add(name);
      known.messages.add(at);
      if (known.definition === '' && (proper || sentence.indexOf(name) <= 12) && tells(sentence, name))
        known.definition = sentence.slice(0, definitionChars);
    }
  }
}

/** "Mel" is Melanie when Melanie speaks here. */
function isShortFor(name: string, speaker: string): boolean {
  const [a, b] = [name.toLowerCase(), speaker.toLowerCase()];
  return a === b || (a.length >= 3 && !a.includes(' ') && (b.startsWith(a) || b.split(' ').includes(a)));
}

/** A sentence that says something of a name, rather than only naming it. */
function tells(sentence: string, name: string): boolean {
  const at = sentence.indexOf(name);
  if (at < 0 || sentence.trimEnd().endsWith('?')) return false;
  return /^(?:['’]s)?,? (?:who |which |that )?(?:is|was|are|were|lives?|works?|has|helps?|teaches|studies|makes|means|runs|plays|belongs|comes|used to)\b/u.test(
    sentence.slice(at + name.length),
  );
}

/** `about` remembers for each speaker whom "she" in the next sentence may be. */
function stated(text: string, speaker: string, about: Map<string, string>): Link[] {
  const links: Link[] = [];
  let last = about.get(speaker);
  for (const sentence of splitSentences(text)) {
    const more = linksIn(sentence, speaker === '' ? 'user' : speaker, last);
    // Whom the sentence was about is whom "she" in the next one may be.
    last =
      more.find(({ from }) => from !== speaker && /^\p{Lu}/u.test(from))?.from ??
      more.find(({ to, type }) => type === 'relative-of' && to !== '')?.to ??
      last;
    if (last !== undefined) about.set(speaker, last);
    links.push(...more);
  }
  return links;
}

/** Those worth keeping, best first: names, what is linked, what comes again, and what takes several words to say. */
function chosen(
  found: ReadonlyMap<string, Found>,
  links: readonly Link[],
  speakers: readonly string[],
): Found[] {
  for (const { from, to } of links) {
    for (const end of [from, to]) {
      const one = endOf(found, end);
      if (one !== undefined) one.linked += 1;
    }
  }
  const score = (one: Found): number =>
    (one.proper ? 2 : 0) +
    Math.min(2, one.linked) +
    (one.messages.size - 1) +
    (one.name.includes(' ') ? 1 : 0) +
    (one.definition === '' ? 0 : 0.5) +
    (speakers.some((speaker) => sameName(speaker, one.name)) ? 10 : 0);
  return [...found.values()]
    .map((one, order) => ({ one, order, score: score(one) }))
    .filter((entry) => entry.score >= 1 || entry.one.messages.size > 1 || entry.one.name.length >= 6)
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, conceptsMax)
    .map(({ one }) => one);
}

/** Where somebody works is an organisation and where somebody lives a place, whatever else its name may look like. */
function kindByLinks(one: Found, found: ReadonlyMap<string, Found>, links: readonly Link[]): ConceptKind {
  if (one.kind !== 'thing') return one.kind;
  const into = links.find(
    ({ to, type }) => (type === 'works-at' || type === 'lives-in') && endOf(found, to) === one,
  );
  if (into === undefined) return one.kind;
  return into.type === 'works-at' ? 'organisation' : 'place';
}

function statedAmong(links: readonly Link[], kept: readonly Found[]): Link[] {
  const byKey = new Map(kept.map((one) => [nameKey(one.name), one]));
  const done = new Set<string>();
  return links.flatMap((link) => {
    const [from, to] = [endOf(byKey, link.from), endOf(byKey, link.to)];
    if (from === undefined || to === undefined || from === to) return [];
    const key = [nameKey(from.name), link.type, nameKey(to.name)].join(' ');
    if (done.has(key)) return [];
    done.add(key);
    return [{ ...link, from: from.name, to: to.name }];
  });
}

/** The concept that an end of a link means: of that name, or the longest one that it contains, or one that ends so. */
function endOf(found: ReadonlyMap<string, Found>, end: string): Found | undefined {
  const exact = found.get(nameKey(end));
  if (exact !== undefined) return exact;
  const words = ` ${nameKey(end)} `;
  let best: Found | undefined;
  for (const [key, one] of found) {
    if (
      key !== '' &&
      words.includes(` ${key} `) &&
      (best === undefined || key.length > nameKey(best.name).length)
    )
      best = one;
  }
  // "The service" is the billing service where no other one is spoken of.
  return best ?? [...found].find(([key]) => ` ${key}`.endsWith(words.trimEnd()))?.[1];
}
