-- ==== administrator

-- the rights of the caller: rights.sql

select "id", "tenant", "display_name", "description", "filters", "access_permissions", "compiled", "created_us", "revision" from "access_policies"
where "access_policies"."tenant" = ? order by "access_policies"."created_us" desc, "access_policies"."id" desc limit ?
-- SEARCH access_policies USING INDEX access_policies_by_creation (tenant=?)

SELECT count(*) AS n FROM (SELECT 1 FROM "access_policies" WHERE "access_policies"."tenant" = ?1 LIMIT +?2)
-- SEARCH access_policies USING COVERING INDEX access_policies_by_creation (tenant=?)
-- SCAN (subquery-1)

-- ==== member

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator
