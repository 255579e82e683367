const paths = {
  brand: 'M4 12a8 8 0 0 1 8-8M20 12a8 8 0 0 1-8 8M12 8a4 4 0 0 1 4 4M12 16a4 4 0 0 1-4-4M12 12h.01',
  talk: 'M4 5h16v11H9l-5 4z',
  memory:
    'M12 5c4.4 0 8 1.3 8 3s-3.6 3-8 3-8-1.3-8-3 3.6-3 8-3M4 8v8c0 1.7 3.6 3 8 3s8-1.3 8-3V8M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  world: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M4 12h16M12 4c3 2.5 3 13.5 0 16M12 4c-3 2.5-3 13.5 0 16',
  mind: 'M5 19V5M5 19h14M8 15l3-4 3 2 4-6',
  rooms:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 19c0-3 2.7-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5M17.5 14.5c2 .7 3.5 2.3 3.5 4.5',
  fleet: 'M4 5h16v5H4zM4 14h16v5H4zM7 7.5h.01M7 16.5h.01',
  send: 'M5 12h13M12 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 6l-6 6 6 6',
  down: 'M6 9l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  more: 'M5 12a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0M11.2 12a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0M17.4 12a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0',
  retry: 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5',
  contrast: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 4v16M12 8h4.5M12 12h6M12 16h4.5',
  leave: 'M10 5H5v14h5M14 8l4 4-4 4M18 12H9',
  why: 'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.5v.7M12 17h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15.5 15.5L20 20',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  hand: 'M8 12V6.5a1.3 1.3 0 0 1 2.6 0V11M10.6 10V4.8a1.3 1.3 0 0 1 2.6 0V11M13.2 10V6a1.3 1.3 0 0 1 2.6 0v6.5M15.8 9.5a1.3 1.3 0 0 1 2.6 0V14c0 4-2.4 6.5-5.8 6.5-2.8 0-4.2-1.3-5.6-4l-1.5-3a1.3 1.3 0 0 1 2.2-1.3L8 13',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A picture of one line; it says nothing to who does not see it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
