import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useVisitor } from '../api/use-visitor.tsx';
import { setCredentials } from '../api/credentials.ts';
import { queryClient } from '../api/query-client.ts';
import { signOut } from '../api/visitor.ts';
import type { LiveState } from '../live/live-events.ts';
import { useLiveState } from '../live/use-live.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/field.tsx';
import { type IconName } from '../parts/icon.tsx';
import { keepTheme, keptTheme, type Theme } from '../theme.ts';
import { Go, useGo } from './navigation.tsx';

/** Which agent, whether events come, how it looks, and who looks. */
export function Header() {
  return (
    <header className="header">
      <AgentPicker />
      <LiveDot />
      <span className="space" />
      <ThemeSwitch />
      <Who />
    </header>
  );
}

function AgentPicker() {
  const { agent, agents } = useVisitor();
  const go = useGo();
  if (agent === undefined) return <span className="agent-name">No agent</span>;
  if (agents.length < 2)
    return (
      <span className="agent-name" title="The agent">
        <bdi>{agent.name}</bdi>
      </span>
    );
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const choose = (name: string) => {
    go(sharedPage(path));
    setCredentials({ agent: name });
    queryClient.clear();
  };
  return (
    <Select
      label="Agent"
      hideLabel
      value={agent.name}
      onChange={choose}
      options={agents.map((name) => ({ value: name, label: name }))}
    />
  );
}

/** The page that another agent has too: without the thread, the room or the item that is shown. */
function sharedPage(path: string): string {
  const [, section = 'talk', tab] = path.split('/');
  return tab === undefined || section === 'talk' || section === 'rooms'
    ? `/${section}`
    : `/${section}/${tab}`;
}

const liveWords: Readonly<Record<LiveState, readonly [tone: string, words: string]>> = {
  opening: ['soft', 'Connecting'],
  live: ['good', 'Live'],
  lost: ['warn', 'Connecting again'],
  absent: ['soft', 'Not live'],
};

function LiveDot() {
  const [tone, words] = liveWords[useLiveState()];
  return (
    <span className={`live dot ${tone}`} role="status">
      {words}
    </span>
  );
}

const themes: readonly (readonly [Theme, IconName, string])[] = [
  ['system', 'contrast', 'as the system'],
  ['light', 'sun', 'light'],
  ['dark', 'moon', 'dark'],
];

function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme());
  const index = themes.findIndex(([name]) => name === theme);
  const [, icon, words] = themes[index] ?? ['system', 'contrast', 'as the system'];
  const next = themes[(index + 1) % themes.length]?.[0] ?? 'system';
  const change = () => {
    keepTheme(next);
    setTheme(next);
  };
  return <Button kind="quiet" icon={icon} label={`Theme: ${words}. Change it`} onClick={change} />;
}

function Who() {
  const { known, operator } = useVisitor();
  if (!known && operator === undefined)
    return (
      <Go to="/sign-in" className="button quiet">
        Sign in
      </Go>
    );
  const leave = async () => {
    await signOut();
    location.assign('/console/sign-in');
  };
  const name = operator?.replace('operator:', '') ?? (known ? 'signed in' : '');
  return (
    <span className="who">
      <bdi className="soft">{name}</bdi>
      <Button kind="quiet" icon="leave" label="Sign out" onClick={() => void leave()} />
    </span>
  );
}
