import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Keys that do something on the page that is shown: one key, or two one after the other (`g t`). */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

interface Entry extends Shortcut {
  run(): void;
}

/** The second of two keys counts this long after the first, in milliseconds. */
const secondMs = 1_000;
const offPlace = 'salience.shortcuts';

let entries: readonly Entry[] = [];
const watchers = new Set<() => void>();
let first = { key: '', at: 0 };
let off = keptOff();

/** Does something when keys are pressed outside of a field, while the component is shown. */
export function useShortcut(keys: string, does: string, run: () => void): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    const entry: Entry = { keys, does, run: () => latest() };
    change([...entries, entry]);
    return () => change(entries.filter((one) => one !== entry));
  }, [keys, does]);
}

/** The shortcuts of the page that is shown. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => entries,
  );
}

/** Whether this browser has them switched off: single keys get in the way of speech input. */
export function shortcutsOff(): boolean {
  return off;
}

/** Switches them off or on in this browser. */
export function setShortcutsOff(next: boolean): void {
  off = next;
  try {
    localStorage.setItem(offPlace, next ? 'off' : 'on');
  } catch {
    // It counts until the page is left.
  }
  change([...entries]);
}

/** Listens to the keyboard. Called once. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const { key } = event;
    const two = performance.now() - first.at < secondMs ? `${first.key} ${key}` : '';
    const found =
      entries.findLast(({ keys }) => keys === two) ?? entries.findLast(({ keys }) => keys === key);
    first = { key, at: performance.now() };
    if (found === undefined || (off && found.keys !== '?')) return;
    event.preventDefault();
    found.run();
  });
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

function change(next: readonly Entry[]): void {
  entries = next;
  for (const watcher of watchers) watcher();
}

function keptOff(): boolean {
  try {
    return localStorage.getItem(offPlace) === 'off';
  } catch {
    return false;
  }
}
