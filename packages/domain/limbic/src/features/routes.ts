import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { leastDepth } from './place.ts';
import { textFact } from './words-of-event.ts';

/**
 * Whether a signal goes to a module: by what the module declared and nothing else. A file by its folder (an extension never keeps a
 * file out, it only counts in the score), memory by namespace or by what it is about, a page by address, a hook, a mailbox, a state of a task, a metric of
 * the host by name. A tick goes to a module that asked for ticks, or that declares nothing but time.
 */
export function routesTo(fingerprint: Fingerprint, event: SignalEvent): boolean {
  const { filesystem, memory, time, network, mail, hook, task, host } = fingerprint.signal_priors;
  switch (event.source) {
    case 'filesystem':
      return filesystem !== undefined && leastDepth(filesystem.watch_directories, event) !== undefined;
    case 'memory':
      return (
        memory !== undefined &&
        (isNamed(memory.watch_namespaces, event, 'namespace') ||
          isNamed(memory.watch_namespaces, event, 'subject'))
      );
    case 'time':
      return (
        time !== undefined && (time.ticks || declaresTimeOnly(fingerprint)) && isOwnTick(fingerprint, event)
      );
    case 'network':
      return network !== undefined && network.endpoints.some((endpoint) => isSamePage(endpoint, event));
    case 'mail':
      return (
        mail !== undefined && (mail.mailboxes === undefined || isNamed(mail.mailboxes, event, 'mailbox'))
      );
    case 'hook':
      return hook !== undefined && isNamed(hook.hooks, event, 'hook');
    case 'task':
      return task !== undefined && (task.states as readonly string[]).includes(textFact(event, 'state'));
    case 'host':
      return host !== undefined && isNamed(host.metrics, event, 'metric');
  }
}

/** A tick that names a module keeps that one's hours, and is no news to others of its cluster. */
function isOwnTick({ module_id }: Fingerprint, event: SignalEvent): boolean {
  const named = textFact(event, 'module');
  return named === '' || named === module_id;
}

/** Whether a module declares hours and nothing else: then the clock is its signal. */
function declaresTimeOnly({ signal_priors }: Fingerprint): boolean {
  const declared = Object.entries(signal_priors).filter(([, prior]) => prior !== undefined);
  return declared.length === 1 && declared[0]?.[0] === 'time';
}

/** By the fact that names it; by its location where the fact is missing. */
function isNamed(names: readonly string[], event: SignalEvent, fact: string): boolean {
  const named = (textFact(event, fact) || event.location).toLowerCase();
  return names.some((name) => name.toLowerCase() === named);
}

function isSamePage(endpoint: string, event: SignalEvent): boolean {
  const page = pageOf(textFact(event, 'endpoint') || event.location);
  return page !== undefined && page === pageOf(endpoint);
}

/** An address as a browser would ask for it, without what follows `#`. */
function pageOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
