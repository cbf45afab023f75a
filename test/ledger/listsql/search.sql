-- ==== administrator

-- the rights of the caller: rights.sql

WITH RECURSIVE terms(i, term) AS ( SELECT 1, (SELECT min(start.term) FROM asset_postings start WHERE start.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) AND start.term >= ?2 AND start.term < ?2 || char(1114111)) UNION ALL SELECT i + 1, (SELECT
min(start.term) FROM asset_postings start WHERE start.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
AND start.term > terms.term AND start.term < ?2 || char(1114111)) FROM terms WHERE terms.term IS NOT NULL AND i < 9) SELECT iif(EXISTS
(SELECT 1 FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND
sized.term >= ?2 AND sized.term < ?2 || char(1114111) LIMIT 1 OFFSET 2000), 2001, (SELECT count(*) FROM asset_postings sized WHERE
sized.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND sized.term >= ?2 AND sized.term < ?2 || char(1114111)))
AS size, (SELECT json_group_array(term) FROM terms WHERE term IS NOT NULL) AS terms, (SELECT json_group_array(json_array(word.value,
iif(EXISTS (SELECT 1 FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND sized.term = word.value LIMIT 1 OFFSET 2000), 2001, (SELECT count(*) FROM asset_postings sized WHERE sized.tenant = (SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND sized.term = word.value)))) FROM json_each(?3) word) AS words, iif(EXISTS
(SELECT 1 FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND
sized.term = ?4 LIMIT 1 OFFSET 2000), 2001, (SELECT count(*) FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) AND sized.term = ?4)) AS long, NULL AS tracked, EXISTS (SELECT 1 FROM backfills filling
WHERE filling.name = ?5 AND (filling.through IS NULL OR filling.after < filling.through)) AS unfinished
-- SCAN CONSTANT ROW
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN terms
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SEARCH filling USING INDEX sqlite_autoindex_backfills_1 (name=?)

WITH RECURSIVE terms(i, term) AS ( SELECT 1, (SELECT min(start.term) FROM asset_postings start WHERE start.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) AND start.term >= ?2 AND start.term < ?2 || char(1114111)) UNION ALL SELECT i + 1, (SELECT
min(start.term) FROM asset_postings start WHERE start.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
AND start.term > terms.term AND start.term < ?2 || char(1114111)) FROM terms WHERE terms.term IS NOT NULL AND i < 3), probed AS MATERIALIZED
(SELECT term, (SELECT top.weight FROM asset_postings top WHERE top.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND top.term = terms.term ORDER BY top.weight DESC LIMIT 1) AS top, iif(term = ?2, 2, 1) AS factor FROM terms WHERE term IS NOT
NULL), word AS MATERIALIZED (SELECT start.weight, start.created_us, start.asset FROM asset_postings start WHERE start.tenant = (SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND start.term = ?3 ORDER BY start.weight DESC, start.created_us DESC,
start.asset DESC LIMIT iif((SELECT count(term) FROM terms) <= 2, iif(EXISTS (SELECT 1 FROM asset_postings sized WHERE sized.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND sized.term = ?3 LIMIT 1 OFFSET 150), 16, 150), 0)), found
AS MATERIALIZED (SELECT * FROM (SELECT match.asset, match.created_us, 2 * match.weight + (SELECT max(coalesce((SELECT other.weight
FROM asset_postings other WHERE other.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND other.term
= probed.term AND other.weight = probed.top AND other.created_us = match.created_us AND other.asset = match.asset), (SELECT other.weight
FROM asset_postings other WHERE other.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND other.term
= probed.term AND other.weight IN (8, 4, 2, 1) AND other.created_us = match.created_us AND other.asset = match.asset)) * probed.factor)
FROM probed) + 0 AS points FROM word match LIMIT -1) match WHERE match.points IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM assets probe
WHERE probe.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND probe.tracked = 0) AND EXISTS (SELECT
1 FROM assets probe WHERE probe.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND probe.tracked =
0 AND probe.created_us = match.created_us AND +probe.number = match.asset))), page AS MATERIALIZED (SELECT match.* FROM found match
WHERE 1 ORDER BY match.points DESC, match.created_us DESC, match.asset DESC LIMIT 4) SELECT counted.*, shown.* FROM (SELECT (SELECT
count(*) FROM page) AS listed, (SELECT count(*) FROM found) AS total, (SELECT json_array(2 * match.weight, match.created_us, match.asset)
FROM word match ORDER BY match.weight, match.created_us, match.asset LIMIT iif((SELECT count(*) FROM word) >= 16, 1, 0)) AS last, (SELECT
total(2 * (SELECT top.weight FROM asset_postings top WHERE top.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND top.term = listed.value ORDER BY top.weight DESC LIMIT 1)) FROM json_each(?4) listed) + coalesce((SELECT max(top * factor)
FROM probed), 0) AS rest) counted LEFT JOIN (SELECT shownUpTo.points AS rank, shownUpTo.bytes, asset.number, asset.id, of_tenant.id
AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId, asset.behaviours, asset.attributes, asset.tracked,
coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash))
AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND
asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT
log.cursor FROM logs log WHERE log.scope = of_tenant.id AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL
AS readable FROM (SELECT page.*, octet_length(asset.attributes) AS bytes, sum(octet_length(asset.attributes)) OVER (ORDER BY page.points
DESC, page.created_us DESC, page.asset DESC ROWS UNBOUNDED PRECEDING) AS upTo FROM page CROSS JOIN assets asset ON asset.number = page.asset)
shownUpTo CROSS JOIN assets asset ON asset.number = shownUpTo.asset CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant
WHERE shownUpTo.upTo - shownUpTo.bytes <= 1800000 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1)) shown ON 1
-- SCAN CONSTANT ROW
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN terms
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN match
-- SEARCH top USING PRIMARY KEY (tenant=? AND term=?)
-- SEARCH probed
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH probe USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH probe USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN page
-- SCAN found
-- SCAN word
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-42)
-- SCAN shownUpTo
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN counted
-- SCAN shown LEFT-JOIN

