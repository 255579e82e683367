import type { BiographyPromptInput, BiographyPromptItem } from '@salience/context';
import { capText, contentStems, detectLanguage, splitSentences } from '@salience/language';
import type { BiographyProposal, BiographySection } from '@salience/contracts';

type Statement = BiographyProposal['identity'][number];

const statementChars = 400;
const sectionMax = 8;
/** Of other people, and of what was said long ago, a few are enough. */
const othersMax = 4;
const goalsMax = 3;
const comebacksMax = 5;
const linksMax = 4;
const definitionsMax = 3;
const loopsMax = 6;
/** How often something is spoken of before it counts as a habit. */
const habitMentions = 3;
/** Share of a loop's words in what came later from which on it counts as closed. */
const closedShare = 0.6;

/** A life told in sentences that were said and facts that were kept; nothing is concluded. Always fits its schema. */
export function proposeBiography({ items, told }: BiographyPromptInput): BiographyProposal {
  const known = new Set(items.map(({ ref }) => ref));
  const stillTold = (section: BiographySection): Statement[] =>
    told
      .filter(
        (one) => one.section === section && one.refs.length > 0 && one.refs.every((ref) => known.has(ref)),
      )
      .map(({ refs, text }) => ({ text, sources: refs.slice(0, 12) }));
  const own = items.filter(({ trust }) => trust !== 'external');
  return {
    identity: traits(own, ['core', 'physical', 'general'], 'user'),
    relationship: firstOf([
      ...traits(items, ['relationship'], 'user'),
      ...others(items),
      ...began(items, stillTold('relationship')),
    ]),
    values: firstOf([...traits(own, ['preference'], 'user'), ...goals(own)]),
    patterns: habits(items),
    threads: openThreads(items),
    themes: firstOf([
      ...links(items),
      ...definitions(items),
      ...stillTold('themes').filter(isDated),
      ...moments(items),
    ]),
  };
}

function statement(text: string, ...sources: readonly BiographyPromptItem[]): Statement {
  return { text: capText(text, statementChars), sources: sources.map(({ ref }) => ref) };
}

function firstOf(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>();
  return statements.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, sectionMax);
}

const verb =
  /^(?:lives?|works?|studies|speaks|plays|drives|likes|dislikes|loves|hates|prefers|enjoys|wants|has|is|was|owns|plans|avoids|eats|drinks|needs|believes|can|cannot|does)\b/;

/** A trait as a sentence: `lives_in Porto` is "The user lives in Porto." */
function traitSentence({ key = '', person = 'user', text }: BiographyPromptItem): string {
  const who = person === 'user' ? 'The user' : person;
  const words = key.replaceAll('_', ' ');
  const end = /[.!?]$/.test(text) ? '' : '.';
  if (verb.test(words)) return `${who} ${words} ${text}${end}`;
  if (/^born\b/.test(words)) return `${who} was ${words} ${text}${end}`;
  if (/^(?:from|allergic|married)\b/.test(words)) return `${who} is ${words} ${text}${end}`;
  return `${who}'s ${words} is ${text}${end}`;
}

function traits(
  items: readonly BiographyPromptItem[],
  categories: readonly string[],
  person: string,
): Statement[] {
  return firstOf(
    items
      .filter(
        (item) => item.kind === 'trait' && item.person === person && categories.includes(item.category ?? ''),
      )
      .map((item) => statement(traitSentence(item), item)),
  );
}

function others(items: readonly BiographyPromptItem[]): Statement[] {
  return items
    .filter((item) => item.kind === 'trait' && item.person !== 'user')
    .slice(0, othersMax)
    .map((item) => statement(traitSentence(item), item));
}

function episodes(items: readonly BiographyPromptItem[]): BiographyPromptItem[] {
  return items.filter(({ kind }) => kind === 'episode').toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** How it began is told once, of the earliest that is known then. */
function began(items: readonly BiographyPromptItem[], told: readonly Statement[]): Statement[] {
  const before = told.find(({ text }) => text.startsWith('It began on '));
  if (before !== undefined) return [before];
  const [first] = episodes(items);
  const gist = first && splitSentences(first.text)[0];
  return gist === undefined
    ? []
    : [statement(`It began on ${(first as BiographyPromptItem).day}: ${gist}`, first as BiographyPromptItem)];
}

const wish =
  /\b(?:i want|i'd like|i would like|i plan|i'm planning|i hope|i'm trying|i am trying|my goal|i intend|my dream|matters to me|important to me)\b/i;

function goals(items: readonly BiographyPromptItem[]): Statement[] {
  return items
    .filter(({ kind }) => kind === 'episode')
    .flatMap((item) => {
      const said = splitSentences(`${item.text} ${item.intent ?? ''}`).find(
        (sentence) => wish.test(sentence) && !sentence.includes('?'),
      );
      return said === undefined ? [] : [statement(said, item)];
    })
    .slice(0, goalsMax);
}

function habits(items: readonly BiographyPromptItem[]): Statement[] {
  return items
    .filter((item) => item.kind === 'concept' && (item.mentions ?? 0) >= habitMentions)
    .toSorted((a, b) => (b.mentions ?? 0) - (a.mentions ?? 0) || (a.text < b.text ? -1 : 1))
    .slice(0, comebacksMax)
    .map((item) => statement(`The user often comes back to ${item.text}.`, item));
}

/** What was left open, the latest first; what a later episode speaks of as done is closed. */
function openThreads(items: readonly BiographyPromptItem[]): Statement[] {
  const told = episodes(items);
  const open = told.flatMap((item, index) =>
    (item.openLoops ?? [])
      .filter((loop) => !isClosed(loop, told.slice(index + 1)))
      .map((loop) => statement(`Open since ${item.day}: ${loop}`, item)),
  );
  return firstOf(open.toReversed()).slice(0, loopsMax);
}

function isClosed(loop: string, later: readonly BiographyPromptItem[]): boolean {
  const stems = contentStems(loop, detectLanguage(loop));
  if (stems.length === 0) return false;
  return later.some((item) => {
    if ((item.openLoops ?? []).includes(loop)) return false;
    const text = `${item.text} ${item.outcome ?? ''}`;
    const said = new Set(contentStems(text, detectLanguage(text)));
    return stems.filter((stem) => said.has(stem)).length / stems.length >= closedShare;
  });
}

function links(items: readonly BiographyPromptItem[]): Statement[] {
  return items
    .filter(({ kind }) => kind === 'relation')
    .slice(0, linksMax)
    .map((item) =>
      statement(`${item.text.replace(/^user\b/, 'The user').replace(/\buser$/, 'the user')}.`, item),
    );
}

function definitions(items: readonly BiographyPromptItem[]): Statement[] {
  return items
    .filter((item) => item.kind === 'concept' && (item.definition ?? '').trim() !== '')
    .slice(0, definitionsMax)
    .map((item) => statement(`${item.text}: ${item.definition ?? ''}`, item));
}

const dated = /^\d{4}-\d{2}-\d{2}: /;

function isDated({ text }: Statement): boolean {
  return dated.test(text);
}

/** The moments that mattered most; items come with the most salient first. */
function moments(items: readonly BiographyPromptItem[]): Statement[] {
  return items
    .filter(({ kind }) => kind === 'episode')
    .flatMap((item) => {
      const said = splitSentences(item.text)[0];
      return said === undefined ? [] : [statement(`${item.day}: ${said}`, item)];
    });
}
