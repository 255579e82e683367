/** Which addresses may be called; without what sends. */
export { type AllowedHost, parseAllowedHosts } from '../allowed-hosts.ts';
export { reachableAddresses } from '../reachable-addresses.ts';
