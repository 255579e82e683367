import type { ConsequenceTier } from '@salience/contracts';

/** A call as far as it may reach somebody outside. */
export interface OutsideInput {
  readonly tier: ConsequenceTier;
  /** True for a tool of somebody else's; a skill of the agent stays inside, whatever it does. */
  readonly external: boolean;
  readonly args: Readonly<Record<string, unknown>>;
  /** The person's words, and what was fetched in this run: addresses that stand there were written by somebody. */
  readonly written: readonly string[];
}

/** Beyond this, arguments are not looked through and count as an address that nobody wrote. */
const leavesMax = 1_000;
const leafCharsMax = 20_000;

/**
 * Why a call has an effect outside; null where it has none. `act` and `commit` have one by their tier. A call that reads has one
 * where an address in its arguments stands verbatim neither in the person's words nor in what was fetched: whoever made it up may
 * have put anything into it.
 */
export function outsideOf({ args, external, tier, written }: OutsideInput): string | null {
  if (!external) return null;
  if (tier === 'act' || tier === 'commit') return `tier ${tier}`;
  const leaves = leavesOf(args);
  if (leaves === null) return 'arguments too large to be looked through';
  const addresses = leaves.flatMap(({ name, text }) =>
    addressNames.test(name) ? [text] : addressesIn(text),
  );
  const made = addresses.find((one) => one !== '' && !written.some((text) => holds(text, one)));
  return made === undefined ? null : `address ${made.slice(0, 200)}`;
}

/** Addresses of the web, of mail and of hosts in a text, as they stand there. */
function addressesIn(text: string): string[] {
  return Array.from(text.matchAll(address), ([found]) => found.replace(/[.,;:!?)\]}'"]+$/, ''));
}

// A scheme with all that follows; a mail address; a name with dots whose last part has letters; four numbers with dots; [::1].
// Every repetition is bounded, so that a long text is read in one pass.
const address =
  /[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"'`]+|(?:mailto|tel|sms|data|javascript):[^\s<>"'`]+|[^\s<>"'`@/]{1,64}@[^\s<>"'`@]+|(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62}(?:[:/?#][^\s<>"'`]*)?|\d{1,3}(?:\.\d{1,3}){3}(?:[:/?#][^\s<>"'`]*)?|\[[\da-f:.]{2,45}\][^\s<>"'`]*/giu;

/** Names of arguments that are an address, or a part of one, whatever they look like. */
const addressNames =
  /^(?:ur[li]|href|link|host(?:name)?|domain|server|endpoint|address|to|recipients?|path|query(?:_?string)?|params|search_params)$/i;

/** True where the address stands in the text with nothing of an address right before or after it. A scheme may be left out. */
function holds(text: string, wanted: string): boolean {
  const bare = withoutScheme(wanted);
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    const before = text.slice(Math.max(0, at - 3), at);
    const after = text.slice(at + bare.length, at + bare.length + 2);
    const begins = before === '' || /(?:^|[\s<>"'`([{,;|=]|:\/\/)$/u.test(before);
    const ends =
      after === '' || /^\/?(?:$|[\s<>"'`)\]},;|])/u.test(after) || /^[.!?:](?:$|[\s<>"'`)\]}])/u.test(after);
    if (begins && ends) return true;
  }
  return false;
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

interface Leaf {
  /** Of the nearest field. */
  readonly name: string;
  readonly text: string;
}

/** Every text in arguments, names of fields too; null when there is too much. Level by level: depth is no danger to it. */
function leavesOf(args: Readonly<Record<string, unknown>>): Leaf[] | null {
  const leaves: Leaf[] = [];
  let level: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: args }];
  let count = 0;
  while (level.length > 0) {
    count += level.length;
    if (count > leavesMax) return null;
    for (const { name, value } of level) {
      if (typeof value !== 'string') continue;
      if (value.length > leafCharsMax) return null;
      leaves.push({ name, text: value });
    }
    level = level.flatMap(({ name, value }) => partsOf(name, value));
  }
  return leaves;
}

function partsOf(name: string, value: unknown): { readonly name: string; readonly value: unknown }[] {
  if (Array.isArray(value))
    return value.slice(0, leavesMax + 1).map((part: unknown) => ({ name, value: part }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, leavesMax + 1)
    .flatMap(([key, part]: [string, unknown]) => [
      { name: '', value: key },
      { name: key, value: part },
    ]);
}
