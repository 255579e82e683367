import type { Member } from '@salience/database/rooms';
import type { Visitor } from '@salience/switchboard';
import { lookOf } from '@salience/trust';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** The person of this machine in every room, under whichever name they are shown. */
const personMember = 'owner';
const personName = 'Owner';
const guestName = 'Guest';
/** The most characters of a name. */
const nameCharsMax = 64;

/** A visitor as rooms know members: an agent by its id, a person by a name in lower case. */
export function memberOf(visitor: Visitor): Member {
  if (visitor.kind === 'agent') return { kind: 'agent', member: visitor.agentId };
  return { kind: 'human', member: visitor.kind === 'person' ? personMember : keyOfName(visitor.name) };
}

/** The visitor who calls a route: with an agent's key the agent, else the person of this machine, an operator, or a guest. */
export function visitorOf(caller: Caller): Visitor {
  if (isModerating(caller)) return { kind: 'person', name: personName };
  if (caller.voice === 'key') return { kind: 'agent', agentId: caller.agent.id, name: caller.agent.name };
  return { kind: 'guest', name: guestName };
}

/** A person by the name that they gave, which may be none. */
export function personNamed(name: unknown): Visitor {
  return { kind: 'person', name: shownName(name) ?? personName };
}

/** A guest by the name that they gave. Nobody is the person of this machine by a name, nor by one that looks like it. */
export function guestNamed(name: unknown): Visitor {
  const shown = shownName(name) ?? guestName;
  const look = lookOf(shown).replace(/[^\p{L}\p{N}]/gu, '');
  return { kind: 'guest', name: look === lookOf(personName) ? guestName : shown };
}

/** Throws 403 unless the visitor is a person who may moderate. */
export function requireModerator(visitor: Visitor): void {
  if (visitor.kind === 'person') return;
  throw httpProblem(
    403,
    'room.moderator-required',
    'Only the person of this machine or an operator moderates: sign in with "salience open", or send the token (pt_…).',
  );
}

function isModerating({ operator, voice }: Caller): boolean {
  return voice === 'person' || operator !== undefined;
}

function shownName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const shown = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, nameCharsMax)
    .toWellFormed();
  return shown === '' ? undefined : shown;
}

/** Names that differ in their case or form alone are one: whoever takes another one's name shares their place rather than posing as them. */
export function keyOfName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
