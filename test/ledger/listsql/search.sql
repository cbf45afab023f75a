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
AS readable, NULL AS seenUs FROM (SELECT page.*, octet_length(asset.attributes) AS bytes, sum(octet_length(asset.attributes)) OVER
(ORDER BY page.points DESC, page.created_us DESC, page.asset DESC ROWS UNBOUNDED PRECEDING) AS upTo FROM page CROSS JOIN assets asset
ON asset.number = page.asset) shownUpTo CROSS JOIN assets asset ON asset.number = shownUpTo.asset CROSS JOIN tenants of_tenant ON of_tenant.number
= asset.tenant WHERE shownUpTo.upTo - shownUpTo.bytes <= 1800000 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1)) shown ON 1
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
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, NULL AS seenUs FROM (SELECT page.*, octet_length(asset.attributes)
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
of_tenant.id AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, NULL AS seenUs FROM (SELECT
page.*, octet_length(asset.attributes) AS bytes, sum(octet_length(asset.attributes)) OVER (ORDER BY page.points DESC, page.created_us
DESC, page.asset DESC ROWS UNBOUNDED PRECEDING) AS upTo FROM page CROSS JOIN assets asset ON asset.number = page.asset) shownUpTo CROSS
JOIN assets asset ON asset.number = shownUpTo.asset CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE shownUpTo.upTo
- shownUpTo.bytes <= 1800000 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) shown ON 1
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

WITH mine AS MATERIALIZED (SELECT permission.policy, sum(1 << permission.item) AS items FROM (SELECT w.caller, w.tenant, w.issuer,
w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute, c.subject AS value FROM (SELECT
key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS
JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT c.caller, c.tenant, c.issuer,
c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM (SELECT key AS caller, value
->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS JOIN applications
p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k WHERE c.issuer
= 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute = w.attribute
AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission WHERE EXISTS
(SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item = permission.item) GROUP BY permission.policy),
cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy AND NOT (term.clauses
= 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM mine) granted), starts AS MATERIALIZED (SELECT term.policy,
(SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses, term.start, term.path, term.key,
1 AS own, granted.permissions FROM (SELECT policy, json_array(policy, items) AS permissions FROM mine) granted CROSS JOIN policy_terms
term ON term.policy = granted.policy WHERE term.start > 0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant
FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT DISTINCT asset FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values
attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start =
1 AND lookup.tenant = sharer.tenant UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND lookup.start = 2 AND lookup.tenant = sharer.tenant) LIMIT (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)
+ 1)) > (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)), few AS MATERIALIZED (SELECT DISTINCT number FROM (SELECT
asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant
AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN assets asset WHERE
asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)),
0)) AND lookup.start = ?4)) SELECT found.number, asset.created_us AS createdUs, CASE WHEN found.upTo <= ?5 THEN asset.attributes ELSE
'' END AS attributes, found.readable, NULL AS seenUs FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
FROM (SELECT asset.number, octet_length(asset.attributes) AS size, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value
->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', listed.key))) AS readable
FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_array(json((SELECT json_group_array(json_array(granted.policy,
granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM json_each(asset.attributes) current CROSS JOIN asset_attributes
attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value
ON candidate.tenant = ?6 AND candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start
= 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE
attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version
WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND
(attribute.key = term.key OR term.key = 'sha256:****************************************************************' AND attribute.present
= 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) AND candidate.policy
IN (SELECT policy FROM mine) UNION ALL SELECT candidate.policy FROM policy_terms candidate INDEXED BY policy_terms_without_value WHERE
candidate.tenant = ?6 AND candidate.start = 2 AND candidate.policy IN (SELECT policy FROM mine) AND coalesce((SELECT min(held) FROM
(SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND
attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name)
AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN mine granted ON granted.policy = matching.policy)))) user_layer WHERE asset.tracked = ?3 AND (NOT EXISTS (SELECT
1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = asset.tenant AND other.term = word.value
AND other.weight IN (8, 4, 2, 1) AND other.created_us = asset.created_us AND other.asset = asset.number)) OR EXISTS (SELECT 1 FROM
asset_postings long WHERE long.tenant = asset.tenant AND long.term = ?8 AND long.weight = 1 AND long.created_us = asset.created_us
AND long.asset = asset.number)) AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?6) AND asset.public
= 0 AND user_layer.value <> '[]' ORDER BY asset.number DESC LIMIT +?9)) WHERE upTo - size <= ?5) found CROSS JOIN assets asset ON asset.number
= found.number
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- SCAN mine
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN cost
-- SCAN (subquery-16)
-- SCAN (subquery-18)
-- SCAN many
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH (subquery-28)
-- SEARCH asset USING INDEX assets_tracked (tenant=?)
-- SEARCH (subquery-35)
-- SCAN (subquery-37)
-- SCAN few
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH long USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH (subquery-44)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-51)
-- SCAN (subquery-53)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-64)
-- SCAN (subquery-61)

