/** How the console looks: as the system says, or as this browser was told. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'salience.theme';

/** The theme that this browser keeps; `system` where it keeps none or may not keep anything. */
export function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme, without keeping it. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Shows a theme and keeps it in this browser. */
export function keepTheme(theme: Theme): void {
  showTheme(theme);
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
}
