/** Every user, among those with whom a case is shared. */
export const EVERYONE = '*'