WITH RECURSIVE terms(i, term) AS ( SELECT 1, (SELECT min(start.term) FROM asset_postings start WHERE start.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) AND start.term >= ?2 AND start.term < ?2 || char(1114111)) UNION ALL SELECT i + 1, (SELECT
min(start.term) FROM asset_postings start WHERE start.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
AND start.term > terms.term AND start.term < ?2 || char(1114111)) FROM terms WHERE terms.term IS NOT NULL AND i < 9), used AS MATERIALIZED
(SELECT (SELECT count(term) FROM terms) > 3 AND EXISTS (SELECT 1 FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) AND sized.term >= ?2 AND sized.term < ?2 || char(1114111) LIMIT 1 OFFSET 2000) AND NOT
EXISTS (SELECT 1 FROM json_each(?3) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) AND sized.term = word.value LIMIT 1 OFFSET 2000)) AS yes), lasts AS MATERIALIZED (SELECT
terms.term, (SELECT json_array(page.weight, page.created_us, page.asset) FROM (SELECT start.weight, start.created_us, start.asset FROM
asset_postings start WHERE start.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND start.term = terms.term
ORDER BY start.weight DESC, start.created_us DESC, start.asset DESC LIMIT 100) page ORDER BY page.weight, page.created_us, page.asset
LIMIT 1) AS last FROM used CROSS JOIN terms WHERE used.yes AND terms.term IS NOT NULL AND terms.i <= 8), ends AS MATERIALIZED (SELECT
term, last ->> 0 AS weight, last ->> 1 AS created_us, last ->> 2 AS asset FROM lasts), top AS MATERIALIZED (SELECT * FROM (SELECT start.asset,
start.created_us, start.weight * iif(start.term = ?2, 2, 1) AS points FROM ends CROSS JOIN asset_postings start ON start.tenant = (SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND start.term = ends.term AND (start.weight, start.created_us, start.asset)
>= (ends.weight, ends.created_us, ends.asset) UNION ALL SELECT * FROM (SELECT start.asset, start.created_us, start.weight * iif(start.term
= ?2, 2, 1) AS points FROM asset_postings start WHERE start.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND start.term >= ?2 AND start.term < ?2 || char(1114111) ORDER BY start.term DESC, start.weight DESC, start.created_us DESC,
start.asset DESC LIMIT iif((SELECT yes FROM used) AND (SELECT count(term) FROM terms) > 8, 500, 0))) ORDER BY points DESC, created_us
DESC, asset DESC LIMIT 16), found AS MATERIALIZED (SELECT * FROM (SELECT match.asset, match.created_us, match.points + 0 + 2 * coalesce((SELECT
other.weight FROM asset_postings other WHERE other.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND
other.term = ?4 AND other.weight = (SELECT top.weight FROM asset_postings top WHERE top.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1) AND top.term = ?4 ORDER BY top.weight DESC LIMIT 1) AND other.created_us = match.created_us AND other.asset
= match.asset), (SELECT other.weight FROM asset_postings other WHERE other.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?1) AND other.term = ?4 AND other.weight IN (8, 4, 2, 1) AND other.created_us = match.created_us AND other.asset = match.asset))
AS points FROM (SELECT asset, created_us, max(points) AS points FROM (SELECT * FROM (SELECT asset, created_us, max(points) AS points
FROM (SELECT start.asset, start.created_us, start.weight * iif(start.term = ?2, 2, 1) AS points FROM asset_postings start WHERE start.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND start.term >= ?2 AND start.term < ?2 || char(1114111) LIMIT
iif((SELECT count(*) FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?1) AND sized.term >= ?2 AND sized.term < ?2 || char(1114111) LIMIT 151)) <= 150, 150, 0)) GROUP BY asset, created_us)
UNION ALL SELECT asset, created_us, points FROM top) GROUP BY asset, created_us) match LIMIT -1) match WHERE match.points IS NOT NULL
AND NOT (EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?1) AND probe.tracked = 0) AND EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1) AND probe.tracked = 0 AND probe.created_us = match.created_us AND +probe.number = match.asset))), page AS MATERIALIZED
(SELECT match.* FROM found match WHERE 1 ORDER BY match.points DESC, match.created_us DESC, match.asset DESC LIMIT 4) SELECT counted.*,
shown.* FROM (SELECT (SELECT count(*) FROM page) AS listed, (SELECT count(*) FROM found) AS total, (SELECT json_array(points, created_us,
asset) FROM top ORDER BY points, created_us, asset LIMIT iif((SELECT count(*) FROM top) >= 16, 1, 0)) AS last, (SELECT total(2 * (SELECT
top.weight FROM asset_postings top WHERE top.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND top.term
= listed.value ORDER BY top.weight DESC LIMIT 1)) FROM json_each(?3) listed) AS rest) counted LEFT JOIN (SELECT shownUpTo.points AS
rank, shownUpTo.bytes, asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id
AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us
AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours)
AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable FROM (SELECT page.*, octet_length(asset.attributes)
AS bytes, sum(octet_length(asset.attributes)) OVER (ORDER BY page.points DESC, page.created_us DESC, page.asset DESC ROWS UNBOUNDED
PRECEDING) AS upTo FROM page CROSS JOIN assets asset ON asset.number = page.asset) shownUpTo CROSS JOIN assets asset ON asset.number
= shownUpTo.asset CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE shownUpTo.upTo - shownUpTo.bytes <= 1800000
AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) shown ON 1
-- SCAN CONSTANT ROW
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-35)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-37)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN (subquery-38)
-- SCAN terms
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN used
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN page
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN lasts
-- SCAN ends
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=? AND (weight,created_us,asset)>(?,?,?))
-- SCAN (subquery-24)
-- SCAN (subquery-25)
-- SCAN top
-- SCAN (subquery-40)
-- SCAN match
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH top USING PRIMARY KEY (tenant=? AND term=?)
-- SEARCH probe USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH probe USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=?)
-- SCAN found
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-63)
-- SCAN shownUpTo
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN counted
-- SCAN shown LEFT-JOIN

