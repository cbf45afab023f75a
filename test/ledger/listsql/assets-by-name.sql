-- ==== administrator

-- the rights of the caller: rights.sql

SELECT stops.* FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, ?1 AS looked FROM (SELECT k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING)
AS spent FROM (SELECT attribute.key AS k0, attribute.created_us AS k1, attribute.asset AS k2, 1 + (octet_length(asset.attributes) +
1024) / 4096 AS cost FROM asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant =
(SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND attribute.path = ?3 AND attribute.key > '' AND +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) ORDER BY attribute.key, attribute.created_us, attribute.asset
LIMIT +?1)) WHERE spent >= ?1 LIMIT 1) stops
-- SCAN CONSTANT ROW
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key>?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-8)
-- SCAN (subquery-5)
-- SCAN (subquery-1)
-- SCAN stops LEFT-JOIN

SELECT stops.* FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, ?1 AS looked FROM (SELECT k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING)
AS spent FROM (SELECT ?2 AS k0, asset.created_us AS k1, asset.number AS k2, 1 + (octet_length(asset.attributes) + 1024) / 4096 AS cost
FROM assets asset INDEXED BY assets_tracked WHERE asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?3) AND asset.tracked = ?4 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?3) ORDER BY asset.created_us,
asset.number LIMIT +?1)) WHERE spent >= ?1 LIMIT 1) stops
-- SCAN CONSTANT ROW
-- SEARCH asset USING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-8)
-- SCAN (subquery-5)
-- SCAN (subquery-1)
-- SCAN stops LEFT-JOIN

SELECT count(*) AS n FROM (SELECT 1 FROM assets asset INDEXED BY assets_tracked WHERE asset.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1) AND asset.tracked = ?2 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) LIMIT +?3)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-3)

-- the rights of the caller: rights.sql

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, page.size, page.k0, page.k1, page.k2 FROM
(SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, attribute.key AS k0,
attribute.created_us AS k1, attribute.asset AS k2, octet_length(asset.attributes) + 1024 AS size FROM asset_values attribute CROSS
JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND attribute.path = ?2 AND attribute.key > '' AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND (attribute.key, attribute.created_us, attribute.asset) <= (?3, ?4, ?5) AND asset.tracked = ?6 AND 1 ORDER BY attribute.key,
attribute.created_us, attribute.asset LIMIT +?7) WHERE size > 0) WHERE upTo - size <= ?8) page CROSS JOIN assets asset ON asset.number
= page.row CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key>? AND (key,created_us,asset)<(?,?,?))
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-5)
-- SCAN (subquery-10)
-- SCAN (subquery-6)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)

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
= ?6)) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id
AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us
AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours)
AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, CASE WHEN 1 AND EXISTS (SELECT 1 FROM readable_names reading
WHERE reading.tenant = user_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', '*') AND reading.items & (user_layer.value
->> reading.policy)) THEN (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(asset.attributes) listed WHERE
1 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name
IN ('*', listed.key) AND reading.items & (user_layer.value ->> reading.policy))) ELSE (SELECT json_object('names', json(changes.names),
'changedUs', coalesce((SELECT last.accepted_us FROM events last WHERE last.asset = asset.number AND last.seq = changes.seq), asset.created_us))
FROM (SELECT json_group_array(listed.key) AS names, max((SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = listed.key)) AS seq FROM json_each(asset.attributes) listed WHERE 1 AND EXISTS (SELECT 1 FROM readable_names
reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items
& (user_layer.value ->> reading.policy))) changes) END AS readable, page.size, page.k0, page.k1, page.k2 FROM (SELECT * FROM (SELECT
*, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, named.value AS k0, asset.created_us AS k1, asset.number
AS k2, octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes) AS size FROM few CROSS JOIN assets asset ON asset.number
= few.number CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT
json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
CROSS JOIN json_each(json_array(coalesce((SELECT attribute.key FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = ?7 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = ?7) AND attribute.path = '' AND attribute.key NOT IN ('', ?8) AND 1 AND EXISTS (SELECT 1 FROM readable_names reading
WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', ?7) AND reading.items & (user_layer.value
->> reading.policy))), ?9))) named WHERE +asset.tracked = ?5 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE
numbered.id = ?2) AND asset.public = 0 AND user_layer.value <> '{}' ORDER BY +named.value, +asset.created_us, +asset.number LIMIT +?10)
WHERE size > 0) WHERE upTo - size <= ?11) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN json_each(json_object((SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items)
FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?2) AND asset.public = 0 AND user_layer.value <> '{}'
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
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-60)
-- SCAN named VIRTUAL TABLE INDEX 1:
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-67)
-- SCAN (subquery-81)
-- SCAN (subquery-68)
-- SEARCH (subquery-76)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)

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
= ?6)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (WITH range_share AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?7 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)) SELECT upto.k0,
upto.k1, upto.k2, iif(shared.share >= shared.whole, (SELECT ?7 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), 0 * (SELECT
?7 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(attribute.key, attribute.created_us,
attribute.asset)) FROM asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = many.tenant
AND attribute.path = ?8 AND attribute.key > '' ORDER BY attribute.key, attribute.created_us, attribute.asset LIMIT 1 OFFSET (SELECT
share FROM range_share) - 1)) nth ORDER BY k0, k1, k2 LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE EXISTS (SELECT 1 FROM
many)
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
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-46)
-- SCAN (subquery-48)
-- SCAN range_share
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key>?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-44)
-- SCAN stops LEFT-JOIN

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
= ?6)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (WITH range_share AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?7 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)) SELECT upto.k0,
upto.k1, upto.k2, iif(shared.share >= shared.whole, (SELECT ?7 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), 0 * (SELECT
?7 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(?8, asset.created_us, asset.number))
FROM assets asset INDEXED BY assets_tracked WHERE asset.tenant = many.tenant AND asset.tracked = ?5 ORDER BY asset.created_us, asset.number
LIMIT 1 OFFSET (SELECT share FROM range_share) - 1)) nth ORDER BY k0, k1, k2 LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE
EXISTS (SELECT 1 FROM many)
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
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-46)
-- SCAN (subquery-48)
-- SCAN range_share
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-44)
-- SCAN stops LEFT-JOIN

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
0), range_share AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'one')
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM starts lookup)), range_end AS MATERIALIZED (SELECT upto.k0, upto.k1,
upto.k2, iif(shared.share >= shared.whole, (SELECT ?3 * coalesce(max(share), 1.0) FROM cost WHERE of = 'one'), 0 * (SELECT ?3 * coalesce(max(share),
1.0) FROM cost WHERE of = 'one') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value ->>
2 AS k2 FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN (SELECT json_array(json_array(attribute.created_us, attribute.asset))
FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1) ELSE (SELECT json_array(json_array(asset.created_us,
asset.number)) FROM assets asset WHERE asset.tenant = lookup.tenant ORDER BY asset.created_us DESC, asset.number DESC LIMIT 1 OFFSET
(SELECT share FROM range_share) - 1) END) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) SELECT
counted.n, stops.* FROM (SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own
FROM starts lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0),
0), coalesce(k1, 0) FROM range_end) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = asset.tenant
AND kind.tracked = 0 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND NOT EXISTS (SELECT 1 FROM assets kind
INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND
kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key
WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes attribute
WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?4 UNION ALL SELECT asset.number
AS number, lookup.own FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number)
>= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND +asset.tracked = ?4 AND asset.public = 0 AND (lookup.clauses =
1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?5)) LIMIT +?6)) counted LEFT JOIN (SELECT k0, k1, k2, looked FROM range_end) stops
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
-- SCAN lookup
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?))
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-16)
-- SCAN (subquery-18)
-- SCAN range_share
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SEARCH range_end
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-36)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>?)
-- SEARCH (subquery-44)
-- SCAN (subquery-46)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN (subquery-47)
-- SCAN (subquery-48)
-- SCAN counted
-- SCAN range_end LEFT-JOIN

