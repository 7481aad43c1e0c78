/** `same_slot_as_pool` of a record as a person reads it. */
export const plainWords = (name: string): string => name.replaceAll('_', ' ')
