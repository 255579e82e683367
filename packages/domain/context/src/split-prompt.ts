/** A part of a prompt: an element that stands in no other, or the text between such. */
export interface PromptPart {
  /** The element's name; `text` for what stands in none. */
  readonly name: string;
  /** As it was sent, its tags included. */
  readonly text: string;
}

const tags = /<(\/?)([a-z][a-z0-9_-]*)(?:\s[^<>]*)?>/g;

interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a text that a model was sent, in order; together they are the text. What people wrote is escaped in a prompt, so that nothing in it opens or closes
 * an element. An element that is not closed is text. Never throws.
 */
export function splitPrompt(text: string): PromptPart[] {
  const parts: PromptPart[] = [];
  let from = 0;
  for (const span of outermost(elementsOf(text))) {
    add(parts, 'text', text.slice(from, span.from));
    add(parts, span.name, text.slice(span.from, span.to));
    from = span.to;
  }
  add(parts, 'text', text.slice(from));
  return parts;
}

/** Every element of a text, in the order in which they end. */
function elementsOf(text: string): Span[] {
  const spans: Span[] = [];
  const open: { readonly name: string; readonly from: number }[] = [];
  const counts = new Map<string, number>();
  const counted = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  for (const found of text.matchAll(tags)) {
    const [whole, slash, name = ''] = found;
    if (slash === '') {
      open.push({ name, from: found.index });
      counted(name, 1);
      continue;
    }
    // What was opened inside of it and is not closed is text.
    while ((counts.get(name) ?? 0) > 0) {
      const last = open.pop();
      if (last === undefined) break;
      counted(last.name, -1);
      if (last.name !== name) continue;
      spans.push({ name, from: last.from, to: found.index + whole.length });
      break;
    }
  }
  return spans;
}

/** Those that stand in no other, in order. */
function outermost(spans: readonly Span[]): Span[] {
  const outer: Span[] = [];
  let from = Infinity;
  for (const span of spans.toReversed()) {
    if (span.to > from) continue;
    outer.push(span);
    from = span.from;
  }
  return outer.reverse();
}

/** Text of white space alone belongs to what stands before it. */
function add(parts: PromptPart[], name: string, text: string): void {
  if (text === '') return;
  const last = parts.at(-1);
  if (name === 'text' && text.trim() === '' && last !== undefined)
    parts[parts.length - 1] = { name: last.name, text: last.text + text };
  else parts.push({ name, text });
}
