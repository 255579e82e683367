/** What programs need to be found, to find files and to speak to their surroundings; no setting of ours is among them. */
const names = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_USE_ENV_PROXY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  // Windows.
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]);

/**
 * The environment of a process that we start: of what is set, the part that is no secret. Whoever may look at a process
 * reads its environment, and its children inherit it; so a proxy's address with a password stays out too.
 */
export function processEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => isPlain(name.toUpperCase(), value)),
  );
}

function isPlain(name: string, value: string): boolean {
  if (!names.has(name) && !name.startsWith('LC_')) return false;
  return !/^HTTPS?_PROXY$/.test(name) || !value.includes('@');
}
