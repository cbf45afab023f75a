-- ==== administrator

-- the rights of the caller: rights.sql

select "id", "tenant", "compliance_type", "display_name", "description", "asset_filter", "event_display_type", "closing_event_display_type",
"time_period_seconds", "dynamic_window", "dynamic_variability", "richness_assertions", "created_us", "deleted_us", "revision" from
"compliance_policies" where ("compliance_policies"."tenant" = ? and "compliance_policies"."deleted_us" IS NULL) order by "compliance_policies"."created_us"
desc, "compliance_policies"."id" desc limit ?
-- SEARCH compliance_policies USING INDEX compliance_policies_by_creation (tenant=?)

SELECT count(*) AS n FROM (SELECT 1 FROM "compliance_policies" WHERE ("compliance_policies"."tenant" = ?1 and "compliance_policies"."deleted_us"
IS NULL) LIMIT +?2)
-- SEARCH compliance_policies USING INDEX compliance_policies_by_creation (tenant=?)
-- SCAN (subquery-1)

-- ==== member

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator
