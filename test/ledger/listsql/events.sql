-- ==== administrator

-- the rights of the caller: rights.sql

SELECT group_concat(lines || ' ' || coalesce(readable, ''), ' ') AS lines FROM (SELECT format('%s %s %s %s %s %s %s %s %s %s %s %s
%s %s %s %s %s %s %s %s %s %s %s %s', event.tenant, event.principal, iif(page.sameCaller, NULL, of_tenant.id), iif(page.sameCaller,
NULL, of_tenant.wallet_address), iif(page.sameCaller, NULL, of_principal.info), event.number, event.asset, event.seq, event.accepted_us,
event.declared_us, page.size, of_asset.id, event.id, iif(page.upTo <= 1800000, event.event_attributes, NULL), iif(page.upTo <= 1800000,
event.asset_attributes, NULL), event.operation, event.behaviour, event.declared, CASE event.proof_mechanism WHEN 'MERKLE_LOG' THEN
(SELECT leaf.appended_us FROM logs log CROSS JOIN log_leaves leaf ON leaf.log = log.number AND leaf.event = event.number WHERE log.scope
= of_tenant.id AND log.ended = 0 AND event.number <= log.cursor) ELSE event.committed_us END, event.principal_declared, iif(event.proof_mechanism
= 'MERKLE_LOG' AND event.confirmation = 'CONFIRMED' AND event.number > coalesce((SELECT log.cursor FROM logs log WHERE log.scope =
of_tenant.id AND log.ended = 0), 0), 'PENDING', event.confirmation), event.from_wallet, CASE event.proof_mechanism WHEN 'KHIPU' THEN
format('%s %s %s', event.transaction_id, event.block_number, event.transaction_index) WHEN 'SIMPLE_HASH' THEN coalesce((SELECT CASE
WHEN around.start_us <= event.accepted_us THEN (SELECT format('%s %s %s', c.hash, c.block_number, c.transaction_index) FROM chain_transactions
c WHERE c.intent = around.intent) END FROM anchors around INDEXED BY anchors_by_end WHERE around.scope = of_tenant.id AND around.end_us
> event.accepted_us ORDER BY around.end_us LIMIT 1), ' 0 0') ELSE ' 0 0' END, CASE WHEN event.principal IS NULL THEN (SELECT json_object('us',
said.accepted_us, 'by', json(coalesce(said.principal_declared, author.info)), 'reason', said.event_attributes ->> '$.arc_erasure_reason',
'event', said.id) FROM erasures erasure CROSS JOIN events said ON said.number = erasure.erasure LEFT JOIN principals author ON author.number
= said.principal WHERE erasure.event = event.number) END) AS lines, NULL AS readable FROM (SELECT * FROM (SELECT *, sum(size) OVER
(ROWS UNBOUNDED PRECEDING) AS upTo, lag(tenant) OVER (ROWS UNBOUNDED PRECEDING) IS tenant AND lag(principal) OVER (ROWS UNBOUNDED PRECEDING)
IS principal AS sameCaller FROM (SELECT event.number AS row, event.tenant AS tenant, event.principal AS principal, octet_length(event.event_attributes)
+ octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared, '')) + 1024 + coalesce((SELECT octet_length(caller.info)
FROM principals caller WHERE caller.number = event.principal), 0) * (1 + (event.principal_declared IS NULL)) AS size FROM events event
INDEXED BY events_accepted WHERE event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) AND +event.tenant
= (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) ORDER BY event.accepted_us DESC, event.number DESC LIMIT +?2)
WHERE size > 0) WHERE upTo - size <= ?3) page CROSS JOIN events event ON event.number = page.row CROSS JOIN assets of_asset ON of_asset.number
= event.asset CROSS JOIN tenants of_tenant ON of_tenant.number = event.tenant LEFT JOIN principals of_principal ON of_principal.number
= event.principal WHERE +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1))
-- SEARCH event USING INDEX events_accepted (tenant=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH caller USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-9)
-- SCAN (subquery-15)
-- SCAN (subquery-10)
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH of_principal USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH leaf USING INDEX log_leaves_by_event (log=? AND event=?)
-- SEARCH around USING INDEX anchors_by_end (scope=? AND end_us>?)
-- SEARCH c USING INDEX sqlite_autoindex_chain_transactions_1 (intent=?)
-- SEARCH erasure USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH said USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH author USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