WITH mine AS MATERIALIZED (SELECT permission.policy, sum(1 << permission.item) AS items FROM (SELECT w.caller, w.tenant, w.issuer,
w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute, c.subject AS value FROM (SELECT
key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS
JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT c.caller, c.tenant, c.issuer,
c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM (SELECT key AS caller, value
->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS JOIN applications
p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k WHERE c.issuer
= 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute = w.attribute
AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission WHERE EXISTS
(SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item = permission.item) GROUP BY permission.policy),
cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy AND NOT (term.clauses
= 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM mine) granted), starts AS MATERIALIZED (SELECT term.policy,
(SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses, term.start, term.path, term.key,
1 AS own, granted.permissions FROM (SELECT policy, json_array(policy, items) AS permissions FROM mine) granted CROSS JOIN policy_terms
term ON term.policy = granted.policy WHERE term.start > 0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant
FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT DISTINCT asset FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values
attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start =
1 AND lookup.tenant = sharer.tenant UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND lookup.start = 2 AND lookup.tenant = sharer.tenant) LIMIT (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)
+ 1)) > (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)), few AS MATERIALIZED (SELECT DISTINCT number FROM (SELECT
asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant
AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN assets asset WHERE
asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)),
0)) AND lookup.start = ?4)) SELECT found.number, asset.created_us AS createdUs, CASE WHEN found.upTo <= ?5 THEN asset.attributes ELSE
'' END AS attributes, found.readable, NULL AS seenUs FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
FROM (SELECT asset.number, octet_length(asset.attributes) AS size, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value
->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', listed.key))) AS readable
FROM (SELECT DISTINCT hit.value AS number FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*) FROM (SELECT
1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?6 AND sized.term < ?6 || char(1114111) LIMIT (SELECT
share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least
FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*)
AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*) FROM (SELECT 1 FROM asset_postings
sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1)) AS size, word.value
FROM json_each(?7) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant
AND sized.term = ?8 LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1))))) plan CROSS JOIN json_each((SELECT json_group_array(asset)
FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant
= space.tenant AND start.term >= ?6 AND start.term < ?6 || char(1114111) AND (plan.value ->> 0) < (plan.value ->> '$[1][0]') ORDER
BY start.term DESC, start.weight DESC, start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole /
max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) posting
WHERE NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = space.tenant
AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset = posting.asset)))
UNION ALL SELECT asset FROM (SELECT posting.asset FROM (SELECT created_us, asset FROM (SELECT * FROM (SELECT start.created_us, start.asset
FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]') AND NOT
(plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM
asset_postings start WHERE start.tenant = space.tenant AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value
->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS
share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM
asset_postings start WHERE start.tenant = space.tenant AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value
->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS
share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM
asset_postings start WHERE start.tenant = space.tenant AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value
->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS
share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))
posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant
= space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset
= posting.asset))) UNION ALL SELECT asset FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT created_us, asset FROM (SELECT
* FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 8 AND start.term
= (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))
ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least,
whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS
INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM
asset_postings start WHERE start.tenant = space.tenant AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value
->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0))
AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC,
start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1,
min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS
whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings
start WHERE start.tenant = space.tenant AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0)
< (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least,
whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS
INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset
DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole))
CROSS JOIN (SELECT count(*) AS searches FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))
posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant
= space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset
= posting.asset))) INTERSECT SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant =
space.tenant AND start.term >= ?6 AND start.term < ?6 || char(1114111) AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND
(plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1,
min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS
whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.term DESC, start.weight DESC, start.created_us DESC, start.asset
DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole))
CROSS JOIN (SELECT count(*) AS searches FROM many))))) UNION ALL SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings
start WHERE start.tenant = space.tenant AND start.term = ?8 AND start.weight = 1 ORDER BY start.created_us DESC, start.asset DESC LIMIT
(SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16))
AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN
(SELECT count(*) AS searches FROM many))))))) hit) listed CROSS JOIN assets asset ON asset.number = listed.number CROSS JOIN json_each(json_array(json((SELECT
json_group_array(json_array(granted.policy, granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM json_each(asset.attributes)
current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN
policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = ?9 AND candidate.path = attribute.name || attribute.path
AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0)) AND candidate.policy IN (SELECT policy FROM mine) UNION ALL SELECT candidate.policy FROM policy_terms candidate INDEXED BY policy_terms_without_value
WHERE candidate.tenant = ?9 AND candidate.start = 2 AND candidate.policy IN (SELECT policy FROM mine) AND coalesce((SELECT min(held)
FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name
AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name)
AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN mine granted ON granted.policy = matching.policy)))) user_layer WHERE asset.tracked = ?3 AND +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?9) AND asset.public = 0 AND user_layer.value <> '[]' ORDER BY
asset.number DESC LIMIT +?10)) WHERE upTo - size <= ?5) found CROSS JOIN assets asset ON asset.number = found.number
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- SCAN mine
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN cost
-- SCAN (subquery-16)
-- SCAN (subquery-18)
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-42)
-- SCAN (subquery-44)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-47)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-50)
-- SCAN (subquery-52)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-55)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-60)
-- SCAN (subquery-62)
-- SCAN (subquery-65)
-- SCAN hit VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-68)
-- SCAN (subquery-70)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN posting
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN (subquery-135)
-- SCAN (subquery-137)
-- SCAN (subquery-85)
-- SCAN (subquery-87)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=? AND weight=?)
-- SCAN (subquery-79)
-- SCAN (subquery-81)
-- SCAN (subquery-90)
-- SCAN (subquery-99)
-- SCAN (subquery-101)
-- SCAN (subquery-93)
-- SCAN (subquery-95)
-- SCAN (subquery-104)
-- SCAN (subquery-113)
-- SCAN (subquery-115)
-- SCAN (subquery-107)
-- SCAN (subquery-109)
-- SCAN (subquery-118)
-- SCAN (subquery-127)
-- SCAN (subquery-129)
-- SCAN (subquery-121)
-- SCAN (subquery-123)
-- SCAN (subquery-132)
-- SCAN (subquery-202)
-- SCAN (subquery-204)
-- SCAN (subquery-152)
-- SCAN (subquery-154)
-- SCAN (subquery-146)
-- SCAN (subquery-148)
-- SCAN (subquery-157)
-- SCAN (subquery-166)
-- SCAN (subquery-168)
-- SCAN (subquery-160)
-- SCAN (subquery-162)
-- SCAN (subquery-171)
-- SCAN (subquery-180)
-- SCAN (subquery-182)
-- SCAN (subquery-174)
-- SCAN (subquery-176)
-- SCAN (subquery-185)
-- SCAN (subquery-194)
-- SCAN (subquery-196)
-- SCAN (subquery-188)
-- SCAN (subquery-190)
-- SCAN (subquery-199)
-- SCAN (subquery-219)
-- SCAN (subquery-221)
-- SCAN (subquery-213)
-- SCAN (subquery-215)
-- SCAN (subquery-224)
-- SCAN (subquery-225)
-- SCAN (subquery-228)
-- SCAN (subquery-230)
-- SCAN (subquery-233)
-- SCAN (subquery-234)
-- SCAN listed
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH (subquery-240)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-247)
-- SCAN (subquery-249)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SCAN (subquery-257)
-- SCAN (subquery-254)

