import type { Fingerprint } from '@salience/contracts';

/** An address without user and password; as it is where it has none, or is none. */
export function openAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** A module as its signals know it: its pages without the credentials that they are asked with. */
export function withoutCredentials(fingerprint: Fingerprint): Fingerprint {
  const { network } = fingerprint.signal_priors;
  if (network === undefined) return fingerprint;
  const endpoints = network.endpoints.map(openAddress);
  return {
    ...fingerprint,
    signal_priors: { ...fingerprint.signal_priors, network: { ...network, endpoints } },
  };
}
