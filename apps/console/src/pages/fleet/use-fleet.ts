import { useGet } from '../../api/use-get.ts';

/** How often the fleet is looked at while a page of it is shown, in milliseconds. */
const lookMs = 5_000;

/** The state of the whole fleet, looked at every five seconds while the page is seen. */
export function useFleet() {
  return useGet('/operator/fleet', {}, { everyMs: lookMs });
}