WITH mine AS MATERIALIZED (SELECT permission.policy, sum(1 << permission.item) AS items FROM (SELECT w.caller, w.tenant, w.issuer,
w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute, c.subject AS value FROM (SELECT
key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS
JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT c.caller, c.tenant, c.issuer,
c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM (SELECT key AS caller, value
->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS JOIN applications
p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k WHERE c.issuer
= 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute = w.attribute
AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission WHERE EXISTS
(SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item = permission.item) GROUP BY permission.policy),
cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy AND NOT (term.clauses
= 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM mine) granted), starts AS MATERIALIZED (SELECT term.policy,
(SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant) AS tenant, term.clauses, term.start, term.path, term.key,
1 AS own, granted.permissions FROM (SELECT policy, json_array(policy, items) AS permissions FROM mine) granted CROSS JOIN policy_terms
term ON term.policy = granted.policy WHERE term.start > 0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant
FROM starts) sharer WHERE (SELECT count(*) FROM (SELECT DISTINCT asset FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values
attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start =
1 AND lookup.tenant = sharer.tenant UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND lookup.start = 2 AND lookup.tenant = sharer.tenant) LIMIT (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)
+ 1)) > (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)), few AS MATERIALIZED (SELECT DISTINCT number FROM (SELECT
asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant
AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN assets asset WHERE
asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)),
0)) AND lookup.start = ?4)) SELECT cut FROM (SELECT 1 AS cut FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*)
FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?5 AND sized.term < ?5 || char(1114111)
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS
JOIN (SELECT count(*) AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*) FROM (SELECT
1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))
+ 1)) AS size, word.value FROM json_each(?6) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM (SELECT 1 FROM asset_postings sized
WHERE sized.tenant = space.tenant AND sized.term = ?7 LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0))
AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1))))) plan WHERE max(min((plan.value
->> 0), coalesce((plan.value ->> '$[1][0]'), (plan.value ->> 0))), (plan.value ->> 2)) > (SELECT share FROM (SELECT max(least, whole
/ max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) LIMIT
1) UNION ALL SELECT 1 WHERE EXISTS (SELECT 1 FROM backfills filling WHERE filling.name = ?8 AND (filling.through IS NULL OR filling.after
< filling.through))
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- SCAN mine
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN cost
-- SCAN (subquery-16)
-- SCAN (subquery-18)
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-40)
-- SCAN (subquery-42)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-45)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-48)
-- SCAN (subquery-50)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-53)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-58)
-- SCAN (subquery-60)
-- SCAN (subquery-63)
-- SCAN (subquery-66)
-- SCAN (subquery-68)
-- SCAN (subquery-71)
-- SEARCH filling EXISTS USING INDEX sqlite_autoindex_backfills_1 (name=?)

