import { untilLoaded } from '../api/until-loaded.ts';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useVisitorQuery, VisitorProvider } from '../api/use-visitor.tsx';
import { maySee, type Visitor } from '../api/visitor.ts';
import { startLive } from '../live/live-stream.ts';
import { Notices } from '../live/notices.tsx';
import { Icon } from '../parts/icon.tsx';
import { ErrorState, Skeleton } from '../parts/states.tsx';
import { Toasts } from '../parts/toast.tsx';
import { Header } from './header.tsx';
import { Go, useGo } from './navigation.tsx';
import type { Section } from './section.ts';
import { sections } from './sections.ts';
import { useShortcut } from './shortcuts.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await untilLoaded(() => import('./shortcuts-dialog.tsx'))).ShortcutsDialog,
}));

/** Navigation, header and the page that is shown, for a visitor whom the server knows. */
export function Frame() {
  const { data: visitor, error, refetch } = useVisitorQuery();
  if (visitor !== undefined) return <Known visitor={visitor} />;
  return (
    <main className="alone">
      {error === null ? <Skeleton lines={4} /> : <ErrorState error={error} retry={() => void refetch()} />}
    </main>
  );
}

function Known({ visitor }: { visitor: Visitor }) {
  const navigate = useNavigate();
  const nobody = visitor.agent === undefined && visitor.operator === undefined;
  const { agent, operator, person } = visitor;
  useEffect(() => (nobody ? undefined : startLive()), [nobody, agent?.agent_id, operator, person]);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (nobody) void navigate({ to: '/sign-in', search: { next: path }, replace: true } as never);
  }, [nobody, navigate, path]);
  if (nobody) return null;
  const shown = sections.filter(({ needs }) => maySee(visitor, needs));
  return (
    <VisitorProvider visitor={visitor}>
      <Keys sections={shown} />
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <div className="frame">
        <Navigation sections={shown} />
        <Header />
        <Main path={path} />
      </div>
      {visitor.agent !== undefined && <Notices agent={visitor.agent.agent_id} />}
      <Toasts />
    </VisitorProvider>
  );
}

function Navigation({ sections: shown }: { sections: readonly Section[] }) {
  return (
    <nav className="navigation" aria-label="Sections">
      <Go to="/talk" className="brand" label="Salience, to Talk" below={false}>
        <Icon name="brand" />
        <span>Salience</span>
      </Go>
      <ul>
        {shown.map(({ path, label, icon }) => (
          <li key={path}>
            <Go to={`/${path}`}>
              <Icon name={icon} />
              <span>{label}</span>
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The page. Going to another one moves the focus here, as loading a page would. */
function Main({ path }: { path: string }) {
  const main = useRef<HTMLElement>(null);
  const section = path.split('/')[1] ?? '';
  const before = useRef(section);
  useEffect(() => {
    if (before.current !== section) main.current?.focus({ preventScroll: true });
    before.current = section;
  }, [section]);
  return (
    <main id="page" className="page" ref={main} tabIndex={-1}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Outlet />
      </Suspense>
    </main>
  );
}

function Keys({ sections: shown }: { sections: readonly Section[] }) {
  const [listing, setListing] = useState(false);
  useShortcut('?', 'List these keys', () => setListing(true));
  return (
    <>
      {shown.map((section) => (
        <GoKey key={section.path} section={section} />
      ))}
      {listing && (
        <Suspense>
          <ShortcutsDialog onClose={() => setListing(false)} />
        </Suspense>
      )}
    </>
  );
}

function GoKey({ section: { label, letter, path } }: { section: Section }) {
  const go = useGo();
  useShortcut(`g ${letter}`, `Go to ${label}`, () => go(`/${path}`));
  return null;
}