-- the rights of the caller: rights.sql

WITH RECURSIVE found AS MATERIALIZED (SELECT * FROM (SELECT match.asset, match.created_us, match.points + 0 + 2 * coalesce((SELECT
other.weight FROM asset_postings other WHERE other.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND
other.term = ?2 AND other.weight = (SELECT top.weight FROM asset_postings top WHERE top.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1) AND top.term = ?2 ORDER BY top.weight DESC LIMIT 1) AND other.created_us = match.created_us AND other.asset
= match.asset), (SELECT other.weight FROM asset_postings other WHERE other.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?1) AND other.term = ?2 AND other.weight IN (8, 4, 2, 1) AND other.created_us = match.created_us AND other.asset = match.asset))
AS points FROM (SELECT asset, created_us, max(points) AS points FROM (SELECT start.asset, start.created_us, start.weight * iif(start.term
= ?3, 2, 1) AS points FROM asset_postings start WHERE start.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND start.term >= ?3 AND start.term < ?3 || char(1114111) LIMIT iif((SELECT count(*) FROM (SELECT 1 FROM asset_postings sized
WHERE sized.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND sized.term >= ?3 AND sized.term < ?3
|| char(1114111) LIMIT 2001)) <= 2000, 2000, 0)) GROUP BY asset, created_us) match LIMIT -1) match WHERE match.points IS NOT NULL AND
NOT (EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
AND probe.tracked = 0) AND EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?1) AND probe.tracked = 0 AND probe.created_us = match.created_us AND +probe.number = match.asset))), page AS MATERIALIZED
(SELECT match.* FROM found match WHERE 1 ORDER BY match.points DESC, match.created_us DESC, match.asset DESC LIMIT 4) SELECT counted.*,
shown.* FROM (SELECT (SELECT count(*) FROM page) AS listed, (SELECT count(*) FROM found) AS total, NULL AS last, NULL AS rest) counted
LEFT JOIN (SELECT shownUpTo.points AS rank, shownUpTo.bytes, asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism
AS proofMechanism, asset.chain_id AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address)
AS owner, asset.created_us AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours,
asset.behaviours) AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number
FROM events first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope =
of_tenant.id AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable FROM (SELECT page.*, octet_length(asset.attributes)
AS bytes, sum(octet_length(asset.attributes)) OVER (ORDER BY page.points DESC, page.created_us DESC, page.asset DESC ROWS UNBOUNDED
PRECEDING) AS upTo FROM page CROSS JOIN assets asset ON asset.number = page.asset) shownUpTo CROSS JOIN assets asset ON asset.number
= shownUpTo.asset CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE shownUpTo.upTo - shownUpTo.bytes <= 1800000
AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) shown ON 1
-- SCAN CONSTANT ROW
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-9)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-11)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN match
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH top USING PRIMARY KEY (tenant=? AND term=?)
-- SEARCH probe USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH probe USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN page
-- SCAN found
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-29)
-- SCAN shownUpTo
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN counted
-- SCAN shown LEFT-JOIN