SELECT count(*) AS n FROM (SELECT 1 FROM events event INDEXED BY events_accepted WHERE event.tenant = (SELECT numbered.number FROM
tenants numbered WHERE numbered.id = ?1) AND +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)
LIMIT +?2)
-- SEARCH event USING COVERING INDEX events_accepted (tenant=?)
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
= ?6)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, (SELECT ?7 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all')
AS looked FROM (SELECT k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING) AS spent FROM (WITH RECURSIVE merged(k0, k1, k2, cost,
row, crossed, asset) AS ( SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes)
+ octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset FROM few CROSS JOIN assets asset
ON asset.number = few.number CROSS JOIN events event ON event.asset = asset.number AND event.seq = asset.seq UNION ALL SELECT event.accepted_us,
event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096, event.number, 0, event.asset FROM merged CROSS JOIN events event ON event.asset = merged.asset AND event.seq =
merged.k2 - 1 ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT (SELECT CAST(max(1, ?7 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE
of = 'all')) SELECT * FROM merged)) WHERE spent >= (SELECT CAST(max(1, ?7 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE
of = 'all') LIMIT 1) stops WHERE EXISTS (SELECT 1 FROM few)
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
-- SEARCH cost
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH event USING INDEX events_by_seq (asset=? AND seq=?)
-- SCAN merged
-- SCAN (subquery-55)
-- SCAN (subquery-50)
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
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(event.accepted_us, event.number, event.seq))
FROM events event INDEXED BY events_accepted WHERE event.tenant = many.tenant ORDER BY event.accepted_us DESC, event.number DESC LIMIT
1 OFFSET (SELECT share FROM range_share) - 1)) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared)
stops WHERE EXISTS (SELECT 1 FROM many)
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
-- SEARCH event USING INDEX events_accepted (tenant=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-44)
-- SCAN stops LEFT-JOIN

-- the statement 2 of member

