-- Up to which revision the post with the list of a sign-up shows it.
ALTER TABLE sign_ups ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
UPDATE sign_ups SET shown = revision;

-- What Discord has refused is little, and looked for at every start.
CREATE INDEX outbox_aside ON outbox (game) WHERE state = 'aside';
