-- What a person has asked every table to keep to. Quiet hours are minutes of the local day, `leave`
-- a JSON list of local dates, `digest` a local hour. `revision` moves with every change of them;
-- up to `told` the person's games know them.
ALTER TABLE people ADD COLUMN quiet_from INTEGER;
ALTER TABLE people ADD COLUMN quiet_to INTEGER;
ALTER TABLE people ADD COLUMN weekends INTEGER NOT NULL DEFAULT 0 CHECK (weekends IN (0, 1));
ALTER TABLE people ADD COLUMN leave TEXT NOT NULL DEFAULT '[]';
ALTER TABLE people ADD COLUMN remind TEXT NOT NULL DEFAULT 'all'
    CHECK (remind IN ('all', 'last', 'none'));
ALTER TABLE people ADD COLUMN digest INTEGER;
ALTER TABLE people ADD COLUMN digest_due INTEGER;
ALTER TABLE people ADD COLUMN digested TEXT;
ALTER TABLE people ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN claimed_by TEXT;
ALTER TABLE people ADD COLUMN claimed_until INTEGER;
CREATE INDEX people_digest ON people (digest_due) WHERE digest_due IS NOT NULL;
CREATE INDEX people_behind ON people (user) WHERE told < revision;
CREATE INDEX people_claimed ON people (claimed_until) WHERE claimed_until IS NOT NULL;

-- When somebody was first not found among the server's members, and not seen there since.
ALTER TABLE seats ADD COLUMN missing INTEGER;

-- A pause may have been begun without an end: now it has one, after the 14 days that a table allows
-- unless it says something else, and no table of before does.
UPDATE games SET alarm = json_extract(CAST(checkpoint AS TEXT), '$.clock.pause.since') + 1209600
WHERE alarm IS NULL AND finished = 0
AND json_extract(CAST(checkpoint AS TEXT), '$.clock.pace') IS NOT NULL
AND json_extract(CAST(checkpoint AS TEXT), '$.clock.pause.until') IS NULL;
