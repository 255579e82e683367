import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Nothing is there yet: says what to do first. */
export function Empty({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children !== undefined && <div className="soft">{children}</div>}
      {action}
    </div>
  );
}

/** Something failed: says why, in the words of the server, and offers to try again. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div className="state" role="alert">
      <p className="state-title problem">
        <Icon name="warning" /> This could not be shown
      </p>
      <p className="soft">{error.message}</p>
      {retry !== undefined && (
        <Button icon="retry" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The place of what is being loaded. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="hidden-words">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  );
}

/** What a query needs to be shown. */
interface Asked<D> {
  readonly data: D | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** What was asked for, once it is there; a skeleton before, and why not when it failed. What is there stays when asking again fails. */
export function Loaded<D>({
  query,
  lines,
  children,
}: {
  query: Asked<D>;
  lines?: number;
  children: (data: D) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  return <Skeleton {...(lines === undefined ? {} : { lines })} />;
}
