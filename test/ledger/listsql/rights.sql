-- ==== administrator

SELECT p.tenant AS tenant, 'appidp' AS issuer, p.id AS subject, p.display_name AS displayName, '' AS email, t.wallet_address AS wallet,
p.revision AS revision, t.access_revision AS accessRevision, t.default_mechanism AS defaultMechanism, p.auditor AS auditor, 0 AS readOnly,
t.suspended_us IS NOT NULL AS suspended, EXISTS (SELECT 1 FROM subjects s CROSS JOIN policy_subjects g ON g.subject = s.id AND g.tenant
= s.tenant WHERE s.remote = p.tenant AND s.confirmed = 1) AS shared, EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = p.tenant
AND d.issuer = 'appidp' AND d.subject = p.id) AS administrator FROM applications p JOIN tenants t ON t.id = p.tenant WHERE p.id = ?1
AND p.tenant = ?2 AND 'appidp' = ?3 AND 1
-- SEARCH p USING INDEX sqlite_autoindex_applications_1 (id=?)
-- SEARCH t USING INDEX sqlite_autoindex_tenants_1 (id=?)
-- SEARCH s USING INDEX subjects_by_remote (remote=? AND confirmed=?)
-- SEARCH g USING COVERING INDEX policy_subjects_by_subject (subject=? AND tenant=?)
-- SEARCH d USING COVERING INDEX sqlite_autoindex_administrators_1 (tenant=? AND issuer=? AND subject=?)

-- ==== member

-- the statement 1 of administrator

-- ==== partner

-- the statement 1 of administrator
