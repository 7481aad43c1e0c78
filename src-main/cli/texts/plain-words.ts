/** Makes names such as `same_slot_as_pool` readable. */
export const plainWords = (name: string): string => name.replaceAll('_', ' ')