-- ==== partner

-- the rights of the caller: rights.sql

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
= ?5)) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id
AS chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us
AS createdUs, asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours)
AS initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, CASE WHEN 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', '*')
AND reading.items & (tenant_layer.value ->> reading.policy))) THEN (SELECT json_object('names', json_group_array(listed.key)) FROM
json_each(asset.attributes) listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant
= tenant_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value ->>
reading.policy)))) ELSE (SELECT json_object('names', json(changes.names), 'changedUs', coalesce((SELECT last.accepted_us FROM events
last WHERE last.asset = asset.number AND last.seq = changes.seq), asset.created_us)) FROM (SELECT json_group_array(listed.key) AS names,
max((SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = listed.key)) AS seq
FROM json_each(asset.attributes) listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE
reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value
->> reading.policy)))) changes) END AS readable, page.size, page.k0, page.k1, page.k2 FROM (SELECT * FROM (SELECT *, sum(size) OVER
(ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, named.value AS k0, asset.created_us AS k1, asset.number AS k2,
octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes) AS size FROM few CROSS JOIN assets asset ON asset.number
= few.number CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate
WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
CROSS JOIN json_each(json_array(coalesce((SELECT attribute.key FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = ?6 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = ?6) AND attribute.path = '' AND attribute.key NOT IN ('', ?7) AND 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', ?6)
AND reading.items & (tenant_layer.value ->> reading.policy)))), ?8))) named WHERE +asset.tracked = ?4 AND (asset.public = 0 OR +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}')
ORDER BY +named.value, +asset.created_us, +asset.number LIMIT +?9) WHERE size > 0) WHERE upTo - size <= ?10) page CROSS JOIN assets
asset ON asset.number = page.row CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy, candidate.items) FROM granted
candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE (asset.public = 0 OR +asset.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}')
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
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-55)
-- SCAN named VIRTUAL TABLE INDEX 1:
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-62)
-- SCAN (subquery-75)
-- SCAN (subquery-63)
-- SEARCH (subquery-70)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)

