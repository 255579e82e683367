import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Go } from '../app/navigation.tsx';
import { classes } from './class-names.ts';
import { Words } from './text-block.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly link: ToastLink | undefined;
}

/** Where more of it is. */
export interface ToastLink {
  readonly words: string;
  readonly to: string;
}

/** How long one is shown, in milliseconds; one of a failure, or with a link, until it is closed. */
const shownMs = 6_000;
const shownMax = 4;

let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();

/** Says at the edge of the page that something was done, or that it failed. */
export function say(text: string, tone: Toast['tone'] = 'good', link?: ToastLink): void {
  const id = ++last;
  change([...toasts, { id, text, tone, link }].slice(-shownMax));
  if (tone === 'good' && link === undefined) setTimeout(() => close(id), shownMs);
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
      {shown.length > 1 && <Button onClick={() => change([])}>Close all {shown.length}</Button>}
      {shown.map(({ id, link, text, tone }) => (
        <div key={id} className={classes('toast', 'dot', tone)}>
          <Words text={text} />
          {link !== undefined && (
            <Go to={link.to} onClick={() => close(id)}>
              {link.words}
            </Go>
          )}
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
