// Runs before the first paint, so that a page never flashes in the other theme.
import { keptTheme, showTheme } from './theme.ts';

showTheme(keptTheme());
