-- Run once by a superuser on a new server: the migrator owns the database and makes the apps' roles, and is no superuser.
CREATE ROLE salience_migrator LOGIN CREATEROLE NOSUPERUSER PASSWORD 'salience';
CREATE DATABASE salience OWNER salience_migrator;
