-- Why: placeholder. Lock: none. Safe with the previous image: yes.
SELECT 1;
