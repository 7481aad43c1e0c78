/** Stands for every user in the list of users that a case is shared with. */
export const EVERYONE = '*'
