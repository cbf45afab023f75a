-- ==== administrator

-- the rights of the caller: rights.sql

select "id", "tenant", "display_name", "description", "latitude", "longitude", "attributes", "owner", "created_us", "revision" from
"locations" where ("locations"."tenant" = ? AND (EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = ? AND d.issuer = ? AND d.subject
= ?) OR EXISTS (SELECT 1 FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute, c.subject AS value FROM (SELECT
key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?)) c CROSS
JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp' UNION ALL SELECT c.caller, c.tenant, c.issuer,
c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value FROM (SELECT key AS caller, value
->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM json_each(?)) c CROSS JOIN applications p
ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k WHERE c.issuer
= 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN readers r WHERE r.tenant = ? AND r.resource = ? || "locations".id AND
r.attribute = w.attribute AND r.value = w.value)) OR "locations".id IN (SELECT substr(r.resource, ?) FROM subjects s CROSS JOIN readers
r WHERE s.remote = ? AND s.confirmed = 1 AND r.subject = s.id AND r.subject <> '' AND r.tenant = s.tenant AND substr(r.resource, 1,
?) = ? AND EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = ? AND d.issuer = ? AND d.subject = ?))) order by "locations"."created_us"
desc, "locations"."id" desc limit ?
-- SEARCH d USING COVERING INDEX sqlite_autoindex_administrators_1 (tenant=? AND issuer=? AND subject=?)
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH r USING PRIMARY KEY (resource=?)
-- SEARCH locations USING INDEX locations_by_name (tenant=?)
-- SEARCH s USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH d EXISTS USING COVERING INDEX sqlite_autoindex_administrators_1 (tenant=? AND issuer=? AND subject=?)
-- SEARCH r USING COVERING INDEX readers_by_subject (subject=? AND tenant=?)
-- SEARCH locations USING INDEX sqlite_autoindex_locations_1 (id=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT count(*) AS n FROM (SELECT 1 FROM "locations" WHERE ("locations"."tenant" = ?1 AND (EXISTS (SELECT 1 FROM administrators d WHERE
d.tenant = ?1 AND d.issuer = ?2 AND d.subject = ?3) OR EXISTS (SELECT 1 FROM (SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject'
AS attribute, c.subject AS value FROM (SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->>
'subject' AS subject FROM json_each(?4)) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant WHERE c.issuer = 'appidp'
UNION ALL SELECT c.caller, c.tenant, c.issuer, c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value
AS value FROM (SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject FROM
json_each(?4)) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant CROSS JOIN json_each(p.custom_claims) j CROSS
JOIN json_each('[1,2]') k WHERE c.issuer = 'appidp' AND (k.value = 1 OR j.key = 'group')) w CROSS JOIN readers r WHERE r.tenant = ?1
AND r.resource = ?5 || "locations".id AND r.attribute = w.attribute AND r.value = w.value)) OR "locations".id IN (SELECT substr(r.resource,
?6) FROM subjects s CROSS JOIN readers r WHERE s.remote = ?1 AND s.confirmed = 1 AND r.subject = s.id AND r.subject <> '' AND r.tenant
= s.tenant AND substr(r.resource, 1, ?7) = ?5 AND EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = ?1 AND d.issuer = ?2 AND
d.subject = ?3))) LIMIT +?8)
-- SEARCH d USING COVERING INDEX sqlite_autoindex_administrators_1 (tenant=? AND issuer=? AND subject=?)
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SCAN k VIRTUAL TABLE INDEX 1:
-- SCAN w
-- SEARCH r USING PRIMARY KEY (resource=?)
-- SEARCH locations USING COVERING INDEX locations_by_name (tenant=?)
-- SEARCH s USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH d EXISTS USING COVERING INDEX sqlite_autoindex_administrators_1 (tenant=? AND issuer=? AND subject=?)
-- SEARCH r USING COVERING INDEX readers_by_subject (subject=? AND tenant=?)
-- SEARCH locations USING INDEX sqlite_autoindex_locations_1 (id=?)
-- SCAN (subquery-9)

-- ==== member

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator
