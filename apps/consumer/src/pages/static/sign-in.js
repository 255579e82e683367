// Shows the server an operator key once; what it gives back is a cookie that no script can read.
import { nextPage } from './next-page.js';

const form = document.getElementById('sign-in');
const problem = document.getElementById('problem');

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
      return location.assign(nextPage(location.search, location.origin));
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
