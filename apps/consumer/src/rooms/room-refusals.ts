import type { RoomRefusal } from '@salience/contracts';
import type { Refusable } from '@salience/database/rooms';
import type { SalienceError } from '@salience/errors';
import { httpProblem } from '../http/problems.ts';

const refusals: Readonly<Record<RoomRefusal, () => SalienceError>> = {
  'message.unknown': () =>
    httpProblem(404, 'message.unknown', 'The room has no such message. GET /rooms/:room shows the latest.'),
  'room.exists': () => httpProblem(409, 'room.exists', 'There is a room with this id. Choose another id.'),
  'room.not-member': () =>
    httpProblem(
      404,
      'room.not-member',
      'This is no member of the room. GET /rooms/:room lists them; a moderator adds an agent.',
    ),
  'room.not-speaking': () =>
    httpProblem(
      409,
      'room.not-speaking',
      'Nobody, or somebody else, has the floor. GET /rooms/:room says who.',
    ),
  'room.queue-empty': () =>
    httpProblem(409, 'room.queue-empty', 'Nobody waits for the floor. Name the member who is to get it.'),
  'room.unknown': () =>
    httpProblem(404, 'room.unknown', 'There is no such room. GET /rooms lists the rooms.'),
};

/** What was done, or throws the problem that says why it was not. */
export function orRefusal<T extends object>(result: Refusable<T>): T {
  if ('refused' in result) throw roomProblem(result.refused);
  return result;
}

/** The problem of a refusal. */
export function roomProblem(refused: RoomRefusal): SalienceError {
  return refusals[refused]();
}
