import type { Evidence } from '@salience/contracts';
import { lookOf, wordLooks } from './looks.ts';
import { asciiLower, domainOf } from './mail/domains.ts';

/** A person whom the agent knows. */
export interface KnownPerson {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** How a sender looks like somebody else. */
export type LooksNote = 'name-of-another' | 'address-like-another';

/**
 * How the sender of a mail looks like a person whom the agent knows without being that person: by a name whose person has other addresses, by an
 * address or domain that reads like a known one and is not. Upper and lower case, accents, letters of other alphabets and digits that look alike make no
 * difference. These are notes for whoever decides; they prove nothing.
 */
export function looksLike(evidence: Evidence, people: readonly KnownPerson[]): LooksNote[] {
  if (evidence.kind !== 'mail') return [];
  const { from, name } = evidence;
  const notes: LooksNote[] = [];
  const named = name === null ? [] : people.filter((person) => isNameOf(name, person.name));
  if (named.length > 0 && !named.some((person) => isAddressOf(from, person))) notes.push('name-of-another');
  if (from !== null && !people.some((person) => isAddressOf(from, person)) && isLikeOneOf(from, people)) {
    notes.push('address-like-another');
  }
  return notes;
}

function isAddressOf(address: string | null, { addresses }: KnownPerson): boolean {
  return address !== null && addresses.some((one) => asciiLower(one.trim()) === address);
}

/** True if a name that is shown has all the words of a person's name, or is that name written in one. */
function isNameOf(shown: string, name: string): boolean {
  const words = wordLooks(name);
  if (words.length === 0) return false;
  const all = wordLooks(shown);
  if (all.join('') === words.join('')) return true;
  return words.length > 1 && words.every((word) => all.includes(word));
}

function isLikeOneOf(address: string, people: readonly KnownPerson[]): boolean {
  const domain = domainOf(address);
  const [look, domainLook] = [lookOf(address), lookOf(domain)];
  return people.some(({ addresses }) =>
    addresses.some((known) => {
      const other = asciiLower(known.trim());
      if (other !== address && lookOf(other) === look) return true;
      return domainOf(other) !== domain && lookOf(domainOf(other)) === domainLook;
    }),
  );
}
