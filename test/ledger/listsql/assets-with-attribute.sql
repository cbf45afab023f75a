-- ==== administrator

-- the rights of the caller: rights.sql

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, NULL AS seenUs, page.size FROM (SELECT *
FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes)
+ 1024 AS size FROM (SELECT valued.number FROM (SELECT attribute.tenant, attribute.created_us, attribute.asset AS number FROM asset_values
attribute WHERE attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND attribute.path = ?2 AND
attribute.key = ?3 AND +attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) ORDER BY attribute.created_us
DESC, attribute.asset DESC LIMIT +?4) valued WHERE NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant
= valued.tenant AND kind.tracked = 0 AND kind.created_us = valued.created_us AND kind.number = valued.number) LIMIT +?5) found CROSS
JOIN assets asset ON asset.number = found.number WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) LIMIT +?5) WHERE size > 0) WHERE upTo - size <= ?6) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN tenants
of_tenant ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN valued
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SCAN found
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-9)
-- SCAN (subquery-14)
-- SCAN (subquery-10)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)

SELECT counted.n, stops.* FROM (SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT valued.number FROM (SELECT attribute.tenant, attribute.created_us,
attribute.asset AS number FROM asset_values attribute WHERE attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?1) AND attribute.path = ?2 AND attribute.key = ?3 AND +attribute.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1) ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT +?4) valued WHERE NOT EXISTS (SELECT 1 FROM
assets kind INDEXED BY assets_tracked WHERE kind.tenant = valued.tenant AND kind.tracked = 0 AND kind.created_us = valued.created_us
AND kind.number = valued.number) LIMIT +?5) LIMIT +?5)) counted LEFT JOIN (SELECT attribute.created_us AS k0, attribute.asset AS k1,
NULL AS k2, NULL AS looked FROM asset_values attribute WHERE attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?1) AND attribute.path = ?2 AND attribute.key = ?3 AND +attribute.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1) ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET ?6) stops
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN valued
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SCAN (subquery-5)
-- SCAN (subquery-6)
-- SCAN counted
-- SCAN stops LEFT-JOIN

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
0)) AND lookup.start = ?4)) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism,
asset.chain_id AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner,
asset.created_us AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours,
asset.behaviours) AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number
FROM events first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope =
of_tenant.id AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value
->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', listed.key))) AS readable,
CASE WHEN 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value
->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'event_type' AND reading.name = '*') THEN NULL ELSE coalesce((SELECT
last.accepted_us FROM events last WHERE last.asset = asset.number AND last.seq = (SELECT max((SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = changed.key)) FROM json_each(asset.attributes) changed WHERE 1 AND EXISTS
(SELECT 1 FROM json_each(user_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value
->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', changed.key)))), asset.created_us) END AS seenUs,
page.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes)
+ 1024 AS size FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_array(json((SELECT json_group_array(json_array(granted.policy,
granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM json_each(asset.attributes) current CROSS JOIN asset_attributes
attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value
ON candidate.tenant = ?5 AND candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start
= 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE
attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version
WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND
(attribute.key = term.key OR term.key = 'sha256:****************************************************************' AND attribute.present
= 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) AND candidate.policy
IN (SELECT policy FROM mine) UNION ALL SELECT candidate.policy FROM policy_terms candidate INDEXED BY policy_terms_without_value WHERE
candidate.tenant = ?5 AND candidate.start = 2 AND candidate.policy IN (SELECT policy FROM mine) AND coalesce((SELECT min(held) FROM
(SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND
attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name)
AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN mine granted ON granted.policy = matching.policy)))) user_layer WHERE +asset.tracked = ?3 AND ((EXISTS (SELECT
1 FROM mine granted CROSS JOIN policy_reads reading ON reading.policy = granted.policy AND (granted.items >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', ?6)) AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = ?6 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = ?6) AND attribute.path = ?7 AND attribute.key = ?8) AND 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', ?6)))) AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?5) AND asset.public = 0 AND user_layer.value <> '[]' ORDER BY +asset.created_us DESC, +asset.number DESC LIMIT +?9)
WHERE size > 0) WHERE upTo - size <= ?10) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN json_each(json_array(json((SELECT
json_group_array(json_array(granted.policy, granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy FROM json_each(asset.attributes)
current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number AND attribute.name = current.key AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = current.key) CROSS JOIN
policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = ?5 AND candidate.path = attribute.name || attribute.path
AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0)) AND candidate.policy IN (SELECT policy FROM mine) UNION ALL SELECT candidate.policy FROM policy_terms candidate INDEXED BY policy_terms_without_value
WHERE candidate.tenant = ?5 AND candidate.start = 2 AND candidate.policy IN (SELECT policy FROM mine) AND coalesce((SELECT min(held)
FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name
AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name)
AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN mine granted ON granted.policy = matching.policy)))) user_layer CROSS JOIN tenants of_tenant ON of_tenant.number
= asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?5) AND asset.public = 0 AND
user_layer.value <> '[]'
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
-- SCAN granted
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH (subquery-51)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-58)
-- SCAN (subquery-60)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-68)
-- SCAN (subquery-88)
-- SCAN (subquery-69)
-- SEARCH (subquery-74)
-- SEARCH (subquery-81)
-- SCAN (subquery-83)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH changed VIRTUAL TABLE INDEX 1:

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
0)) AND lookup.start = ?4)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (WITH range_share AS MATERIALIZED (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?5 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)) SELECT upto.k0, upto.k1, upto.k2,
iif(shared.share >= shared.whole, ?5, 0 * ?5 / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value
->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(attribute.created_us, attribute.asset)) FROM asset_values
attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = many.tenant AND attribute.path = ?6 AND
attribute.key = ?7 ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1)) nth
ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE EXISTS (SELECT 1 FROM many)
-- SCAN CONSTANT ROW
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
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-41)
-- SCAN (subquery-43)
-- SCAN range_share
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-39)
-- SCAN stops LEFT-JOIN

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
0)) AND lookup.start = ?4)) SELECT count(*) AS n FROM (SELECT 1 FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS
JOIN json_each(json_array(json((SELECT json_group_array(json_array(granted.policy, granted.items)) FROM (SELECT DISTINCT policy FROM
(SELECT candidate.policy FROM json_each(asset.attributes) current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number
AND attribute.name = current.key AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = current.key) CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = ?5 AND candidate.path
= attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses = 1 OR coalesce((SELECT
min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0)) AND candidate.policy IN (SELECT policy FROM mine) UNION ALL SELECT candidate.policy FROM policy_terms candidate INDEXED BY policy_terms_without_value
WHERE candidate.tenant = ?5 AND candidate.start = 2 AND candidate.policy IN (SELECT policy FROM mine) AND coalesce((SELECT min(held)
FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name
AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name)
AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = 'sha256:****************************************************************'
AND attribute.present = 1)) <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)),
0))) matching CROSS JOIN mine granted ON granted.policy = matching.policy)))) user_layer WHERE +asset.tracked = ?3 AND ((EXISTS (SELECT
1 FROM mine granted CROSS JOIN policy_reads reading ON reading.policy = granted.policy AND (granted.items >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', ?6)) AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = ?6 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = ?6) AND attribute.path = ?7 AND attribute.key = ?8) AND 1 AND EXISTS (SELECT 1 FROM json_each(user_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', ?6)))) AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?5) AND asset.public = 0 AND user_layer.value <> '[]' LIMIT +?9)
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
-- SCAN granted
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH (subquery-42)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-49)
-- SCAN (subquery-51)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-59)

