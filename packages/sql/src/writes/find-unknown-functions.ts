import { functionCalls } from '../commands/function-calls.ts';
import type { QualifiedName } from '../text/qualified-name.ts';
import { viewStatements } from '../text/statement-view.ts';

/**
 * Functions of PostgreSQL that only compute from their arguments, draw lots, tell the time or look into the catalog:
 * none of them writes, waits, opens a file or a connection. Everything else counts as unknown.
 */
const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set(
  [
    // Aggregates
    `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every json_agg
    json_object_agg jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg
    range_intersect_agg regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance xmlagg`,
    // Windows and grouping
    `cube cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank rollup row_number`,
    // Text
    `ascii bit_length btrim casefold char_length character_length chr concat concat_ws convert_from convert_to decode encode
    format initcap left length like like_escape lower lpad ltrim md5 normalize notlike octet_length overlay
    parse_ident position quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match
    regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse
    right rpad rtrim sha224 sha256 sha384 sha512 split_part starts_with string_to_array string_to_table strpos substr
    substring to_ascii to_bin to_hex to_oct translate trim unicode_assigned unistr upper
    get_bit get_byte set_bit set_byte bit_count crc32 crc32c`,
    // Numbers
    `abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh cot cotd
    degrees div erf erfc exp factorial floor gamma gcd lcm lgamma ln log log10 min_scale mod numnode pi pow power
    radians round scale sign sin sind sinh sqrt tan tand tanh to_number trim_scale trunc width_bucket`,
    // Dates
    `age date_add date_bin date_part date_subtract date_trunc isfinite justify_days justify_hours justify_interval
    make_date make_interval make_time make_timestamp make_timestamptz now statement_timestamp timezone to_char to_date
    to_timestamp transaction_timestamp overlaps`,
    // JSON
    `array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object
    json_each json_each_text json_extract_path json_extract_path_text json_object json_object_keys
    json_populate_record json_populate_recordset json_strip_nulls json_to_record json_to_recordset json_typeof
    jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object
    jsonb_concat jsonb_contained jsonb_contains jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all
    jsonb_exists_any jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys
    jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query
    jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz
    jsonb_path_query_tz jsonb_populate_record jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax
    jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof row_to_json to_json to_jsonb`,
    // Arrays, sets and ranges
    `array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
    array_prepend array_remove array_replace array_reverse array_sort array_to_string array_upper cardinality
    generate_series generate_subscripts isempty lower_inc lower_inf multirange num_nonnulls num_nulls range_merge
    trim_array unnest upper_inc upper_inf int4range int8range numrange tsrange tstzrange daterange`,
    // Text search
    `array_to_tsvector phraseto_tsquery plainto_tsquery querytree setweight to_tsquery to_tsvector
    ts_delete ts_filter ts_headline ts_lexize ts_rank ts_rank_cd tsquery_phrase tsvector_to_array
    websearch_to_tsquery`,
    // Network addresses, XML, uuid. Names as plain as "area" or "path" are left out: somebody's own may be called so.
    `hostmask inet_merge inet_same_family masklen netmask set_masklen xml_is_well_formed xmlcomment xmltext xpath
    xpath_exists uuid_extract_timestamp uuid_extract_version`,
    // Another answer each time, and nothing else
    `clock_timestamp gen_random_uuid random random_normal timeofday uuidv4 uuidv7`,
    // Sizes
    `pg_column_size pg_database_size pg_indexes_size pg_relation_size pg_table_size pg_total_relation_size`,
    // What the catalog says
    `col_description current_database current_schema current_schemas
    current_setting format_type has_any_column_privilege has_column_privilege has_database_privilege
    has_function_privilege has_schema_privilege has_sequence_privilege has_table_privilege has_type_privilege
    obj_description pg_get_constraintdef pg_get_expr pg_get_function_arguments pg_get_function_identity_arguments
    pg_get_function_result pg_get_functiondef pg_get_indexdef pg_get_partkeydef pg_get_ruledef
    pg_get_serial_sequence pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_has_role pg_input_is_valid
    pg_size_bytes pg_size_pretty pg_table_is_visible pg_typeof shobj_description to_regclass to_regnamespace
    to_regproc to_regprocedure to_regrole to_regtype version`,
  ]
    .join(' ')
    .split(/\s+/),
);

function isKnown({ parts }: QualifiedName): boolean {
  const [first = '', second] = parts;
  if (second === undefined) return KNOWN_FUNCTIONS.has(first);
  return parts.length === 2 && first === 'pg_catalog' && KNOWN_FUNCTIONS.has(second);
}

/**
 * The functions a script calls that are not known to only read, without repetitions, in the order of their first
 * call: `public.f`, in lower case unless quoted. A courtesy: operators, casts and views may call functions unseen.
 */
export function findUnknownFunctions(sql: string): string[] {
  const calls = viewStatements(sql).flatMap((views) => views.flatMap(functionCalls));
  return [...new Set(calls.filter((name) => !isKnown(name)).map(({ parts }) => parts.join('.')))];
}
