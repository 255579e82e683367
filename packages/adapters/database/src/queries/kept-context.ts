import { createHash } from 'node:crypto';
import type { ContextSnapshot } from '@salience/contracts';
import { keepShown, type KeptShown, readShown, standingOf } from './kept-shown.ts';

/** The context of one model call of a turn, as stored. */
export interface TurnContext extends ContextSnapshot {
  /** The number of the call in its turn, from 0. */
  readonly call: number;
  /** Tokens of the whole prompt, estimated. */
  readonly tokens: number;
}

type Item = ContextSnapshot['items'][number];
type Section = ContextSnapshot['sections'][number];

/** Rows without the names of their fields, which would be most of what is stored. The order is that of the tuples. */
interface KeptRows {
  readonly items: readonly (readonly [
    id: Item['id'],
    ref: Item['ref'] | null,
    section: Item['section'],
    trust: Item['trust'],
    tokens: number,
    relevance: number,
    included: 0 | 1,
    why: string,
  ])[];
  readonly sections: readonly (readonly [
    section: Section['section'],
    share: number,
    used: number,
    lent: number,
    items: number,
    dropped: number,
  ])[];
}

type Rest = Omit<TurnContext, 'items' | 'sections' | 'shown' | 'system' | 'call' | 'tokens' | 'model'>;

/** The body of a context as it is stored: without what has columns of its own. */
export type KeptContext = Rest & KeptRows & { readonly shown?: KeptShown };

/** A context as `commit_turns` takes it. Its system text is stored once per agent, by its hash. */
export function keepContext({ items, sections, shown, ...context }: TurnContext) {
  return {
    ...context,
    ...(shown === undefined ? {} : { shown: keepShown(shown, standingOf({ ...context, items })) }),
    systemHash: createHash('sha256').update(context.system).digest('hex'),
    items: items.map((item) => [
      item.id,
      item.ref ?? null,
      item.section,
      item.trust,
      item.tokens,
      item.relevance,
      item.included ? 1 : 0,
      item.why,
    ]),
    sections: sections.map((of) => [of.section, of.share, of.used, of.lent, of.items, of.dropped]),
  };
}

/** The context that was kept, word for word. */
export function readContext({ items: kept, sections, shown, ...rest }: KeptContext) {
  const items = kept.map(
    ([id, ref, section, trust, tokens, relevance, included, why]): Item => ({
      id,
      ...(ref === null ? {} : { ref }),
      section,
      trust,
      tokens,
      relevance,
      included: included === 1,
      why,
    }),
  );
  return {
    ...rest,
    items,
    ...shownIn(shown, standingOf({ ...rest, items })),
    sections: sections.map(
      ([section, share, used, lent, count, dropped]): Section => ({
        section,
        share,
        used,
        lent,
        items: count,
        dropped,
      }),
    ),
  };
}

/** Left out where another release kept it in another shape: the prompt itself is there all the same. */
function shownIn(
  kept: KeptShown | undefined,
  standing: ReturnType<typeof standingOf>,
): Pick<TurnContext, 'shown'> {
  if (kept === undefined) return {};
  try {
    return { shown: readShown(kept, standing) };
  } catch {
    return {};
  }
}
