import { idPrefixes, type Trust } from '@salience/contracts';
import { aboutCandidates } from './about-person.ts';
import type { Candidate } from './budget.ts';
import {
  goalCandidate,
  historyCandidate,
  instructionsKind,
  memoryCandidate,
  personCandidates,
  shownLabel,
  skillCandidates,
  textChars,
  worldCandidate,
  type Writing,
} from './candidates.ts';
import { textOfItem } from './item-line.ts';
import type { MemoryItem, PromptName } from './prompt.ts';
import { refLetters } from './refs.ts';
import { overlapOf, type Query, queryOf } from './relevance.ts';
import type { PlanPromptInput } from './prompt-input.ts';
import { isSaidIn } from './said-in.ts';
import { capText, cleanText } from '@salience/language';
import { estimateTokens } from './token-count.ts';
import { element } from './xml.ts';

/** Everything that competes for room in one prompt, each list in the order of its input. */
export interface Gathered {
  readonly about: readonly Candidate[];
  readonly traits: readonly Candidate[];
  readonly memory: readonly Candidate[];
  /** What `memory` was made from, the oldest first. */
  readonly remembered: readonly MemoryItem[];
  readonly history: readonly Candidate[];
  readonly world: readonly Candidate[];
  /** What the agent pursues. */
  readonly goals: readonly Candidate[];
  /** Focus and the digest of outcomes. */
  readonly standing: readonly Candidate[];
  readonly skills: readonly Candidate[];
}

/** One-sentence replies, in which memories have no place unless the message is about them. */
const brief: ReadonlySet<PromptName> = new Set(['ACKNOWLEDGE', 'REMIND', 'THOUGHT']);
const questionMark = /[?？؟]/;
/** The share of a message's words that an item must speak of to be called for by it. */
const calledFor = 0.4;
/** Exchanges that a brief reply follows on from. */
const briefHistory = 3;
const outcomesChars = 2_000;

/** Makes the candidates of a turn: written, weighed, and marked if this kind of reply does not need them. */
export function gather(
  input: PlanPromptInput,
  template: PromptName,
  given: Omit<Writing, 'query'>,
): Gathered {
  const { agent, history, message, person, skills = [], world } = input;
  const remembered = input.memory.toSorted(byTime);
  const last = history.at(-1);
  const query = queryOf(message.text, last && `${last.text} ${last.reply ?? ''}`);
  const writing: Writing = { ...given, query };
  const overlaps = overlapOf(query, [
    ...remembered.map((item) => item.text),
    ...history.map((item) => `${item.text} ${item.reply ?? ''}`),
    ...world.map((item) => item.text),
    ...skills.map((item) => `${item.name} ${item.description}`),
  ]);
  let at = 0;
  const next = () => overlaps[at++] ?? 0;
  // Whoever asks may be answered, whatever was made of it.
  const isBrief = brief.has(template) && !questionMark.test(message.text);
  const { carried, why } = repetitionsIn(input);
  const worth = (one: Candidate, exchangeId: string): Candidate => ({
    ...one,
    relevance: Math.max(one.relevance, carried.get(exchangeId) ?? 0),
  });
  const unless = (wanted: boolean, one: Candidate): Candidate =>
    wanted ? one : { ...one, unwanted: 'not called for' };
  return {
    about: aboutCandidates(agent.about, person, message.trust),
    traits: personCandidates(person, writing),
    remembered,
    memory: remembered.map((item, index) => {
      const overlap = next();
      const made = worth(memoryCandidate(item, index + 1, overlap, writing), item.exchangeId);
      const unwanted = why.get(item);
      return unwanted === undefined ? unless(!isBrief || overlap >= calledFor, made) : { ...made, unwanted };
    }),
    history: history.map((item, index) => {
      const overlap = next();
      const ago = history.length - 1 - index;
      const made = worth(historyCandidate(item, { ago, n: index + 1 }, overlap, writing), item.exchangeId);
      return unless(!isBrief || ago < briefHistory || overlap >= calledFor, made);
    }),
    world: world.map((item, index) => {
      const overlap = next();
      const isNamed = template === 'ACT' && item.id.startsWith(`${idPrefixes.schedule}_`);
      const made = worldCandidate(
        item,
        isNamed ? `${refLetters.schedule}${index + 1}` : undefined,
        overlap,
        writing,
      );
      return unless(!isBrief || item.kind === instructionsKind || overlap > 0, made);
    }),
    goals: (input.goals ?? []).map((goal) => unless(!isBrief, goalCandidate(goal, writing.scale))),
    skills: skillCandidates(skills, message.text, skills.map(next), writing.scale).map((one) =>
      unless(!isBrief, one),
    ),
    standing: standing(input, template, query, writing.scale),
  };
}

