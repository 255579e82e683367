import type { AgentId, TurnMemoryView } from '@salience/contracts';
import { findKept } from '@salience/database/keeping';
import type { TurnContext, TurnRow } from '@salience/database/turns';
import type { RecallHit } from '@salience/recall';
import type { ConsumerContext } from '../consumer-context.ts';

type Item = TurnMemoryView['memories'][number];
type Offered = TurnContext['items'][number];

/** Ids of what memory keeps; other items of a prompt are skills, goals and files. */
const remembered = /^(?:ex|fact|ep|con|tht|trt|rel|gist)_[0-9a-f]{32}$/;
/** Items that are told, and how many hits memory is asked for. */
const itemsMax = 60;
const hitsMax = 200;

/**
 * What of memory the models of a turn were offered, each with the factors of its score. They are not stored, so memory is asked the turn's message again as it stood
 * when the turn was accepted.
 */
export async function turnMemory(
  { db, search }: Pick<ConsumerContext, 'db' | 'search'>,
  agentId: AgentId,
  turn: TurnRow,
  contexts: readonly TurnContext[],
): Promise<Item[]> {
  const offered = offeredIn(contexts);
  if (offered.length === 0 || turn.text === '') return [];
  const at = new Date(turn.acceptedAt);
  const hits = await search.search({ agentId, text: turn.text, limit: hitsMax, at, asOf: at });
  const found = new Map(hits.map((hit) => [hit.id, hit]));
  return Promise.all(offered.map((item) => itemOf(db, agentId, item, found.get(item.id))));
}

async function itemOf(
  db: ConsumerContext['db'],
  agentId: AgentId,
  offered: Offered,
  hit: RecallHit | undefined,
): Promise<Item> {
  const { id, included, relevance, section, tokens, trust, why } = offered;
  const kept = hit === undefined ? await findKept(db, agentId, id) : undefined;
  return {
    id,
    kind: hit?.kind ?? kept?.kind ?? null,
    text: hit?.text ?? kept?.text ?? null,
    section,
    trust,
    tokens,
    relevance,
    included,
    why,
    score: hit?.score ?? null,
    factors: { ...hit?.why },
  };
}

/** Each remembered item once, as the call saw it that took it in; what was included first, then by relevance. */
function offeredIn(contexts: readonly TurnContext[]): Offered[] {
  const items = new Map<string, Offered>();
  for (const item of contexts.flatMap((context) => context.items))
    if (remembered.test(item.id) && items.get(item.id)?.included !== true) items.set(item.id, item);
  return [...items.values()]
    .toSorted((a, b) => Number(b.included) - Number(a.included) || b.relevance - a.relevance)
    .slice(0, itemsMax);
}
