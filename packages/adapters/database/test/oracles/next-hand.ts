import type { Hand, HandRules } from '@salience/contracts';

/** An agent's hand in a channel, without its times. */
export type HandOf = Pick<Hand, 'state' | 'count' | 'reason' | 'bid' | 'version'>;

/** What happens to a hand. */
export type HandEvent =
  | {
      readonly kind: 'thought';
      readonly type: string;
      readonly focus: HandRules['focus'];
      readonly bid: number;
      /** A place is free, so that it may go up at once; false where hands of a room are placed by their bids. */
      readonly place: boolean;
    }
  /** The agent itself raises its hand. */
  | { readonly kind: 'asked'; readonly bid: number; readonly place: boolean }
  /** The agent said something. */
  | { readonly kind: 'own-message' }
  | { readonly kind: 'floor-given' }
  | { readonly kind: 'floor-over' }
  /** A moderator or the agent takes it down. */
  | { readonly kind: 'lowered' }
  /** The thoughts behind it are gone: synthesised, deleted, or the focus moved. */
  | { readonly kind: 'cleared' }
  | { readonly kind: 'place-free' };

export type HandTransition = 'raise' | 'wait' | 'lower' | 'grant';

/** What a hand goes by. */
export type RaiseRules = Pick<HandRules, 'threshold' | 'immediateTypes'>;

/** A hand after an event; `transition` where its state changed. */
export interface HandStep {
  readonly hand: HandOf;
  readonly transition?: HandTransition;
}

/** A hand that was never up. */
export const restingHand: HandOf = { state: 'lowered', count: 0, reason: null, bid: 0, version: 0 };

/**
 * A hand after an event. It goes up by a thought of an immediate type or by as many others as the threshold says; background never counts, nor does anything while the
 * agent speaks. What repeats a state is no transition, so that a replay raises nothing twice. Same hand, same event, same result.
 */
export function nextHand(hand: HandOf, event: HandEvent, rules: RaiseRules): HandStep {
  switch (event.kind) {
    case 'thought':
      return afterThought(hand, event, rules);
    case 'asked':
      return hand.state === 'granted' ? { hand } : goUp(hand, 'asked', event.bid, event.place);
    case 'own-message':
      return rest(hand);
    case 'floor-given':
      return hand.state === 'granted' ? { hand } : step({ ...hand, state: 'granted', count: 0 }, 'grant');
    case 'floor-over':
      return hand.state === 'granted' ? rest(hand) : { hand };
    case 'lowered':
    case 'cleared':
      return hand.state === 'granted' ? { hand: { ...hand, count: 0 } } : rest(hand);
    case 'place-free':
      return hand.state === 'waiting' ? step({ ...hand, state: 'raised' }, 'raise') : { hand };
  }
}

function afterThought(
  hand: HandOf,
  { bid, focus, place, type }: HandEvent & { readonly kind: 'thought' },
  { immediateTypes, threshold }: RaiseRules,
): HandStep {
  if (focus === 'background' || type === 'background' || hand.state === 'granted') return { hand };
  const presses = immediateTypes.includes(type);
  const counted = presses ? hand : { ...hand, count: hand.count + 1 };
  if (presses) return goUp(counted, type, bid, place);
  return counted.count >= threshold ? goUp(counted, 'threshold', bid, place) : { hand: counted };
}

/** Up, or in line for a place; a hand that is up or in line only bids higher. */
function goUp(hand: HandOf, reason: string, bid: number, place: boolean): HandStep {
  const higher = { ...hand, bid: Math.max(hand.bid, bid) };
  if (hand.state === 'raised') return { hand: higher };
  if (hand.state === 'waiting')
    return place ? step({ ...higher, state: 'raised' }, 'raise') : { hand: higher };
  const up = { ...hand, reason, bid };
  return place ? step({ ...up, state: 'raised' }, 'raise') : step({ ...up, state: 'waiting' }, 'wait');
}

function rest(hand: HandOf): HandStep {
  const resting = { ...restingHand, version: hand.version };
  return hand.state === 'lowered' ? { hand: resting } : step(resting, 'lower');
}

function step(hand: HandOf, transition: HandTransition): HandStep {
  return { hand: { ...hand, version: hand.version + 1 }, transition };
}
