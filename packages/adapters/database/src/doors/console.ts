/** What the console is told as it happens. */
export { type ConsoleEventRow, loadConsoleEvents } from '../queries/console-events.ts';
