import type { TemplatePiece } from './parse-template.ts';
import { cutMiddle, fairLength, inQuotes, safeLine, safeValue } from './safe-value.ts';

/** A question and the values that stand in it, each by the name of its placeholder: safe, cut, without quotes. */
export interface Question {
  readonly question: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A value for a place in a template. Undefined: it has none, and the question is not asked. */
export interface SlotValue {
  readonly value: string;
  readonly quoted: boolean;
  /** Never cut: a list of our own whose every entry counts. */
  readonly whole?: boolean;
}

/**
 * The text of a template with its values in place, each made safe, at most 200 characters of each and 1,500 of all. A value is put in once and
 * never read as a template. Undefined if one of them is missing.
 */
export function fillTemplate(
  pieces: readonly TemplatePiece[],
  valueFor: (name: string) => SlotValue | undefined,
): Question | undefined {
  const slots = new Map<string, SlotValue>();
  const lengths: number[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') continue;
    const slot = slots.get(piece.name) ?? safeSlot(valueFor(piece.name));
    if (slot === undefined) return undefined;
    slots.set(piece.name, slot);
    if (slot.whole !== true) lengths.push(slot.value.length);
  }
  const max = fairLength(lengths);
  const cut = new Map(
    [...slots].map(([name, { value, whole }]) => [name, whole === true ? value : cutMiddle(value, max)]),
  );
  const question = pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      const value = cut.get(piece.name) ?? '';
      return slots.get(piece.name)?.quoted === true ? inQuotes(value) : value;
    })
    .join('');
  return { question, values: Object.fromEntries(cut) };
}

function safeSlot(slot: SlotValue | undefined): SlotValue | undefined {
  if (slot === undefined || slot.whole === true) return slot;
  // Words of ours may hold quotes that are meant.
  return { ...slot, value: slot.quoted ? safeValue(slot.value) : safeLine(slot.value) };
}
