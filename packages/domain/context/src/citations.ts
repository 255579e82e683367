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

/** Begins the id of a text that is in a prompt but kept nowhere, so that no citation can name it. */
export const unkeptPrefix = 'ctx';

const idPattern = `(?:(?:${Object.values(idPrefixes).join('|')})_[0-9a-f]{32}|${unkeptPrefix}_[si]?[0-9]{1,9})`;
const markerSource = `[ \\t]{0,64}\\[${idPattern}(?: ?[,;] ?${idPattern}){0,9}\\]`;
const markerPattern = new RegExp(markerSource, 'g');
const markerAtEnd = new RegExp(`${markerSource}$`);
// White space, and perhaps the beginning of a marker (or of several, one inside the other), at the end of a text.
const openEnd = /[ \t]{0,64}(?:\[[a-z0-9_,; [\t]{0,1200})?$/;
const quoteChars = 240;

/**
 * Takes `[ex_…]` markers out of a reply and says which exchanges it rests on: only ids that were in the
 * context count, each exchange once, in order of appearance; a text that is kept nowhere is neither cited nor
 * called invented. The quote is the quoted text just before the marker where the
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
      if (id.startsWith(`${unkeptPrefix}_`)) continue;
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
      let certain = '';
      // One character at a time, so that where a text is cut cannot matter, nor a marker inside another.
      for (let i = 0; i < piece.length; i += 1) {
        const next = piece.charAt(i);
        held += next;
        if (next === ']') held = held.replace(markerAtEnd, '');
        const open = openEnd.exec(held)?.index ?? held.length;
        certain += held.slice(0, open);
        held = held.slice(open);
      }
      return certain;
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function quoteBefore(before: string, item: CitableItem): string | undefined {
  const quote = /["“„«]\s?([^"“”„«»]{1,400}?)\s?["”“»][.,;:!?)]*\s*$/.exec(before)?.[1];
  return quote !== undefined && item.text.includes(quote.replace(/…$/, '')) ? quote : undefined;
}
