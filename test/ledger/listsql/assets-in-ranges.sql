-- ==== administrator

-- the rights of the caller: rights.sql

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, page.size FROM (SELECT * FROM (SELECT *,
sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes) + 1024 AS size FROM
assets asset INDEXED BY assets_tracked WHERE asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND
asset.tracked = ?2 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) ORDER BY asset.created_us
DESC, asset.number DESC LIMIT +?3) WHERE size > 0) WHERE upTo - size <= ?4) page CROSS JOIN assets asset ON asset.number = page.row
CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1)
-- SEARCH asset USING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-5)
-- SCAN (subquery-10)
-- SCAN (subquery-6)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)

SELECT count(*) AS n FROM (SELECT 1 FROM assets asset INDEXED BY assets_tracked WHERE asset.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1) AND asset.tracked = ?2 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1) LIMIT +?3)
-- SEARCH asset USING COVERING INDEX assets_tracked (tenant=? AND tracked=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-3)

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
asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId, asset.behaviours,
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
END AS readable, user_layer.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number
AS row, found.key, found.value, octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes) AS size FROM (SELECT found.number,
found.created_us, found.key, found.value FROM (SELECT found.value ->> 1 AS number, found.value ->> 0 AS created_us, lookup.tenant AS
key, '{' || group_concat(DISTINCT lookup.permissions) || '}' AS value, max(lookup.own) AS own FROM starts lookup CROSS JOIN json_each(CASE
lookup.start WHEN 1 THEN (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us AS c, asset.number AS i FROM (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND
NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = asset.tenant AND kind.tracked = 0 AND kind.created_us
= asset.created_us AND kind.number = asset.number) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE
kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us
DESC, asset.number DESC LIMIT +?4)) ELSE (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us AS c, asset.number
AS i FROM assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1,
0) FROM range_end) AND +asset.tracked = ?5 AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held)
FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1
FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us DESC, asset.number
DESC LIMIT +?4)) END) found GROUP BY 1, 2) found ORDER BY found.created_us DESC, found.number DESC LIMIT +?4) found CROSS JOIN assets
asset ON asset.number = found.number ORDER BY found.created_us DESC, found.number DESC LIMIT +?6) WHERE size > 0) WHERE upTo - size
<= ?7) user_layer CROSS JOIN assets asset ON asset.number = user_layer.row CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant
WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND asset.public = 0 AND user_layer.value
<> '{}'
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
-- SCAN found VIRTUAL TABLE INDEX 1:
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
-- SEARCH (subquery-46)
-- SCAN (subquery-48)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>?)
-- SEARCH (subquery-55)
-- SCAN (subquery-57)
-- USE TEMP B-TREE FOR group_concat(DISTINCT)
-- SCAN found
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-61)
-- SCAN (subquery-66)
-- SCAN (subquery-62)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
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
0), range_share AS MATERIALIZED (WITH equal AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM
(SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER)
FROM cost WHERE of = 'one') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM starts lookup)) SELECT max(max(least),
coalesce((max(whole) - sum(iif(size < share, size, 0))) / nullif(sum(size >= share), 0), max(whole))) AS share, max(whole) AS whole
FROM (SELECT share, least, whole, CASE WHEN share >= whole THEN whole ELSE CASE lookup.start WHEN 1 THEN (SELECT count(*) FROM (SELECT
1 FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
AND (attribute.created_us, attribute.asset) < (?4, ?5) LIMIT (SELECT share FROM equal))) ELSE (SELECT count(*) FROM (SELECT 1 FROM
assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?4, ?5) LIMIT (SELECT share FROM equal))) END
END AS size FROM starts lookup CROSS JOIN equal)), range_end AS MATERIALIZED (SELECT upto.k0, upto.k1, upto.k2, iif(shared.share >=
shared.whole, (SELECT ?3 * coalesce(max(share), 1.0) FROM cost WHERE of = 'one'), (SELECT sum(CASE lookup.start WHEN 1 THEN (SELECT
count(*) FROM (SELECT 1 FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key
= lookup.key AND (attribute.created_us, attribute.asset) < (?4, ?5) AND (attribute.created_us, attribute.asset) >= (upto.k0, upto.k1)
LIMIT (SELECT share FROM range_share))) ELSE (SELECT count(*) FROM (SELECT 1 FROM assets asset WHERE asset.tenant = lookup.tenant AND
(asset.created_us, asset.number) < (?4, ?5) AND (asset.created_us, asset.number) >= (upto.k0, upto.k1) LIMIT (SELECT share FROM range_share)))
END) FROM starts lookup) * (SELECT ?3 * coalesce(max(share), 1.0) FROM cost WHERE of = 'one') / shared.whole) AS looked FROM (SELECT
nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value ->> 2 AS k2 FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN
1 THEN (SELECT json_array(json_array(attribute.created_us, attribute.asset)) FROM asset_values attribute WHERE attribute.tenant = lookup.tenant
AND attribute.path = lookup.path AND attribute.key = lookup.key AND (attribute.created_us, attribute.asset) < (?4, ?5) ORDER BY attribute.created_us
DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1) ELSE (SELECT json_array(json_array(asset.created_us,
asset.number)) FROM assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?4, ?5) ORDER BY asset.created_us
DESC, asset.number DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1) END) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto
CROSS JOIN range_share shared) SELECT counted.n, stops.* FROM (SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT DISTINCT number FROM
(SELECT asset.number AS number, lookup.own FROM starts lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM
asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND (asset.created_us,
asset.number) < (?4, ?5) AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND
NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = asset.tenant AND kind.tracked = 0 AND kind.created_us
= asset.created_us AND kind.number = asset.number) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE
kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start
= ?6 UNION ALL SELECT asset.number AS number, lookup.own FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant
AND (asset.created_us, asset.number) < (?4, ?5) AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1,
0) FROM range_end) AND +asset.tracked = ?6 AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held)
FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1
FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?7)) LIMIT +?8)) counted
LEFT JOIN (SELECT k0, k1, k2, looked FROM range_end) stops
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
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-16)
-- SCAN (subquery-18)
-- SCAN equal
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)<(?,?))
-- SCAN (subquery-21)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND created_us<?)
-- SCAN (subquery-24)
-- SCAN range_share
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SCAN (subquery-30)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND (created_us,rowid)>(?,?) AND created_us<?)
-- SCAN (subquery-33)
-- SEARCH range_end
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-51)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>? AND created_us<?)
-- SEARCH (subquery-59)
-- SCAN (subquery-61)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN (subquery-62)
-- SCAN (subquery-63)
-- SCAN counted
-- SCAN range_end LEFT-JOIN

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
0), range_share AS MATERIALIZED (WITH equal AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM
(SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?3 / coalesce(max(value), 1.0)) AS INTEGER)
FROM cost WHERE of = 'one') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM starts lookup)) SELECT max(max(least),
coalesce((max(whole) - sum(iif(size < share, size, 0))) / nullif(sum(size >= share), 0), max(whole))) AS share, max(whole) AS whole
FROM (SELECT share, least, whole, CASE WHEN share >= whole THEN whole ELSE CASE lookup.start WHEN 1 THEN (SELECT count(*) FROM (SELECT
1 FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
AND (attribute.created_us, attribute.asset) < (?4, ?5) LIMIT (SELECT share FROM equal))) ELSE (SELECT count(*) FROM (SELECT 1 FROM
assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?4, ?5) LIMIT (SELECT share FROM equal))) END
END AS size FROM starts lookup CROSS JOIN equal)), range_end AS MATERIALIZED (SELECT upto.k0, upto.k1, upto.k2, iif(shared.share >=
shared.whole, (SELECT ?3 * coalesce(max(share), 1.0) FROM cost WHERE of = 'one'), (SELECT sum(CASE lookup.start WHEN 1 THEN (SELECT
count(*) FROM (SELECT 1 FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key
= lookup.key AND (attribute.created_us, attribute.asset) < (?4, ?5) AND (attribute.created_us, attribute.asset) >= (upto.k0, upto.k1)
LIMIT (SELECT share FROM range_share))) ELSE (SELECT count(*) FROM (SELECT 1 FROM assets asset WHERE asset.tenant = lookup.tenant AND
(asset.created_us, asset.number) < (?4, ?5) AND (asset.created_us, asset.number) >= (upto.k0, upto.k1) LIMIT (SELECT share FROM range_share)))
END) FROM starts lookup) * (SELECT ?3 * coalesce(max(share), 1.0) FROM cost WHERE of = 'one') / shared.whole) AS looked FROM (SELECT
nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value ->> 2 AS k2 FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN
1 THEN (SELECT json_array(json_array(attribute.created_us, attribute.asset)) FROM asset_values attribute WHERE attribute.tenant = lookup.tenant
AND attribute.path = lookup.path AND attribute.key = lookup.key AND (attribute.created_us, attribute.asset) < (?4, ?5) ORDER BY attribute.created_us
DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1) ELSE (SELECT json_array(json_array(asset.created_us,
asset.number)) FROM assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?4, ?5) ORDER BY asset.created_us
DESC, asset.number DESC LIMIT 1 OFFSET (SELECT share FROM range_share) - 1) END) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto
CROSS JOIN range_share shared) SELECT stops.* FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, looked FROM range_end) stops
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
-- SCAN lookup
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-16)
-- SCAN (subquery-18)
-- SCAN equal
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)<(?,?))
-- SCAN (subquery-21)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND created_us<?)
-- SCAN (subquery-24)
-- SCAN range_share
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SCAN (subquery-30)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND (created_us,rowid)>(?,?) AND created_us<?)
-- SCAN (subquery-33)
-- SCAN (subquery-43)
-- SCAN range_end LEFT-JOIN

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
0) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS
chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us
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
& (user_layer.value ->> reading.policy))) changes) END AS readable, user_layer.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS
UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, found.key, found.value, octet_length(asset.attributes) + 1024 + 7 *
octet_length(asset.attributes) AS size FROM (SELECT found.number, found.created_us, found.key, found.value FROM (SELECT found.value
->> 1 AS number, found.value ->> 0 AS created_us, lookup.tenant AS key, '{' || group_concat(DISTINCT lookup.permissions) || '}' AS
value, max(lookup.own) AS own FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN (SELECT json_group_array(json_array(c,
i)) FROM (SELECT asset.created_us AS c, asset.number AS i FROM (SELECT tenant, path, key, created_us, asset AS number FROM asset_values)
asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key AND (asset.created_us, asset.number)
< (?3, ?4) AND (asset.created_us, asset.number) >= (?5, ?6) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE
kind.tenant = asset.tenant AND kind.tracked = 0 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND NOT EXISTS
(SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us
= asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM
(SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM
asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us DESC, asset.number
DESC LIMIT +?7)) ELSE (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us AS c, asset.number AS i FROM assets
asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?3, ?4) AND (asset.created_us, asset.number) >= (?5,
?6) AND +asset.tracked = ?8 AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT
max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us DESC, asset.number DESC
LIMIT +?7)) END) found GROUP BY 1, 2) found ORDER BY found.created_us DESC, found.number DESC LIMIT +?7) found CROSS JOIN assets asset
ON asset.number = found.number ORDER BY found.created_us DESC, found.number DESC LIMIT +?9) WHERE size > 0) WHERE upTo - size <= ?10)
user_layer CROSS JOIN assets asset ON asset.number = user_layer.row CROSS JOIN tenants of_tenant ON of_tenant.number = asset.tenant
WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND asset.public = 0 AND user_layer.value
<> '{}'
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
-- SCAN found VIRTUAL TABLE INDEX 1:
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-32)
-- SCAN (subquery-34)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>? AND created_us<?)
-- SEARCH (subquery-40)
-- SCAN (subquery-42)
-- USE TEMP B-TREE FOR group_concat(DISTINCT)
-- SCAN found
-- USE TEMP B-TREE FOR ORDER BY
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-46)
-- SCAN (subquery-51)
-- SCAN (subquery-47)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 7 of member

