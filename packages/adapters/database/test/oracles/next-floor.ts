import type { QueueTier } from '@salience/contracts';
import type { FloorEvent, FloorStep, QueuedHuman, RoomFloor, Speaker, Told, ToldKind } from './room-floor.ts';

/**
 * A floor after an event. People wait in two tiers: who raises twice keeps the place, a normal hand may become an emergency, never the other way round. An emergency takes the floor at once unless
 * another one has it, and comes next as soon as the floor is over; a person who is interrupted comes first among the normal ones. An event that changes nothing tells nothing. Agents never wait in this queue.
 */
export function nextFloor(floor: RoomFloor, event: FloorEvent): FloorStep {
  switch (event.kind) {
    case 'raise':
      return raise(at(floor), event.member, event.tier).step;
    case 'lower':
      return at(floor).remove(event.member, 'lowered').step;
    case 'next':
      return next(at(floor)).step;
    case 'give':
      return give(at(floor), event.to).step;
    case 'end':
      return goesOn(at(floor).end()).step;
    case 'leave':
      return leave(at(floor), event.who).step;
  }
}

function raise(change: Change, member: string, tier: QueueTier): Change {
  const { queue, speaker } = change.step.floor;
  if (isSame(speaker, human(member))) return change;
  const waiting = queue.find((one) => one.member === member);
  const kept = waiting !== undefined && (waiting.tier === tier || waiting.tier === 'emergency');
  const raised = kept
    ? change
    : change
        .remove(member)
        .queue({ member, tier, interrupted: waiting?.interrupted ?? false })
        .tell(waiting === undefined ? 'queued' : 'upgraded', human(member), tier);
  if (tier === 'normal' || kept || speaker?.tier === 'emergency') return raised;
  return next(raised.interrupt());
}

/** The first in the queue speaks; whoever spoke is done. */
function next(change: Change): Change {
  const [first] = change.step.floor.queue;
  if (first === undefined) return change.end();
  return change.end().remove(first.member).give(human(first.member), first.tier);
}

function give(change: Change, to: Speaker): Change {
  if (isSame(change.step.floor.speaker, to)) return change;
  const ended = change.end();
  const waiting = to.kind === 'human' && ended.step.floor.queue.find(({ member }) => member === to.member);
  return waiting ? ended.remove(to.member).give(to, waiting.tier) : ended.give(to, 'normal');
}

function leave(change: Change, who: Speaker): Change {
  const out = who.kind === 'human' ? change.remove(who.member, 'lowered') : change;
  return isSame(out.step.floor.speaker, who) ? goesOn(out.end()) : out;
}

/** Nobody speaks any more: the next emergency does. */
function goesOn(change: Change): Change {
  return change.step.floor.queue[0]?.tier === 'emergency' ? next(change) : change;
}

/** A floor that is being changed; each step gives another one. */
interface Change {
  readonly step: FloorStep;
  tell(kind: ToldKind, who: Speaker, tier: QueueTier): Change;
  /** Behind the last of its tier; an interrupted speaker before the first normal one. */
  queue(one: QueuedHuman): Change;
  /** Takes a person out of the queue; tells it where a word for it is given. */
  remove(member: string, told?: ToldKind): Change;
  give(to: Speaker, tier: QueueTier): Change;
  end(): Change;
  interrupt(): Change;
}

function at(floor: RoomFloor, told: readonly Told[] = []): Change {
  const change: Change = {
    step: { floor, told },
    tell: (kind, { kind: sort, member }, tier) => {
      const seq = floor.seq + 1;
      return at({ ...floor, seq }, [...told, { seq, kind, who: { kind: sort, member }, tier }]);
    },
    queue: (one) => at({ ...floor, queue: placed(floor.queue, one) }, told),
    remove: (member, word) => {
      const found = floor.queue.find((one) => one.member === member);
      if (found === undefined) return change;
      const left = at({ ...floor, queue: floor.queue.filter((one) => one !== found) }, told);
      return word === undefined ? left : left.tell(word, human(member), found.tier);
    },
    give: ({ kind, member }, tier) =>
      at({ ...floor, speaker: { kind, member, tier } }, told).tell('given', { kind, member }, tier),
    end: () => {
      const { speaker } = floor;
      if (speaker === null) return change;
      return at({ ...floor, speaker: null }, told).tell('ended', speaker, speaker.tier);
    },
    interrupt: () => {
      const { speaker } = floor;
      if (speaker === null) return change;
      const free = at({ ...floor, speaker: null }, told).tell('interrupted', speaker, speaker.tier);
      if (speaker.kind === 'agent') return free;
      return free.queue({ member: speaker.member, tier: 'normal', interrupted: true });
    },
  };
  return change;
}

function placed(queue: readonly QueuedHuman[], one: QueuedHuman): readonly QueuedHuman[] {
  const emergencies = queue.filter(({ tier }) => tier === 'emergency');
  const normal = queue.filter(({ tier }) => tier === 'normal');
  if (one.tier === 'emergency') return [...emergencies, one, ...normal];
  return one.interrupted ? [...emergencies, one, ...normal] : [...emergencies, ...normal, one];
}

function human(member: string): Speaker {
  return { kind: 'human', member };
}

function isSame(a: Speaker | null, b: Speaker): boolean {
  return a !== null && a.kind === b.kind && a.member === b.member;
}
