/** Ids above come from files only. They are kept as they are and never counted on from, so that no file can use up all numbers. */
export const HIGHEST_CLUSTER_ID = 999_999_999
