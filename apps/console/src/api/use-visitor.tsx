import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { credentials, onCredentials } from './credentials.ts';
import type { ApiProblem } from './problem.ts';
import { findVisitor, type Visitor } from './visitor.ts';

const VisitorContext = createContext<Visitor | undefined>(undefined);

/** Who this is, asked once a minute and after signing in or out. */
export function useVisitorQuery() {
  const { agent, key } = useSyncExternalStore(onCredentials, credentials);
  return useQuery<Visitor, ApiProblem>({
    queryKey: ['visitor', agent ?? null, key ?? null],
    queryFn: findVisitor,
    staleTime: 60_000,
  });
}

/** Lets the pages below know who looks at them. */
export function VisitorProvider({ visitor, children }: { visitor: Visitor; children: ReactNode }) {
  return <VisitorContext value={visitor}>{children}</VisitorContext>;
}

/** Who looks at this page. Throws outside of the frame. */
export function useVisitor(): Visitor {
  const visitor = use(VisitorContext);
  if (visitor === undefined) throw new Error('Expected a page inside the frame.');
  return visitor;
}
