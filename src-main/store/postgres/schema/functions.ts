/** Functions that SQLite has and that statements of the store call. They return what SQLite's do, also for NULL. */
export const FUNCTIONS = `
  CREATE OR REPLACE FUNCTION json_each(text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE ROWS 100 AS $$
    SELECT n - 1, v FROM json_array_elements_text($1::json) WITH ORDINALITY AS e(v, n) $$;
  CREATE OR REPLACE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT strpos($1, $2)::bigint $$;
  CREATE OR REPLACE FUNCTION pragma_table_info(text) RETURNS TABLE (name text) LANGUAGE sql STABLE AS $$
    SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum $$;
  CREATE OR REPLACE FUNCTION unixepoch() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT extract(epoch FROM now())::bigint $$;
  CREATE OR REPLACE FUNCTION unixepoch(text) RETURNS double precision LANGUAGE sql STABLE AS $$ SELECT extract(epoch FROM now())::double precision $$;
  CREATE OR REPLACE FUNCTION json_texts(json) RETURNS SETOF text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
    CASE json_typeof($1)
      WHEN 'string' THEN RETURN NEXT $1 #>> '{}';
      WHEN 'array' THEN RETURN QUERY SELECT t FROM json_array_elements($1) AS e, json_texts(e) AS t;
      WHEN 'object' THEN RETURN QUERY SELECT t FROM pg_catalog.json_each($1) AS e, json_texts(e.value) AS t;
      ELSE RETURN;
    END CASE;
  END $$;
  CREATE OR REPLACE FUNCTION ids_in(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(string_agg(v, ',' ORDER BY n), '') FROM (
      SELECT v, min(n) AS n FROM json_texts(replace($1, '\\u0000', '\\ufffd')::json) WITH ORDINALITY AS e(v, n)
      WHERE length(v) > 20 AND strpos(v, ' ') = 0 GROUP BY v) AS found $$;
  ${['bigint', 'numeric', 'double precision']
    .flatMap((type) => [
      ['min', 'least', type],
      ['max', 'greatest', type],
    ])
    .map(
      ([name = '', either = '', type = '']) => `
  CREATE OR REPLACE FUNCTION ${name}(${type}, ${type}) RETURNS ${type} LANGUAGE sql IMMUTABLE AS
    $$ SELECT CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE ${either}($1, $2) END $$;`,
    )
    .join('')}`
