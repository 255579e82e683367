import type { Fingerprint } from '@salience/contracts';
import type { WindowEvent } from '../window/cluster-state.ts';
import { type OwnAttributes, ownAttributes } from './own-attributes.ts';

/**
 * Of which events of a window an attribute is said: of the judged one (`self`), of the one just before it (`before`), of any of the half hour
 * before it (`lately`), of any before it (`window`).
 */
export const scopes = ['self', 'before', 'lately', 'window'] as const;
export type Scope = (typeof scopes)[number];

const latelySeconds = 1_800;

/** The attributes of the events of a window, worked out once for all questions about it. */
export interface ReadWindow {
  /** Oldest first. */
  readonly timestamps: readonly number[];
  readonly lasting: readonly ReadonlySet<string>[];
  readonly passing: readonly ReadonlySet<string>[];
}

/** Reads the events of a window. */
export function readWindow(
  events: readonly WindowEvent[],
  fingerprint: Fingerprint,
  zone: string,
): ReadWindow {
  const own: OwnAttributes[] = events.map(({ event }) => ownAttributes(event, fingerprint, zone));
  return {
    timestamps: events.map(({ event }) => event.timestamp),
    lasting: own.map(({ lasting }) => new Set(lasting)),
    passing: own.map(({ passing }) => new Set(passing)),
  };
}

/** Every attribute of the event at `at` within its window, as `scope|family=value`. */
export function attributesAt(window: ReadWindow, at: number): Set<string> {
  const found = new Set<string>();
  const add = (scope: Scope, attributes: Iterable<string>): void => {
    for (const attribute of attributes) found.add(`${scope}|${attribute}`);
  };
  add('self', window.lasting[at] ?? []);
  add('self', window.passing[at] ?? []);
  for (let n = 0; n < at; n += 1) {
    for (const scope of ['before', 'lately', 'window'] as const) {
      if (isInScope(window, scope, n, at)) add(scope, window.lasting[n] ?? []);
    }
  }
  return found;
}

/** Whether an attribute, as `attributesAt` writes it, is said of the event at `at`; without writing all the others. */
export function holdsAt(window: ReadWindow, at: number, attribute: string): boolean {
  const bar = attribute.indexOf('|');
  const scope = attribute.slice(0, bar) as Scope;
  const name = attribute.slice(bar + 1);
  if (scope === 'self')
    return window.lasting[at]?.has(name) === true || window.passing[at]?.has(name) === true;
  for (let n = 0; n < at; n += 1) {
    if (isInScope(window, scope, n, at) && window.lasting[n]?.has(name) === true) return true;
  }
  return false;
}

function isInScope({ timestamps }: ReadWindow, scope: Scope, n: number, at: number): boolean {
  if (scope === 'window') return true;
  if (scope === 'before') return n === at - 1;
  return (timestamps[at] as number) - (timestamps[n] as number) <= latelySeconds;
}
