const roots =
  'bin boot dev etc home lib lib64 lib32 opt private proc root run sbin srv sys usr var System Library Applications Users Windows';
const rootFolders: ReadonlySet<string> = new Set(roots.split(' '));
const machineFolders: ReadonlySet<string> = new Set(
  'bin boot dev etc lib lib64 lib32 proc sbin sys usr System Library Windows'.split(' '),
);
const homes: ReadonlySet<string> = new Set(['~', '$HOME', '${HOME}', '%USERPROFILE%', '$env:USERPROFILE']);
const looked = 512;

/** The steps of a path, `.` and `..` resolved, without a trailing `*`; null for a path that is not absolute. */
function steps(path: string): string[] | null {
  if (path[0] !== '/') return null;
  const found: string[] = [];
  for (const step of path.slice(0, looked).split('/')) {
    if (step === '..') found.pop();
    else if (step !== '' && step !== '.') found.push(step);
  }
  while (/^[*.?]+$/.test(found.at(-1) ?? '')) found.pop();
  return found;
}

/** A whole machine, a folder that it needs to live, or everything of a person: what nobody removes as a whole. */
export function isWholeSystem(path: string): boolean {
  const own = path.slice(0, looked);
  if (/^[A-Za-z]:[\\/]*\*?$/.test(own) || /^[A-Za-z]:[\\/]?(?:windows|users)[\\/]?\*?$/i.test(own))
    return true;
  const bare = own.replace(/\/+(?:[.*]+)?$/, '');
  if (homes.has(bare)) return true;
  const found = steps(own);
  return found !== null && (found.length === 0 || (found.length === 1 && rootFolders.has(found[0] ?? '')));
}

/** Below a folder of the system itself, rather than of a person or a program's data. */
export function isSystemPlace(path: string): boolean {
  const found = steps(path);
  if (found === null) return /^[A-Za-z]:[\\/]?windows/i.test(path);
  return machineFolders.has(found[0] ?? '') && !harmlessDevice(path);
}

/** A disk or a part of one. */
export function isDisk(path: string): boolean {
  return /^(?:\/dev\/(?:r?disk\d|sd[a-z*]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|mapper\/|md\d|dm-\d|mem$|kmem$|disk\/|sd\w)|\\\\\.\\PhysicalDrive)/i.test(
    path,
  );
}

/** A device that forgets or shows what is written to it. */
export function harmlessDevice(path: string): boolean {
  return /^(?:\/dev\/(?:null|zero|tty\w*|std(?:in|out|err)|fd\/\d+|full|u?random|pts\/\d+|shm\/.+)|nul|-|\d|<\(\)|\/proc\/self\/fd\/\d+)$/i.test(
    path,
  );
}

// Names of files that hold keys, passwords or what somebody typed; matched in the last 200 characters of a path.
const secretNames = [
  String.raw`(?:^|[/~])\.ssh(?:/(?!known_hosts|config$|[\w.*-]*\.pub$).*)?$`,
  String.raw`(?:^|/|\*)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub)|authorized_(?:keys|hosts)|known_hosts\*)\*?$`,
  String.raw`\.(?:aws|azure|gcloud|gnupg|password-store|kube|docker)(?:/|$)`,
  String.raw`(?:^|/|\*)\.?(?:git-credentials|netrc|pgpass|htpasswd|npmrc|pypirc|my\.cnf|rhosts|vault-token|hosts\.equiv|sudo_as_admin_successful)\*?$`,
  String.raw`(?:^|/|\*)\.\w*(?:history|hist)$`,
  String.raw`(?:^|/)\.env(?:\.\w+)?$`,
  String.raw`^/etc/(?:g?shadow|passwd|sudoers|security/opasswd|krb5\.keytab|master\.passwd|ssl/private|hosts\.equiv|exports|crontab|cron|at\.|ssh/|pam\.d|ldap|wpa_supplicant)`,
  String.raw`^/(?:private/)?var/(?:spool/cron|mail|spool/mail|lib/mysql)`,
  String.raw`^/root(?:/|$)`,
  String.raw`^/proc/(?:\d+|self|\*|1)/(?:environ|mem|maps)`,
  String.raw`\.(?:pem|key|p12|pfx|kdbx?|keystore|jks|ovpn|keychain(?:-db)?|plan)$`,
  String.raw`(?:wallet\.dat|Login Data|Cookies|cookies\.sqlite|logins\.json|key4\.db|ntds\.dit|config[\\/]SAM|unattend\.xml|terraform\.tfvars|credentials(?:\.json|\.xml|\.db)?)$`,
];
const secret = new RegExp(secretNames.map((part) => `(?:${part})`).join('|'));
const tail = 200;

/** A file or folder whose content opens doors: keys, passwords, shells' histories, who may do what. */
export function isSecret(path: string): boolean {
  if (path.length < 4) return false;
  const own = path.length > tail ? path.slice(-tail) : path;
  return secret.test(own);
}

/** Who may log in, and as whom. */
export function decidesLogins(path: string): boolean {
  return /^\/etc\/(?:passwd|g?shadow|sudoers|pam\.d|ld\.so\.preload)/.test(path);
}
