/** Why wallets count as bundled (docs/detection.md#bundlers), in listing order. */
export const BUNDLE_REASON_ORDER = [
  'same_tx',
  'same_slot_group',
  'same_slot_as_pool',
  'same_funder',
  'same_amount',
  'shared_tip',
  'same_gas',
  'next_nonces',
  'same_controller',
] as const
export type BundleReason = (typeof BUNDLE_REASON_ORDER)[number]
