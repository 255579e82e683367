import type { ReactNode } from 'react';
import { Go } from '../../app/navigation.tsx';
import { useSearchValue } from '../../app/navigation.tsx';
import type { Shapes } from '../../api/routes.gen.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { textOf } from './item-fields.ts';
import { type Kind, kindWords } from './kind-words.ts';

type Trust = Shapes['KeptItem']['trust'];

const tones: Readonly<Record<string, Tone>> = {
  user: 'good',
  agent: 'soft',
  unverified: 'warn',
  external: 'bad',
};

/** How far something is trusted, in a word; what a person said is what is usual, and says nothing where it is `quiet`. */
export function TrustBadge({ trust, quiet = false }: { trust: Trust; quiet?: boolean }) {
  if (quiet && (trust === 'user' || trust === 'owner')) return null;
  return <Badge tone={tones[trust] ?? 'soft'}>{trust}</Badge>;
}

/** Where something was said: leads to its turn. */
export function SaidLink({
  thread,
  turn,
  children,
}: {
  thread: unknown;
  turn: unknown;
  children?: ReactNode;
}) {
  if (typeof thread !== 'string' || typeof turn !== 'string') return null;
  return (
    <Go className="link" to={`/talk/${thread}/${turn}`}>
      {children ?? 'where it was said'}
    </Go>
  );
}

/** An item of memory in a list. */
export interface ItemRowProps {
  readonly kind: Kind;
  readonly id: string;
  readonly text: string;
  readonly at: string;
  readonly trust: Trust;
  readonly thread?: string | null | undefined;
  readonly turn?: string | null | undefined;
  /** The name of who said it. */
  readonly speaker?: string | undefined;
  /** When it ceased to hold. */
  readonly ended?: string | undefined;
  /** More of it, below its text. */
  readonly children?: ReactNode;
}

/** One item: what it says, of which kind, since when, how far trusted, and where it was said. Its text opens all that is known of it. */
export function ItemRow({ kind, id, text, at, trust, thread, turn, speaker, ended, children }: ItemRowProps) {
  const [, open] = useSearchValue('item');
  return (
    <article className="memory-row">
      <div className="memory-row-head soft">
        <Badge>{kindWords[kind]}</Badge>
        {speaker !== undefined && <Words text={speaker} />}
        <Time at={at} as="day" />
        {ended !== undefined && (
          <Badge tone="warn">
            <span>
              held until <Time at={ended} as="day" />
            </span>
          </Badge>
        )}
        <TrustBadge trust={trust} quiet />
        <SaidLink thread={thread} turn={turn} />
      </div>
      <button type="button" className="memory-text" onClick={() => open(id)} aria-haspopup="dialog">
        <Words text={text} />
      </button>
      {children}
    </article>
  );
}

/** An item of GET /memory/items in a list. */
export function RememberedRow({ item, children }: { item: Shapes['RememberedItem']; children?: ReactNode }) {
  return (
    <ItemRow
      kind={item.kind}
      id={item.id}
      text={item.text}
      at={item.at}
      trust={item.trust}
      thread={textOf(item, 'thread_id')}
      turn={item.turn_id}
      speaker={textOf(item, 'speaker')}
      ended={textOf(item, 'valid_to')}
    >
      {children}
    </ItemRow>
  );
}
