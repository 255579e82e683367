/** What the database on our own server is called. */
export const ownDatabaseName = 'salience';

/** The address of our database on our own server, with the role of `url`. */
export function ownDatabase(url: string): string {
  const address = new URL(url);
  address.pathname = `/${ownDatabaseName}`;
  return address.href;
}

/** The same address with another role's name and password. */
export function withRole(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return address.href;
}