-- the rights of the caller: rights.sql

WITH mine AS MATERIALIZED (SELECT permission.policy, sum(1 << permission.item) AS items FROM (SELECT w.caller, w.tenant, w.issuer,
w.subject, u.policy, u.item FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute, c.subject AS value FROM (SELECT
key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS
JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT c.caller, c.tenant, c.issuer,
c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM (SELECT key AS caller, value
->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?1)) c CROSS JOIN applications
p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k WHERE c.issuer
= 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN policy_users u WHERE u.tenant = w.tenant AND u.attribute = w.attribute
AND u.value = w.value GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)) permission WHERE EXISTS
(SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item = permission.item) GROUP BY permission.policy),
cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy AND NOT (term.clauses
= 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM mine) granted) SELECT asset.number, asset.id, of_tenant.id
AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId, asset.behaviours, asset.attributes, asset.tracked,
coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash))
AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND
asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT
log.cursor FROM logs log WHERE log.scope = of_tenant.id AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, (SELECT
json_group_array(listed.key) FROM json_each(asset.attributes) listed WHERE 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', listed.key))) AS readable, CASE WHEN 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'event_type' AND reading.name = '*') THEN NULL ELSE coalesce((SELECT last.accepted_us FROM events last WHERE last.asset
= asset.number AND last.seq = (SELECT max((SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = changed.key)) FROM json_each(asset.attributes) changed WHERE 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', changed.key)))), asset.created_us) END AS seenUs FROM json_each(?2) shown CROSS
JOIN assets asset ON asset.number = shown.value CROSS JOIN json_each(json_array(json((SELECT json_group_array(json_array(granted.policy,
granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM json_each(asset.attributes) current CROSS JOIN asset_attributes
attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value
ON candidate.tenant = ?3 AND candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start
= 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE
attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version
WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND
(attribute.key = term.key OR term.key = 'sha256:****************************************************************' AND attribute.present
= 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) AND candidate.policy
IN (SELECT policy FROM mine) UNION ALL SELECT candidate.policy FROM policy_terms candidate INDEXED BY policy_terms_without_value WHERE
candidate.tenant = ?3 AND candidate.start = 2 AND candidate.policy IN (SELECT policy FROM mine) AND coalesce((SELECT min(held) FROM
(SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND
attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name)
AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN mine granted ON granted.policy = matching.policy)))) user_layer CROSS JOIN tenants of_tenant ON of_tenant.number
= asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?3) AND asset.public = 0 AND
user_layer.value <> '[]' ORDER BY shown.key
-- SCAN shown VIRTUAL TABLE INDEX 1:
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH u USING COVERING INDEX policy_users_by_value (tenant=? AND attribute=? AND value=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN permission
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- SCAN mine
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH (subquery-23)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-30)
-- SCAN (subquery-32)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH changed VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator

-- the statement 4 of administrator

WITH theirs AS MATERIALIZED (SELECT policy, sum(1 << item) AS items FROM (SELECT DISTINCT permission.policy, permission.item FROM subjects
subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id AND permission.tenant = subject.tenant WHERE subject.remote
= ?1 AND subject.confirmed = 1 AND EXISTS (SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item
= permission.item)) GROUP BY policy), cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE
term.policy = granted.policy AND NOT (term.clauses = 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM theirs)
granted), starts AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant)
AS tenant, term.clauses, term.start, term.path, term.key, 0 AS own, '' AS permissions FROM theirs granted CROSS JOIN policy_terms term
ON term.policy = granted.policy WHERE term.start > 0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM
starts) sharer WHERE (SELECT count(*) FROM (SELECT DISTINCT asset FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values
attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start =
1 AND lookup.tenant = sharer.tenant UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND lookup.start = 2 AND lookup.tenant = sharer.tenant) LIMIT (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)
+ 1)) > (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)), few AS MATERIALIZED (SELECT DISTINCT number FROM (SELECT
asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant
AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN assets asset WHERE
asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)),
0)) AND lookup.start = ?4)) SELECT found.number, asset.created_us AS createdUs, CASE WHEN found.upTo <= ?5 THEN asset.attributes ELSE
'' END AS attributes, found.readable, NULL AS seenUs FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
FROM (SELECT asset.number, octet_length(asset.attributes) AS size, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads
reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND
reading.name IN ('*', listed.key)))) AS readable FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_array(CASE
WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE json((SELECT json_group_array(json_array(granted.policy,
granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM tenants owner CROSS JOIN json_each(asset.attributes)
current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN
policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = owner.id AND candidate.path = attribute.name || attribute.path
AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0)) AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM theirs) UNION ALL SELECT candidate.policy FROM tenants
owner CROSS JOIN policy_terms candidate INDEXED BY policy_terms_without_value WHERE candidate.tenant = owner.id AND candidate.start
= 2 AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM theirs) AND coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN theirs granted ON granted.policy = matching.policy)) END)) tenant_layer WHERE asset.tracked = ?3 AND (NOT
EXISTS (SELECT 1 FROM json_each(?6) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant = asset.tenant AND
other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = asset.created_us AND other.asset = asset.number)) OR
EXISTS (SELECT 1 FROM asset_postings long WHERE long.tenant = asset.tenant AND long.term = ?7 AND long.weight = 1 AND long.created_us
= asset.created_us AND long.asset = asset.number)) AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '[]') ORDER BY asset.number DESC LIMIT +?8)) WHERE
upTo - size <= ?5) found CROSS JOIN assets asset ON asset.number = found.number
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN (subquery-2)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN theirs
-- SCAN cost
-- SCAN (subquery-11)
-- SCAN (subquery-13)
-- SCAN many
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH (subquery-23)
-- SEARCH asset USING INDEX assets_tracked (tenant=?)
-- SEARCH (subquery-30)
-- SCAN (subquery-32)
-- SCAN few
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SEARCH long USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH owner USING INDEX tenants_by_number (number=?)
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH (subquery-40)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-47)
-- SCAN (subquery-49)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-60)
-- SCAN (subquery-57)