-- the statement 3 of member

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
= ?6)) SELECT group_concat(lines || ' ' || coalesce(readable, ''), ' ') AS lines FROM (SELECT format('%s %s %s %s %s %s %s %s %s %s
%s %s %s %s %s %s %s %s %s %s %s %s %s %s', event.tenant, event.principal, iif(page.sameCaller, NULL, of_tenant.id), iif(page.sameCaller,
NULL, of_tenant.wallet_address), iif(page.sameCaller, NULL, of_principal.info), event.number, event.asset, event.seq, event.accepted_us,
event.declared_us, page.size, of_asset.id, event.id, iif(page.upTo <= 1800000, event.event_attributes, NULL), iif(page.upTo <= 1800000,
event.asset_attributes, NULL), event.operation, event.behaviour, event.declared, CASE event.proof_mechanism WHEN 'MERKLE_LOG' THEN
(SELECT leaf.appended_us FROM logs log CROSS JOIN log_leaves leaf ON leaf.log = log.number AND leaf.event = event.number WHERE log.scope
= of_tenant.id AND log.ended = 0 AND event.number <= log.cursor) ELSE event.committed_us END, event.principal_declared, iif(event.proof_mechanism
= 'MERKLE_LOG' AND event.confirmation = 'CONFIRMED' AND event.number > coalesce((SELECT log.cursor FROM logs log WHERE log.scope =
of_tenant.id AND log.ended = 0), 0), 'PENDING', event.confirmation), event.from_wallet, CASE event.proof_mechanism WHEN 'KHIPU' THEN
format('%s %s %s', event.transaction_id, event.block_number, event.transaction_index) WHEN 'SIMPLE_HASH' THEN coalesce((SELECT CASE
WHEN around.start_us <= event.accepted_us THEN (SELECT format('%s %s %s', c.hash, c.block_number, c.transaction_index) FROM chain_transactions
c WHERE c.intent = around.intent) END FROM anchors around INDEXED BY anchors_by_end WHERE around.scope = of_tenant.id AND around.end_us
> event.accepted_us ORDER BY around.end_us LIMIT 1), ' 0 0') ELSE ' 0 0' END, CASE WHEN event.principal IS NULL THEN (SELECT json_object('us',
said.accepted_us, 'by', json(coalesce(said.principal_declared, author.info)), 'reason', said.event_attributes ->> '$.arc_erasure_reason',
'event', said.id) FROM erasures erasure CROSS JOIN events said ON said.number = erasure.erasure LEFT JOIN principals author ON author.number
= said.principal WHERE erasure.event = event.number) END) AS lines, (SELECT json_object('names', json_group_array(listed.key)) FROM
json_each(event.asset_attributes) listed WHERE 1 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key
AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (user_layer.value ->> reading.policy))) AS
readable FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo, lag(tenant) OVER (ROWS UNBOUNDED PRECEDING)
IS tenant AND lag(principal) OVER (ROWS UNBOUNDED PRECEDING) IS principal AS sameCaller FROM (SELECT event.number AS row, event.tenant
AS tenant, event.principal AS principal, octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024 + coalesce((SELECT octet_length(caller.info) FROM principals caller WHERE caller.number = event.principal), 0) * (1 + (event.principal_declared
IS NULL)) + 7 * octet_length(event.asset_attributes) AS size FROM (WITH RECURSIVE merged(k0, k1, k2, cost, row, crossed, asset) AS
( SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes)
+ octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset FROM few CROSS JOIN assets asset
ON asset.number = few.number CROSS JOIN events event ON event.asset = asset.number AND event.seq = asset.seq UNION ALL SELECT event.accepted_us,
event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096, event.number, 0, event.asset FROM merged CROSS JOIN events event ON event.asset = merged.asset AND event.seq =
merged.k2 - 1 ORDER BY 1 DESC, 2 DESC, 3 DESC) SELECT * FROM merged) place CROSS JOIN events event ON event.number = place.row CROSS
JOIN json_each(json_object((SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?2) AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
WHERE place.crossed = 0 AND +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND event.public
= 0 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'event_type' AND reading.name
IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text'
THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (user_layer.value ->> reading.policy)) LIMIT
+?7) WHERE size > 0) WHERE upTo - size <= ?8) page CROSS JOIN events event ON event.number = page.row CROSS JOIN json_each(json_object((SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items)
FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path =
substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
CROSS JOIN assets of_asset ON of_asset.number = event.asset CROSS JOIN tenants of_tenant ON of_tenant.number = event.tenant LEFT JOIN
principals of_principal ON of_principal.number = event.principal WHERE +event.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?2) AND event.public = 0 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key
AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes,
'$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (user_layer.value
->> reading.policy)))
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
-- SEARCH event USING INDEX events_by_seq (asset=? AND seq=?)
-- SCAN merged
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-61)
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SEARCH caller USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-66)
-- SCAN (subquery-82)
-- SCAN (subquery-67)
-- SEARCH (subquery-75)
-- SEARCH of_asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH of_principal USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH leaf USING INDEX log_leaves_by_event (log=? AND event=?)
-- SEARCH around USING INDEX anchors_by_end (scope=? AND end_us>?)
-- SEARCH c USING INDEX sqlite_autoindex_chain_transactions_1 (intent=?)
-- SEARCH erasure USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH said USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH author USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SCAN listed VIRTUAL TABLE INDEX 1:

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
= ?6)) SELECT count(*) AS n FROM (SELECT 1 FROM (WITH RECURSIVE merged(k0, k1, k2, cost, row, crossed, asset) AS ( SELECT event.accepted_us,
event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096, event.number, 0, event.asset FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN events event
ON event.asset = asset.number AND event.seq = asset.seq UNION ALL SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes)
+ octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset
FROM merged CROSS JOIN events event ON event.asset = merged.asset AND event.seq = merged.k2 - 1 ORDER BY 1 DESC, 2 DESC, 3 DESC) SELECT
* FROM merged) place CROSS JOIN events event ON event.number = place.row CROSS JOIN json_each(json_object((SELECT numbered.number FROM
tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate
WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM
(SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM
asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer WHERE place.crossed =
0 AND +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND event.public = 0 AND EXISTS (SELECT
1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', CASE
WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text' THEN event.event_attributes
->> '$.arc_display_type' ELSE '' END END) AND reading.items & (user_layer.value ->> reading.policy)) LIMIT +?7)
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
-- SEARCH event USING INDEX events_by_seq (asset=? AND seq=?)
-- SCAN merged
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-53)
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN (subquery-58)

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
= ?5)) SELECT stops.* FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, (SELECT ?6 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all')
AS looked FROM (SELECT k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING) AS spent FROM (WITH RECURSIVE merged(k0, k1, k2, cost,
row, crossed, asset) AS ( SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes)
+ octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset FROM few CROSS JOIN assets asset
ON asset.number = few.number CROSS JOIN events event ON event.asset = asset.number AND event.seq = asset.seq UNION ALL SELECT event.accepted_us,
event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096, event.number, 0, event.asset FROM merged CROSS JOIN events event ON event.asset = merged.asset AND event.seq =
merged.k2 - 1 ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT (SELECT CAST(max(1, ?6 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE
of = 'all')) SELECT * FROM merged)) WHERE spent >= (SELECT CAST(max(1, ?6 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE
of = 'all') LIMIT 1) stops WHERE EXISTS (SELECT 1 FROM few)
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
-- SEARCH cost
-- SEARCH asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH event USING INDEX events_by_seq (asset=? AND seq=?)
-- SCAN merged
-- SCAN (subquery-51)
-- SCAN (subquery-46)
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
->> 1 AS k1, nth.value ->> 2 AS k2 FROM many CROSS JOIN json_each((SELECT json_array(json_array(event.accepted_us, event.number, event.seq))
FROM events event INDEXED BY events_accepted WHERE event.tenant = many.tenant ORDER BY event.accepted_us DESC, event.number DESC LIMIT
1 OFFSET (SELECT share FROM range_share) - 1)) nth ORDER BY k0 DESC, k1 DESC, k2 DESC LIMIT 1) upto CROSS JOIN range_share shared)
stops WHERE EXISTS (SELECT 1 FROM many)
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
-- SEARCH event USING INDEX events_accepted (tenant=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN upto
-- SCAN shared
-- SCAN (subquery-40)
-- SCAN stops LEFT-JOIN

-- the statement 3 of administrator

-- the statement 3 of partner

-- the statement 4 of partner

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
= ?5)) SELECT group_concat(lines || ' ' || coalesce(readable, ''), ' ') AS lines FROM (SELECT format('%s %s %s %s %s %s %s %s %s %s
%s %s %s %s %s %s %s %s %s %s %s %s %s %s', event.tenant, event.principal, iif(page.sameCaller, NULL, of_tenant.id), iif(page.sameCaller,
NULL, of_tenant.wallet_address), iif(page.sameCaller, NULL, of_principal.info), event.number, event.asset, event.seq, event.accepted_us,
event.declared_us, page.size, of_asset.id, event.id, iif(page.upTo <= 1800000, event.event_attributes, NULL), iif(page.upTo <= 1800000,
event.asset_attributes, NULL), event.operation, event.behaviour, event.declared, CASE event.proof_mechanism WHEN 'MERKLE_LOG' THEN
(SELECT leaf.appended_us FROM logs log CROSS JOIN log_leaves leaf ON leaf.log = log.number AND leaf.event = event.number WHERE log.scope
= of_tenant.id AND log.ended = 0 AND event.number <= log.cursor) ELSE event.committed_us END, event.principal_declared, iif(event.proof_mechanism
= 'MERKLE_LOG' AND event.confirmation = 'CONFIRMED' AND event.number > coalesce((SELECT log.cursor FROM logs log WHERE log.scope =
of_tenant.id AND log.ended = 0), 0), 'PENDING', event.confirmation), event.from_wallet, CASE event.proof_mechanism WHEN 'KHIPU' THEN
format('%s %s %s', event.transaction_id, event.block_number, event.transaction_index) WHEN 'SIMPLE_HASH' THEN coalesce((SELECT CASE
WHEN around.start_us <= event.accepted_us THEN (SELECT format('%s %s %s', c.hash, c.block_number, c.transaction_index) FROM chain_transactions
c WHERE c.intent = around.intent) END FROM anchors around INDEXED BY anchors_by_end WHERE around.scope = of_tenant.id AND around.end_us
> event.accepted_us ORDER BY around.end_us LIMIT 1), ' 0 0') ELSE ' 0 0' END, CASE WHEN event.principal IS NULL THEN (SELECT json_object('us',
said.accepted_us, 'by', json(coalesce(said.principal_declared, author.info)), 'reason', said.event_attributes ->> '$.arc_erasure_reason',
'event', said.id) FROM erasures erasure CROSS JOIN events said ON said.number = erasure.erasure LEFT JOIN principals author ON author.number
= said.principal WHERE erasure.event = event.number) END) AS lines, (SELECT json_object('names', json_group_array(listed.key)) FROM
json_each(event.asset_attributes) listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE
reading.tenant = tenant_layer.key AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value
->> reading.policy)))) AS readable FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo, lag(tenant) OVER
(ROWS UNBOUNDED PRECEDING) IS tenant AND lag(principal) OVER (ROWS UNBOUNDED PRECEDING) IS principal AS sameCaller FROM (SELECT event.number
AS row, event.tenant AS tenant, event.principal AS principal, octet_length(event.event_attributes) + octet_length(event.asset_attributes)
+ octet_length(coalesce(event.principal_declared, '')) + 1024 + coalesce((SELECT octet_length(caller.info) FROM principals caller WHERE
caller.number = event.principal), 0) * (1 + (event.principal_declared IS NULL)) + 7 * octet_length(event.asset_attributes) AS size
FROM (WITH RECURSIVE merged(k0, k1, k2, cost, row, crossed, asset) AS ( SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes)
+ octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset
FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN events event ON event.asset = asset.number AND event.seq =
asset.seq UNION ALL SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes)
+ octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset FROM merged CROSS JOIN events event
ON event.asset = merged.asset AND event.seq = merged.k2 - 1 ORDER BY 1 DESC, 2 DESC, 3 DESC) SELECT * FROM merged) place CROSS JOIN
events event ON event.number = place.row CROSS JOIN json_each(json_object(event.tenant || '', json(CASE WHEN +event.tenant = (SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy, candidate.items)
FROM granted candidate WHERE candidate.tenant = event.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
WHERE place.crossed = 0 AND (event.public = 0 OR +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?1)) AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind
= 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type')
WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (tenant_layer.value ->> reading.policy)))
LIMIT +?6) WHERE size > 0) WHERE upTo - size <= ?7) page CROSS JOIN events event ON event.number = page.row CROSS JOIN json_each(json_object(event.tenant
|| '', json(CASE WHEN +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT
json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = event.tenant AND coalesce((SELECT
min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS
(SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq = (SELECT
max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path =
substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
CROSS JOIN assets of_asset ON of_asset.number = event.asset CROSS JOIN tenants of_tenant ON of_tenant.number = event.tenant LEFT JOIN
principals of_principal ON of_principal.number = event.principal WHERE (event.public = 0 OR +event.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE
reading.tenant = tenant_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN
NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type'
ELSE '' END END) AND reading.items & (tenant_layer.value ->> reading.policy))))
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
-- SEARCH event USING INDEX events_by_seq (asset=? AND seq=?)
-- SCAN merged
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-56)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SEARCH caller USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-61)
-- SCAN (subquery-76)
-- SCAN (subquery-62)
-- SEARCH (subquery-69)
-- SEARCH of_asset USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH of_tenant USING INDEX tenants_by_number (number=?)
-- SEARCH of_principal USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH log USING INDEX logs_by_scope (scope=?)
-- SEARCH leaf USING INDEX log_leaves_by_event (log=? AND event=?)
-- SEARCH around USING INDEX anchors_by_end (scope=? AND end_us>?)
-- SEARCH c USING INDEX sqlite_autoindex_chain_transactions_1 (intent=?)
-- SEARCH erasure USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH said USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH author USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SCAN listed VIRTUAL TABLE INDEX 1:

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
= ?5)) SELECT count(*) AS n FROM (SELECT 1 FROM (WITH RECURSIVE merged(k0, k1, k2, cost, row, crossed, asset) AS ( SELECT event.accepted_us,
event.number, event.seq, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096, event.number, 0, event.asset FROM few CROSS JOIN assets asset ON asset.number = few.number CROSS JOIN events event
ON event.asset = asset.number AND event.seq = asset.seq UNION ALL SELECT event.accepted_us, event.number, event.seq, 1 + (octet_length(event.event_attributes)
+ octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared, '')) + 1024) / 4096, event.number, 0, event.asset
FROM merged CROSS JOIN events event ON event.asset = merged.asset AND event.seq = merged.k2 - 1 ORDER BY 1 DESC, 2 DESC, 3 DESC) SELECT
* FROM merged) place CROSS JOIN events event ON event.number = place.row CROSS JOIN json_each(json_object(event.tenant || '', json(CASE
WHEN +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = event.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer WHERE place.crossed = 0
AND (event.public = 0 OR +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value
IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key AND reading.kind = 'event_type' AND
reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type')
WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (tenant_layer.value ->> reading.policy)))
LIMIT +?6)
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
-- SEARCH event USING INDEX events_by_seq (asset=? AND seq=?)
-- SCAN merged
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH candidate USING AUTOMATIC COVERING INDEX (tenant=?)
-- SEARCH (subquery-48)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN (subquery-53)
