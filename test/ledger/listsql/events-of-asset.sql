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
FROM principals caller WHERE caller.number = event.principal), 0) * (1 + (event.principal_declared IS NULL)) AS size FROM assets asset
CROSS JOIN events event WHERE event.asset = asset.number AND asset.id = ?1 AND +event.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?2) ORDER BY event.seq DESC LIMIT +?3) WHERE size > 0) WHERE upTo - size <= ?4) page CROSS JOIN events
event ON event.number = page.row CROSS JOIN assets of_asset ON of_asset.number = event.asset CROSS JOIN tenants of_tenant ON of_tenant.number
= event.tenant LEFT JOIN principals of_principal ON of_principal.number = event.principal WHERE +event.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2))
-- SEARCH asset USING COVERING INDEX assets_by_id (id=?)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH caller USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN (subquery-8)
-- SCAN (subquery-14)
-- SCAN (subquery-9)
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

SELECT count(*) AS n FROM (SELECT 1 FROM assets asset CROSS JOIN events event WHERE event.asset = asset.number AND asset.id = ?1 AND
+event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) LIMIT +?3)
-- SEARCH asset USING COVERING INDEX assets_by_id (id=?)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SCAN (subquery-2)

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
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT stops.*
FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, (SELECT ?2 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all') AS looked FROM (SELECT
k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING) AS spent FROM (SELECT event.accepted_us AS k0, event.number AS k1, event.seq
AS k2, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096 AS cost FROM assets asset CROSS JOIN events event WHERE event.asset = asset.number AND asset.id = ?3 ORDER BY event.seq
DESC LIMIT (SELECT CAST(max(1, ?2 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))) WHERE spent >= (SELECT CAST(max(1,
?2 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all') LIMIT 1) stops
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
-- SEARCH cost
-- SEARCH asset USING COVERING INDEX assets_by_id (id=?)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SCAN (subquery-20)
-- SCAN (subquery-16)
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-12)
-- SCAN stops LEFT-JOIN

-- the statement 2 of member

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
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT group_concat(lines
|| ' ' || coalesce(readable, ''), ' ') AS lines FROM (SELECT format('%s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s
%s %s %s', event.tenant, event.principal, iif(page.sameCaller, NULL, of_tenant.id), iif(page.sameCaller, NULL, of_tenant.wallet_address),
iif(page.sameCaller, NULL, of_principal.info), event.number, event.asset, event.seq, event.accepted_us, event.declared_us, page.size,
of_asset.id, event.id, iif(page.upTo <= 1800000, event.event_attributes, NULL), iif(page.upTo <= 1800000, event.asset_attributes, NULL),
event.operation, event.behaviour, event.declared, CASE event.proof_mechanism WHEN 'MERKLE_LOG' THEN (SELECT leaf.appended_us FROM logs
log CROSS JOIN log_leaves leaf ON leaf.log = log.number AND leaf.event = event.number WHERE log.scope = of_tenant.id AND log.ended
= 0 AND event.number <= log.cursor) ELSE event.committed_us END, event.principal_declared, iif(event.proof_mechanism = 'MERKLE_LOG'
AND event.confirmation = 'CONFIRMED' AND event.number > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id AND
log.ended = 0), 0), 'PENDING', event.confirmation), event.from_wallet, CASE event.proof_mechanism WHEN 'KHIPU' THEN format('%s %s %s',
event.transaction_id, event.block_number, event.transaction_index) WHEN 'SIMPLE_HASH' THEN coalesce((SELECT CASE WHEN around.start_us
<= event.accepted_us THEN (SELECT format('%s %s %s', c.hash, c.block_number, c.transaction_index) FROM chain_transactions c WHERE c.intent
= around.intent) END FROM anchors around INDEXED BY anchors_by_end WHERE around.scope = of_tenant.id AND around.end_us > event.accepted_us
ORDER BY around.end_us LIMIT 1), ' 0 0') ELSE ' 0 0' END, CASE WHEN event.principal IS NULL THEN (SELECT json_object('us', said.accepted_us,
'by', json(coalesce(said.principal_declared, author.info)), 'reason', said.event_attributes ->> '$.arc_erasure_reason', 'event', said.id)
FROM erasures erasure CROSS JOIN events said ON said.number = erasure.erasure LEFT JOIN principals author ON author.number = said.principal
WHERE erasure.event = event.number) END) AS lines, (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(event.asset_attributes)
listed WHERE 1 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind = 'attribute'
AND reading.name IN ('*', listed.key) AND reading.items & (user_layer.value ->> reading.policy))) AS readable FROM (SELECT * FROM (SELECT
*, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo, lag(tenant) OVER (ROWS UNBOUNDED PRECEDING) IS tenant AND lag(principal) OVER
(ROWS UNBOUNDED PRECEDING) IS principal AS sameCaller FROM (SELECT event.number AS row, event.tenant AS tenant, event.principal AS
principal, octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024 + coalesce((SELECT octet_length(caller.info) FROM principals caller WHERE caller.number = event.principal), 0) * (1 + (event.principal_declared
IS NULL)) + 7 * octet_length(event.asset_attributes) AS size FROM assets asset CROSS JOIN json_each(json_object((SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted
candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held)
FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1
FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq)
FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path,
length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number
AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number
AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated)
AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer CROSS JOIN events event
WHERE event.asset = asset.number AND asset.id = ?3 AND +event.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?2) AND event.public = 0 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key AND reading.kind
= 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type')
WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (user_layer.value ->> reading.policy))
ORDER BY event.seq DESC LIMIT +?4) WHERE size > 0) WHERE upTo - size <= ?5) page CROSS JOIN events event ON event.number = page.row
CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?2) || '', json((SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id =
?2) AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
CROSS JOIN assets of_asset ON of_asset.number = event.asset CROSS JOIN tenants of_tenant ON of_tenant.number = event.tenant LEFT JOIN
principals of_principal ON of_principal.number = event.principal WHERE +event.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?2) AND event.public = 0 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key
AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes,
'$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (user_layer.value
->> reading.policy)))
-- SEARCH asset USING COVERING INDEX assets_by_id (id=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
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
-- SEARCH (subquery-26)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SEARCH caller USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-31)
-- SCAN (subquery-47)
-- SCAN (subquery-32)
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH (subquery-40)
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
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT count(*)
AS n FROM (SELECT 1 FROM assets asset CROSS JOIN json_each(json_object((SELECT numbered.number FROM tenants numbered WHERE numbered.id
= ?2) || '', json((SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate WHERE candidate.tenant = (SELECT
numbered.number FROM tenants numbered WHERE numbered.id = ?2) AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0))))) user_layer
CROSS JOIN events event WHERE event.asset = asset.number AND asset.id = ?3 AND +event.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?2) AND event.public = 0 AND EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = user_layer.key
AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes,
'$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (user_layer.value
->> reading.policy)) LIMIT +?4)
-- SEARCH asset USING COVERING INDEX assets_by_id (id=?)
-- SCAN user_layer VIRTUAL TABLE INDEX 1:
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
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
-- SEARCH (subquery-18)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SEARCH reading EXISTS USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN (subquery-23)

