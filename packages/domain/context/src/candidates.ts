import { lowestTrust, type Trust } from '@salience/contracts';
import type { Candidate } from './budget.ts';
import type { HistoryItem, MemoryItem, PersonNote, Section, SkillItem, WorldItem } from './prompt.ts';
import { isTriggered, lifted, recencyOf } from './relevance.ts';
import { capText, cleanText, estimateTokens } from './text.ts';
import { element, escapeText } from './xml.ts';

/** Characters of one text by where it came from; what comes from outside gets less room. */
export const textChars: Readonly<Record<Trust, number>> = {
  external: 1_000,
  unverified: 2_000,
  agent: 2_000,
  user: 2_000,
  owner: 4_000,
};

const descriptionChars = 160;
/** Bodies of skills in one prompt at most. */
const bodiesMax = 3;
/** How much the words of a message can lift what search, recency or kind say of an item. */
const liftMost = { memory: 0.3, history: 0.6, world: 0.5, skills: 0.5 } as const;

/** One candidate, escaped and capped. */
export function candidate(
  of: Section,
  source: { readonly id: string; readonly text: string; readonly trust: Trust; readonly relevance: number },
  maxChars: number,
  write: (escaped: string) => string,
): Candidate {
  const clean = cleanText(source.text);
  const short = capText(clean, maxChars);
  const rendered = clean.trim() === '' ? '' : write(escapeText(short));
  const tokens = estimateTokens(rendered);
  const { id, relevance, trust } = source;
  return { id, section: of, trust, rendered, tokens, relevance, shortened: short !== clean };
}

/** A memory. `scale` shrinks the room of its texts, 1 leaves it. */
export function memoryCandidate(item: MemoryItem, overlap: number, scale: number): Candidate {
  const attributes = {
    id: item.id,
    kind: item.kind,
    cite: item.exchangeId === item.id ? undefined : item.exchangeId,
    at: item.at,
    speaker: label(item.speaker),
    trust: item.withheld?.text ?? item.trust,
    thread: item.threadId,
  };
  const reply = replyPart(item, scale);
  const { id } = item;
  const text = item.withheld?.text === undefined ? item.text : withheldText;
  const trust = shownTrust(item);
  const relevance = lifted(item.relevance, overlap, liftMost.memory);
  return candidate('memory', { id, text, trust, relevance }, textChars[item.trust] * scale, (escaped) =>
    element('item', attributes, escaped + reply),
  );
}

/** An exchange of the thread, the last but `ago`-th. Recency carries it where words do not. */
export function historyCandidate(item: HistoryItem, ago: number, overlap: number, scale: number): Candidate {
  const { exchangeId: id, at, speaker } = item;
  const text = item.withheld?.text === undefined ? item.text : withheldText;
  const reply = replyPart(item, scale);
  const attributes = { id, at, speaker: label(speaker), trust: item.withheld?.text ?? item.trust };
  const relevance = lifted(recencyOf(ago), overlap, liftMost.history);
  const source = { id, text, trust: shownTrust(item), relevance };
  return candidate('history', source, textChars[item.trust] * scale, (escaped) =>
    element('exchange', attributes, element('said', {}, escaped) + reply),
  );
}

/** Characters of one trait: it names something, it does not tell a story. */
export const traitChars = 240;

/** What is known of who speaks, in the order given. */
export function personCandidates(person: PersonNote | undefined, scale: number): Candidate[] {
  return (person?.traits ?? []).map(({ about, at, exchangeId, id, origin, relevance, text, trust }) =>
    candidate('identity', { id, text, trust, relevance }, traitChars * scale, (escaped) =>
      element('trait', { id, about: label(about), cite: exchangeId, at, origin, trust }, escaped),
    ),
  );
}

/** The kind of a note that says how to answer; it came along with the message. */
export const instructionsKind = 'instructions';

/** A note on the state of the world. */
export function worldCandidate(item: WorldItem, overlap: number, scale: number): Candidate {
  const { id, text, trust } = item;
  const attributes = { id, kind: label(item.kind), at: item.at, trust };
  const relevance = lifted(item.relevance, overlap, liftMost.world);
  return candidate('prefrontal', { id, text, trust, relevance }, worldChars(item) * scale, (escaped) =>
    element('note', attributes, escaped),
  );
}

/** Characters of a note. How to answer is told at length, and is no more believed for it. */
export function worldChars({ kind, trust }: Pick<WorldItem, 'kind' | 'trust'>): number {
  return kind === instructionsKind ? textChars.user : textChars[trust];
}

/** Every skill as a line, and the notes of those that the message calls for, the best three. */
export function skillCandidates(
  skills: readonly SkillItem[],
  message: string,
  overlaps: readonly number[],
  scale: number,
): Candidate[] {
  const lower = message.toLowerCase();
  const called = skills
    .map((skill) => ({ skill, hits: skill.triggers.filter((trigger) => isTriggered(lower, trigger)).length }))
    .filter(({ hits, skill }) => hits > 0 && skill.body.trim() !== '')
    .toSorted((a, b) => b.hits - a.hits || (a.skill.name < b.skill.name ? -1 : 1))
    .slice(0, bodiesMax)
    .map(({ skill }) => skill);
  const lines = skills.map((skill, index) => {
    const base = called.includes(skill) ? 0.9 : 0.3;
    const relevance = lifted(base, overlaps[index] ?? 0, liftMost.skills);
    const { trust } = skill;
    const source = { id: `skill:${skill.name}`, text: skill.description || skill.name, trust, relevance };
    return candidate('skills', source, descriptionChars, (text) =>
      element('skill', { name: label(skill.name), trust: skill.trust }, text.replaceAll('\n', ' ')),
    );
  });
  const bodies = called.map((skill, rank) => {
    const { body: text, trust } = skill;
    const source = { id: `notes:${skill.name}`, text, trust, relevance: 0.9 - rank / 10 };
    return candidate('skills', source, textChars[skill.trust] * scale, (text) =>
      element('notes', { skill: label(skill.name), trust: skill.trust }, text),
    );
  });
  return [...lines, ...bodies];
}

/** A short name of something or somebody. */
export function label(text: string): string {
  return capText(cleanText(text), 120);
}

/** What stands where a planner is not shown the words. */
export const withheldText = 'Words from outside. recall reads them by this id.';

/** The reply of an exchange, or the mark of one that is not shown. */
function replyPart(item: Pick<HistoryItem | MemoryItem, 'reply' | 'replyTrust' | 'withheld'>, scale: number) {
  const { reply, replyTrust, withheld } = item;
  if (withheld?.reply !== undefined) return element('reply', { trust: withheld.reply }, withheldText);
  if (reply === null || reply === undefined || reply === '') return '';
  const trust = replyTrust === undefined || replyTrust === 'agent' ? undefined : replyTrust;
  const chars = textChars[replyTrust ?? 'agent'] * scale;
  return element('reply', { trust }, escapeText(capText(cleanText(reply), chars)));
}

/** The lowest trust of what of an exchange is really shown. */
function shownTrust({ reply, replyTrust, trust, withheld }: HistoryItem | MemoryItem): Trust {
  const shown: Trust[] = [];
  if (withheld?.text === undefined) shown.push(trust);
  if (withheld?.reply === undefined && reply) shown.push(replyTrust ?? 'agent');
  // Where nothing is shown but a mark, the mark is ours.
  return shown.length === 0 ? 'agent' : lowestTrust(shown);
}