WITH theirs AS MATERIALIZED (SELECT policy, sum(1 << item) AS items FROM (SELECT DISTINCT permission.policy, permission.item FROM subjects
subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id AND permission.tenant = subject.tenant WHERE subject.remote
= ?1 AND subject.confirmed = 1 AND EXISTS (SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item
= permission.item)) GROUP BY policy), cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE
term.policy = granted.policy AND NOT (term.clauses = 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM theirs)
granted), starts AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant)
AS tenant, term.clauses, term.start, term.path, term.key, 0 AS own, '' AS permissions FROM theirs granted CROSS JOIN policy_terms term
ON term.policy = granted.policy WHERE term.start > 0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM
starts) sharer WHERE (SELECT count(*) FROM (SELECT DISTINCT asset FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values
attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start =
1 AND lookup.tenant = sharer.tenant UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND lookup.start = 2 AND lookup.tenant = sharer.tenant) LIMIT (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)
+ 1)) > (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)), few AS MATERIALIZED (SELECT DISTINCT number FROM (SELECT
asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant
AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN assets asset WHERE
asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)),
0)) AND lookup.start = ?4)) SELECT found.number, asset.created_us AS createdUs, CASE WHEN found.upTo <= ?5 THEN asset.attributes ELSE
'' END AS attributes, found.readable, NULL AS seenUs FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
FROM (SELECT asset.number, octet_length(asset.attributes) AS size, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads
reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND
reading.name IN ('*', listed.key)))) AS readable FROM (SELECT DISTINCT hit.value AS number FROM many space CROSS JOIN json_each(json_array(json_array((SELECT
count(*) FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?6 AND sized.term < ?6 || char(1114111)
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS
JOIN (SELECT count(*) AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*) FROM (SELECT
1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))
+ 1)) AS size, word.value FROM json_each(?7) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM (SELECT 1 FROM asset_postings sized
WHERE sized.tenant = space.tenant AND sized.term = ?8 LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0))
AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1))))) plan CROSS JOIN json_each((SELECT
json_group_array(asset) FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT start.created_us, start.asset FROM asset_postings
start WHERE start.tenant = space.tenant AND start.term >= ?6 AND start.term < ?6 || char(1114111) AND (plan.value ->> 0) < (plan.value
->> '$[1][0]') ORDER BY start.term DESC, start.weight DESC, start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))
posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant
= space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset
= posting.asset))) UNION ALL SELECT asset FROM (SELECT posting.asset FROM (SELECT created_us, asset FROM (SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole /
max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER
BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole
FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER)
FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 4 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole /
max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER
BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole
FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER)
FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 2 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole /
max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER
BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole
FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER)
FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND NOT (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole /
max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER
BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole
FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER)
FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT
(SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16))
AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN
(SELECT count(*) AS searches FROM many)))) posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM
asset_postings other WHERE other.tenant = space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us
= posting.created_us AND other.asset = posting.asset))) UNION ALL SELECT asset FROM (SELECT asset FROM (SELECT posting.asset FROM (SELECT
created_us, asset FROM (SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant
AND start.weight = 8 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value
->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole))
CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))
UNION ALL SELECT * FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight
= 4 AND start.term = (plan.value ->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT
share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least
FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*)
AS searches FROM many))) ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT
start.created_us, start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 2 AND start.term = (plan.value
->> '$[1][1]') AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))
ORDER BY start.created_us DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least,
whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS
INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))) UNION ALL SELECT * FROM (SELECT start.created_us,
start.asset FROM asset_postings start WHERE start.tenant = space.tenant AND start.weight = 1 AND start.term = (plan.value ->> '$[1][1]')
AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND (plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.created_us
DESC, start.asset DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole,
max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER)
AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))) ORDER BY created_us DESC, asset DESC LIMIT (SELECT share FROM (SELECT
max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))))
posting WHERE NOT EXISTS (SELECT 1 FROM json_each(?7) word WHERE NOT EXISTS (SELECT 1 FROM asset_postings other WHERE other.tenant
= space.tenant AND other.term = word.value AND other.weight IN (8, 4, 2, 1) AND other.created_us = posting.created_us AND other.asset
= posting.asset))) INTERSECT SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings start WHERE start.tenant =
space.tenant AND start.term >= ?6 AND start.term < ?6 || char(1114111) AND NOT (plan.value ->> 0) < (plan.value ->> '$[1][0]') AND
(plan.value ->> 0) <= (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1,
min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS
whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) ORDER BY start.term DESC, start.weight DESC, start.created_us DESC, start.asset
DESC LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole))
CROSS JOIN (SELECT count(*) AS searches FROM many))))) UNION ALL SELECT asset FROM (SELECT start.created_us, start.asset FROM asset_postings
start WHERE start.tenant = space.tenant AND start.term = ?8 AND start.weight = 1 ORDER BY start.created_us DESC, start.asset DESC LIMIT
(SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16))
AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN
(SELECT count(*) AS searches FROM many))))))) hit) listed CROSS JOIN assets asset ON asset.number = listed.number CROSS JOIN json_each(json_array(CASE
WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE json((SELECT json_group_array(json_array(granted.policy,
granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM tenants owner CROSS JOIN json_each(asset.attributes)
current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN
policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = owner.id AND candidate.path = attribute.name || attribute.path
AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0)) AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM theirs) UNION ALL SELECT candidate.policy FROM tenants
owner CROSS JOIN policy_terms candidate INDEXED BY policy_terms_without_value WHERE candidate.tenant = owner.id AND candidate.start
= 2 AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM theirs) AND coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN theirs granted ON granted.policy = matching.policy)) END)) tenant_layer WHERE asset.tracked = ?3 AND (asset.public
= 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value
<> '[]') ORDER BY asset.number DESC LIMIT +?9)) WHERE upTo - size <= ?5) found CROSS JOIN assets asset ON asset.number = found.number
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN (subquery-2)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN theirs
-- SCAN cost
-- SCAN (subquery-11)
-- SCAN (subquery-13)
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-37)
-- SCAN (subquery-39)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-42)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-45)
-- SCAN (subquery-47)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-50)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-55)
-- SCAN (subquery-57)
-- SCAN (subquery-60)
-- SCAN hit VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-63)
-- SCAN (subquery-65)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN posting
-- SEARCH other USING PRIMARY KEY (tenant=? AND term=? AND weight=? AND created_us=? AND asset=?)
-- SCAN (subquery-130)
-- SCAN (subquery-132)
-- SCAN (subquery-80)
-- SCAN (subquery-82)
-- SEARCH start USING PRIMARY KEY (tenant=? AND term=? AND weight=?)
-- SCAN (subquery-74)
-- SCAN (subquery-76)
-- SCAN (subquery-85)
-- SCAN (subquery-94)
-- SCAN (subquery-96)
-- SCAN (subquery-88)
-- SCAN (subquery-90)
-- SCAN (subquery-99)
-- SCAN (subquery-108)
-- SCAN (subquery-110)
-- SCAN (subquery-102)
-- SCAN (subquery-104)
-- SCAN (subquery-113)
-- SCAN (subquery-122)
-- SCAN (subquery-124)
-- SCAN (subquery-116)
-- SCAN (subquery-118)
-- SCAN (subquery-127)
-- SCAN (subquery-197)
-- SCAN (subquery-199)
-- SCAN (subquery-147)
-- SCAN (subquery-149)
-- SCAN (subquery-141)
-- SCAN (subquery-143)
-- SCAN (subquery-152)
-- SCAN (subquery-161)
-- SCAN (subquery-163)
-- SCAN (subquery-155)
-- SCAN (subquery-157)
-- SCAN (subquery-166)
-- SCAN (subquery-175)
-- SCAN (subquery-177)
-- SCAN (subquery-169)
-- SCAN (subquery-171)
-- SCAN (subquery-180)
-- SCAN (subquery-189)
-- SCAN (subquery-191)
-- SCAN (subquery-183)
-- SCAN (subquery-185)
-- SCAN (subquery-194)
-- SCAN (subquery-214)
-- SCAN (subquery-216)
-- SCAN (subquery-208)
-- SCAN (subquery-210)
-- SCAN (subquery-219)
-- SCAN (subquery-220)
-- SCAN (subquery-223)
-- SCAN (subquery-225)
-- SCAN (subquery-228)
-- SCAN (subquery-229)
-- SCAN listed
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH owner USING INDEX tenants_by_number (number=?)
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH (subquery-236)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-243)
-- SCAN (subquery-245)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SCAN (subquery-253)
-- SCAN (subquery-250)