/** What holds beyond this message. How actions went matters where actions are planned, or spoken of. */
function standing(
  { focus, outcomes = '' }: PlanPromptInput,
  template: PromptName,
  query: Query,
  scale: number,
): Candidate[] {
  const isOfActions =
    template === 'ACT' || (!brief.has(template) && (overlapOf(query, [outcomes])[0] ?? 0) > 0);
  const about = 'how your tools did lately';
  const how = standingCandidate('outcomes', outcomes, 'agent', {
    relevance: 0.6,
    chars: outcomesChars * scale,
    about,
  });
  return [
    ...(focus === undefined
      ? []
      : [
          standingCandidate('focus', focus.text, focus.trust, {
            relevance: 0.9,
            chars: textChars[focus.trust] * scale,
          }),
        ]),
    isOfActions ? how : { ...how, unwanted: 'not called for' as const },
  ].filter(({ rendered }) => rendered !== '');
}

function standingCandidate(
  id: 'focus' | 'outcomes',
  text: string,
  trust: Trust,
  {
    about,
    chars,
    relevance,
  }: { readonly relevance: number; readonly chars: number; readonly about?: string },
): Candidate {
  const clean = cleanText(text);
  const short = capText(clean, chars);
  const label = shownLabel(trust, id === 'outcomes' ? 'agent' : 'user');
  const rendered = clean.trim() === '' ? '' : element(id, { about, trust: label }, textOfItem(short));
  const tokens = estimateTokens(rendered);
  return {
    id,
    section: 'prefrontal',
    trust,
    rendered,
    tokens,
    relevance,
    shortened: short !== clean,
    alone: true,
  };
}

/** Memories whose words stand in the prompt already: as history, or as the exchange that they were taken from. */
function repetitionsIn({ history, memory, message }: PlanPromptInput) {
  const [oldest] = history;
  const inHistory = new Map(history.map((item) => [item.exchangeId, item]));
  const inMemory = new Map(
    memory.flatMap((item) => (item.kind === 'exchange' ? [[item.exchangeId, item] as const] : [])),
  );
  const why = new Map<MemoryItem, NonNullable<Candidate['unwanted']>>();
  // An exchange that says it for others too is worth as much as they are.
  const carried = new Map<string, number>();
  for (const item of memory) {
    const { exchangeId, kind, relevance, text, withheld } = item;
    const said = inHistory.get(exchangeId);
    if (kind === 'exchange') {
      if (said !== undefined) why.set(item, 'already in history');
      continue;
    }
    // An episode of this conversation repeats what the history shows.
    if (kind === 'episode' && item.threadId !== undefined && item.threadId === message.threadId) {
      if (oldest !== undefined && item.at >= oldest.at) why.set(item, 'already in history');
      continue;
    }
    const source = said ?? inMemory.get(exchangeId);
    // Where a planner is shown only a mark, the words stand nowhere.
    if (source === undefined || source.withheld !== undefined || withheld !== undefined) continue;
    if (!isSaidIn(`user ${source.text} ${source.reply ?? ''}`, text)) continue;
    why.set(item, 'already told');
    carried.set(exchangeId, Math.max(relevance, carried.get(exchangeId) ?? 0));
  }
  return { why, carried };
}

function byTime(a: MemoryItem, b: MemoryItem): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
