/** Why wallets count as bundled (docs/api/records.md#overview), in the order they are listed. */
export const BUNDLE_REASON_ORDER = ['same_tx', 'same_slot_group', 'same_slot_as_pool', 'same_funder', 'same_amount', 'shared_tip'] as const
export type BundleReason = (typeof BUNDLE_REASON_ORDER)[number]
