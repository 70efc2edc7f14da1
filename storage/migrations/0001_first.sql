-- A sign-up, and what a game keeps of it: every game has the row of its own id here.
CREATE TABLE sign_ups (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    house INTEGER NOT NULL,
    pace TEXT NOT NULL,
    opened INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'waiting', 'closed', 'cancelled')),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    seed BLOB NOT NULL,
    commitment TEXT NOT NULL,
    entropy TEXT NOT NULL,
    revision INTEGER NOT NULL,
    alarm INTEGER,
    claimed_by TEXT,
    claimed_until INTEGER
) STRICT;
CREATE INDEX sign_ups_place ON sign_ups (guild, channel);
CREATE INDEX sign_ups_alarm ON sign_ups (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX sign_ups_claimed ON sign_ups (claimed_until) WHERE claimed_until IS NOT NULL;

-- The checkpoint of a game: authoritative for play. `runs` is whether its clock is running; `owed`
-- is seconds of outages that its clock in the checkpoint does not have back yet.
CREATE TABLE games (
    id TEXT PRIMARY KEY REFERENCES sign_ups (id),
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    checkpoint BLOB NOT NULL,
    started INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
    runs INTEGER NOT NULL CHECK (runs IN (0, 1)),
    owed INTEGER NOT NULL DEFAULT 0,
    alarm INTEGER,
    claimed_by TEXT,
    claimed_until INTEGER
) STRICT;
CREATE INDEX games_alarm ON games (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX games_claimed ON games (claimed_until) WHERE claimed_until IS NOT NULL;

-- Who has to do with a game, from the sign-up on; the only ids of users besides `people`.
-- `joined` orders those who are in while the sign-up is open; it is null for anybody else.
CREATE TABLE seats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES sign_ups (id),
    user INTEGER,
    name TEXT NOT NULL,
    joined INTEGER,
    house INTEGER,
    draw INTEGER,
    seat INTEGER,
    began INTEGER,
    ended INTEGER
) STRICT;
CREATE INDEX seats_game ON seats (game, user);
CREATE INDEX seats_user ON seats (user) WHERE user IS NOT NULL;
CREATE UNIQUE INDEX seats_joined ON seats (game, user) WHERE joined IS NOT NULL;
CREATE UNIQUE INDEX seats_taken ON seats (game, seat) WHERE seat IS NOT NULL AND ended IS NULL;

-- The history of a game: row n is the line that made version n.
CREATE TABLE journal (
    game TEXT NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    note TEXT,
    at INTEGER NOT NULL,
    interaction_id INTEGER,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX journal_interaction ON journal (interaction_id)
WHERE interaction_id IS NOT NULL;

-- Answers left ahead, in the order in which they were left.
CREATE TABLE plans (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    decision TEXT NOT NULL,
    answer TEXT NOT NULL,
    scopes TEXT NOT NULL,
    UNIQUE (game, seat, decision)
) STRICT;

-- Posts that commits owe. A lane is posted in the order of `id`: a channel is one, and so is one
-- person of one game. A post to a person names the first of the person's rows in `seats`, never the
-- user. Rows stay when they are posted, without their text: later ones are numbered after them, and
-- ids only grow.
-- `key` is unique because it is random; an index over random keys would touch a page for each.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL CHECK (length(key) <= 25),
    game TEXT NOT NULL REFERENCES sign_ups (id),
    channel INTEGER,
    seating INTEGER REFERENCES seats (id),
    lane INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(channel, -seating)) VIRTUAL,
    body TEXT NOT NULL,
    once TEXT,
    made INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    first_try INTEGER,
    state TEXT NOT NULL DEFAULT 'owed' CHECK (state IN ('owed', 'posted', 'aside')),
    message INTEGER,
    reason TEXT
) STRICT;
CREATE UNIQUE INDEX outbox_once ON outbox (game, once) WHERE once IS NOT NULL;
CREATE INDEX outbox_lane ON outbox (lane, id) WHERE state = 'owed';
CREATE INDEX outbox_seating ON outbox (seating) WHERE seating IS NOT NULL AND state <> 'posted';
CREATE INDEX outbox_game ON outbox (game, lane);

-- The text of finished games.
CREATE TABLE records (
    game TEXT PRIMARY KEY REFERENCES games (id),
    box TEXT NOT NULL
) STRICT;

CREATE TABLE guilds (
    id INTEGER PRIMARY KEY,
    host_role INTEGER,
    channel INTEGER
) STRICT;

CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    dm_channel INTEGER,
    zone TEXT NOT NULL
) STRICT;

-- Small numbers of the house: `alive` is when the process last said that it runs.
CREATE TABLE bookkeeping (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
