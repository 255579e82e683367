import { capText, contentStems, detectLanguage, splitSentences, splitWords } from '@salience/language';
import type { ExperiencePromptInput } from '@salience/context';
import type { Durability, ExperienceProposal } from '@salience/contracts';
import { findNamedThings } from './chunk/named-things.ts';

type Observation = ExperienceProposal['observations'][number];

/** What answers and teaches nothing. */
const empty =
  /\b(?:error|exception|failed|failure|not found|no results?|nothing found|timed? ?out|unauthori[sz]ed|forbidden|invalid|unavailable|try again)\b/i;
const acknowledged =
  /^(?:ok(?:ay)?|done|success(?:fully)?|sent|saved|created|updated|deleted|accepted|queued)\b/i;
/** What is about today, and what is about years. The first that fits; everything else changes in weeks or months. */
const durabilityRules: readonly (readonly [Durability, RegExp])[] = [
  [
    'transient',
    /\b(?:today|tonight|tomorrow|right now|currently|this (?:morning|afternoon|evening)|weather|forecast|temperature|rain|sunny|cloudy|wind|degrees|depart(?:s|ure)?|arriv(?:es|al)|delayed|platform|gate|traffic|score)\b|°/i,
  ],
  [
    'stable',
    /\b(?:born|died|founded|built|invented|discovered|wrote|written by|author|capital|located|lies|river|mountain|height|metres|meters|km|century|history|named after|means|definition|consists|is an?)\b/i,
  ],
];
const observationChars = 400;
const sentencesMax = 200;

/**
 * What an answer says on the request, in its own sentences: those that share most with it and name most. Nothing where the
 * answer is an error, an acknowledgement or a heap of numbers. Always fits its schema.
 */
export function proposeExperience({ answer, request, call }: ExperiencePromptInput): ExperienceProposal {
  const language = detectLanguage(answer.text);
  const asked = new Set(contentStems(`${request.text} ${call.arguments}`, detectLanguage(request.text)));
  const seen = new Set<string>();
  const scored = statementsOf(answer.text)
    .slice(0, sentencesMax)
    .flatMap((text, order) => {
      const stems = contentStems(text, language);
      const key = stems.join(' ');
      if (
        stems.length < 3 ||
        seen.has(key) ||
        empty.test(text) ||
        acknowledged.test(text) ||
        text.endsWith('?')
      )
        return [];
      seen.add(key);
      const shared = stems.filter((stem) => asked.has(stem)).length;
      const named = findNamedThings(text).length + (/\d/.test(text) ? 1 : 0);
      return [{ text, order, score: (2 * shared + named) / Math.sqrt(stems.length + 2) }];
    });
  const observations = scored
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, 3)
    .toSorted((a, b) => a.order - b.order)
    .map(
      ({ text }): Observation => ({ text: capText(text, observationChars), durability: durabilityOf(text) }),
    );
  return { worth: observations.length > 0, observations };
}

function durabilityOf(text: string): Durability {
  return durabilityRules.find(([, pattern]) => pattern.test(text))?.[0] ?? 'evolving';
}

/** The sentences of prose, or the members of JSON as "name: value"; words enough to say something. */
function statementsOf(text: string): string[] {
  const told = /^\s*[[{]/.test(text) ? membersOf(text) : undefined;
  return (told ?? splitSentences(text)).filter(
    (statement) => splitWords(statement).filter((word) => /\p{L}/u.test(word)).length >= 3,
  );
}

function membersOf(text: string): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found: string[] = [];
  collect(value, found);
  return found;
}

/** One line an object of plain members, so that what belongs together stays together. */
function collect(value: unknown, found: string[]): void {
  if (found.length >= sentencesMax) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const plain = entries.filter(([, part]) => typeof part === 'string' || typeof part === 'number');
    if (plain.length > 0)
      found.push(plain.map(([key, part]) => `${key.replaceAll('_', ' ')}: ${part}`).join(', '));
    for (const [, part] of entries) if (typeof part === 'object') collect(part, found);
  } else if (typeof value === 'string') {
    found.push(...splitSentences(value));
  }
}
