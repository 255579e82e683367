/**
 * What is never looked at: names that begin with a dot, files that a program writes before it gives them their name, its locks and copies,
 * and folders of packages.
 */
const usualIgnore: readonly string[] = [
  '.*',
  'node_modules',
  '__pycache__',
  '*.part',
  '*.partial',
  '*.crdownload',
  '*.download',
  '*.opdownload',
  '*.tmp',
  '*.temp',
  '*.swp',
  '*.swo',
  '*.swx',
  '*.kate-swp',
  '*~',
  '~$*',
  '#*#',
  'lost+found',
  'thumbs.db',
  'desktop.ini',
  '$recycle.bin',
];

/** Of a path below its root, in bytes of UTF-8. A longer one fits into no index of whoever keeps it, and would stop the watch of all others. */
const pathBytesMax = 1_400;

/**
 * Tells of a path below a root, with `/`, whether it is never looked at: by the usual names and `more`, or since it has more than 1,400 bytes. A name (`build`) or a pattern (`*.bak`,
 * `*` is any characters) holds for every part of a path; one with a slash (`out/*.log`) for the path from the root, and there `*` goes past
 * slashes too. What is below an ignored folder is ignored. Capitals do not matter.
 */
export function createIgnore(more: readonly string[] = []): (path: string) => boolean {
  const all = [...usualIgnore, ...more].map((text) => text.toLowerCase().replace(/\/+$/, ''));
  const paths = all.filter((text) => text.includes('/')).map((text) => text.replace(/^(?:\.?\/)+/, ''));
  const parts = all.filter((text) => text !== '' && !text.includes('/'));
  const names = new Set(parts.filter((text) => !text.includes('*')));
  const patterns = parts.filter((text) => text.includes('*'));
  return (path) => {
    if (Buffer.byteLength(path) > pathBytesMax) return true;
    const segments = path.toLowerCase().split('/');
    if (segments.some((name) => names.has(name) || patterns.some((pattern) => matches(pattern, name))))
      return true;
    return paths.some((pattern) =>
      segments.some((_name, index) => matches(pattern, segments.slice(0, index + 1).join('/'))),
    );
  };
}

/** Whether `*` in the pattern can stand for characters so that it is the text. Takes at most their product of steps. */
function matches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      resume = index;
    } else if (at < pattern.length && pattern[at] === text[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