-- the statement 3 of member

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

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
0)) AND lookup.start = ?4)) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism,
asset.chain_id AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner,
asset.created_us AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours,
asset.behaviours) AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number
FROM events first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope =
of_tenant.id AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, (SELECT json_group_array(listed.key) FROM json_each(asset.attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads
reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND
reading.name IN ('*', listed.key)))) AS readable, CASE WHEN 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'event_type' AND reading.name = '*')) THEN NULL ELSE coalesce((SELECT last.accepted_us FROM events last WHERE last.asset
= asset.number AND last.seq = (SELECT max((SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = changed.key)) FROM json_each(asset.attributes) changed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT
1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value
->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', changed.key))))), asset.created_us) END AS seenUs,
page.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes)
+ 1024 AS size FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_array(CASE WHEN +asset.tenant
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
0))) matching CROSS JOIN theirs granted ON granted.policy = matching.policy)) END)) tenant_layer WHERE +asset.tracked = ?3 AND (((+asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) OR EXISTS (SELECT 1 FROM theirs granted CROSS JOIN policy_reads
reading ON reading.policy = granted.policy AND (granted.items >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name
IN ('*', ?5))) AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = ?5 AND
attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = ?5) AND
attribute.path = ?6 AND attribute.key = ?7) AND 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value)
granted CROSS JOIN policy_reads reading ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE
reading.kind = 'attribute' AND reading.name IN ('*', ?5))))) AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM
tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '[]') ORDER BY +asset.created_us
DESC, +asset.number DESC LIMIT +?8) WHERE size > 0) WHERE upTo - size <= ?9) page CROSS JOIN assets asset ON asset.number = page.row
CROSS JOIN json_each(json_array(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN
NULL ELSE json((SELECT json_group_array(json_array(granted.policy, granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy
FROM tenants owner CROSS JOIN json_each(asset.attributes) current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number
AND attribute.name = current.key AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = current.key) CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = owner.id AND
candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) AND owner.number = asset.tenant AND candidate.policy
IN (SELECT policy FROM theirs) UNION ALL SELECT candidate.policy FROM tenants owner CROSS JOIN policy_terms candidate INDEXED BY policy_terms_without_value
WHERE candidate.tenant = owner.id AND candidate.start = 2 AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM
theirs) AND coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))) matching CROSS JOIN theirs granted ON granted.policy
= matching.policy)) END)) tenant_layer CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE (asset.public = 0 OR +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '[]')
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
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH owner USING INDEX tenants_by_number (number=?)
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH (subquery-47)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-54)
-- SCAN (subquery-56)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-65)
-- SCAN (subquery-86)
-- SCAN (subquery-66)
-- SEARCH (subquery-72)
-- SEARCH (subquery-79)
-- SCAN (subquery-81)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH changed VIRTUAL TABLE INDEX 1:

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
0)) AND lookup.start = ?4)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (WITH range_share AS MATERIALIZED (SELECT max(least, whole / max(searches,
1)) AS share, least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?5 / coalesce(value,
1.0)) AS INTEGER) FROM cost) AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)) SELECT upto.k0, upto.k1, upto.k2,
iif(shared.share >= shared.whole, ?5, 0 * ?5 / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value
->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(attribute.created_us, attribute.asset)) FROM asset_values
attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = many.tenant AND attribute.path = ?6 AND
attribute.key = ?7 ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1)) nth
ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE EXISTS (SELECT 1 FROM many)
-- SCAN CONSTANT ROW
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
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-36)
-- SCAN (subquery-38)
-- SCAN range_share
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-34)
-- SCAN stops LEFT-JOIN