-- ==== partner

-- the rights of the caller: rights.sql

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id
AND permission.tenant = subject.tenant WHERE subject.remote = ?1 AND subject.confirmed = 1 AND subject.tenant <> ?1) permission CROSS
JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT stops.*
FROM (SELECT 1) LEFT JOIN (SELECT k0, k1, k2, (SELECT ?2 * coalesce(max(share), 1.0) FROM cost WHERE of = 'all') AS looked FROM (SELECT
k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING) AS spent FROM (SELECT event.accepted_us AS k0, event.number AS k1, event.seq
AS k2, 1 + (octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024) / 4096 AS cost FROM assets asset CROSS JOIN events event WHERE event.asset = asset.number AND asset.id = ?3 ORDER BY event.seq
DESC LIMIT (SELECT CAST(max(1, ?2 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all'))) WHERE spent >= (SELECT CAST(max(1,
?2 / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = 'all') LIMIT 1) stops
-- SCAN CONSTANT ROW
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH subject USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH permission USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- USE TEMP B-TREE FOR DISTINCT
-- SCAN permission
-- SEARCH reading USING INDEX readable_names_by_policy (policy=? AND kind=?)
-- USE TEMP B-TREE FOR GROUP BY
-- SCAN granted
-- SEARCH term USING PRIMARY KEY (policy=?)
-- SEARCH cost
-- SEARCH asset USING COVERING INDEX assets_by_id (id=?)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SCAN (subquery-16)
-- SCAN (subquery-12)
-- SEARCH cost USING AUTOMATIC PARTIAL COVERING INDEX (of=?)
-- SCAN (subquery-8)
-- SCAN stops LEFT-JOIN

-- the statement 2 of partner

-- the rights of the caller: rights.sql

WITH granted AS MATERIALIZED (SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (SELECT
DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id
AND permission.tenant = subject.tenant WHERE subject.remote = ?1 AND subject.confirmed = 1 AND subject.tenant <> ?1) permission CROSS
JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
GROUP BY reading.policy), cost AS MATERIALIZED (SELECT of, max(1.0, n / 10.0) AS value, max(1.0, n / 100.0) / max(1.0, n / 10.0) AS
share FROM (SELECT json_each.key AS of, json_each.value AS n FROM json_each((SELECT json_object('all', sum(lookups), 'one', 3 * avg(lookups))
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT group_concat(lines
|| ' ' || coalesce(readable, ''), ' ') AS lines FROM (SELECT format('%s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s
%s %s %s', event.tenant, event.principal, iif(page.sameCaller, NULL, of_tenant.id), iif(page.sameCaller, NULL, of_tenant.wallet_address),
iif(page.sameCaller, NULL, of_principal.info), event.number, event.asset, event.seq, event.accepted_us, event.declared_us, page.size,
of_asset.id, event.id, iif(page.upTo <= 1800000, event.event_attributes, NULL), iif(page.upTo <= 1800000, event.asset_attributes, NULL),
event.operation, event.behaviour, event.declared, CASE event.proof_mechanism WHEN 'MERKLE_LOG' THEN (SELECT leaf.appended_us FROM logs
log CROSS JOIN log_leaves leaf ON leaf.log = log.number AND leaf.event = event.number WHERE log.scope = of_tenant.id AND log.ended
= 0 AND event.number <= log.cursor) ELSE event.committed_us END, event.principal_declared, iif(event.proof_mechanism = 'MERKLE_LOG'
AND event.confirmation = 'CONFIRMED' AND event.number > coalesce((SELECT log.cursor FROM logs log WHERE log.scope = of_tenant.id AND
log.ended = 0), 0), 'PENDING', event.confirmation), event.from_wallet, CASE event.proof_mechanism WHEN 'KHIPU' THEN format('%s %s %s',
event.transaction_id, event.block_number, event.transaction_index) WHEN 'SIMPLE_HASH' THEN coalesce((SELECT CASE WHEN around.start_us
<= event.accepted_us THEN (SELECT format('%s %s %s', c.hash, c.block_number, c.transaction_index) FROM chain_transactions c WHERE c.intent
= around.intent) END FROM anchors around INDEXED BY anchors_by_end WHERE around.scope = of_tenant.id AND around.end_us > event.accepted_us
ORDER BY around.end_us LIMIT 1), ' 0 0') ELSE ' 0 0' END, CASE WHEN event.principal IS NULL THEN (SELECT json_object('us', said.accepted_us,
'by', json(coalesce(said.principal_declared, author.info)), 'reason', said.event_attributes ->> '$.arc_erasure_reason', 'event', said.id)
FROM erasures erasure CROSS JOIN events said ON said.number = erasure.erasure LEFT JOIN principals author ON author.number = said.principal
WHERE erasure.event = event.number) END) AS lines, (SELECT json_object('names', json_group_array(listed.key)) FROM json_each(event.asset_attributes)
listed WHERE 1 AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key
AND reading.kind = 'attribute' AND reading.name IN ('*', listed.key) AND reading.items & (tenant_layer.value ->> reading.policy))))
AS readable FROM (SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo, lag(tenant) OVER (ROWS UNBOUNDED PRECEDING)
IS tenant AND lag(principal) OVER (ROWS UNBOUNDED PRECEDING) IS principal AS sameCaller FROM (SELECT event.number AS row, event.tenant
AS tenant, event.principal AS principal, octet_length(event.event_attributes) + octet_length(event.asset_attributes) + octet_length(coalesce(event.principal_declared,
'')) + 1024 + coalesce((SELECT octet_length(caller.info) FROM principals caller WHERE caller.number = event.principal), 0) * (1 + (event.principal_declared
IS NULL)) + 7 * octet_length(event.asset_attributes) AS size FROM assets asset CROSS JOIN json_each(json_object(asset.tenant || '',
json(CASE WHEN +asset.tenant = (SELECT numbered.number FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy,
candidate.items) FROM granted candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE
term.key WHEN 'sha256:****************************************************************' THEN EXISTS (SELECT 1 FROM asset_attributes
attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes
version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) +
1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name
= term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name
= term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key) END <> term.negated) AS held
FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer CROSS JOIN events event
WHERE event.asset = asset.number AND asset.id = ?2 AND (event.public = 0 OR +event.tenant = (SELECT numbered.number FROM tenants numbered
WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = tenant_layer.key
AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes,
'$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END) AND reading.items & (tenant_layer.value
->> reading.policy))) ORDER BY event.seq DESC LIMIT +?3) WHERE size > 0) WHERE upTo - size <= ?4) page CROSS JOIN events event ON event.number
= page.row CROSS JOIN json_each(json_object(event.tenant || '', json(CASE WHEN +event.tenant = (SELECT numbered.number FROM tenants
numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate
WHERE candidate.tenant = event.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = event.asset AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = event.asset AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= event.asset AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= event.asset AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
CROSS JOIN assets of_asset ON of_asset.number = event.asset CROSS JOIN tenants of_tenant ON of_tenant.number = event.tenant LEFT JOIN
principals of_principal ON of_principal.number = event.principal WHERE (event.public = 0 OR +event.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE
reading.tenant = tenant_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN
NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type'
ELSE '' END END) AND reading.items & (tenant_layer.value ->> reading.policy))))
-- SEARCH asset USING INDEX assets_by_id (id=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
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
-- SEARCH (subquery-21)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SEARCH caller USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN (subquery-26)
-- SCAN (subquery-41)
-- SCAN (subquery-27)
-- SEARCH event USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH (subquery-34)
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
FROM (SELECT 10 + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy) AS lookups FROM granted))))) SELECT count(*)
AS n FROM (SELECT 1 FROM assets asset CROSS JOIN json_each(json_object(asset.tenant || '', json(CASE WHEN +asset.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1) THEN NULL ELSE (SELECT json_group_object(candidate.policy, candidate.items) FROM granted
candidate WHERE candidate.tenant = asset.tenant AND coalesce((SELECT min(held) FROM (SELECT max(CASE term.key WHEN 'sha256:****************************************************************'
THEN EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset = asset.number AND attribute.name = term.name AND attribute.seq
= (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = asset.number AND version.name = term.name) AND attribute.path
= substr(term.path, length(term.name) + 1) AND attribute.present = 1) ELSE EXISTS (SELECT 1 FROM asset_attributes attribute WHERE attribute.asset
= asset.number AND attribute.name = term.name AND attribute.seq = (SELECT max(version.seq) FROM asset_attributes version WHERE version.asset
= asset.number AND version.name = term.name) AND attribute.path = substr(term.path, length(term.name) + 1) AND attribute.key = term.key)
END <> term.negated) AS held FROM policy_terms term WHERE term.policy = candidate.policy GROUP BY term.clause)), 0)) END))) tenant_layer
CROSS JOIN events event WHERE event.asset = asset.number AND asset.id = ?2 AND (event.public = 0 OR +event.tenant = (SELECT numbered.number
FROM tenants numbered WHERE numbered.id = ?1)) AND (tenant_layer.value IS NULL OR EXISTS (SELECT 1 FROM readable_names reading WHERE
reading.tenant = tenant_layer.key AND reading.kind = 'event_type' AND reading.name IN ('*', CASE WHEN event.principal IS NULL THEN
NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type'
ELSE '' END END) AND reading.items & (tenant_layer.value ->> reading.policy))) LIMIT +?3)
-- SEARCH asset USING INDEX assets_by_id (id=?)
-- SCAN tenant_layer VIRTUAL TABLE INDEX 1:
-- SEARCH numbered USING INDEX sqlite_autoindex_tenants_1 (id=?)
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
-- SEARCH (subquery-13)
-- SEARCH event USING INDEX events_by_seq (asset=?)
-- SEARCH reading USING INDEX sqlite_autoindex_readable_names_1 (tenant=? AND kind=? AND name=?)
-- SCAN (subquery-18)
