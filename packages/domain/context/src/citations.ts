import { type Citation, exchangeIdSchema, idPrefixes } from '@salience/contracts';
import { idOfRef, refPattern, type Refs, transientIdPrefix } from './refs.ts';
import { capText } from '@salience/language';

/** What a citation can refer to: an item of the context, with its exchange. */
export interface CitableItem {
  readonly id: string;
  readonly exchangeId: string;
  readonly text: string;
  /** How much it speaks for a reply that cites it, 0..1. */
  readonly support?: number;
}

/** A reply without its markers, and what they named. */
export interface CitedReply {
  /** The text as a person reads it. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Names that the model gave but that were not in its context; they cite nothing. */
  readonly invented: readonly string[];
}

const fullId = `(?:(?:${Object.values(idPrefixes).join('|')})_[0-9a-f]{32}|${transientIdPrefix}_[si]?[0-9]{1,9})`;

/** The pattern of citation markers. */
interface Markers {
  /** One name in a marker. */
  readonly name: RegExp;
  readonly all: RegExp;
  readonly atEnd: RegExp;
}

const withoutRefs = markersOf(fullId);
const withRefs = markersOf(`(?:${fullId}|${refPattern})`);

function markersOf(name: string): Markers {
  const marker = `[ \\t]{0,64}\\[${name}(?: ?[,;] ?${name}){0,9}\\]`;
  return { name: new RegExp(name, 'g'), all: new RegExp(marker, 'g'), atEnd: new RegExp(`${marker}$`) };
}

/** Where a prompt names nothing, `[m3]` is nothing but words. */
function markersFor(refs: Refs): Markers {
  return Object.keys(refs).length === 0 ? withoutRefs : withRefs;
}

// White space, and perhaps the beginning of a marker (or of several, one inside the other), at the end of a text.
const openEnd = /[ \t]{0,64}(?:\[[a-z0-9_,; [\t]{0,1200})?$/;
const quoteChars = 240;

/**
 * Takes markers out of a reply, `[m3]` or an id in full, and says which exchanges it rests on: only what was in the context
 * counts, each exchange once, in order of appearance; a text that is kept nowhere is neither cited nor called invented. `refs` are
 * the short names of the prompt that was answered. The quote is the quoted text just before the marker where the item really
 * says it, else the item's own beginning.
 */
export function extractCitations(reply: string, items: readonly CitableItem[], refs: Refs = {}): CitedReply {
  const citations = new Map<string, Citation>();
  const invented = new Set<string>();
  for (const { at, item, named } of namedIn(reply, items, refs)) {
    if (item === undefined) {
      invented.add(named);
      continue;
    }
    const exchangeId = exchangeIdSchema.safeParse(item.exchangeId);
    // What rests on no single exchange, such as an episode, is used but has none to name.
    if (!exchangeId.success || citations.has(item.exchangeId)) continue;
    const { support } = item;
    citations.set(item.exchangeId, {
      exchangeId: exchangeId.data,
      quote: quoteBefore(reply.slice(0, at), item) ?? capText(item.text, quoteChars),
      ...(support === undefined ? {} : { support }),
    });
  }
  const stripper = createMarkerStripper(refs);
  const text = stripper.push(reply) + stripper.end();
  return { text, citations: [...citations.values()], invented: [...invented] };
}

/** The items that a reply's markers name, each once: those that it rests on, whether or not they have an exchange. */
export function citedItems<T extends CitableItem>(
  reply: string,
  items: readonly T[],
  refs: Refs = {},
): readonly T[] {
  return [...new Set(namedIn(reply, items, refs).flatMap(({ item }) => item ?? []))];
}

/** The names in a reply's markers, in order, each with where its marker begins and the item that it means. */
function namedIn<T extends CitableItem>(reply: string, items: readonly T[], refs: Refs) {
  const byId = new Map<string, T>();
  for (const item of items) {
    byId.set(item.id, item);
    // An exchange may be cited through a fact that rests on it; the exchange's own text wins where both are there.
    if (!byId.has(item.exchangeId)) byId.set(item.exchangeId, item);
  }
  const { all, name } = markersFor(refs);
  return [...reply.matchAll(all)].flatMap((marker) =>
    (marker[0].match(name) ?? [])
      .filter((named) => !named.startsWith(`${transientIdPrefix}_`))
      .map((named) => ({ at: marker.index, named, item: byId.get(idOfRef(named, refs) ?? named) })),
  );
}

/** The text with full ids in its markers: stored text must mean the same without the prompt. */
export function withFullIds(text: string, refs: Refs): string {
  const { all, name } = markersFor(refs);
  return text.replace(all, (marker) => marker.replace(name, (named) => idOfRef(named, refs) ?? named));
}

/** Removes markers from a text that arrives in pieces. */
export interface MarkerStripper {
  /** The part that is certain by now; holds back what may turn out to be a marker. */
  push(piece: string): string;
  /** The text held back so far. */
  end(): string;
}

/**
 * The marker remover of a stream: however a reply is cut into pieces, the outputs joined are exactly the
 * `text` of `extractCitations` with the same `refs`.
 */
export function createMarkerStripper(refs: Refs = {}): MarkerStripper {
  const { atEnd } = markersFor(refs);
  let held = '';
  return {
    push(piece) {
      let certain = '';
      // One character at a time, so that where a text is cut cannot matter, nor a marker inside another.
      for (let i = 0; i < piece.length; i += 1) {
        const next = piece.charAt(i);
        held += next;
        if (next === ']') held = held.replace(atEnd, '');
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
