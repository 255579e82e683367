// Runs before the first paint and before the script of the console: the theme, so that a page never flashes in the other one, and what is asked of the
// server in any case, so that its answer comes while the script is read.
import { askEarly } from './api/early-requests.ts';
import { keptTheme, showTheme } from './theme.ts';

showTheme(keptTheme());
askEarly();
