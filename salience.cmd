@rem The command line of this checkout, whatever the path holds: nothing is looked for anywhere else.
@node "%~dp0scripts\salience.mjs" %*
