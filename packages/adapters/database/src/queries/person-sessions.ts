import { call, type Database } from '../connect.ts';
import { newId } from '../new-id.ts';
import { hashSecret, makeSecret } from '../secrets.ts';

/**
 * Makes a code that is valid once, for at most `seconds`, for a browser of the holder of this token hash. Only its hash
 * is stored. Consumer.
 */
export async function makePersonCode(db: Database, personHash: string, seconds: number): Promise<string> {
  const { key: code, hash } = makeSecret('pc_');
  await call(db, 'make_person_code', { codeHash: hash, personHash, seconds });
  return code;
}

/**
 * Opens a session for a code of this person and uses the code up. Undefined if the code is unknown, used,
 * too old or of another person. Consumer.
 */
export async function openPersonSession(
  db: Database,
  shown: { readonly code: string; readonly personHash: string },
  seconds: number,
): Promise<{ readonly token: string; readonly seconds: number } | undefined> {
  const { key: token, hash } = makeSecret('ps_');
  const opened = await call<number | null>(db, 'open_person_session', {
    codeHash: hashSecret(shown.code),
    personHash: shown.personHash,
    sessionHash: hash,
    seconds,
    auditId: newId('audit'),
  });
  return opened === null ? undefined : { token, seconds: opened };
}

/** Milliseconds that a session of this person is still good; undefined when it is not. Consumer. */
export async function findPersonSession(
  db: Database,
  session: string,
  personHash: string,
): Promise<number | undefined> {
  const left = await call<number | null>(db, 'person_session', {
    sessionHash: hashSecret(session),
    personHash,
  });
  return left ?? undefined;
}
