import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

/** How long one is shown, in milliseconds; one of a failure until it is closed. */
const shownMs = 6_000;
const shownMax = 4;

let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();

/** Says at the edge of the page that something was done, or that it failed. */
export function say(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++last;
  change([...toasts, { id, text, tone }].slice(-shownMax));
  if (tone === 'good') setTimeout(() => close(id), shownMs);
}

/** The place where they are shown; once on a page. Screen readers read them out. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={classes('toast', 'dot', tone)}>
          <span>{text}</span>
          <Button kind="quiet" icon="close" label="Close" onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}

function close(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}
