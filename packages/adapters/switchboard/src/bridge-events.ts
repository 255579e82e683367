import type { BridgeMessage, RoomEvent, RoomMessage } from '@salience/contracts';

/** An event by the name and with the flat fields that clients of a Bridge know. */
export interface BridgeEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

/** A room's id as clients of a Bridge have it: a number where it is one. */
export function channelIdOf(room: string): number | string {
  const id = Number(room);
  return /^(?:0|[1-9]\d*)$/.test(room) && Number.isSafeInteger(id) ? id : room;
}

/** A message with the flat fields that clients of a Bridge know. `name` is the room's. */
export function bridgeMessageOf(room: string, name: string, message: RoomMessage): BridgeMessage {
  return {
    id: message.id,
    channel_id: channelIdOf(room),
    channel_name: name,
    content: message.content,
    username: message.display,
    author_id: message.author,
    account_type: message.authorKind,
    created_at: message.at,
  };
}

/** What clients of a Bridge are told of an event, if anything. `name` is the room's. */
export function bridgeEventOf(room: string, name: string, event: RoomEvent): BridgeEvent | undefined {
  const channelId = channelIdOf(room);
  switch (event.kind) {
    case 'message':
      return { name: 'new_message', fields: bridgeMessageOf(room, name, event.message) };
    case 'hand': {
      const { hand } = event;
      // That a hand waits for a free place is nothing that a Bridge knows.
      if (hand.state === 'waiting') return undefined;
      const up = hand.state === 'raised';
      return {
        name: up ? 'voice:handRaised' : 'voice:handLowered',
        fields: { channelId, agentId: hand.agentId, raised: up, state: hand.state, version: hand.version },
      };
    }
    case 'speaker':
      return {
        name: 'voice:speaker',
        fields: {
          channelId,
          member: event.speaker?.member ?? null,
          account_type: event.speaker?.kind ?? null,
        },
      };
    case 'claim':
      return {
        name: 'voice:claimed',
        fields: { channelId, messageId: event.messageId, agentId: event.agentId },
      };
    case 'forgotten':
    case 'gone':
    case 'joined':
    case 'left':
    case 'presence':
    case 'queue':
      return undefined;
  }
}
