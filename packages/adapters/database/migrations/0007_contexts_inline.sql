-- A context of a usual turn stays in its row, compressed: outside of it, it would take a row and an index entry of its own for every two kilobytes.
ALTER TABLE salience.contexts SET (toast_tuple_target = 4080);
