import { credentials } from '../../api/credentials.ts';
import type { Visitor } from '../../api/visitor.ts';
import type { SocketAuth } from './room-socket.ts';

/** Who this browser is in rooms. */
export interface Self {
  readonly kind: 'agent' | 'human';
  /** How rooms know it: the id of an agent, or a name in lower case. */
  readonly member: string;
  /** It may give the floor, lower hands and make rooms. */
  readonly moderates: boolean;
  readonly auth: SocketAuth;
}

const guestPlace = 'salience.guest';

/** The person of the machine moderates; who holds the key of an agent speaks for it; anybody else is a guest. */
export function selfOf(visitor: Visitor): Self {
  if (visitor.person) return { kind: 'human', member: 'owner', moderates: true, auth: { name: 'Owner' } };
  const { key } = credentials();
  if (key !== undefined && visitor.agent !== undefined)
    return { kind: 'agent', member: visitor.agent.agent_id, moderates: false, auth: { apiKey: key } };
  const name = guestName();
  return { kind: 'human', member: name.normalize('NFKC').toLowerCase(), moderates: false, auth: { name } };
}

/** A guest is asked for no name and keeps one while the tab is open. */
function guestName(): string {
  try {
    const known = sessionStorage.getItem(guestPlace);
    if (known !== null) return known;
    const made = newName();
    sessionStorage.setItem(guestPlace, made);
    return made;
  } catch {
    return newName();
  }
}

function newName(): string {
  const [number = 0] = crypto.getRandomValues(new Uint16Array(1));
  return `Guest ${1_000 + (number % 9_000)}`;
}
