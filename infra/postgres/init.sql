-- Run once by a superuser, through psql, on a new server: the migrator owns the database and makes the apps' roles,
-- and is no superuser.
\getenv password SALIENCE_PASSWORD_MIGRATOR
CREATE ROLE salience_migrator LOGIN CREATEROLE NOSUPERUSER PASSWORD :'password';
CREATE DATABASE salience OWNER salience_migrator;
