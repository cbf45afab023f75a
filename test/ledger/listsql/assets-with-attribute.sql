-- ==== administrator

-- the rights of the caller: rights.sql

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, page.size FROM (SELECT * FROM (SELECT *,
sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes) + 1024 AS size FROM
(SELECT valued.number FROM (SELECT attribute.tenant, attribute.created_us, attribute.asset AS number FROM asset_values attribute WHERE
attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND attribute.path = ?2 AND attribute.key
= ?3 AND +attribute.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) ORDER BY attribute.created_us DESC,
attribute.asset DESC LIMIT +?4) valued WHERE NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = valued.tenant
AND kind.tracked = 0 AND kind.created_us = valued.created_us AND kind.number = valued.number) LIMIT +?5) found CROSS JOIN assets asset
ON asset.number = found.number WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) LIMIT +?5)
WHERE size > 0) WHERE upTo - size <= ?6) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN tenants of_tenant ON of_tenant.number
= asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
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
& (user_layer.value ->> reading.policy))) changes) END AS readable, page.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED
PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes) AS
size FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE
candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM (SELECT
max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer WHERE +asset.tracked = ?5 AND
((EXISTS (SELECT 1 FROM granted CROSS JOIN readable_names reading ON reading.tenant = granted.tenant AND reading.kind = 'attribute'
AND reading.name IN ('*', ?7) AND reading.policy = granted.policy WHERE granted.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?2) AND reading.items & granted.items) AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = ?7 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = ?7) AND attribute.path = ?8 AND attribute.key = ?9) AND 1 AND EXISTS (SELECT 1 FROM readable_names
reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', ?7) AND reading.items & (user_layer.value
->> reading.policy)))) AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND asset.public =
0 AND user_layer.value <> '{}' ORDER BY +asset.created_us DESC, +asset.number DESC LIMIT +?10) WHERE size > 0) WHERE upTo - size <=
?11) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE
candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM (SELECT
max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer CROSS JOIN tenants of_tenant
ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND
asset.public = 0 AND user_layer.value <> '{}'
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
-- SEARCH granted USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=? AND policy=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-60)
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-69)
-- SCAN (subquery-83)
-- SCAN (subquery-70)
-- SEARCH (subquery-78)
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
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(attribute.created_us, attribute.asset))
FROM asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = many.tenant AND attribute.path
= ?8 AND attribute.key = ?9 ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share)
- 1)) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE EXISTS (SELECT 1 FROM many)
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
= ?6)) SELECT count(*) AS n FROM (SELECT 1 FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_object((SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items)
FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
WHERE +asset.tracked = ?5 AND ((EXISTS (SELECT 1 FROM granted CROSS JOIN readable_names reading ON reading.tenant = granted.tenant
AND reading.kind = 'attribute' AND reading.name IN ('*', ?7) AND reading.policy = granted.policy WHERE granted.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2) AND reading.items & granted.items) AND EXISTS (SELECT 1 FROM asset_attributes attribute
WHERE attribute.asset = asset.number AND attribute.name = ?7 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version
WHERE version.asset = asset.number AND version.name = ?7) AND attribute.path = ?8 AND attribute.key = ?9) AND 1 AND EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', ?7) AND
reading.items & (user_layer.value ->> reading.policy)))) AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?2) AND asset.public = 0 AND user_layer.value <> '{}' LIMIT +?10)
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
-- SEARCH granted USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=? AND policy=?)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-50)
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN (subquery-59)

-- the statement 3 of member

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

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
->> reading.policy)))) changes) END AS readable, page.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING)
AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes) AS size FROM few
CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer WHERE +asset.tracked =
?4 AND (((+asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) OR EXISTS (SELECT 1 FROM granted CROSS
JOIN readable_names reading ON reading.tenant = granted.tenant AND reading.kind = 'attribute' AND reading.name IN ('*', ?6) AND reading.policy
= granted.policy WHERE granted.tenant <> (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND reading.items &
granted.items)) AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = ?6 AND
attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = ?6) AND
attribute.path = ?7 AND attribute.key = ?8) AND 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE
reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', ?6) AND reading.items & (tenant_layer.value
->> reading.policy))))) AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}') ORDER BY +asset.created_us DESC, +asset.number DESC LIMIT +?9)
WHERE size > 0) WHERE upTo - size <= ?10) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN json_each(json_object(asset.tenant
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
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=? AND policy=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-55)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-65)
-- SCAN (subquery-78)
-- SCAN (subquery-66)
-- SEARCH (subquery-73)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)

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
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(attribute.created_us, attribute.asset))
FROM asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset WHERE attribute.tenant = many.tenant AND attribute.path
= ?7 AND attribute.key = ?8 ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share)
- 1)) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) stops WHERE EXISTS (SELECT 1 FROM many)
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
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-40)
-- SCAN stops LEFT-JOIN

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
= ?5)) SELECT count(*) AS n FROM (SELECT 1 FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN json_each(json_object(asset.tenant
|| '', json(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT
json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
WHERE +asset.tracked = ?4 AND (((+asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) OR EXISTS (SELECT
1 FROM granted CROSS JOIN readable_names reading ON reading.tenant = granted.tenant AND reading.kind = 'attribute' AND reading.name
IN ('*', ?6) AND reading.policy = granted.policy WHERE granted.tenant <> (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) AND reading.items & granted.items)) AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = ?6 AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = ?6) AND attribute.path = ?7 AND attribute.key = ?8) AND 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM
readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', ?6) AND reading.items
& (tenant_layer.value ->> reading.policy))))) AND (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}') LIMIT +?9)
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
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=? AND policy=?)
-- SEARCH attribute EXISTS USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-45)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN (subquery-55)

-- the statement 4 of partner
