-- ==== administrator

-- the rights of the caller: rights.sql

select "id", "tenant", "display_name", "wallet_pub_key", "tessera_pub_key", "wallet_key", "tessera_key", "wallet_address", "remote",
"confirmed", "created_us", "revision" from "subjects" where "subjects"."tenant" = ? order by "subjects"."created_us" desc, "subjects"."id"
desc limit ?
-- SEARCH subjects USING INDEX subjects_by_creation (tenant=?)

SELECT count(*) AS n FROM (SELECT 1 FROM "subjects" WHERE "subjects"."tenant" = ?1 LIMIT +?2)
-- SEARCH subjects USING COVERING INDEX subjects_by_name (tenant=?)
-- SCAN (subquery-1)

-- ==== member

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator

-- ==== partner

-- the rights of the caller: rights.sql

-- the statement 2 of administrator

-- the statement 3 of administrator
