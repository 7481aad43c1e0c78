import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * A list that can be asked for more rows. The shorter list stays until the longer one has arrived, also if that fails.
 *
 * @param list the query of the first `limit` rows
 */
export function useLongerList<T, K extends QueryKey>(list: (limit: number) => UseQueryOptions<T, Error, T, K>, first: number, most: number) {
  const [isWanted, setWanted] = useState(false)
  const long = useQuery({ ...list(most), enabled: isWanted })
  const isLong = long.data !== undefined
  const short = useQuery({ ...list(first), enabled: !isLong })
  return {
    query: isLong ? long : short,
    limit: isLong ? most : first,
    isFetchingMore: long.isFetching,
    /** Why the longer list could not be loaded; null if it could, or was not asked for. */
    moreError: long.isLoadingError ? long.error : null,
    /** Null if there is no longer list. */
    showMore: isLong ? null : (): void => (isWanted ? void long.refetch() : setWanted(true)),
  }
}
