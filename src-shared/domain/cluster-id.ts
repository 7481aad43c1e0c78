/** Higher ids come only from files. They are stored unchanged, and new ids never continue from them, so no file can use up all numbers. */
export const MAX_CLUSTER_ID = 999_999_999
