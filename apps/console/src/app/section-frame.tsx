import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { maySee } from '../api/visitor.ts';
import { useVisitor } from '../api/use-visitor.tsx';
import { Empty } from '../parts/states.tsx';
import { Go } from './navigation.tsx';
import type { Section } from './section.ts';
import { useTitle } from './use-title.ts';

/** The tabs of a section's pages, and the page that is shown. */
export function SectionFrame({ section }: { section: Section }) {
  const visitor = useVisitor();
  const tabsPlace = useShownTab();
  useTitle(section.label);
  if (!maySee(visitor, section.needs)) return <NotForYou needs={section.needs} />;
  const tabs = section.pages.filter(
    ({ label, needs = section.needs }) => label !== undefined && maySee(visitor, needs),
  );
  return (
    <>
      <h1 className="hidden-words">{section.label}</h1>
      {tabs.length > 1 && (
        <nav ref={tabsPlace} className="sub-navigation" aria-label={`Pages of ${section.label}`}>
          {tabs.map(({ path, label }) => (
            <Go key={path} to={`/${section.path}${path === '' ? '' : `/${path}`}`} below={path !== ''}>
              {label}
            </Go>
          ))}
        </nav>
      )}
      <Outlet />
    </>
  );
}

/** The tab of the page that is shown is in sight, also where not all of them fit. */
function useShownTab() {
  const place = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return place;
}

function NotForYou({ needs }: { needs: Section['needs'] }) {
  const whom =
    needs === 'operator' ? 'an operator' : 'the person of this machine, or whoever holds a key of the agent';
  return (
    <Empty title="Not for you yet" action={<Go to="/sign-in">Sign in</Go>}>
      This page is for {whom}.
    </Empty>
  );
}