-- the statement 3 of administrator

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
0)) AND lookup.start = ?4)) SELECT count(*) AS n FROM (SELECT 1 FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS
JOIN json_each(json_array(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL
ELSE json((SELECT json_group_array(json_array(granted.policy, granted.items)) FROM (SELECT DISTINCT policy FROM (SELECT candidate.policy
FROM tenants owner CROSS JOIN json_each(asset.attributes) current CROSS JOIN asset_attributes attribute ON attribute.asset = asset.number
AND attribute.name = current.key AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = current.key) CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = owner.id AND
candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start = 1 WHERE (candidate.clauses
= 1 OR coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) AND owner.number = asset.tenant AND candidate.policy
IN (SELECT policy FROM theirs) UNION ALL SELECT candidate.policy FROM tenants owner CROSS JOIN policy_terms candidate INDEXED BY policy_terms_without_value
WHERE candidate.tenant = owner.id AND candidate.start = 2 AND owner.number = asset.tenant AND candidate.policy IN (SELECT policy FROM
theirs) AND coalesce((SELECT min(held) FROM (SELECT max(EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key
= 'sha256:****************************************************************' AND attribute.present = 1)) <> term.negated) AS held FROM
policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))) matching CROSS JOIN theirs granted ON granted.policy
= matching.policy)) END)) tenant_layer WHERE +asset.tracked = ?3 AND (((+asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1) OR EXISTS (SELECT 1 FROM theirs granted CROSS JOIN policy_reads reading ON reading.policy = granted.policy
AND (granted.items >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name IN ('*', ?5))) AND EXISTS (SELECT 1 FROM
asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = ?5 AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = ?5) AND attribute.path = ?6 AND attribute.key =
?7) AND 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM json_each(tenant_layer.value) granted CROSS JOIN policy_reads reading
ON reading.policy = granted.value ->> 0 AND (granted.value ->> 1 >> reading.item) & 1 WHERE reading.kind = 'attribute' AND reading.name
IN ('*', ?5))))) AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) AND
(tenant_layer.value IS NULL OR tenant_layer.value <> '[]') LIMIT +?8)
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
-- SEARCH reading USING COVERING INDEX policy_reads_by_name (policy=? AND kind=? AND name=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH owner USING INDEX tenants_by_number (number=?)
-- SCAN current VIRTUAL TABLE INDEX 1:
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=?)
-- SEARCH candidate USING COVERING INDEX policy_terms_by_value (tenant=? AND path=? AND key=? AND policy=?)
-- SEARCH (subquery-38)
-- SEARCH candidate USING COVERING INDEX policy_terms_without_value (tenant=? AND policy=?)
-- SEARCH (subquery-45)
-- SCAN (subquery-47)
-- SCAN matching
-- SEARCH granted USING AUTOMATIC COVERING INDEX (policy=?)
-- SCAN granted VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-56)

-- the statement 4 of partner
