// Shows the server an operator key once; what it gives back is a cookie that no script can read.
const form = document.getElementById('sign-in');
const problem = document.getElementById('problem');

/** Where to go afterwards: a page of this server, whatever the address says. */
function next() {
  const wanted = new URL(new URLSearchParams(location.search).get('next') ?? '/', location.origin);
  return wanted.origin === location.origin ? wanted.pathname + wanted.search : '/';
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn();
});

async function signIn() {
  problem.hidden = true;
  const key = document.getElementById('key').value.trim();
  try {
    const response = await fetch('/operator/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    if (response.ok) {
      await response.json();
      return location.assign(next());
    }
    problem.textContent =
      response.status === 401
        ? 'This key opens nothing: it is unknown, expired or revoked.'
        : (await response.json()).detail;
  } catch {
    problem.textContent = 'The server does not answer. Try again in a moment.';
  }
  problem.hidden = false;
}
