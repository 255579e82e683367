import { type Citation, exchangeIdSchema, idPrefixes } from '@salience/contracts';
import { capText } from './text.ts';

/** What a citation can point at: an item that was in the context, with the exchange it rests on. */
export interface CitableItem {
  readonly id: string;
  readonly exchangeId: string;
  readonly text: string;
}

/** A reply without its markers, and what they named. */
export interface CitedReply {
  /** The text as a person reads it. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Ids that the model named but that were not in its context; they cite nothing. */
  readonly invented: readonly string[];
}

const idPattern = `(?:${[idPrefixes.exchange, idPrefixes.fact, idPrefixes.episode, idPrefixes.gist, idPrefixes.chunk].join('|')})_[0-9a-f]{32}`;
const markerPattern = new RegExp(`[ \\t]*\\[${idPattern}(?: ?[,;] ?${idPattern}){0,9}\\]`, 'g');
// White space, and perhaps the beginning of a marker, at the end of what has come so far.
const openEnd = new RegExp(`[ \\t]*(?:\\[[a-z0-9_,; ]{0,400})?$`);
const quoteChars = 240;

/**
 * Takes `[ex_…]` markers out of a reply and says which exchanges it rests on: only ids that were in the
 * context count, each exchange once, in order of appearance. The quote is the quoted text just before the marker where the
 * item really says it, else the item's own beginning.
 */
export function extractCitations(reply: string, items: readonly CitableItem[]): CitedReply {
  const byId = new Map<string, CitableItem>();
  for (const item of items) {
    byId.set(item.id, item);
    // An exchange may be cited through a fact that rests on it; the exchange's own text wins where both are there.
    if (!byId.has(item.exchangeId)) byId.set(item.exchangeId, item);
  }
  const citations = new Map<string, Citation>();
  const invented = new Set<string>();
  for (const marker of reply.matchAll(markerPattern)) {
    for (const id of marker[0].match(new RegExp(idPattern, 'g')) ?? []) {
      const item = byId.get(id);
      const exchangeId = item && exchangeIdSchema.safeParse(item.exchangeId);
      if (item === undefined || !exchangeId?.success) invented.add(id);
      else if (!citations.has(item.exchangeId)) {
        const quote = quoteBefore(reply.slice(0, marker.index), item) ?? capText(item.text, quoteChars);
        citations.set(item.exchangeId, { exchangeId: exchangeId.data, quote });
      }
    }
  }
  const stripper = createMarkerStripper();
  const text = stripper.push(reply) + stripper.end();
  return { text, citations: [...citations.values()], invented: [...invented] };
}

/** Removes markers from a text that arrives in pieces. */
export interface MarkerStripper {
  /** The part that is certain by now; holds back what may turn out to be a marker. */
  push(piece: string): string;
  /** What was held back. */
  end(): string;
}

/**
 * The marker remover of a stream: however a reply is cut into pieces, the outputs joined are exactly the
 * `text` of `extractCitations`.
 */
export function createMarkerStripper(): MarkerStripper {
  let held = '';
  return {
    push(piece) {
      const text = withoutMarkers(held + piece);
      const certain = text.length - (openEnd.exec(text)?.[0].length ?? 0);
      held = text.slice(certain);
      return text.slice(0, certain);
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function withoutMarkers(text: string): string {
  // Taking one marker out can join the halves of another; go on until none is left.
  let current = text;
  for (;;) {
    const next = current.replace(markerPattern, '');
    if (next === current) return current;
    current = next;
  }
}

function quoteBefore(before: string, item: CitableItem): string | undefined {
  const quote = /["“„«]\s?([^"“”„«»]{1,400}?)\s?["”“»][.,;:!?)]*\s*$/.exec(before)?.[1];
  return quote !== undefined && item.text.includes(quote.replace(/…$/, '')) ? quote : undefined;
}
