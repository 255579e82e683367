/** The text with the letters A to Z small. Other letters stay: the small form of a foreign one can be a letter of ours. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Characters of a domain, at most. */
const domainMax = 253;

/** The domain in small letters if it is written as one in ASCII; null if not. */
export function readDomain(text: string): string | null {
  return text.length <= domainMax && asciiDomain.test(text) ? asciiLower(text) : null;
}

/** The domain in small letters, also if it has letters of other alphabets; null for what is none. */
export function readAnyDomain(text: string): string | null {
  return text.length <= domainMax && anyDomain.test(text) ? asciiLower(text) : null;
}

/** What stands behind the last @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

const label = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`;
const asciiDomain = new RegExp(String.raw`^${label}(?:\.${label})*$`, 'i');
const anyLabel = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const anyDomain = new RegExp(String.raw`^${anyLabel}(?:\.${anyLabel})*$`, 'u');

/**
 * True if what a domain signed or published speaks for another one: both are the same, or the other one lies below it. A domain of one label
 * speaks for nobody, and one below which anybody can have a name speaks for itself alone.
 */
export function speaksFor(domain: string, other: string): boolean {
  if (!domain.includes('.')) return false;
  return domain === other || (other.endsWith(`.${domain}`) && !isShared(domain));
}

/**
 * True for a domain of two labels below which strangers have names. Of the two-letter ones of countries each short second label counts
 * (`co.uk`, `com.br`), also where it is somebody's own: their mails must then be signed for the exact domain.
 */
function isShared(domain: string): boolean {
  return /^[a-z\d]{1,3}\.[a-z]{2}$/.test(domain) || shared.has(domain);
}

const shared: ReadonlySet<string> = new Set(
  (
    'asso.fr gouv.fr priv.no asso.re firm.in info.au conf.au school.nz govt.nz geek.nz kiwi.nz police.uk gouv.qc.ca uk.com us.com eu.com de.com br.com cn.com za.com ru.com sa.com gb.net ' +
    'uk.net se.net in.net github.io gitlab.io gitbook.io readthedocs.io herokuapp.com appspot.com blogspot.com firebaseapp.com web.app ' +
    'run.app cloudfunctions.net azurewebsites.net cloudapp.net azurestaticapps.net trafficmanager.net amazonaws.com cloudfront.net ' +
    'elasticbeanstalk.com onmicrosoft.com sharepoint.com pages.dev workers.dev r2.dev vercel.app now.sh netlify.app netlify.com fly.dev ' +
    'onrender.com render.com surge.sh glitch.me repl.co replit.app replit.dev deno.dev wordpress.com tumblr.com weebly.com wixsite.com ' +
    'myshopify.com squarespace.com zendesk.com freshdesk.com duckdns.org dyndns.org no-ip.org ngrok.io ngrok.app ddns.net hopto.org'
  ).split(' '),
);

/** True for an address that can be made to look like another one: letters of other alphabets, or such a domain in its coded form. */
export function isLookAlike(address: string): boolean {
  return (
    /[^\x20-\x7e]/.test(address) ||
    domainOf(address)
      .split('.')
      .some((part) => /^..--/.test(part))
  );
}