-- ==== member

-- the rights of the caller: rights.sql

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute,
c.subject AS value FROM (SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
FROM json_each(?1)) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT
c.caller, c.tenant, c.issuer, c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM
(SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1))
c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]')
k WHERE c.issuer = 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute
= w.attribute AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission
CROSS JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))), starts
AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses,
term.start, term.path, term.key, granted.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AS own, json_quote(granted.policy)
|| ':' || granted.items AS permissions FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start >
0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT
DISTINCT asset AS number FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant =
lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start = 1 AND lookup.tenant = sharer.tenant
UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND lookup.start = 2 AND
lookup.tenant = sharer.tenant) LIMIT min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
+ 1) found) > min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))), few AS MATERIALIZED
(SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant
FROM many)) lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5 UNION ALL SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))
lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1
OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?6)) SELECT found.number, asset.created_us AS createdUs, iif(found.upTo <= ?7, asset.attributes, '') AS attributes, iif(found.upTo
<= ?7, (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes) listed WHERE 1 AND EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key)
AND reading.items & (user_layer.value ->> reading.policy))), '{}') AS readable FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS
UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number, octet_length(asset.attributes) AS size FROM few CROSS JOIN assets asset ON
asset.number = few.number CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) ||
'', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
WHERE asset.tracked = ?5 AND (NOT EXISTS (SELECT 1 FROM json_each(?8) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE
other.tenant = asset.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = asset.created_us AND
other.asset = asset.number)) OR EXISTS (SELECT 1 FROM asset_postings long WHERE long.tenant = asset.tenant AND long.term = ?9 AND long.weight
= 1 AND long.created_us = asset.created_us AND long.asset = asset.number)) AND +asset.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?2) AND asset.public = 0 AND user_layer.value <> '{}' ORDER BY asset.number DESC LIMIT +?10)) WHERE upTo
- size <= ?7) found CROSS JOIN assets asset ON asset.number = found.number CROSS JOIN json_each(json_object((SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted
candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held)
FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1
FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-17)
-- SCAN found
-- SCAN many
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-31)
-- SEARCH asset USING INDEX assets_tracked (tenant=?)
-- SEARCH (subquery-40)
-- SCAN (subquery-42)
-- SCAN few
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH long USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-52)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-72)
-- SCAN (subquery-60)
-- SEARCH (subquery-68)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute,
c.subject AS value FROM (SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
FROM json_each(?1)) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT
c.caller, c.tenant, c.issuer, c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM
(SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1))
c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]')
k WHERE c.issuer = 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute
= w.attribute AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission
CROSS JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))), starts
AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses,
term.start, term.path, term.key, granted.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AS own, json_quote(granted.policy)
|| ':' || granted.items AS permissions FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start >
0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT
DISTINCT asset AS number FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant =
lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start = 1 AND lookup.tenant = sharer.tenant
UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND lookup.start = 2 AND
lookup.tenant = sharer.tenant) LIMIT min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
+ 1) found) > min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))), few AS MATERIALIZED
(SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant
FROM many)) lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5 UNION ALL SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))
lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1
OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?6)) SELECT found.number, asset.created_us AS createdUs, iif(found.upTo <= ?7, asset.attributes, '') AS attributes, iif(found.upTo
<= ?7, (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes) listed WHERE 1 AND EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key)
AND reading.items & (user_layer.value ->> reading.policy))), '{}') AS readable FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS
UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number, octet_length(asset.attributes) AS size FROM (SELECT DISTINCT hit.value AS number
FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*) FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant
= space.tenant AND sized.term >= ?8 AND sized.term < ?8 || char(1114111) LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*) FROM (SELECT 1 FROM asset_postings sized WHERE
sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1)) AS
size, word.value FROM json_each(?9) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM (SELECT 1 FROM asset_postings sized WHERE
sized.tenant = space.tenant AND sized.term = ?10 LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least,
whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1)))))
plan CROSS JOIN json_each((SELECT json_group_array(asset) FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.term >= ?8 AND start.term < ?8 || char(1114111) AND
(plan.value ->> 0) < (plan.value ->> '$[1][0]') ORDER BY start.term DESC, start.weight DESC, start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?9)
word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = space.tenant AND other.term = word.value AND other.weight
IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset = posting.asset))) UNION ALL SELECT asset FROM (SELECT posting.asset
FROM (SELECT created_us, asset FROM (SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant
= space.tenant AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]')
AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM
cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC,
start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1,
min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE
of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole /
max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT
CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*)
AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting
WHERE NOT EXISTS (SELECT 1 FROM json_each(?9) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = space.tenant
AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset = posting.asset)))
UNION ALL SELECT asset FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT created_us, asset FROM (SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share
FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM
(SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole))
CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?9) word WHERE NOT EXISTS (SELECT
1 FROM asset_postings other WHERE other.tenant = space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us
= posting.created_us AND other.asset = posting.asset))) INTERSECT SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings
start WHERE start.tenant = space.tenant AND start.term >= ?8 AND start.term < ?8 || char(1114111) AND NOT (plan.value ->> 0) < (plan.value
->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM
(SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS
INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.term
DESC, start.weight DESC, start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))))) UNION ALL SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.term = ?10 AND start.weight = 1 ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3,
(SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))))))) hit) listed CROSS JOIN assets asset ON asset.number = listed.number CROSS JOIN json_each(json_object((SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items)
FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
WHERE asset.tracked = ?5 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND asset.public
= 0 AND user_layer.value <> '{}' ORDER BY asset.number DESC LIMIT +?11)) WHERE upTo - size <= ?7) found CROSS JOIN assets asset ON
asset.number = found.number CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2)
|| '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-17)
-- SCAN found
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-47)
-- SCAN (subquery-49)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-52)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-55)
-- SCAN (subquery-57)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-60)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-65)
-- SCAN (subquery-67)
-- SCAN (subquery-70)
-- SCAN hit VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-73)
-- SCAN (subquery-75)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN posting
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN (subquery-140)
-- SCAN (subquery-142)
-- SCAN (subquery-90)
-- SCAN (subquery-92)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=? AND weight=?)
-- SCAN (subquery-84)
-- SCAN (subquery-86)
-- SCAN (subquery-95)
-- SCAN (subquery-104)
-- SCAN (subquery-106)
-- SCAN (subquery-98)
-- SCAN (subquery-100)
-- SCAN (subquery-109)
-- SCAN (subquery-118)
-- SCAN (subquery-120)
-- SCAN (subquery-112)
-- SCAN (subquery-114)
-- SCAN (subquery-123)
-- SCAN (subquery-132)
-- SCAN (subquery-134)
-- SCAN (subquery-126)
-- SCAN (subquery-128)
-- SCAN (subquery-137)
-- SCAN (subquery-207)
-- SCAN (subquery-209)
-- SCAN (subquery-157)
-- SCAN (subquery-159)
-- SCAN (subquery-151)
-- SCAN (subquery-153)
-- SCAN (subquery-162)
-- SCAN (subquery-171)
-- SCAN (subquery-173)
-- SCAN (subquery-165)
-- SCAN (subquery-167)
-- SCAN (subquery-176)
-- SCAN (subquery-185)
-- SCAN (subquery-187)
-- SCAN (subquery-179)
-- SCAN (subquery-181)
-- SCAN (subquery-190)
-- SCAN (subquery-199)
-- SCAN (subquery-201)
-- SCAN (subquery-193)
-- SCAN (subquery-195)
-- SCAN (subquery-204)
-- SCAN (subquery-224)
-- SCAN (subquery-226)
-- SCAN (subquery-218)
-- SCAN (subquery-220)
-- SCAN (subquery-229)
-- SCAN (subquery-230)
-- SCAN (subquery-233)
-- SCAN (subquery-235)
-- SCAN (subquery-238)
-- SCAN (subquery-239)
-- SCAN listed
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-248)
-- SCAN (subquery-265)
-- SCAN (subquery-253)
-- SEARCH (subquery-261)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute,
c.subject AS value FROM (SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
FROM json_each(?1)) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT
c.caller, c.tenant, c.issuer, c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM
(SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1))
c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]')
k WHERE c.issuer = 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute
= w.attribute AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission
CROSS JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))), starts
AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses,
term.start, term.path, term.key, granted.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AS own, json_quote(granted.policy)
|| ':' || granted.items AS permissions FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start >
0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT
DISTINCT asset AS number FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant =
lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start = 1 AND lookup.tenant = sharer.tenant
UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND lookup.start = 2 AND
lookup.tenant = sharer.tenant) LIMIT min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
+ 1) found) > min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))), few AS MATERIALIZED
(SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant
FROM many)) lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5 UNION ALL SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))
lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1
OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?6)) SELECT cut FROM (SELECT 1 AS cut FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*) FROM (SELECT 1
FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?7 AND sized.term < ?7 || char(1114111) LIMIT (SELECT
share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least
FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*)
FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3,
(SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))) + 1)) AS size, word.value FROM json_each(?8) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM
(SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = ?9 LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3,
(SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))) + 1))))) plan WHERE max(min((plan.value ->> 0), coalesce((plan.value ->> '$[1][0]'), (plan.value
->> 0))), (plan.value ->> 2)) > (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT
whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?3, (SELECT CAST(max(1, ?4 / coalesce(max(value), 1.0)) AS INTEGER)
FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) LIMIT 1) UNION ALL SELECT
1 WHERE EXISTS (SELECT 1 FROM backfills filling WHERE filling.name = ?10 AND (filling.through IS NULL OR filling.after < filling.through))
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-17)
-- SCAN found
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-45)
-- SCAN (subquery-47)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-50)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-53)
-- SCAN (subquery-55)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-58)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-63)
-- SCAN (subquery-65)
-- SCAN (subquery-68)
-- SCAN (subquery-71)
-- SCAN (subquery-73)
-- SCAN (subquery-76)
-- SEARCH filling EXISTS USING INDEX sqlite_autoindex_backfills_1 (name=?)

