import { untilLoaded } from '../api/until-loaded.ts';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ErrorState, Empty, Skeleton } from '../parts/states.tsx';
import { Frame } from './frame.tsx';
import type { SectionPage } from './section.ts';
import { SectionFrame } from './section-frame.tsx';
import { sections } from './sections.ts';
import { Go } from './navigation.tsx';

const root = createRootRoute();

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/talk', replace: true, throw: true } as never);
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in.tsx'), 'Page'),
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const parts = createRoute({
  getParentRoute: () => frame,
  path: 'parts',
  component: lazyRouteComponent(() => import('../pages/parts/parts.tsx'), 'Page'),
});

function pageRoute(parent: AnyRoute, { path, load }: SectionPage) {
  return createRoute({
    getParentRoute: () => parent,
    path: path === '' ? '/' : path,
    component: lazyRouteComponent(() => untilLoaded(load), 'Page'),
  });
}

const sectionRoutes = sections.map((section) => {
  const route = createRoute({
    getParentRoute: () => frame,
    path: section.path,
    component: () => <SectionFrame section={section} />,
  });
  return route.addChildren(section.pages.map((page) => pageRoute(route, page)));
});

/** Every page of the console, below /console. */
export const router = createRouter({
  routeTree: root.addChildren([start, signIn, frame.addChildren([parts, ...sectionRoutes])]),
  basepath: '/console',
  // Values are text: the router would read some of them as JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, string | undefined>) => {
    const given = Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  },
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  scrollRestoration: false,
  defaultPendingComponent: () => <Skeleton lines={6} />,
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorState error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  ),
  defaultNotFoundComponent: () => (
    <Empty title="There is no such page" action={<Go to="/talk">Go to Talk</Go>}>
      The address may be of an older version, or mistyped.
    </Empty>
  ),
});