WITH theirs AS MATERIALIZED (SELECT policy, sum(1 << item) AS items FROM (SELECT DISTINCT permission.policy, permission.item FROM subjects
subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id AND permission.tenant = subject.tenant WHERE subject.remote
= ?1 AND subject.confirmed = 1 AND EXISTS (SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item
= permission.item)) GROUP BY policy), cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE
term.policy = granted.policy AND NOT (term.clauses = 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM theirs)
granted), starts AS MATERIALIZED (SELECT term.policy, (SELECT numbered.number FROM tenants numbered WHERE numbered.id = term.tenant)
AS tenant, term.clauses, term.start, term.path, term.key, 0 AS own, '' AS permissions FROM theirs granted CROSS JOIN policy_terms term
ON term.policy = granted.policy WHERE term.start > 0), many AS MATERIALIZED (SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM
starts) sharer WHERE (SELECT count(*) FROM (SELECT DISTINCT asset FROM (SELECT attribute.asset FROM starts lookup CROSS JOIN asset_values
attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key AND lookup.start =
1 AND lookup.tenant = sharer.tenant UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND lookup.start = 2 AND lookup.tenant = sharer.tenant) LIMIT (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)
+ 1)) > (SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost)), few AS MATERIALIZED (SELECT DISTINCT number FROM (SELECT
asset.number AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant
AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM (SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) lookup CROSS JOIN assets asset WHERE
asset.tenant = lookup.tenant AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)),
0)) AND lookup.start = ?4)) SELECT cut FROM (SELECT 1 AS cut FROM many space CROSS JOIN json_each(json_array(json_array((SELECT count(*)
FROM (SELECT 1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term >= ?5 AND sized.term < ?5 || char(1114111)
LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole
/ 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS
JOIN (SELECT count(*) AS searches FROM many))) + 1)), json((SELECT json_array(size, value) FROM (SELECT (SELECT count(*) FROM (SELECT
1 FROM asset_postings sized WHERE sized.tenant = space.tenant AND sized.term = word.value LIMIT (SELECT share FROM (SELECT max(least,
whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT
CAST(max(1, ?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)))
+ 1)) AS size, word.value FROM json_each(?6) word) ORDER BY size LIMIT 1)), (SELECT count(*) FROM (SELECT 1 FROM asset_postings sized
WHERE sized.tenant = space.tenant AND sized.term = ?7 LIMIT (SELECT share FROM (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(value, 1.0))
AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) + 1))))) plan WHERE max(min((plan.value
->> 0), coalesce((plan.value ->> '$[1][0]'), (plan.value ->> 0))), (plan.value ->> 2)) > (SELECT share FROM (SELECT max(least, whole
/ max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1,
?2 / coalesce(value, 1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many))) LIMIT
1) UNION ALL SELECT 1 WHERE EXISTS (SELECT 1 FROM backfills filling WHERE filling.name = ?8 AND (filling.through IS NULL OR filling.after
< filling.through))
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN (subquery-2)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN starts
-- SCAN sharer
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=? AND tenant=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=?)
-- SCAN theirs
-- SCAN cost
-- SCAN (subquery-11)
-- SCAN (subquery-13)
-- SCAN space
-- SCAN plan VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN many
-- SCAN (subquery-35)
-- SCAN (subquery-37)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term>? AND term<?)
-- SCAN (subquery-40)
-- SCAN word VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-43)
-- SCAN (subquery-45)
-- SEARCH sized USING PRIMARY KEY (tenant=? AND term=?)
-- SCAN (subquery-48)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-53)
-- SCAN (subquery-55)
-- SCAN (subquery-58)
-- SCAN (subquery-61)
-- SCAN (subquery-63)
-- SCAN (subquery-66)
-- SEARCH filling EXISTS USING INDEX sqlite_autoindex_backfills_1 (name=?)