-- the rights of the caller: rights.sql

-- the statement 9 of member

-- the statement 5 of member

-- the rights of the caller: rights.sql

-- the statement 5 of member

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
asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId, asset.behaviours,
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
changes) END AS readable, page.size FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number
AS row, found.key, found.value, octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes) AS size FROM (SELECT found.number,
found.created_us, found.key, found.value FROM (SELECT found.value ->> 1 AS number, found.value ->> 0 AS created_us, lookup.tenant AS
key, '{' || group_concat(DISTINCT lookup.permissions) || '}' AS value, max(lookup.own) AS own FROM starts lookup CROSS JOIN json_each(CASE
lookup.start WHEN 1 THEN (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us AS c, asset.number AS i FROM (SELECT
tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path
AND asset.key = lookup.key AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND
NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = asset.tenant AND kind.tracked = 0 AND kind.created_us
= asset.created_us AND kind.number = asset.number) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE
kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us
DESC, asset.number DESC LIMIT +?3)) ELSE (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us AS c, asset.number
AS i FROM assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1,
0) FROM range_end) AND +asset.tracked = ?4 AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held)
FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1
FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us DESC, asset.number
DESC LIMIT +?3)) END) found GROUP BY 1, 2) found ORDER BY found.created_us DESC, found.number DESC LIMIT +?3) found CROSS JOIN assets
asset ON asset.number = found.number ORDER BY found.created_us DESC, found.number DESC LIMIT +?5) WHERE size > 0) WHERE upTo - size
<= ?6) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN
+asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer CROSS JOIN tenants of_tenant
ON of_tenant.number = asset.tenant WHERE (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}')
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
-- SCAN found VIRTUAL TABLE INDEX 1:
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
-- SEARCH (subquery-42)
-- SCAN (subquery-44)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>?)
-- SEARCH (subquery-51)
-- SCAN (subquery-53)
-- USE TEMP B-TREE FOR group_concat(DISTINCT)
-- SCAN found
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-57)
-- SCAN (subquery-70)
-- SCAN (subquery-58)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-65)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)

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
0), range_share AS MATERIALIZED (WITH equal AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM
(SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(max(value), 1.0)) AS INTEGER)
FROM cost WHERE of = 'all') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM starts lookup)) SELECT max(max(least),
coalesce((max(whole) - sum(iif(size < share, size, 0))) / nullif(sum(size >= share), 0), max(whole))) AS share, max(whole) AS whole
FROM (SELECT share, least, whole, CASE WHEN share >= whole THEN whole ELSE CASE lookup.start WHEN 1 THEN (SELECT count(*) FROM (SELECT
1 FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
AND (attribute.created_us, attribute.asset) < (?3, ?4) LIMIT (SELECT share FROM equal))) ELSE (SELECT count(*) FROM (SELECT 1 FROM
assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?3, ?4) LIMIT (SELECT share FROM equal))) END
END AS size FROM starts lookup CROSS JOIN equal)), range_end AS MATERIALIZED (SELECT upto.k0, upto.k1, upto.k2, iif(shared.share >=
shared.whole, (SELECT ?2 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), (SELECT count(*) FROM (SELECT attribute.asset FROM
starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key
= lookup.key AND (attribute.created_us, attribute.asset) < (?3, ?4) AND (attribute.created_us, attribute.asset) >= (upto.k0, upto.k1)
AND lookup.start = 1 UNION SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us,
asset.number) < (?3, ?4) AND (asset.created_us, asset.number) >= (upto.k0, upto.k1) AND lookup.start = 2)) * (SELECT ?2 * coalesce(max(share),
1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value ->>
2 AS k2 FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN (SELECT json_array(json_array(attribute.created_us, attribute.asset))
FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
AND (attribute.created_us, attribute.asset) < (?3, ?4) ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT
share FROM range_share) - 1) ELSE (SELECT json_array(json_array(asset.created_us, asset.number)) FROM assets asset WHERE asset.tenant
= lookup.tenant AND (asset.created_us, asset.number) < (?3, ?4) ORDER BY asset.created_us DESC, asset.number DESC LIMIT 1 OFFSET (SELECT
share FROM range_share) - 1) END) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) SELECT counted.n,
stops.* FROM (SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT DISTINCT number FROM (SELECT asset.number AS number, lookup.own FROM
starts lookup CROSS JOIN (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant
AND asset.path = lookup.path AND asset.key = lookup.key AND (asset.created_us, asset.number) < (?3, ?4) AND (asset.created_us, asset.number)
>= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked
WHERE kind.tenant = asset.tenant AND kind.tracked = 0 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND NOT
EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us
= asset.created_us AND kind.number = asset.number) AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM
(SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM
asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?5 UNION ALL SELECT
asset.number AS number, lookup.own FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us,
asset.number) < (?3, ?4) AND (asset.created_us, asset.number) >= (SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end) AND
+asset.tracked = ?5 AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) AND lookup.start = ?6)) LIMIT +?7)) counted LEFT
JOIN (SELECT k0, k1, k2, looked FROM range_end) stops
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
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN CONSTANT ROW
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-12)
-- SCAN (subquery-14)
-- SCAN equal
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)<(?,?))
-- SCAN (subquery-17)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND created_us<?)
-- SCAN (subquery-20)
-- SCAN range_share
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND (created_us,rowid)>(?,?) AND created_us<?)
-- SCAN (subquery-26)
-- SEARCH range_end
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-43)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>? AND created_us<?)
-- SEARCH (subquery-51)
-- SCAN (subquery-53)
-- SCAN (subquery-54)
-- SCAN (subquery-55)
-- SCAN counted
-- SCAN range_end LEFT-JOIN

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
0), range_share AS MATERIALIZED (WITH equal AS MATERIALIZED (SELECT max(least, whole / max(searches, 1)) AS share, least, whole FROM
(SELECT whole, max(1, min(16, whole / 16)) AS least FROM (SELECT CAST((SELECT CAST(max(1, ?2 / coalesce(max(value), 1.0)) AS INTEGER)
FROM cost WHERE of = 'all') AS INTEGER) AS whole)) CROSS JOIN (SELECT count(*) AS searches FROM starts lookup)) SELECT max(max(least),
coalesce((max(whole) - sum(iif(size < share, size, 0))) / nullif(sum(size >= share), 0), max(whole))) AS share, max(whole) AS whole
FROM (SELECT share, least, whole, CASE WHEN share >= whole THEN whole ELSE CASE lookup.start WHEN 1 THEN (SELECT count(*) FROM (SELECT
1 FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
AND (attribute.created_us, attribute.asset) < (?3, ?4) LIMIT (SELECT share FROM equal))) ELSE (SELECT count(*) FROM (SELECT 1 FROM
assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?3, ?4) LIMIT (SELECT share FROM equal))) END
END AS size FROM starts lookup CROSS JOIN equal)), range_end AS MATERIALIZED (SELECT upto.k0, upto.k1, upto.k2, iif(shared.share >=
shared.whole, (SELECT ?2 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all'), (SELECT count(*) FROM (SELECT attribute.asset FROM
starts lookup CROSS JOIN asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key
= lookup.key AND (attribute.created_us, attribute.asset) < (?3, ?4) AND (attribute.created_us, attribute.asset) >= (upto.k0, upto.k1)
AND lookup.start = 1 UNION SELECT asset.number FROM starts lookup CROSS JOIN assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us,
asset.number) < (?3, ?4) AND (asset.created_us, asset.number) >= (upto.k0, upto.k1) AND lookup.start = 2)) * (SELECT ?2 * coalesce(max(share),
1.0) FROM cost WHERE of = 'all') / shared.whole) AS looked FROM (SELECT nth.value ->> 0 AS k0, nth.value ->> 1 AS k1, nth.value ->>
2 AS k2 FROM starts lookup CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN (SELECT json_array(json_array(attribute.created_us, attribute.asset))
FROM asset_values attribute WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key
AND (attribute.created_us, attribute.asset) < (?3, ?4) ORDER BY attribute.created_us DESC, attribute.asset DESC LIMIT 1 OFFSET (SELECT
share FROM range_share) - 1) ELSE (SELECT json_array(json_array(asset.created_us, asset.number)) FROM assets asset WHERE asset.tenant
= lookup.tenant AND (asset.created_us, asset.number) < (?3, ?4) ORDER BY asset.created_us DESC, asset.number DESC LIMIT 1 OFFSET (SELECT
share FROM range_share) - 1) END) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared) SELECT stops.*
FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, looked FROM range_end) stops
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
-- SCAN lookup
-- SCAN nth VIRTUAL TABLE INDEX 1:
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-12)
-- SCAN (subquery-14)
-- SCAN equal
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)<(?,?))
-- SCAN (subquery-17)
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND created_us<?)
-- SCAN (subquery-20)
-- SCAN range_share
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SEARCH lookup USING AUTOMATIC PARTIAL COVERING INDEX (start=?)
-- SEARCH attribute USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SEARCH asset USING COVERING INDEX assets_by_creation (tenant=? AND (created_us,rowid)>(?,?) AND created_us<?)
-- SCAN (subquery-26)
-- SCAN (subquery-35)
-- SCAN range_end LEFT-JOIN

