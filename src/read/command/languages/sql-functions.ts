import { lazy } from "../../../core/lazy.ts";

/**
 * A function can do anything: only those that compute from what they are given are known to be harmless. `bare`: a
 * statement in lower case, its strings and quoted names empty (`''`).
 */
export function callsOnlyKnown(bare: string): boolean {
  // A quoted name is not looked at.
  if (/''\s*\(/.test(bare)) return false;
  const tables = new Set(
    [...bare.matchAll(/\b(\w+)\s*(?:\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map(([, name]) => name),
  );
  return [...bare.matchAll(/([\w.]+)"?\s*\(/g)].every(([, name = ""]) => computing().has(name) || tables.has(name));
}

/** Words in front of a bracket, and functions. Source: PostgreSQL 17, MySQL 8.4, SQLite 3.49 manuals. */
const computing = lazy(
  () =>
    new Set(
      `in values and or not exists from join as on using over partition filter where any all some select case when then else
  having by union except intersect limit offset interval distinct with recursive within group rows range between like ilike is
  lateral array row cast varchar char character numeric decimal bit time timestamp unique primary key references check
  abs ceil ceiling floor round trunc truncate mod power pow sqrt exp ln log log10 log2 sign pi sin cos tan random rand
  greatest least coalesce nullif ifnull iif if nvl isnull
  count sum avg min max total group_concat string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg
  json_arrayagg json_objectagg json_group_array json_group_object bool_and bool_or every bit_and bit_or stddev stddev_pop
  stddev_samp variance var_pop var_samp percentile_cont percentile_disc mode corr any_value
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  lower upper initcap length len char_length character_length octet_length bit_length substring substr left right lpad rpad
  trim ltrim rtrim btrim replace translate reverse repeat position strpos instr locate concat concat_ws format quote
  quote_ident quote_literal split_part regexp_replace regexp_match regexp_matches regexp_like regexp_substr
  regexp_split_to_array regexp_split_to_table regexp_count starts_with ascii chr hex unhex encode decode md5 sha1 sha2
  sha256 crc32 to_hex printf glob soundex space field find_in_set string_to_array array_to_string array_length cardinality
  array_position array_append array_cat unnest generate_series generate_subscripts
  now date datetime julianday strftime unixepoch timediff current_date current_time current_timestamp localtime
  localtimestamp clock_timestamp statement_timestamp transaction_timestamp date_trunc date_part extract age to_char to_date
  to_timestamp to_number make_date make_time make_timestamp make_interval justify_days justify_hours justify_interval year
  month day hour minute second week weekday dayofweek dayofmonth dayofyear quarter last_day curdate curtime date_add
  date_sub datediff date_format str_to_date timestampdiff timestampadd unix_timestamp from_unixtime utc_timestamp adddate
  json json_extract json_valid json_type json_array json_object json_array_length json_each json_tree json_quote json_set
  json_insert json_replace json_remove json_patch json_pretty json_unquote json_contains json_keys json_length json_search
  jsonb jsonb_extract jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys
  jsonb_array_length jsonb_typeof jsonb_build_object jsonb_build_array jsonb_set jsonb_pretty jsonb_path_query
  jsonb_path_query_array jsonb_path_exists jsonb_strip_nulls json_array_elements json_array_elements_text json_each_text
  json_object_keys json_typeof json_build_object json_build_array row_to_json to_json to_jsonb json_strip_nulls
  version database schema user current_user session_user current_database current_schema current_schemas current_setting
  typeof pg_typeof sqlite_version last_insert_rowid changes total_changes found_rows row_count connection_id uuid
  gen_random_uuid uuid_generate_v4 pg_size_pretty pg_relation_size pg_total_relation_size pg_table_size pg_indexes_size
  pg_database_size pg_column_size pg_get_indexdef pg_get_constraintdef pg_get_viewdef pg_get_functiondef
  pg_get_serial_sequence pg_get_expr pg_get_triggerdef pg_backend_pid pg_is_in_recovery pg_postmaster_start_time
  pg_stat_get_live_tuples obj_description col_description format_type to_regclass to_regtype has_table_privilege
  has_schema_privilege has_database_privilege has_column_privilege pg_table_is_visible txid_current_if_assigned
  to_tsvector to_tsquery plainto_tsquery websearch_to_tsquery ts_rank ts_headline similarity word_similarity
  st_asgeojson st_astext st_distance st_within st_contains st_intersects st_x st_y st_srid st_area st_length`.split(
        /\s+/,
      ),
    ),
);
