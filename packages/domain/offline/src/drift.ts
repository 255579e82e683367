import { capText, contentStems, detectLanguage, type LanguageCode, splitSentences } from '@salience/language';
import type { DriftPromptInput } from '@salience/context';
import type { ThoughtProposal } from '@salience/contracts';

const contentChars = 400;
/** Shared words from which two thoughts say the same. */
const sameFrom = 0.55;

/** How the three kinds of thought are worded; everything else in them is copied from the material. */
interface Wording {
  /** The conjunction of a list's last two. */
  readonly and: string;
  readonly reflection: (things: string, about: string) => string;
  readonly question: (first: string, second: string, open: string) => string;
  readonly hypothesis: (first: string, second: string, about: string) => string;
}

const wordings: Readonly<Record<LanguageCode, Wording>> = {
  en: {
    and: 'and',
    reflection: (things, about) => `${things} seem to belong together: ${about}`,
    question: (first, second, open) => `Still open between ${first} and ${second}: ${open}?`,
    hypothesis: (first, second, about) => `Perhaps ${first} is a reason for ${second}: ${about}`,
  },
  de: {
    and: 'und',
    reflection: (things, about) => `${things} hängen vielleicht zusammen: ${about}`,
    question: (first, second, open) => `Noch offen bei ${first} und ${second}: ${open}?`,
    hypothesis: (first, second, about) => `Vielleicht hängt ${second} an ${first}: ${about}`,
  },
  fr: {
    and: 'et',
    reflection: (things, about) => `${things} vont peut-être ensemble : ${about}`,
    question: (first, second, open) => `Encore ouvert entre ${first} et ${second} : ${open} ?`,
    hypothesis: (first, second, about) => `Peut-être que ${second} vient de ${first} : ${about}`,
  },
  es: {
    and: 'y',
    reflection: (things, about) => `${things} quizás van juntos: ${about}`,
    question: (first, second, open) => `Sigue abierto entre ${first} y ${second}: ${open}?`,
    hypothesis: (first, second, about) => `Quizás ${second} viene de ${first}: ${about}`,
  },
  pt: {
    and: 'e',
    reflection: (things, about) => `${things} talvez andem juntos: ${about}`,
    question: (first, second, open) => `Ainda em aberto entre ${first} e ${second}: ${open}?`,
    hypothesis: (first, second, about) => `Talvez ${second} venha de ${first}: ${about}`,
  },
  it: {
    and: 'e',
    reflection: (things, about) => `${things} forse vanno insieme: ${about}`,
    question: (first, second, open) => `Ancora aperto tra ${first} e ${second}: ${open}?`,
    hypothesis: (first, second, about) => `Forse ${second} viene da ${first}: ${about}`,
  },
};

/**
 * One thought that joins what the material holds: its concepts, and the sentence of the episode that speaks of most of them.
 * The first wording that no earlier thought has already is taken; which comes first depends on the material alone.
 */
export function proposeThought(input: DriftPromptInput): ThoughtProposal {
  const language = detectLanguage(input.episode.gist);
  const stems = (text: string) => new Set(contentStems(text, language));
  const earlier = input.earlier.map(stems);
  const all = wordedBy(input, language);
  const isNew = ({ content }: ThoughtProposal) => {
    const own = stems(content);
    return earlier.every((other) => overlap(own, other) < sameFrom);
  };
  return all.find(isNew) ?? (all[0] as ThoughtProposal);
}

function wordedBy(input: DriftPromptInput, language: LanguageCode): ThoughtProposal[] {
  const { concepts, episode, links } = input;
  const say = wordings[language];
  const [first = '', ...others] = concepts.map(({ name }) => name);
  const sentences = splitSentences(episode.gist);
  const about = (...names: readonly string[]) => bestSentence(sentences, names, language);
  const proposals: ThoughtProposal[] = [];
  for (const [place, other] of others.entries()) {
    const third = others[(place + 1) % others.length] ?? other;
    const things = listed([...new Set([first, other, third])], say.and);
    const open = episode.openLoops[place % Math.max(1, episode.openLoops.length)];
    const link = links.find(
      ({ from, to }) => (from === first && to === other) || (from === other && to === first),
    );
    const [cause, effect] = link === undefined ? [first, other] : [link.from, link.to];
    const kinds: ThoughtProposal[] = [
      {
        type: 'reflection',
        content: fitted((text) => say.reflection(things, text), about(first, other, third)),
      },
      {
        type: 'hypothesis',
        content: fitted((text) => say.hypothesis(cause, effect, text), about(other, first)),
      },
    ];
    if (open !== undefined) {
      const bare = open.replace(/[?!.\s]+$/u, '');
      kinds.unshift({ type: 'question', content: fitted((text) => say.question(first, other, text), bare) });
    }
    // Each pair begins with another kind, so that the kinds take turns.
    proposals.push(
      ...kinds.map((_, at) => kinds[(at + place + first.length) % kinds.length] as ThoughtProposal),
    );
  }
  return proposals.length > 0
    ? proposals
    : [{ type: 'reflection', content: capText(`${first}: ${about(first)}`, contentChars) }];
}

/** The text around a part that is shortened until the whole fits. A reflection must not end like a question. */
function fitted(word: (part: string) => string, part: string): string {
  const room = contentChars - word('').length;
  return word(capText(part.replace(/\?+$/u, '.'), Math.max(20, room)));
}

function bestSentence(
  sentences: readonly string[],
  names: readonly string[],
  language: LanguageCode,
): string {
  const wanted = new Set(names.flatMap((name) => contentStems(name, language)));
  const scored = sentences.map((text) => ({
    text,
    score: contentStems(text, language).filter((stem) => wanted.has(stem)).length,
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.text ?? '';
}

function listed(names: readonly string[], and: string): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1) ?? ''}`;
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((stem) => right.has(stem)).length;
  return shared / Math.max(1, left.size + right.size - shared);
}
