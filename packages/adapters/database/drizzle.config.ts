import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema/all-tables.ts',
  out: './migrations',
  schemaFilter: ['salience'],
});
