import type { AnswerOf } from '../../api/client.ts';

/** A room as its sockets show it, as of its event `seq`. */
export type RoomState = AnswerOf<'GET /rooms/:room'>;
export type RoomEvent = AnswerOf<'GET /rooms/:room/events'>['events'][number];
export type Member = RoomState['members'][number];
export type Hand = RoomState['hands'][number];
export type Message = RoomState['messages'][number];
type Who = { readonly kind: Member['kind']; readonly member: string };

/** Messages that are kept in the page. */
const messagesMax = 200;

/**
 * The room after an event. `same`: it was known already. `missing`: events before it are not known, so they have to be asked for; `again`: what was read
 * before does not count any more.
 */
export function afterEvent(state: RoomState, event: RoomEvent): RoomState | 'same' | 'missing' | 'again' {
  if (event.seq <= state.seq) return 'same';
  if (event.seq > state.seq + 1) return 'missing';
  if (event.kind === 'forgotten') return 'again';
  return { ...state, ...changed(state, event), seq: event.seq };
}

/** The room after events in their order; those that do not follow are left out. */
export function afterEvents(state: RoomState, events: readonly RoomEvent[]): RoomState {
  return events.reduce((before, event) => {
    const next = afterEvent(before, event);
    return typeof next === 'string' ? before : next;
  }, state);
}

/** Whether two are the same member. */
export function isSame(one: Who | null, other: Who | undefined): boolean {
  return one !== null && other !== undefined && one.kind === other.kind && one.member === other.member;
}

/** How somebody is called in the room. */
export function nameOf({ members }: RoomState, who: Who): string {
  return members.find((one) => isSame(one, who))?.display ?? who.member;
}

/** The hand of an agent that is not down. */
export function handOf({ hands }: RoomState, { kind, member }: Who): Hand | undefined {
  return kind === 'agent' ? hands.find(({ agentId }) => agentId === member) : undefined;
}

/** Agents first, and who wants to speak before others. */
export function inOrder(state: RoomState): Member[] {
  const weight = (one: Member) =>
    (handOf(state, one) === undefined ? 0 : 4) + (one.kind === 'agent' ? 2 : 0) + (one.present ? 1 : 0);
  return state.members.toSorted((a, b) => weight(b) - weight(a) || a.display.localeCompare(b.display));
}

function changed(state: RoomState, event: RoomEvent): Partial<RoomState> {
  switch (event.kind) {
    case 'message':
      return { messages: [...state.messages, event.message].slice(-messagesMax) };
    case 'hand': {
      const others = state.hands.filter(({ agentId }) => agentId !== event.hand.agentId);
      return { hands: event.hand.state === 'lowered' ? others : [...others, event.hand] };
    }
    case 'joined':
      return { members: [...state.members.filter((one) => !isSame(one, event.member)), event.member] };
    case 'left': {
      const who = { kind: event.memberKind, member: event.who };
      return { members: state.members.filter((one) => !isSame(one, who)) };
    }
    case 'presence': {
      const who = { kind: event.memberKind, member: event.who };
      return {
        members: state.members.map((one) => (isSame(one, who) ? { ...one, present: event.present } : one)),
      };
    }
    case 'speaker':
      return { speaker: event.speaker };
    case 'queue':
      return { queue: event.queue };
    case 'claim': {
      const { agentId, messageId } = event;
      const others = (state.claims ?? []).filter((one) => one.messageId !== messageId);
      return { claims: [...others, { messageId, agentId }] };
    }
    case 'forgotten':
    case 'gone':
      return {};
  }
}