-- the rights of the caller: rights.sql

WITH theirs AS MATERIALIZED (SELECT policy, sum(1 << item) AS items FROM (SELECT DISTINCT permission.policy, permission.item FROM subjects
subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id AND permission.tenant = subject.tenant WHERE subject.remote
= ?1 AND subject.confirmed = 1 AND EXISTS (SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item
= permission.item)) GROUP BY policy), cost AS MATERIALIZED (SELECT max(1.0, sum(10 + (SELECT count(*) FROM policy_terms term WHERE
term.policy = granted.policy AND NOT (term.clauses = 1 AND term.start = 1))) / 100.0) AS value FROM (SELECT policy, items FROM theirs)
granted) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id
AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us
AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours)
AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads
reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND
reading.name IN ('*', listed.key)))) AS readable, CASE WHEN 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'event_type' AND reading.name = '*')) THEN NULL ELSE coalesce((SELECT last.accepted_us FROM events last WHERE last.asset
= asset.number AND last.seq = (SELECT max((SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = changed.key)) FROM json_each(asset.attributes) changed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT
1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value
->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', changed.key))))), asset.created_us) END AS seenUs
FROM json_each(?2) shown CROSS JOIN assets asset ON asset.number = shown.value CROSS JOIN json_each(json_array(CASE WHEN +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE json((SELECT json_group_array(json_array(granted.policy,
granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM tenants owner CROSS JOIN json_each(asset.attributes)
current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN
policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = owner.id AND candidate.path = attribute.name || attribute.path
AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0)) AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM theirs) UNION ALL SELECT candidate.policy FROM tenants
owner CROSS JOIN policy_terms candidate INDEXED BY policy_terms_without_value WHERE candidate.tenant = owner.id AND candidate.start
= 2 AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM theirs) AND coalesce((SELECT min(held) FROM (SELECT
max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN theirs granted ON granted.policy = matching.policy)) END)) tenant_layer CROSS JOIN tenants of_tenant ON of_tenant.number
= asset.tenant WHERE (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) AND
(tenant_layer.value IS NULL OR tenant_layer.value <> '[]') ORDER BY shown.key
-- SCAN shown VIRTUAL TABLE INDEX 1:
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH owner USING INDEX tenants_by_number (number=?)
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- SEARCH reading EXISTS USING PRIMARY KEY (policy=? AND item=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN (subquery-2)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN theirs
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH (subquery-20)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-27)
-- SCAN (subquery-29)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH changed VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