-- the statement 2 of administrator

-- the statement 3 of administrator

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
= ?5)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (WITH range_share AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?6 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)) SELECT upto.k0,
upto.k1, upto.k2, iif(shared.share >= shared.whole, (SELECT ?6 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), 0 * (SELECT
?6 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(attribute.key, attribute.created_us,
attribute.asset)) FROM asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = many.tenant
AND attribute.path = ?7 AND attribute.key > '' ORDER BY attribute.key, attribute.created_us, attribute.asset LIMIT 1 OFFSET (SELECT
share FROM range_share) - 1)) nth ORDER BY k0, k1, k2 LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE EXISTS (SELECT 1 FROM
many)
-- SCAN CONSTANT ROW
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
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-42)
-- SCAN (subquery-44)
-- SCAN range_share
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key>?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-40)
-- SCAN stops LEFT-JOIN

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
= ?5)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (WITH range_share AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share,
least, whole FROM (SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?6 / coalesce(max(value),
1.0)) AS INTEGER) FROM cost WHERE of = 'all') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM many)) SELECT upto.k0,
upto.k1, upto.k2, iif(shared.share >= shared.whole, (SELECT ?6 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), 0 * (SELECT
?6 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(?7, asset.created_us, asset.number))
FROM assets asset INDEXED BY assets_tracked WHERE asset.tenant = many.tenant AND asset.tracked = ?4 ORDER BY asset.created_us, asset.number
LIMIT 1 OFFSET (SELECT share FROM range_share) - 1)) nth ORDER BY k0, k1, k2 LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE
EXISTS (SELECT 1 FROM many)
-- SCAN CONSTANT ROW
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
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN (subquery-42)
-- SCAN (subquery-44)
-- SCAN range_share
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-40)
-- SCAN stops LEFT-JOIN

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
0), range_share AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM (SELECT whole, max(1, min(16,
whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all')
AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM starts lookup)), range_end AS MATERIALIZED (SELECT upto.k0, upto.k1,
upto.k2, iif(shared.share >= shared.whole, (SELECT ?2 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), 0 * (SELECT ?2 * coalesce(max(share),
1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value ->>
2 AS k2 FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN (SELECT json_array(json_array(attribute.created_us, attribute.asset))
FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1) ELSE (SELECT json_array(json_array(asset.created_us,
asset.number)) FROM assets asset WHERE asset.tenant = lookup.tenant ORDER BY asset.created_us DESC, asset.number DESC LIMIT 1 OFFSET
(SELECT share FROM range_share) - 1) END) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) SELECT
counted.n, stops.* FROM (SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own
FROM starts lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant =
lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0),
0), coalesce(k1, 0) FROM range_end) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = asset.tenant
AND kind.tracked = 0 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND NOT EXISTS (SELECT 1 FROM assets kind
INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND
kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key
WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes attribute
WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?3 UNION ALL SELECT asset.number
AS number, lookup.own FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number)
>= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND +asset.tracked = ?3 AND asset.public = 0 AND (lookup.clauses =
1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?4)) LIMIT +?5)) counted LEFT JOIN (SELECT k0, k1, k2, looked FROM range_end) stops
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN lookup
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?))
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-12)
-- SCAN (subquery-14)
-- SCAN range_share
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=?)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SEARCH range_end
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-32)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>?)
-- SEARCH (subquery-40)
-- SCAN (subquery-42)
-- SCAN (subquery-43)
-- SCAN (subquery-44)
-- SCAN counted
-- SCAN range_end LEFT-JOIN

-- the rights of the caller: rights.sql

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, page.size, page.k0, page.k1, page.k2 FROM
(SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, attribute.key AS k0,
attribute.created_us AS k1, attribute.asset AS k2, octet_length(asset.attributes) + 1024 AS size FROM asset_values attribute CROSS
JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND attribute.path = ?2 AND attribute.key > '' AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND asset.tracked = ?3 AND 1 ORDER BY attribute.key, attribute.created_us, attribute.asset LIMIT +?4) WHERE size > 0) WHERE upTo
- size <= ?5) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant
WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key>?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-5)
-- SCAN (subquery-10)
-- SCAN (subquery-6)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, page.size, page.k0, page.k1, page.k2 FROM
(SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, ?1 AS k0, asset.created_us
AS k1, asset.number AS k2, octet_length(asset.attributes) + 1024 AS size FROM assets asset INDEXED BY assets_tracked WHERE asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND asset.tracked = ?3 AND +asset.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT attribute.key FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = ?4 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = ?4) AND attribute.path = '' AND attribute.key NOT IN ('', ?5) AND 1), ?1) = ?1 ORDER BY asset.created_us,
asset.number LIMIT +?6) WHERE size > 0) WHERE upTo - size <= ?7) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN
tenants of_tenant ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?2)
-- SEARCH asset USING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SCAN (subquery-7)
-- SCAN (subquery-12)
-- SCAN (subquery-8)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
