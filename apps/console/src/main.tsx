import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onCredentials } from './api/credentials.ts';
import { forgetEarly } from './api/early-requests.ts';
import { queryClient } from './api/query-client.ts';
import { codeRefusal, takeCode } from './api/sign-in-code.ts';
import { router } from './app/router.tsx';
import { listenForShortcuts } from './app/shortcuts.ts';
import { hearOtherTabs } from './live/other-tabs.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('Expected the page to have a place for the console.');

// The start page of the server is this page too.
if (location.pathname === '/') history.replaceState(null, '', `/console${location.hash}`);
await takeCode();
if (codeRefusal() !== undefined) history.replaceState(null, '', '/console/sign-in');
onCredentials(forgetEarly);
listenForShortcuts();
hearOtherTabs();
createRoot(place).render(
  <StrictMode>
    {/* The content security policy allows no style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
addEventListener('hashchange', () => void signInAgain());

/** The address of a page that is open already was given a code. */
async function signInAgain(): Promise<void> {
  if (!(await takeCode())) return;
  if (codeRefusal() === undefined) await queryClient.invalidateQueries();
  else location.assign('/console/sign-in');
}
