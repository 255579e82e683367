import type { ChunkProposal, Trust } from '@salience/contracts';
import { acceptChunk, type ChunkSource } from '@salience/memory';
import { readJsonLines } from '../memory/rows.ts';

/** One item of an answer, and whether it is right. */
export interface LabelledItem {
  /** How good the answer is that it is taken from: excellent, literal, sloppy, wrong or injected. */
  readonly quality: string;
  readonly ok: boolean;
  readonly of: 'fact' | 'trait' | 'gist' | 'entity';
  readonly subject?: string;
  readonly key?: string;
  readonly value?: string;
  readonly content?: string;
  readonly name?: string;
  readonly quote?: string;
  readonly ended?: boolean;
}

/** An exchange with what was answered to it. */
export interface LabelledExchange {
  readonly id: string;
  readonly language: string;
  readonly saidAt: string;
  readonly zone: string;
  readonly speaker: string | null;
  readonly knownAs: readonly string[];
  readonly trust: Trust;
  readonly message: string;
  readonly reply: string;
  readonly items: readonly LabelledItem[];
}

/** An item with what became of it. */
export interface JudgedItem {
  readonly exchange: string;
  readonly language: string;
  readonly item: LabelledItem;
  /** It is kept, and believed as the person's own. */
  readonly taken: boolean;
}

/** How many items of a kind there are, and how many of them went wrong. */
export interface ItemCounts {
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
  readonly taken: number;
}

/** What the rules make of every item, each proposed alone. */
export function judgeItems(exchanges: readonly LabelledExchange[]): JudgedItem[] {
  return exchanges.flatMap((exchange) =>
    exchange.items.map((item) => ({
      exchange: exchange.id,
      language: exchange.language,
      item,
      taken: isTaken(item, exchange),
    })),
  );
}

/** Counts of judged items. */
export function countItems(judged: readonly JudgedItem[]): ItemCounts {
  const count = (ok: boolean, taken?: boolean) =>
    judged.filter((one) => one.item.ok === ok && (taken === undefined || one.taken === taken)).length;
  return { right: count(true), refused: count(true, false), wrong: count(false), taken: count(false, true) };
}

function isTaken(item: LabelledItem, exchange: LabelledExchange): boolean {
  const kept = acceptChunk(proposalOf(item), sourceOf(exchange));
  if (item.of === 'entity') return kept.entities.length > 0;
  const items = item.of === 'fact' ? kept.facts : item.of === 'trait' ? kept.traits : kept.gists;
  return items.some(({ trust }) => trust !== 'agent');
}

/** The source of an exchange, as whoever forms memory has it. */
export function sourceOf({
  knownAs,
  message,
  reply,
  saidAt,
  speaker,
  trust,
  zone,
}: LabelledExchange): ChunkSource {
  return {
    message,
    reply,
    speaker,
    knownAs,
    trust,
    replyTrust: 'agent',
    beside: [],
    saidAt: new Date(saidAt),
    zone,
    world: [],
  };
}

/** A proposal of one item. */
export function proposalOf(item: LabelledItem): ChunkProposal {
  const { content = '', ended = false, key = '', name = '', quote, subject = 'user', value = '' } = item;
  const confidence = 0.9;
  const none: ChunkProposal = { gists: [], facts: [], entities: [], traits: [], times: [] };
  switch (item.of) {
    case 'fact':
      return { ...none, facts: [{ subject, key, value, confidence, quote }] };
    case 'gist':
      return { ...none, gists: [{ type: 'fact', content, confidence, quote }] };
    case 'entity':
      return { ...none, entities: [{ name, type: 'thing', confidence }] };
    case 'trait': {
      const trait = {
        person: 'user',
        key,
        value,
        origin: 'explicit' as const,
        confidence,
        literal: true,
        ended,
        quote,
      };
      return { ...none, traits: [trait] };
    }
  }
}

/** Labelled exchanges: those that the rules were written with (`known`), or the last ones, which were written after them. */
export function readLabelled(part: 'known' | 'fresh'): LabelledExchange[] {
  return readJsonLines<LabelledExchange>(new URL(`../../acceptance/${part}.jsonl`, import.meta.url).pathname);
}