-- the rights of the caller: rights.sql

SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS chainId,
asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us AS createdUs,
asset.seq, asset.head_us AS headUs, lower(hex(asset.head_hash)) AS headHash, coalesce(asset.initial_behaviours, asset.behaviours) AS
initialBehaviours, iif(asset.proof_mechanism = 'MERKLE_LOG' AND asset.confirmation = 'CONFIRMED' AND (SELECT first.number FROM events
first WHERE first.asset = asset.number AND first.seq = 1) > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id
AND log.ended = 0), 0), 'PENDING', asset.confirmation) AS confirmation, NULL AS readable, page.size FROM (SELECT * FROM (SELECT *,
sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (SELECT asset.number AS row, octet_length(asset.attributes) + 1024 AS size FROM
assets asset INDEXED BY assets_tracked WHERE asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND
asset.tracked = ?2 AND +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND (asset.created_us,
asset.number) < (?3, ?4) AND (asset.created_us, asset.number) >= (?5, ?6) ORDER BY asset.created_us DESC, asset.number DESC LIMIT +?7)
WHERE size > 0) WHERE upTo - size <= ?8) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN tenants of_tenant ON of_tenant.number
= asset.tenant WHERE +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
-- SEARCH asset USING INDEX assets_tracked (tenant=? AND tracked=? AND created_us>? AND created_us<?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-5)
-- SCAN (subquery-10)
-- SCAN (subquery-6)
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)

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
0) SELECT asset.number, asset.id, of_tenant.id AS tenant, asset.public, asset.proof_mechanism AS proofMechanism, asset.chain_id AS
chainId, asset.behaviours, asset.attributes, asset.tracked, coalesce(asset.owner, of_tenant.wallet_address) AS owner, asset.created_us
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
AS upTo FROM (SELECT asset.number AS row, found.key, found.value, octet_length(asset.attributes) + 1024 + 7 * octet_length(asset.attributes)
AS size FROM (SELECT found.number, found.created_us, found.key, found.value FROM (SELECT found.value ->> 1 AS number, found.value ->>
0 AS created_us, lookup.tenant AS key, '{' || group_concat(DISTINCT lookup.permissions) || '}' AS value, max(lookup.own) AS own FROM
starts lookup CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us
AS c, asset.number AS i FROM (SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset WHERE asset.tenant = lookup.tenant
AND asset.path = lookup.path AND asset.key = lookup.key AND (asset.created_us, asset.number) < (?2, ?3) AND (asset.created_us, asset.number)
>= (?4, ?5) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_tracked WHERE kind.tenant = asset.tenant AND kind.tracked =
0 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND NOT EXISTS (SELECT 1 FROM assets kind INDEXED BY assets_public_by_creation
WHERE kind.tenant = asset.tenant AND kind.public = 1 AND kind.created_us = asset.created_us AND kind.number = asset.number) AND (lookup.clauses
= 1 AND lookup.start = 1 OR coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us
DESC, asset.number DESC LIMIT +?6)) ELSE (SELECT json_group_array(json_array(c, i)) FROM (SELECT asset.created_us AS c, asset.number
AS i FROM assets asset WHERE asset.tenant = lookup.tenant AND (asset.created_us, asset.number) < (?2, ?3) AND (asset.created_us, asset.number)
>= (?4, ?5) AND +asset.tracked = ?7 AND asset.public = 0 AND (lookup.clauses = 1 AND lookup.start = 1 OR coalesce((SELECT min(held)
FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1
FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = lookup.policy GROUP BY term.clause)), 0)) ORDER BY asset.created_us DESC, asset.number
DESC LIMIT +?6)) END) found GROUP BY 1, 2) found ORDER BY found.created_us DESC, found.number DESC LIMIT +?6) found CROSS JOIN assets
asset ON asset.number = found.number ORDER BY found.created_us DESC, found.number DESC LIMIT +?8) WHERE size > 0) WHERE upTo - size
<= ?9) page CROSS JOIN assets asset ON asset.number = page.row CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN
+asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer CROSS JOIN tenants of_tenant
ON of_tenant.number = asset.tenant WHERE (asset.public = 0 OR +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?1)) AND (tenant_layer.value IS NULL OR tenant_layer.value <> '{}')
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
-- SCAN found VIRTUAL TABLE INDEX 1:
-- SEARCH asset_values USING PRIMARY KEY (tenant=? AND path=? AND key=? AND (created_us,asset)>(?,?) AND (created_us,asset)<(?,?))
-- SEARCH kind USING COVERING INDEX assets_tracked (tenant=? AND tracked=? AND created_us=? AND rowid=?)
-- SEARCH kind USING COVERING INDEX assets_public_by_creation (tenant=? AND created_us=? AND rowid=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=?)
-- SEARCH version USING PRIMARY KEY (asset=? AND name=?)
-- SEARCH attribute USING PRIMARY KEY (asset=? AND name=? AND seq=? AND path=? AND key=?)
-- SEARCH (subquery-28)
-- SCAN (subquery-30)
-- SEARCH asset USING INDEX assets_by_creation (tenant=? AND created_us>? AND created_us<?)
-- SEARCH (subquery-36)
-- SCAN (subquery-38)
-- USE TEMP B-TREE FOR group_concat(DISTINCT)
-- SCAN found
-- USE TEMP B-TREE FOR ORDER BY
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-42)
-- SCAN (subquery-55)
-- SCAN (subquery-43)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-50)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH first USING COVERING INDEX events_by_seq (asset=? AND seq=?)
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN listed VIRTUAL TABLE INDEX 1:
-- SCAN changes
-- SEARCH last USING INDEX events_by_seq (asset=? AND seq=?)

-- the statement 7 of partner

-- the rights of the caller: rights.sql

-- the statement 9 of partner

-- the rights of the caller: rights.sql

-- the statement 11 of partner

-- the statement 12 of partner

-- the statement 7 of partner

-- the rights of the caller: rights.sql

-- the statement 7 of partner
