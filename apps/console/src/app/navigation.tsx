import { Link, type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

/** A link inside the console. */
export interface GoProps {
  /** Below /console, such as `/talk/th_1`. */
  readonly to: string;
  /** What follows the question mark; undefined values are left out. */
  readonly search?: Readonly<Record<string, string | undefined>>;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
  readonly replace?: boolean;
  /** Also current when a page below it is shown; default true. */
  readonly below?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
  /** Besides going there. */
  readonly onClick?: () => void;
}

/** Goes to another page without loading the console again; `aria-current` marks the one that is shown. */
export function Go({ to, search, label, below = true, children, ...rest }: GoProps) {
  const target = { to, ...(search === undefined ? {} : { search }) } as LinkProps;
  return (
    <Link {...target} {...rest} aria-label={label} activeOptions={{ exact: !below, includeSearch: false }}>
      {children}
    </Link>
  );
}

/** A parameter of the address, such as `thread` of `/talk/$thread`; undefined where the page has none. */
export function useParam(name: string): string | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name];
}

/** A value behind the question mark, and how to change it; undefined removes it. */
export function useSearchValue(name: string): [string | undefined, (value: string | undefined) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = search[name];
  const set = (next: string | undefined) => {
    const change = (before: object) => ({ ...before, [name]: next });
    void navigate({ to: '.', search: change as never, replace: true });
  };
  return [typeof value === 'string' ? value : undefined, set];
}

/** Goes to another page from code; `search` is what follows the question mark. */
export function useGo(): (
  to: string,
  options?: { readonly replace?: boolean; readonly search?: Readonly<Record<string, string | undefined>> },
) => void {
  const navigate = useNavigate();
  return (to, { search, ...options } = {}) =>
    void navigate({ to, ...options, ...(search === undefined ? {} : { search: search as never }) });
}
