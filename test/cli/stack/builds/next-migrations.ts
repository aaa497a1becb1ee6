/**
 * Migrations of a next build, as a release has them: columns and constraints of the tables that each order changes, and indexes on
 * the longest tables. Their numbers leave room for those of the project.
 * @param known a migration that the build before it knows
 */
export function nextMigrations(known: string): Record<string, string> {
  const columns = [
    'salesorder',
    'salesorderline',
    'work',
    'pick',
    'pickline',
    'pack',
    'carton',
    'ship',
    'part',
    'inventory',
  ];
  const expands = Object.fromEntries(
    columns.map((table, index) => [
      `90${String(index).padStart(2, '0')}_${table}.sql`,
      `-- expand\nalter table ${table} add column test_shelf text, add column test_count int not null default 0;\n`,
    ]),
  );
  return {
    ...expands,
    '9020_order_check.sql':
      '-- expand\nalter table salesorder add constraint salesorder_test_count check (test_count >= 0) not valid;\n',
    '9021_order_check_valid.sql': '-- expand\nalter table salesorder validate constraint salesorder_test_count;\n',
    '9022_event_log_at.sql': '-- expand\ncreate index concurrently event_log_test_at on event_log (at, event_id);\n',
    '9023_order_note.sql':
      '-- expand\ncreate index concurrently salesorder_test_note on salesorder (note, since) where note is not null;\n',
    // Columns that no build uses any more are removed while their tables are in use.
    '9024_order_shelf.sql': `-- contract after ${known}\nalter table salesorder drop column test_shelf;\n`,
    '9025_work_shelf.sql': `-- contract after ${known}\nalter table work drop column test_shelf;\n`,
  };
}
