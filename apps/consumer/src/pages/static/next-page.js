/** Where to go after signing in: a page of this server, whatever the address says. */
export function nextPage(search, origin) {
  const wanted = new URLSearchParams(search).get('next') ?? '/';
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin).href : '';
  // The whole address, never its path alone: a path may begin with two slashes, and then it names another server.
  return url.startsWith(`${origin}/`) ? url : '/';
}
