/** Tables whose rows belong to one token alone. */
export const TABLES_OF_TOKEN = [
  'transfer',
  'balance',
  'recorded_link',
  'recorded_degree',
  'coverage',
  'snapshot',
  'scan_history',
  'produced_blocks',
  'trading_switch',
  'launch_transaction',
  'contract_owner',
  'granted_role',
  'block_mark',
] as const

/** Tables whose rows can be deleted and restored. Each has a table of the same columns for its deleted rows. */
export const RESTORABLE_TABLES = [
  'token',
  ...TABLES_OF_TOKEN,
  'trade',
  'pool',
  'native_transfer',
  'label',
  'account',
  'import',
  'alert',
  'alert_event',
  'watch_moment',
] as const