-- the rights of the caller: rights.sql

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute,
c.subject AS value FROM (SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
FROM json_each(?1)) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT
c.caller, c.tenant, c.issuer, c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM
(SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1))
c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]')
k WHERE c.issuer = 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute
= w.attribute AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission
CROSS JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT asset.number,
asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId, asset.behaviours,
asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs, asset.seq,
asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS initialBehaviours,
iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events first WHERE first.asset
= asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id AND log.ended = 0), 0),
'PENDING', asset.confirmation) AS confirmation, CASE WHEN 1 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant =
user_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', '*') AND reading.items & (user_layer.value ->> reading.policy))
THEN (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes) listed WHERE 1 AND EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key)
AND reading.items & (user_layer.value ->> reading.policy))) ELSE (SELECT json_object('names', json(changes.names), 'changedUs', coalesce((SELECT
last.accepted_us FROM events last WHERE last.asset = asset.number AND last.seq = changes.seq), asset.created_us)) FROM (SELECT json_group_array(listed.key)
AS names, max((SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = listed.key))
AS seq FROM json_each(asset.attributes) listed WHERE 1 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key
AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (user_layer.value ->> reading.policy))) changes)
END AS readable FROM json_each(?2) shown CROSS JOIN assets asset ON asset.number = shown.value CROSS JOIN json_each(json_object((SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?3) || '', json((SELECT json_group_object(candidate.policy, candidate.items)
FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?3) AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?3) AND asset.public = 0 AND user_layer.value <> '{}' ORDER BY shown.key
-- SCAN shown VIRTUAL TABLE INDEX 1:
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-28)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)
-- USE TEMP B-TREE FOR ORDER BY

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator

