import type { ConsequenceTier } from '@salience/contracts';
import { addressesOf } from './addresses.ts';
import { type Field, type Leaf, leavesOf } from './leaves.ts';
import { type WrittenText, writtenIn } from './written.ts';

/** A call as far as it may reach somebody outside. */
export interface OutsideInput {
  readonly tier: ConsequenceTier;
  /** True for a tool of somebody else's; a skill of the agent stays inside, whatever it does. */
  readonly external: boolean;
  readonly args: Readonly<Record<string, unknown>>;
  /** The person's words, and what was fetched in this run, in their order: addresses that stand there were written by somebody. */
  readonly written: readonly WrittenText[];
}

/** More addresses than these are not looked for. */
const addressesMax = 100;

/**
 * Why a call has an effect outside; null where it has none. `act` and `commit` have one by their tier. A call that reads has one
 * where an address in its arguments, or what is sent along to an address, stands verbatim neither in the person's words nor in what
 * was fetched: whoever made it up may have put anything into it.
 */
export function outsideOf({ args, external, tier, written }: OutsideInput): string | null {
  if (!external) return null;
  if (tier === 'act' || tier === 'commit') return `tier ${tier}`;
  const leaves = leavesOf(args);
  if (leaves === null) return 'arguments too large to be looked through';
  const found = leaves.map((leaf) => ({ leaf, addresses: addressesOf(leaf) }));
  const addresses = new Set(found.flatMap((one) => one.addresses));
  const addressed = found.filter((one) => one.addresses.length > 0).map(({ leaf }) => leaf);
  const sent = new Set(sentAlong(leaves, addressed).map(({ text }) => text.trim()));
  if (addresses.size + sent.size > addressesMax) return 'more addresses than are looked for';
  const isWritten = writtenIn(written);
  const made = [...addresses].find((one) => !isWritten(one));
  if (made !== undefined) return `address ${made.slice(0, 200)}`;
  const added = [...sent].find((one) => one !== '' && !isWritten(one));
  return added === undefined ? null : `sent to an address: ${added.slice(0, 200)}`;
}

/** Words of names of what is sent along to an address. */
const sentWords: ReadonlySet<string> = new Set(
  (
    'header headers body data cookie cookies form json payload query params param parameters auth authorization credentials ' +
    'username user password token agent fragment multipart'
  ).split(' '),
);

/**
 * What lies in fields that are sent to an address which stands beside them. A field that holds all addresses itself sends nothing:
 * it only wraps the arguments.
 */
function sentAlong(leaves: readonly Leaf[], addressed: readonly Leaf[]): Leaf[] {
  const below = new Map<Field, number>();
  for (const field of addressed.flatMap(({ fields }) => fields))
    below.set(field, (below.get(field) ?? 0) + 1);
  const sends = new Map<Field, boolean>();
  const isSent = (field: Field): boolean => {
    const known =
      sends.get(field) ??
      (field.words.some((word) => sentWords.has(word)) && (below.get(field) ?? 0) < addressed.length);
    sends.set(field, known);
    return known;
  };
  return leaves.filter(({ fields }) => fields.some(isSent));
}
