-- A database of schema 1, with a match whose clock runs and one that is over.
CREATE TABLE matches (id VARCHAR(40) NOT NULL, revision INTEGER NOT NULL, game VARCHAR(200) NOT NULL, rules INTEGER NOT NULL, start TEXT NOT NULL, final TEXT NOT NULL, winner INTEGER, reason TEXT, seats JSON NOT NULL, clock JSON, draw_offer INTEGER, created FLOAT NOT NULL, changed FLOAT NOT NULL, due BOOLEAN NOT NULL, PRIMARY KEY (id));
CREATE INDEX ix_matches_changed ON matches (changed);
CREATE INDEX ix_matches_due ON matches (due);
CREATE TABLE facts (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));
CREATE TABLE moves ("match" VARCHAR(40) NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, side INTEGER NOT NULL, seconds FLOAT NOT NULL, PRIMARY KEY ("match", ply), FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE);
INSERT INTO facts (name, value) VALUES ('schema', '1');
INSERT INTO facts (name, value) VALUES ('alive', '1700000010.0');
INSERT INTO matches (id, revision, game, rules, start, final, winner, reason, seats, clock, draw_offer, created, changed, due) VALUES ('clocked-game', 3, 'turm:centre', 1, 'r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r', 'r1r11RG1r1r1/2r11r12/7/3r13/2b14/2b11b12/b1b11BG1b1b1 r', NULL, NULL, '[{"kind": "human", "name": "Anna", "level": null, "token": "b1f51a511f1da0cd348b8f8598db32e61cb963e5fc69e2b41485bf99590ed75a", "shared": false}, {"kind": "human", "name": "Ben", "level": null, "token": "16477688c0e00699c6cfa4497a3612d7e83c532062b64b250fed8908128ed548", "shared": false}]', '{"left": [600.0, 601.5], "increment": 2, "running": 0}', NULL, 1700000000.0, 1700000000.2035685, TRUE);
INSERT INTO matches (id, revision, game, rules, start, final, winner, reason, seats, clock, draw_offer, created, changed, due) VALUES ('resigned-one', 3, 'congo:standard', 1, 'g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0', 'g2l2z/ppppppp/7/7/3P3/PPP1PPP/G2L2Z b 0', 1, 'the other side resigned', '[{"kind": "human", "name": "", "level": null, "token": "018fa96a44715c90bf93be148069cb28dd45d398f2cc75aa1565311f6e55d174", "shared": false}, {"kind": "engine", "name": "level 3", "level": 3, "token": null, "shared": false}]', 'null', NULL, 1700000000.0, 1700000000.430214, FALSE);
INSERT INTO moves ("match", ply, text, side, seconds) VALUES ('clocked-game', 0, 'D5-D4-1', 0, 0.116);
INSERT INTO moves ("match", ply, text, side, seconds) VALUES ('clocked-game', 1, 'D3-C3-1', 1, 0.067);
INSERT INTO moves ("match", ply, text, side, seconds) VALUES ('resigned-one', 0, 'd2d3', 0, 0.153);