-- the statement 4 of administrator

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id
AND permission.tenant = subject.tenant WHERE subject.remote = ?1 AND subject.confirmed = 1 AND subject.tenant <> ?1) permission CROSS
JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))), starts
AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses,
term.start, term.path, term.key, granted.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AS own, json_quote(granted.policy)
|| ':' || granted.items AS permissions FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start >
0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT
DISTINCT asset AS number FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant =
lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start = 1 AND lookup.tenant = sharer.tenant
UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND lookup.start = 2 AND
lookup.tenant = sharer.tenant) LIMIT min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
+ 1) found) > min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))), few AS MATERIALIZED
(SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant
FROM many)) lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?4 UNION ALL SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))
lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1
OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5)) SELECT found.number, asset.created_us AS createdUs, iif(found.upTo <= ?6, asset.attributes, '') AS attributes, iif(found.upTo
<= ?6, (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes) listed WHERE 1 AND (tenant_layer.value
IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND
reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value ->> reading.policy)))), '{}') AS readable FROM (SELECT *
FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number, octet_length(asset.attributes) AS size
FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer WHERE asset.tracked = ?4
AND (NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = asset.tenant
AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = asset.created_us AND other.asset = asset.number))
OR EXISTS (SELECT 1 FROM asset_postings long WHERE long.tenant = asset.tenant AND long.term = ?8 AND long.weight = 1 AND long.created_us
= asset.created_us AND long.asset = asset.number)) AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}') ORDER BY asset.number DESC LIMIT +?9)) WHERE
upTo - size <= ?6) found CROSS JOIN assets asset ON asset.number = found.number CROSS JOIN json_each(json_object(asset.tenant || '',
json(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-13)
-- SCAN found
-- SCAN many
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-27)
-- SEARCH asset USING INDEX assets_tracked (tenant=?)
-- SEARCH (subquery-36)
-- SCAN (subquery-38)
-- SCAN few
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH long USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-47)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-66)
-- SCAN (subquery-55)
-- SEARCH (subquery-62)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id
AND permission.tenant = subject.tenant WHERE subject.remote = ?1 AND subject.confirmed = 1 AND subject.tenant <> ?1) permission CROSS
JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))), starts
AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses,
term.start, term.path, term.key, granted.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AS own, json_quote(granted.policy)
|| ':' || granted.items AS permissions FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start >
0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT
DISTINCT asset AS number FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant =
lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start = 1 AND lookup.tenant = sharer.tenant
UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND lookup.start = 2 AND
lookup.tenant = sharer.tenant) LIMIT min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
+ 1) found) > min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))), few AS MATERIALIZED
(SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant
FROM many)) lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?4 UNION ALL SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))
lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1
OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5)) SELECT found.number, asset.created_us AS createdUs, iif(found.upTo <= ?6, asset.attributes, '') AS attributes, iif(found.upTo
<= ?6, (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes) listed WHERE 1 AND (tenant_layer.value
IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND
reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value ->> reading.policy)))), '{}') AS readable FROM (SELECT *
FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number, octet_length(asset.attributes) AS size
FROM (SELECT DISTINCT hit.value AS number FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*) FROM (SELECT
1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?7 AND sized.term < ?7 || char(1114111) LIMIT (SELECT
share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least
FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*)
FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2,
(SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))) + 1)) AS size, word.value FROM json_each(?8) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM
(SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = ?9 LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2,
(SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))) + 1))))) plan CROSS JOIN json_each((SELECT json_group_array(asset) FROM (SELECT asset FROM (SELECT
posting.asset FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.term
>= ?7 AND start.term < ?7 || char(1114111) AND (plan.value ->> 0) < (plan.value ->> '$[1][0]') ORDER BY start.term DESC, start.weight
DESC, start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least,
whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting
WHERE NOT EXISTS (SELECT 1 FROM json_each(?8) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = space.tenant
AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset = posting.asset)))
UNION ALL SELECT asset FROM (SELECT posting.asset FROM (SELECT created_us, asset FROM (SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share
FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM
(SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole))
CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?8) word WHERE NOT EXISTS (SELECT
1 FROM asset_postings other WHERE other.tenant = space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us
= posting.created_us AND other.asset = posting.asset))) UNION ALL SELECT asset FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT
created_us, asset FROM (SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of
= 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3
/ coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1))
AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 /
coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches
FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting
WHERE NOT EXISTS (SELECT 1 FROM json_each(?8) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = space.tenant
AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset = posting.asset)))
INTERSECT SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.term
>= ?7 AND start.term < ?7 || char(1114111) AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT
share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least
FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.term DESC, start.weight DESC, start.created_us DESC,
start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1,
min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE
of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))) UNION ALL SELECT asset FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.term = ?9 AND start.weight = 1 ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM
cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))))) hit) listed CROSS JOIN assets
asset ON asset.number = listed.number CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy, candidate.items) FROM granted
candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
WHERE asset.tracked = ?4 AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}') ORDER BY asset.number DESC LIMIT +?10)) WHERE upTo - size <= ?6)
found CROSS JOIN assets asset ON asset.number = found.number CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-13)
-- SCAN found
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-43)
-- SCAN (subquery-45)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-48)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-51)
-- SCAN (subquery-53)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-56)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-61)
-- SCAN (subquery-63)
-- SCAN (subquery-66)
-- SCAN hit VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-69)
-- SCAN (subquery-71)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN posting
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN (subquery-136)
-- SCAN (subquery-138)
-- SCAN (subquery-86)
-- SCAN (subquery-88)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=? AND weight=?)
-- SCAN (subquery-80)
-- SCAN (subquery-82)
-- SCAN (subquery-91)
-- SCAN (subquery-100)
-- SCAN (subquery-102)
-- SCAN (subquery-94)
-- SCAN (subquery-96)
-- SCAN (subquery-105)
-- SCAN (subquery-114)
-- SCAN (subquery-116)
-- SCAN (subquery-108)
-- SCAN (subquery-110)
-- SCAN (subquery-119)
-- SCAN (subquery-128)
-- SCAN (subquery-130)
-- SCAN (subquery-122)
-- SCAN (subquery-124)
-- SCAN (subquery-133)
-- SCAN (subquery-203)
-- SCAN (subquery-205)
-- SCAN (subquery-153)
-- SCAN (subquery-155)
-- SCAN (subquery-147)
-- SCAN (subquery-149)
-- SCAN (subquery-158)
-- SCAN (subquery-167)
-- SCAN (subquery-169)
-- SCAN (subquery-161)
-- SCAN (subquery-163)
-- SCAN (subquery-172)
-- SCAN (subquery-181)
-- SCAN (subquery-183)
-- SCAN (subquery-175)
-- SCAN (subquery-177)
-- SCAN (subquery-186)
-- SCAN (subquery-195)
-- SCAN (subquery-197)
-- SCAN (subquery-189)
-- SCAN (subquery-191)
-- SCAN (subquery-200)
-- SCAN (subquery-220)
-- SCAN (subquery-222)
-- SCAN (subquery-214)
-- SCAN (subquery-216)
-- SCAN (subquery-225)
-- SCAN (subquery-226)
-- SCAN (subquery-229)
-- SCAN (subquery-231)
-- SCAN (subquery-234)
-- SCAN (subquery-235)
-- SCAN listed
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-243)
-- SCAN (subquery-259)
-- SCAN (subquery-248)
-- SEARCH (subquery-255)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id
AND permission.tenant = subject.tenant WHERE subject.remote = ?1 AND subject.confirmed = 1 AND subject.tenant <> ?1) permission CROSS
JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))), starts
AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses,
term.start, term.path, term.key, granted.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AS own, json_quote(granted.policy)
|| ':' || granted.items AS permissions FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start >
0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT
DISTINCT asset AS number FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant =
lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start = 1 AND lookup.tenant = sharer.tenant
UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND lookup.start = 2 AND
lookup.tenant = sharer.tenant) LIMIT min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))
+ 1) found) > min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))), few AS MATERIALIZED
(SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant
FROM many)) lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?4 UNION ALL SELECT asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))
lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1
OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5)) SELECT cut FROM (SELECT 1 AS cut FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*) FROM (SELECT 1
FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?6 AND sized.term < ?6 || char(1114111) LIMIT (SELECT
share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least
FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*)
FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2,
(SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))) + 1)) AS size, word.value FROM json_each(?7) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM
(SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = ?8 LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2,
(SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT
count(*) AS searches FROM many))) + 1))))) plan WHERE max(min((plan.value ->> 0), coalesce((plan.value ->> '$[1][0]'), (plan.value
->> 0))), (plan.value ->> 2)) > (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT
whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST(min(?2, (SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER)
FROM cost WHERE of = 'all')) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) LIMIT 1) UNION ALL SELECT
1 WHERE EXISTS (SELECT 1 FROM backfills filling WHERE filling.name = ?9 AND (filling.through IS NULL OR filling.after < filling.through))
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-13)
-- SCAN found
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-41)
-- SCAN (subquery-43)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-46)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-49)
-- SCAN (subquery-51)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-54)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-59)
-- SCAN (subquery-61)
-- SCAN (subquery-64)
-- SCAN (subquery-67)
-- SCAN (subquery-69)
-- SCAN (subquery-72)
-- SEARCH filling EXISTS USING INDEX sqlite_autoindex_backfills_1 (name=?)

