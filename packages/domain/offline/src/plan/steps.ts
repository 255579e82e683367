import { type LanguageCode, languages, once } from '@salience/language';
import { backgroundWords } from './background-words.ts';
import { beginsWork } from './begins-request.ts';

interface StepPatterns {
  /** Between two steps: "; then", ", and then", ". Finally". */
  readonly seam: RegExp;
  /** What a step begins with and does without. */
  readonly lead: RegExp;
  readonly first: RegExp;
}

const patterns = once(
  () =>
    new Map(
      languages.map((code): [LanguageCode, StepPatterns] => {
        const { first, next } = backgroundWords[code];
        const spaced = (source: string) => source.replaceAll(' ', '\\s+');
        return [
          code,
          {
            seam: new RegExp(
              spaced(`\\s*(?:[,;.]\\s+|(?:^|\\s)(?:and|und|et|y|e)\\s+)(?=(?:${next})(?!\\p{L}))`),
              'iu',
            ),
            lead: new RegExp(
              spaced(`^(?:(?:${first}|${next})(?!\\p{L})|\\(?\\d{1,2}[.)]|[-*•–:,])\\s*`),
              'iu',
            ),
            first: new RegExp(spaced(`^(?:${first})(?!\\p{L})`), 'iu'),
          },
        ];
      }),
    ),
);

const bullet = /^\s*(?:\(?\d{1,2}[.)]|[-*•–])\s+/u;
const number = /(?<=^|\s)\(?(\d{1,2})[.)]\s+/gu;

/** True for a text that begins with a first step: a number, a mark, "first". */
export function beginsSteps(text: string, language: LanguageCode): boolean {
  return /^\s*(?:\(?1[.)]|[-*•–])\s+\S/u.test(text) || patterns().get(language)?.first.test(text) === true;
}

/** The steps that a text tells, in order, without the words and marks that part them; one where it parts none. */
export function stepsIn(text: string, language: LanguageCode): string[] {
  const found = patterns().get(language);
  const steps = partsOf(text, language)
    .flatMap((part) => (found === undefined ? [part] : part.split(found.seam)))
    .map((step) => cleanStep(step, language))
    .filter((step) => /[\p{L}\p{N}]/u.test(step));
  return steps.length === 1 ? requestsIn(steps[0] ?? '', language) : steps;
}

function partsOf(text: string, language: LanguageCode): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.some((line) => bullet.test(line)) && lines.length > 1) return listed(lines);
  const places = numbered(text);
  if (places.length > 1) return places.map((place, at) => text.slice(place, places[at + 1] ?? text.length));
  const parts = lines.flatMap((line) => line.split(/;\s+/u));
  return parts.length > 1 || patterns().get(language)?.seam.test(text) === true
    ? parts
    : sentencesIn(text, language);
}

/** Where "1.", "2." and so on stand. */
function numbered(text: string): number[] {
  const places: number[] = [];
  for (const { index, 1: n } of text.matchAll(number))
    if (Number(n) === places.length + 1) places.push(index);
  return places;
}

/** The items of a list; a line without a mark goes on with the item above it. */
function listed(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (bullet.test(line) || items.length === 0) items.push(line);
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

/** "Look up A. Compare B.": sentences that all order something. */
function sentencesIn(text: string, language: LanguageCode): string[] {
  const sentences = text.split(/(?<=[.!])\s+/u);
  return sentences.every((sentence) => beginsWork(sentence, language)) ? sentences : [text];
}

/** "Look up A, compare B and write C": cut only where what follows orders something. */
function requestsIn(text: string, language: LanguageCode): string[] {
  const pieces = text.split(/(,\s+(?:(?:and|und|et|y|e)\s+)?|\s+(?:and|und|et|y|e)\s+)/iu);
  const steps: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at] ?? '';
    if (at === 0 || beginsWork(piece, language)) steps.push(piece);
    else steps.push(`${steps.pop() ?? ''}${pieces[at - 1] ?? ''}${piece}`);
  }
  return steps;
}

function cleanStep(text: string, language: LanguageCode): string {
  const lead = patterns().get(language)?.lead;
  let step = text.replace(/\s+/gu, ' ').trim();
  for (let before = ''; before !== step && lead !== undefined; ) {
    before = step;
    step = step.replace(lead, '').trim();
  }
  return step.replace(/[\s.;,:!]+$/u, '');
}