-- the rights of the caller: rights.sql

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id
AND permission.tenant = subject.tenant WHERE subject.remote = ?1 AND subject.confirmed = 1 AND subject.tenant <> ?1) permission CROSS
JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT asset.number,
asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId, asset.behaviours,
asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs, asset.seq,
asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS initialBehaviours,
iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events first WHERE first.asset
= asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id AND log.ended = 0), 0),
'PENDING', asset.confirmation) AS confirmation, CASE WHEN 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names
reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', '*') AND reading.items &
(tenant_layer.value ->> reading.policy))) THEN (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key
AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value ->> reading.policy))))
ELSE (SELECT json_object('names', json(changes.names), 'changedUs', coalesce((SELECT last.accepted_us FROM events last WHERE last.asset
= asset.number AND last.seq = changes.seq), asset.created_us)) FROM (SELECT json_group_array(listed.key) AS names, max((SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = listed.key)) AS seq FROM json_each(asset.attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key
AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value ->> reading.policy))))
changes) END AS readable FROM json_each(?2) shown CROSS JOIN assets asset ON asset.number = shown.value CROSS JOIN json_each(json_object(asset.tenant
|| '', json(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT
json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE (asset.public = 0 OR +asset.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}') ORDER BY shown.key
-- SCAN shown VIRTUAL TABLE INDEX 1:
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- USE TEMP B-TREE FOR GROUP BY
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-23)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)
-- USE TEMP B-TREE FOR ORDER BY
